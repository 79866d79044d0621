"""What an outside provider tells us unasked, and what we have made of it."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.lifecycle import Lifecycle
from haulage.webhooks.dispute_update import DisputeUpdate


class EventProvider(StrEnum):
    """Who told it."""

    STRIPE = "stripe"
    CHECKR = "checkr"


class EventKind(StrEnum):
    """What an event is about."""

    PAYMENT = "payment"
    REFUND = "refund"
    DISPUTE = "dispute"
    TRANSFER = "transfer"
    ACCOUNT = "account"
    PAYOUT = "payout"
    SCREENING = "screening"
    OTHER = "other"
    UNREADABLE = "unreadable"


@attrs.frozen
class ProviderEvent:
    """One event. ``provider_reference`` is the intent that it concerns, where it concerns one, and
    ``object_reference`` the thing itself, such as the refund or the dispute.

    ``provider_id`` is the provider's own id where that is too long to be ours. ``account`` is the driver's
    account at the provider that it is about; None for our own. Of an event that cannot be read the *body*
    is kept as it came, and *fault* says what is wrong with it.
    """

    id: str
    type: str
    kind: EventKind
    created_at: datetime
    provider_reference: str | None
    object_reference: str | None
    dispute: DisputeUpdate | None = None
    provider_id: str | None = None
    account: str | None = None
    body: bytes | None = attrs.field(default=None, repr=False)
    fault: str | None = None
    provider: EventProvider = EventProvider.STRIPE


class EventState(StrEnum):
    """What has become of an event. Unhandled ones are of a kind that this release does not know what to do
    with, and unreadable ones genuine, but of a form that it does not know; a later release may."""

    WAITING = "waiting"
    APPLIED = "applied"
    IGNORED = "ignored"
    UNHANDLED = "unhandled"
    UNREADABLE = "unreadable"


class EventMove(StrEnum):
    APPLY = "be_applied"
    IGNORE = "be_ignored"
    UNDERSTAND = "be_understood"


EVENT_LIFECYCLE: Lifecycle[EventState, EventMove] = Lifecycle(
    subject="event",
    moves={
        EventState.WAITING: {EventMove.APPLY: EventState.APPLIED, EventMove.IGNORE: EventState.IGNORED},
        EventState.APPLIED: {},
        EventState.IGNORED: {},
        EventState.UNHANDLED: {EventMove.UNDERSTAND: EventState.WAITING},
        EventState.UNREADABLE: {EventMove.UNDERSTAND: EventState.WAITING},
    },
)


@attrs.frozen
class StoredWebhookEvent:
    """A stored webhook event. It waits until it has had its effect, once; ignored ones had none to have.
    Only applied and ignored ones are settled."""

    event: ProviderEvent
    received_at: datetime
    state: EventState = EventState.WAITING
    settled_at: datetime | None = None


FIRST_STATE = {EventKind.OTHER: EventState.UNHANDLED, EventKind.UNREADABLE: EventState.UNREADABLE}


def hear(event: ProviderEvent, now: datetime) -> StoredWebhookEvent:
    """What we do nothing about is kept too: its next copy is then known, and it can be gone back to."""
    return StoredWebhookEvent(event, received_at=now, state=FIRST_STATE.get(event.kind, EventState.WAITING))


def understand(stored: StoredWebhookEvent, event: ProviderEvent) -> StoredWebhookEvent:
    """The event as it reads now, waiting for its effect. Raises ``IllegalMove`` for one that was settled."""
    state = EVENT_LIFECYCLE.after(stored.state, EventMove.UNDERSTAND)
    return attrs.evolve(stored, event=attrs.evolve(event, id=stored.event.id), state=state)


def settle(stored: StoredWebhookEvent, move: EventMove, now: datetime) -> StoredWebhookEvent:
    """The event has had its effect, or has none."""
    return attrs.evolve(stored, state=EVENT_LIFECYCLE.after(stored.state, move), settled_at=now)
