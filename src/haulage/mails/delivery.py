"""How a mail is delivered: attempts under a lease, with growing pauses, up to a last one.

A lease is a due time in the future. Who takes a mail moves it there and counts the version up, so that
nobody else finds it due; a process that dies leaves the mail to become due again by itself. Of two
that hold a lease on the same mail only one can still settle it, because the version has moved on.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.mails.mail import Mail, MailKind, QueuedMail

MAX_REASON_LENGTH = 500


class MailState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    DEAD = "dead"


class MailMove(StrEnum):
    TRY = "be_tried"
    SEND = "be_sent"
    WAIT = "wait"
    GIVE_UP = "be_given_up"
    REVIVE = "be_revived"


DELIVERY_LIFECYCLE: Lifecycle[MailState, MailMove] = Lifecycle(
    subject="mail",
    moves={
        MailState.WAITING: {
            MailMove.TRY: MailState.WAITING,
            MailMove.WAIT: MailState.WAITING,
            MailMove.SEND: MailState.SENT,
            MailMove.GIVE_UP: MailState.DEAD,
        },
        MailState.SENT: {},
        MailState.DEAD: {MailMove.REVIVE: MailState.WAITING},
    },
)


@attrs.frozen
class Patience:
    """How long a mail is tried. Ours: the ten attempts lie within 40 minutes, and links within mails
    expire after an hour (AUT-26), so that nobody receives one that is of no use."""

    lease: timedelta = timedelta(minutes=2)
    """Longer than any attempt may take."""
    first_pause: timedelta = timedelta(seconds=5)
    longest_pause: timedelta = timedelta(minutes=15)
    attempts: int = 10
    keep: timedelta = timedelta(days=30)
    """After this nobody needs to see what became of a mail, and its address is personal data."""

    def pause(self, attempt: int, luck: float) -> timedelta:
        """Between half and all of a pause that doubles with each *attempt*; *luck* is from 0 to 1."""
        doubled = self.first_pause * (1 << min(attempt - 1, 30))
        return min(doubled, self.longest_pause) * (0.5 + luck / 2)


STANDARD_PATIENCE = Patience()


@attrs.define(eq=False, str=False)
class MailEmptied(RuleBroken):
    """A mail that was sent is no longer there to be sent again."""

    code: ClassVar[str] = "mail_emptied"

    @property
    def message(self) -> str:
        return "This mail was sent, and its text was not kept."


@attrs.frozen
class KeptMail:
    """A mail in the outbox. ``due_at`` is when it may next be taken; while an attempt is under way, when
    that attempt counts as lost. Text and HTML are empty once it was sent: they are personal data."""

    id: str
    kind: MailKind
    to: str
    subject: str
    text: str = attrs.field(repr=False)
    html: str = attrs.field(repr=False)
    created_at: datetime
    due_at: datetime
    state: MailState = MailState.WAITING
    attempts: int = 0
    sent_at: datetime | None = None
    last_error: str | None = None
    version: int = 1

    @property
    def mail(self) -> Mail:
        """What is to be sent. Raises ``MailEmptied`` when it was."""
        if self.state is MailState.SENT:
            raise MailEmptied
        return Mail(self.to, self.subject, self.text, self.html)


def keep(queued: QueuedMail) -> KeptMail:
    """The outbox's entry for a new mail, due at once."""
    mail = queued.mail
    return KeptMail(
        id=queued.id,
        kind=queued.kind,
        to=mail.to,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        created_at=queued.created_at,
        due_at=queued.created_at,
    )


def take(kept: KeptMail, now: datetime, patience: Patience) -> KeptMail:
    """Begin one more attempt, and keep others away for as long as it may last."""
    return attrs.evolve(
        kept,
        state=DELIVERY_LIFECYCLE.after(kept.state, MailMove.TRY),
        attempts=kept.attempts + 1,
        due_at=now + patience.lease,
    )


def sent(kept: KeptMail, now: datetime) -> KeptMail:
    """It has gone out; what it said is forgotten."""
    return attrs.evolve(
        kept,
        state=DELIVERY_LIFECYCLE.after(kept.state, MailMove.SEND),
        sent_at=now,
        text="",
        html="",
        last_error=None,
    )


def failed(kept: KeptMail, reason: str, now: datetime, luck: float, patience: Patience) -> KeptMail:
    """Try again after a pause, or give up after the last attempt."""
    if kept.attempts >= patience.attempts:
        return given_up(kept, reason)
    return attrs.evolve(
        kept,
        state=DELIVERY_LIFECYCLE.after(kept.state, MailMove.WAIT),
        due_at=now + patience.pause(kept.attempts, luck),
        last_error=reason[:MAX_REASON_LENGTH],
    )


def given_up(kept: KeptMail, reason: str) -> KeptMail:
    """Leave it to the operator, who may revive it."""
    state = DELIVERY_LIFECYCLE.after(kept.state, MailMove.GIVE_UP)
    return attrs.evolve(kept, state=state, last_error=reason[:MAX_REASON_LENGTH])


def revived(kept: KeptMail, now: datetime) -> KeptMail:
    """Begin again with all attempts, at once."""
    state = DELIVERY_LIFECYCLE.after(kept.state, MailMove.REVIVE)
    return attrs.evolve(kept, state=state, attempts=0, due_at=now)
