"""How a mail is delivered: attempts under a lease, with growing pauses, up to a last one.

A lease is a due time in the future. Who takes a mail moves it there and counts the version up, so that
nobody else finds it due; a process that dies leaves the mail to become due again by itself. Of two
that hold a lease on the same mail only one can still settle it, because the version has moved on.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.email.email_message import Email, EmailKind, QueuedEmail
from haulage.kernel.errors import RuleBroken
from haulage.kernel.lifecycle import Lifecycle

MAX_REASON_LENGTH = 500


class EmailState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    DEAD = "dead"


class EmailMove(StrEnum):
    TRY = "be_tried"
    SEND = "be_sent"
    WAIT = "wait"
    GIVE_UP = "be_given_up"
    REVIVE = "be_revived"


DELIVERY_LIFECYCLE: Lifecycle[EmailState, EmailMove] = Lifecycle(
    subject="mail",
    moves={
        EmailState.WAITING: {
            EmailMove.TRY: EmailState.WAITING,
            EmailMove.WAIT: EmailState.WAITING,
            EmailMove.SEND: EmailState.SENT,
            EmailMove.GIVE_UP: EmailState.DEAD,
        },
        EmailState.SENT: {},
        EmailState.DEAD: {EmailMove.REVIVE: EmailState.WAITING},
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


class EmailEmptied(RuleBroken):
    """A mail that was sent is no longer there to be sent again."""

    code = "mail_emptied"
    message = "This mail was sent, and its text was not kept."


@attrs.frozen
class StoredEmail:
    """A mail in the outbox. ``due_at`` is when it may next be taken; while an attempt is under way, when
    that attempt counts as lost. Text and HTML are empty once it was sent: they are personal data."""

    id: str
    kind: EmailKind
    to: str
    subject: str
    text: str = attrs.field(repr=False)
    html: str = attrs.field(repr=False)
    created_at: datetime
    due_at: datetime
    state: EmailState = EmailState.WAITING
    attempts: int = 0
    sent_at: datetime | None = None
    last_error: str | None = None
    version: int = 1

    @property
    def mail(self) -> Email:
        """What is to be sent. Raises ``EmailEmptied`` when it was."""
        if self.state is EmailState.SENT:
            raise EmailEmptied
        return Email(self.to, self.subject, self.text, self.html)


def keep(queued: QueuedEmail) -> StoredEmail:
    """The outbox's entry for a new mail, due at once."""
    mail = queued.mail
    return StoredEmail(
        id=queued.id,
        kind=queued.kind,
        to=mail.to,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        created_at=queued.created_at,
        due_at=queued.created_at,
    )


def take(email: StoredEmail, now: datetime, patience: Patience) -> StoredEmail:
    """Begin one more attempt, and keep others away for as long as it may last."""
    return attrs.evolve(
        email,
        state=DELIVERY_LIFECYCLE.after(email.state, EmailMove.TRY),
        attempts=email.attempts + 1,
        due_at=now + patience.lease,
    )


def sent(email: StoredEmail, now: datetime) -> StoredEmail:
    """It has gone out; what it said is forgotten."""
    return attrs.evolve(
        email,
        state=DELIVERY_LIFECYCLE.after(email.state, EmailMove.SEND),
        sent_at=now,
        text="",
        html="",
        last_error=None,
    )


def failed(email: StoredEmail, reason: str, now: datetime, luck: float, patience: Patience) -> StoredEmail:
    """Try again after a pause, or give up after the last attempt."""
    if email.attempts >= patience.attempts:
        return given_up(email, reason)
    return attrs.evolve(
        email,
        state=DELIVERY_LIFECYCLE.after(email.state, EmailMove.WAIT),
        due_at=now + patience.pause(email.attempts, luck),
        last_error=reason[:MAX_REASON_LENGTH],
    )


def abandoned(email: StoredEmail, patience: Patience) -> StoredEmail | None:
    """What becomes of a due mail whose last attempt nobody has settled, because the process died over it;
    None while it has attempts left. What went wrong before stays to be read."""
    if email.attempts < patience.attempts:
        return None
    return given_up(email, email.last_error or "The server died over the last attempt.")


def given_up(email: StoredEmail, reason: str) -> StoredEmail:
    """Leave it to the operator, who may revive it."""
    state = DELIVERY_LIFECYCLE.after(email.state, EmailMove.GIVE_UP)
    return attrs.evolve(email, state=state, last_error=reason[:MAX_REASON_LENGTH])


def revived(email: StoredEmail, now: datetime) -> StoredEmail:
    """Begin again with all attempts, at once."""
    state = DELIVERY_LIFECYCLE.after(email.state, EmailMove.REVIVE)
    return attrs.evolve(email, state=state, attempts=0, due_at=now)
