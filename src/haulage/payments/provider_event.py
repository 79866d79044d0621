"""What the card provider tells us unasked, and what we have made of it."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import Cents


class EventKind(StrEnum):
    """What an event is about."""

    PAYMENT = "payment"
    REFUND = "refund"
    DISPUTE = "dispute"
    TRANSFER = "transfer"
    OTHER = "other"


@attrs.frozen
class DisputeNews:
    """A dispute as it stands: ``status`` is the provider's word, of which ``won`` and ``lost`` are final.

    The fee is what the provider has taken for the dispute so far.
    """

    amount_cents: Cents
    fee_cents: Cents
    status: str
    reason: str


@attrs.frozen
class ProviderEvent:
    """One event. ``provider_reference`` is the intent that it concerns, where it concerns one, and
    ``object_reference`` the thing itself, such as the refund or the dispute."""

    id: str
    type: str
    kind: EventKind
    created_at: datetime
    provider_reference: str | None
    object_reference: str | None
    dispute: DisputeNews | None = None


class EventState(StrEnum):
    WAITING = "waiting"
    APPLIED = "applied"
    IGNORED = "ignored"


class EventMove(StrEnum):
    APPLY = "be_applied"
    IGNORE = "be_ignored"


EVENT_LIFECYCLE: Lifecycle[EventState, EventMove] = Lifecycle(
    subject="event",
    moves={
        EventState.WAITING: {EventMove.APPLY: EventState.APPLIED, EventMove.IGNORE: EventState.IGNORED},
        EventState.APPLIED: {},
        EventState.IGNORED: {},
    },
)


@attrs.frozen
class KeptEvent:
    """An event that was heard. It waits until it has had its effect, once; ignored ones had none to have."""

    event: ProviderEvent
    heard_at: datetime
    state: EventState = EventState.WAITING
    settled_at: datetime | None = None


def hear(event: ProviderEvent, now: datetime) -> KeptEvent:
    """What does not concern us is kept too: its next copy is then known."""
    kept = KeptEvent(event, heard_at=now)
    return settle(kept, EventMove.IGNORE, now) if event.kind is EventKind.OTHER else kept


def settle(kept: KeptEvent, move: EventMove, now: datetime) -> KeptEvent:
    """The event has had its effect, or has none."""
    return attrs.evolve(kept, state=EVENT_LIFECYCLE.after(kept.state, move), settled_at=now)
