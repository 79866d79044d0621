"""A delivery session with its clock, its circles and its payout (DRV-16, DRV-17)."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from haulage.deliveries import (
    FAR_METERS,
    ActionKind,
    Consequence,
    DriverAction,
    FarStop,
    GeofenceEvent,
    GeofenceEventType,
    Outcome,
    Pause,
    Stop,
    Timer,
)
from haulage.kernel.actor import OPERATOR
from haulage.kernel.split_policy import SplitPolicy
from haulage.ledger import EarningsBreakdown, EarningsLine
from haulage.orders import FailureReason
from haulage.orders.failure import MAX_NOTE_LENGTH
from haulage.orders.views import View
from haulage.services.orders.order_views import plain_view
from haulage.use_cases.deliveries import (
    ActionResult,
    DeliverySession,
    DeliveryStatus,
    FailureReport,
    OfflineAction,
    OfflineActions,
    PossibleFailures,
)
from haulage.use_cases.deliveries.delivery_session import estimate_minutes
from haulage.use_cases.deliveries.offline_sync import MOST_ACTIONS
from haulage_adapters.wire.common import Cents, In, Instant, Out, PlaceOut
from haulage_adapters.wire.items import ItemOut
from haulage_adapters.wire.orders import FailureOut, items_shown
from haulage_adapters.wire.stop_access import StopAccessOut

Seconds = Annotated[float, Meta(description="Seconds, the breaks left out.")]


class GeofenceEventOut(Out):
    """``auto_triggered`` is false where the driver was asked instead."""

    type: GeofenceEventType
    at: Instant
    auto_triggered: bool

    @classmethod
    def of(cls, event: GeofenceEvent) -> "GeofenceEventOut":
        return cls(event.type, event.at, event.auto_triggered)


class PauseOut(Out):
    """A break; without an end it lasts."""

    start: Instant
    end: Instant | None

    @classmethod
    def of(cls, pause: Pause) -> "PauseOut":
        return cls(pause.start, pause.end)


class TimerOut(Out):
    """As of ``as_of`` by the server's clock; while it runs, add what has passed since then."""

    as_of: Instant
    is_running: bool
    is_paused: bool
    current_duration: Seconds
    estimated_completion: Instant | None
    pauses: list[PauseOut]

    @classmethod
    def of(cls, session: DeliverySession) -> "TimerOut":
        timer: Timer = session.timer
        return cls(
            as_of=session.as_of,
            is_running=timer.is_running,
            is_paused=timer.is_paused,
            current_duration=session.worked.total_seconds(),
            estimated_completion=session.estimated_completion,
            pauses=[PauseOut.of(pause) for pause in timer.pauses],
        )


class PayoutLineOut(Out):
    line: EarningsLine
    cents: Cents


class PayoutOut(Out):
    """By the policy that the order was paid under, and no other, after refunds. The lines add up to
    ``driver_cents``; until ``is_earned`` it is an estimate."""

    policy: SplitPolicy
    lines: list[PayoutLineOut]
    driver_cents: Cents
    is_earned: bool
    is_frozen: bool

    @classmethod
    def of(cls, payout: EarningsBreakdown) -> "PayoutOut":
        lines = [PayoutLineOut(line, cents) for line, cents in payout.lines]
        return cls.from_attributes(payout, lines=lines)


class FarStopOut(Out):
    """A stop that its driver is about to confirm far away from it; miles along the straight line."""

    stop: Stop
    miles: float

    @classmethod
    def of(cls, far: FarStop) -> "FarStopOut":
        return cls(far.stop, far.miles)


class DeliveryOut(Out):
    """Miles and minutes. ``asks`` is what the driver is asked to confirm; ``duration`` in seconds and
    ``efficiency`` in per cent are known once it is completed. ``actual_distance`` is told by
    ``GET /deliveries/{order_id}`` alone, as long as positions are kept.
    ``far_from`` is told there too: ask the driver before they confirm that stop, which is recorded. A device
    that knows better where it is asks beyond ``far_meters``.
    Before ``set_out_from`` an appointment is not to be set out for or begun.
    With ``asks_pin`` it ends with a proof that has the customer's PIN in it. Whom to meet is told once the
    driver has accepted: the number until the end, if they want to be called, and then no more than first name
    and initial. ``can_call`` is whether they can be called now."""

    id: str
    order_id: str
    order_number: int
    driver_id: str | None
    service_type: str
    status: DeliveryStatus
    pickup_location: PlaceOut
    dropoff_location: PlaceOut
    contact_name: str | None
    contact_phone: str | None
    can_call: bool
    pickup_access: StopAccessOut | None
    dropoff_access: StopAccessOut | None
    items_description: str
    items: list[ItemOut]
    item_notes: str | None
    helpers: int
    scheduled_time: Instant | None
    scheduled_until: Instant | None
    set_out_from: Instant | None
    accepted_at: Instant | None
    en_route_at: Instant | None
    start_time: Instant | None
    picked_up_at: Instant | None
    end_time: Instant | None
    duration: Seconds | None
    estimated_duration: int
    estimated_distance: float
    actual_distance: float | None
    efficiency: float | None
    asks: Consequence | None
    asks_pin: bool
    has_proof: bool
    far_from: FarStopOut | None
    far_meters: float
    failure: FailureOut | None
    timer: TimerOut
    geofence_events: list[GeofenceEventOut]
    payout_calculation: PayoutOut | None

    @classmethod
    def for_operator(cls, session: DeliverySession) -> "DeliveryOut":
        """The whole delivery, as administrators see its order."""
        return cls.of(session, plain_view(OPERATOR, session.order))

    @classmethod
    def of(cls, session: DeliverySession, view: View) -> "DeliveryOut":
        """As *view* shows its order."""
        order, timer, efficiency = session.order, session.timer, session.efficiency
        ended = timer.ended_at is not None and timer.has_begun
        return cls.from_attributes(
            order,
            id=session.id,
            order_id=order.id,
            order_number=order.number,
            driver_id=view.id_of_driver(session.driver_id),
            status=session.status,
            pickup_location=PlaceOut.of(view.place(order.pickup)),
            dropoff_location=PlaceOut.of(view.place(order.dropoff)),
            contact_name=view.contact_called(order.contact.name),
            contact_phone=order.contact.phone if view.contact_phone else None,
            can_call=view.calls_other,
            items=items_shown(order, view),
            item_notes=order.item_notes if view.item_notes else None,
            pickup_access=StopAccessOut.of(view.access_at(order.pickup_access)),
            dropoff_access=StopAccessOut.of(view.access_at(order.dropoff_access)),
            start_time=timer.started_at,
            end_time=timer.ended_at if ended else None,
            duration=session.worked.total_seconds() if ended else None,
            estimated_duration=estimate_minutes(order),
            estimated_distance=float(order.distance_miles),
            actual_distance=None if session.actual_miles is None else round(session.actual_miles, 2),
            efficiency=None if efficiency is None else round(float(efficiency), 1),
            asks=session.asks,
            asks_pin=session.asks_pin,
            has_proof=session.has_proof,
            far_from=FarStopOut.of(session.far_from) if session.far_from else None,
            far_meters=FAR_METERS,
            failure=FailureOut.of(order),
            timer=TimerOut.of(session),
            geofence_events=[GeofenceEventOut.of(event) for event in session.log.events],
            payout_calculation=PayoutOut.of(session.payout) if session.payout else None,
        )


ClientId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+\Z")]


class ActionIn(In):
    """What the driver did at the device's own time; ``client_id`` is the device's own id for it, and for
    nothing else ever after. ``after`` is that of what the device did before it with the same order, if that
    may not be known here yet: the action waits for it. ``reason`` and ``note`` belong to ``fail``."""

    client_id: ClientId
    at: Instant
    order_id: Annotated[str, Meta(min_length=1, max_length=64)]
    action: ActionKind
    after: ClientId | None = None
    reason: FailureReason | None = None
    note: Annotated[str, Meta(max_length=MAX_NOTE_LENGTH)] = ""

    def to_core(self) -> OfflineAction:
        action = DriverAction(self.client_id, self.at, self.action, self.after, self.reason, self.note)
        return OfflineAction(self.order_id, action)


class ActionsIn(In):
    """Actions in any order; those that were sent before change nothing."""

    actions: Annotated[list[ActionIn], Meta(min_length=1, max_length=MOST_ACTIONS)]


class ActionOut(Out):
    """What came of an action as everything stands now. `out_of_turn` is kept until it fits; `refused` is
    not to be sent again."""

    client_id: str
    outcome: Outcome
    message: str | None

    @classmethod
    def of(cls, result: ActionResult) -> "ActionOut":
        return cls(result.client_id, result.outcome, result.reason)


class ActionsOut(Out):
    """One result an action, in the order sent, and the deliveries that they are about."""

    items: list[ActionOut]
    deliveries: list[DeliveryOut]

    @classmethod
    def of(cls, actions: OfflineActions, views: Mapping[str, View]) -> "ActionsOut":
        return cls(
            [ActionOut.of(result) for result in actions.results],
            [DeliveryOut.of(session, views[session.order.id]) for session in actions.deliveries],
        )


class FailureIn(In):
    """Why it cannot be delivered; the customer reads the note."""

    reason: FailureReason
    note: Annotated[str, Meta(max_length=MAX_NOTE_LENGTH)] = ""

    def to_core(self) -> FailureReport:
        return FailureReport(self.reason, self.note)


class PossibleFailureOut(Out):
    """A reason that can be given now, and what is kept of the customer's payment for it."""

    reason: FailureReason
    customer_pays_cents: Cents


class PossibleFailuresOut(Out):
    """`needs_return` is whether items are on board. Where the driver's position does not show them at the
    stop, nobody is charged, and nobody is paid."""

    items: list[PossibleFailureOut]
    needs_return: bool
    seen_there: bool

    @classmethod
    def of(cls, possible: PossibleFailures) -> "PossibleFailuresOut":
        items = [PossibleFailureOut(each.reason, each.customer_pays_cents) for each in possible.items]
        return cls(items, possible.needs_return, possible.seen_there)
