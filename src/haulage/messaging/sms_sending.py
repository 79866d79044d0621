"""What became of one text message: sent at most once, whatever order its status reports come in."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.lifecycle import Lifecycle

MAX_REASON_LENGTH = 200


class SmsState(StrEnum):
    """``TRYING`` is written down before the provider is asked: a process that dies meanwhile leaves it
    behind, and whoever finds it knows that the text may have gone out."""

    QUEUED = "queued"
    TRYING = "trying"
    SENT = "sent"
    DELIVERED = "delivered"
    FAILED = "failed"
    UNKNOWN = "unknown"


class SmsMove(StrEnum):
    TRY = "be_tried"
    PUT_BACK = "be_put_back"
    ACCEPT = "be_accepted"
    GIVE_UP = "be_given_up"
    DELIVER = "be_delivered"
    FAIL = "fail"


_REPORTED = {SmsMove.DELIVER: SmsState.DELIVERED, SmsMove.FAIL: SmsState.FAILED}

SMS_LIFECYCLE: Lifecycle[SmsState, SmsMove] = Lifecycle(
    subject="text message",
    moves={
        SmsState.QUEUED: {SmsMove.TRY: SmsState.TRYING, SmsMove.FAIL: SmsState.FAILED},
        SmsState.TRYING: {
            SmsMove.PUT_BACK: SmsState.QUEUED,
            SmsMove.ACCEPT: SmsState.SENT,
            SmsMove.GIVE_UP: SmsState.UNKNOWN,
            **_REPORTED,
        },
        SmsState.SENT: _REPORTED,
        SmsState.UNKNOWN: {SmsMove.ACCEPT: SmsState.SENT, **_REPORTED},
        SmsState.FAILED: {SmsMove.DELIVER: SmsState.DELIVERED},
        SmsState.DELIVERED: {},
    },
)
"""A phone that has a text has it, whatever was said before or is said later; so any order of the same reports
ends in the same state."""


class SmsFate(StrEnum):
    """What the provider says of a text that it has taken."""

    UNDER_WAY = "under_way"
    DELIVERED = "delivered"
    FAILED = "failed"


@attrs.frozen
class SmsSending:
    """The sending of the message with this id; it holds neither the number nor the text.

    ``reference`` is the provider's own name for it. ``reason`` is why it failed, or why nobody knows.
    """

    message_id: str
    created_at: datetime
    state: SmsState = SmsState.QUEUED
    tried_at: datetime | None = None
    sent_at: datetime | None = None
    settled_at: datetime | None = None
    reference: str | None = None
    reason: str | None = None
    version: int = 1

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to be done about it."""
        return self.state in {SmsState.DELIVERED, SmsState.FAILED, SmsState.UNKNOWN}


def tried(sending: SmsSending, now: datetime) -> SmsSending:
    """To be stored before the provider is asked."""
    state = SMS_LIFECYCLE.after(sending.state, SmsMove.TRY)
    return attrs.evolve(sending, state=state, tried_at=now)


def put_back(sending: SmsSending) -> SmsSending:
    """It is certain that nothing went out: it may be tried again."""
    return attrs.evolve(sending, state=SMS_LIFECYCLE.after(sending.state, SmsMove.PUT_BACK), tried_at=None)


def accepted(sending: SmsSending, reference: str, now: datetime) -> SmsSending:
    """The provider has it."""
    state = SMS_LIFECYCLE.after(sending.state, SmsMove.ACCEPT)
    return attrs.evolve(sending, state=state, reference=reference, sent_at=now, settled_at=None, reason=None)


def refused(sending: SmsSending, reason: str, now: datetime) -> SmsSending:
    """It never went out, and never will."""
    state = SMS_LIFECYCLE.after(sending.state, SmsMove.FAIL)
    return attrs.evolve(sending, state=state, settled_at=now, reason=reason[:MAX_REASON_LENGTH])


def lost(sending: SmsSending, reason: str, now: datetime) -> SmsSending:
    """It may have gone out, and nobody can tell: it is not sent again."""
    state = SMS_LIFECYCLE.after(sending.state, SmsMove.GIVE_UP)
    return attrs.evolve(sending, state=state, settled_at=now, reason=reason[:MAX_REASON_LENGTH])


def with_report(
    sending: SmsSending, reference: str, fate: SmsFate, reason: str | None, now: datetime
) -> SmsSending:
    """The sending after a report of the provider; the same value where it changes nothing.

    A report with another reference than ours is of another text.
    """
    if sending.reference not in {None, reference} or sending.state is SmsState.QUEUED:
        return sending
    known = attrs.evolve(sending, reference=reference, sent_at=sending.sent_at or now)
    match fate:
        case SmsFate.UNDER_WAY:
            return accepted(sending, reference, now) if sending.reference is None else sending
        case SmsFate.DELIVERED if SMS_LIFECYCLE.allows(sending.state, SmsMove.DELIVER):
            return attrs.evolve(known, state=SmsState.DELIVERED, settled_at=now, reason=None)
        case SmsFate.FAILED if SMS_LIFECYCLE.allows(sending.state, SmsMove.FAIL):
            said = (reason or "The provider could not deliver it.")[:MAX_REASON_LENGTH]
            return attrs.evolve(known, state=SmsState.FAILED, settled_at=now, reason=said)
        case _:
            return sending


@attrs.frozen
class SmsPatience:
    """How long we wait for reports. All figures are ours."""

    settle: timedelta = timedelta(seconds=60)
    """After an attempt that broke off, before the provider is asked what it has: by then its own books
    hold what it took."""
    lost_after: timedelta = timedelta(hours=6)
    """After this an attempt is stated as unknown, when the provider could not even be asked."""
    stale_after: timedelta = timedelta(hours=2)
    """A text that could not go out for so long is of no use any more."""
    ask_first: timedelta = timedelta(seconds=30)
    """After a text was taken, before we ask what became of it; most providers tell by themselves."""
    ask_longest: timedelta = timedelta(hours=1)
    ask_until: timedelta = timedelta(hours=24)
    """Providers give up by then themselves."""

    def ask_again_at(self, sent_at: datetime, now: datetime) -> datetime:
        """Pauses that grow with the age of the text."""
        return now + min(max(self.ask_first, (now - sent_at) / 2), self.ask_longest)


STANDARD_SMS_PATIENCE = SmsPatience()
