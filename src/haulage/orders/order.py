"""An order, and the moves that change it: each returns a new order or refuses."""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

import attrs

from haulage.kernel.arrival_window import held_until
from haulage.kernel.cargo import Item
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.errors import IllegalMove, InvalidInput, RuleBroken
from haulage.kernel.geo import Place
from haulage.kernel.money import Cents
from haulage.kernel.services import ItemClass, MatchUrgency, ServiceType
from haulage.kernel.stop_access import NO_ACCESS, StopAccess
from haulage.kernel.vehicles import DrivenVehicle
from haulage.orders.lifecycle import ORDER_LIFECYCLE, OrderMove, OrderStatus, PaymentStatus

FIRST_ORDER_NUMBER = 10_000
"""Public numbers have five digits at least (OP-28)."""

MAX_ORDER_NUMBER = 2**31 - 1
"""Ours: what four bytes of a database hold."""


SET_OUT_LEAD = timedelta(hours=2)
"""Ours: an appointment is worked from this long before its pickup on; the customer is told of it."""


@attrs.define
class TooEarlyToSetOut(RuleBroken):
    """The appointment is too far away to be worked already (OP-22); *starts_in* is the time to its pickup."""

    code = "too_early_to_set_out"
    starts_in: timedelta

    @property
    def message(self) -> str:
        hours = self.starts_in // timedelta(hours=1)
        lead = SET_OUT_LEAD // timedelta(hours=1)
        return f"The pickup is in {hours} hours. You can set out {lead} hours before it."


class OrderNotPaid(RuleBroken):
    """The order is not paid, and drivers work paid orders only (OP-24)."""

    code = "order_not_paid"
    message = "This order is not paid yet."


class OrderTaken(RuleBroken):
    """Another driver has accepted the order (OP-25)."""

    code = "order_taken"
    message = "Another driver has taken this order."


class PickupNotConfirmed(RuleBroken):
    """The order cannot be completed before its pickup is confirmed (OP-22)."""

    code = "pickup_not_confirmed"
    message = "Confirm the pickup before you complete the delivery."


class OnTheWayBack(RuleBroken):
    """The goods are being returned, so the order cannot be completed unless the driver resumes delivery."""

    code = "on_the_way_back"
    message = "These items are on their way back. Choose to deliver them after all first."


class AlreadyPickedUp(RuleBroken):
    """A driver who holds the goods cannot hand the order back (OP-23)."""

    code = "already_picked_up"
    message = "The items are already picked up: this order cannot be handed back."


@attrs.frozen
class Contact:
    """Whom the driver meets."""

    name: str
    phone: str


@attrs.frozen
class Cancellation:
    """Who cancelled, when, why, and what was kept of the payment."""

    at: datetime
    by: str
    reason: str
    fee_cents: Cents


@attrs.frozen
class Rating:
    """Whole stars from 1 to 5 and a text, by the customer, once (OP-27)."""

    stars: int
    feedback: str
    at: datetime


class FailureReason(StrEnum):
    """Why a delivery did not come about, in the driver's words."""

    NOBODY_THERE = "nobody_there"
    WRONG_ADDRESS = "wrong_address"
    NO_ACCESS = "no_access"
    REFUSED = "refused"
    NOT_AS_BOOKED = "not_as_booked"
    ITEMS_DAMAGED = "items_damaged"
    VEHICLE_TROUBLE = "vehicle_trouble"
    UNSAFE = "unsafe"


@attrs.frozen
class Failure:
    """The driver says that it cannot be delivered. ``seen_there`` is whether trusted positions show them at
    the stop that it is about; ``returned_at`` is when the goods were back, where any had been loaded."""

    at: datetime
    reason: FailureReason
    note: str = ""
    seen_there: bool = False
    returned_at: datetime | None = None


@attrs.frozen
class Order:
    """One booked journey (ORD-01). Distances are miles, durations minutes, money cents, times UTC.

    With a ``scheduled_until`` the driver comes between ``scheduled_time`` and then; without one at that time.

    ``price_cents`` is what the customer pays in all; its lines are those of the quote and offer it
    was booked from. ``items`` is the list behind ``items_description``, and ``item_notes`` what only
    the driver who has accepted is to know of it. ``carrier_need`` is what the law asks of its driver, as it
    was booked (OP-102). ``version`` grows by one with every stored change.
    """

    id: str
    number: int
    customer_id: str
    quote_id: str
    service_type: ServiceType
    item_class: ItemClass
    pickup: Place
    dropoff: Place
    contact: Contact
    items_description: str
    weight_pounds: Decimal
    volume_cubic_feet: Decimal
    price_cents: Cents
    distance_miles: Decimal
    estimated_minutes: int
    urgency: MatchUrgency
    created_at: datetime
    updated_at: datetime
    items: tuple[Item, ...] = ()
    item_notes: str = ""
    pickup_access: StopAccess = NO_ACCESS
    dropoff_access: StopAccess = NO_ACCESS
    helpers: int = 0
    carrier_need: CarrierNeed | None = None
    scheduled_time: datetime | None = None
    scheduled_until: datetime | None = None
    chosen_driver_id: str | None = None
    driver_id: str | None = None
    status: OrderStatus = OrderStatus.PENDING
    payment_status: PaymentStatus = PaymentStatus.UNPAID
    paid_at: datetime | None = None
    pickup_due_at: datetime | None = None
    assigned_at: datetime | None = None
    accepted_at: datetime | None = None
    en_route_at: datetime | None = None
    started_at: datetime | None = None
    picked_up_at: datetime | None = None
    completed_at: datetime | None = None
    handed_back: bool = False
    cancellation: Cancellation | None = None
    rating: Rating | None = None
    failure: Failure | None = None
    driven: DrivenVehicle | None = None
    version: int = 1

    @property
    def is_final(self) -> bool:
        return ORDER_LIFECYCLE.is_final(self.status)

    @property
    def is_for_now(self) -> bool:
        return self.scheduled_time is None

    @property
    def latest_scheduled(self) -> datetime | None:
        """The end of the arrival window, or the exact time; None for now."""
        return self.scheduled_until or self.scheduled_time

    @property
    def set_out_from(self) -> datetime | None:
        """From when on its driver may set out or begin; None for now, which is at any time."""
        return None if self.scheduled_time is None else self.scheduled_time - SET_OUT_LEAD

    @property
    def window(self) -> tuple[datetime, datetime] | None:
        """From pickup to completion as far as it can be foreseen (OP-95).

        A job for now begins when it is paid, because its driver sets out then; before that it has none.
        """
        start = self.scheduled_time or self.paid_at
        if start is None:
            return None
        pickup = self.scheduled_time or self.pickup_due_at or start
        return start, held_until(pickup, self.scheduled_until, self.estimated_minutes)

    @property
    def actual_minutes(self) -> int | None:
        """How long the trip that ``estimated_minutes`` foresaw took, from the goods on board to their
        delivery, rounded up (ADM-07); None until it is delivered."""
        if self.picked_up_at is None or self.completed_at is None:
            return None
        return -((self.picked_up_at - self.completed_at) // timedelta(minutes=1))

    @property
    def changed_hands(self) -> bool:
        """Whether it has, or had, another driver than the customer chose, or was given up (OP-23)."""
        another = self.driver_id != (self.chosen_driver_id or self.driver_id)
        return self.handed_back or (another and self.payment_status is not PaymentStatus.UNPAID)

    @property
    def is_open_to_drivers(self) -> bool:
        """Pending, without a driver and paid for: what ORD-06 lists as available."""
        return (
            self.status is OrderStatus.PENDING
            and self.driver_id is None
            and self.payment_status is not PaymentStatus.UNPAID
        )


def require_payable(order: Order) -> None:
    """Nobody pays for an order that has ended."""
    if order.is_final:
        raise IllegalMove("order", order.status, "be_paid")


def pay(order: Order, now: datetime, *, pickup_due_at: datetime | None) -> Order:
    """The money has arrived: drivers may see the order from here on."""
    require_payable(order)
    due = order.latest_scheduled or pickup_due_at
    return attrs.evolve(
        order, payment_status=PaymentStatus.PAID, paid_at=now, pickup_due_at=due, updated_at=now
    )


def assign(order: Order, driver_id: str, now: datetime) -> Order:
    """Give a paid, pending order to a driver, who has yet to accept it."""
    _require_workable(order)
    if order.driver_id is not None:
        raise OrderTaken
    status = ORDER_LIFECYCLE.after(order.status, OrderMove.ASSIGN)
    return attrs.evolve(order, status=status, driver_id=driver_id, assigned_at=now, updated_at=now)


def accept(order: Order, driver_id: str, now: datetime) -> Order:
    """Take an open order, or say yes to one that was assigned; saying yes twice changes nothing."""
    _require_workable(order)
    if order.driver_id not in (None, driver_id):
        raise OrderTaken
    if order.driver_id == driver_id and order.accepted_at is not None:
        return order
    if order.status is OrderStatus.ASSIGNED:
        return attrs.evolve(order, accepted_at=now, updated_at=now)
    return attrs.evolve(assign(order, driver_id, now), accepted_at=now)


def set_out(order: Order, now: datetime) -> Order:
    """The driver is on the way to the pickup; this lights 'Driver En Route' (OP-22).

    Raises ``TooEarlyToSetOut`` for an appointment that is far away.
    """
    if order.status is not OrderStatus.ASSIGNED:
        raise IllegalMove("order", order.status, "be_set_out_for")
    if order.en_route_at is not None:
        return order
    _require_time(order, now)
    return attrs.evolve(order, en_route_at=now, accepted_at=order.accepted_at or now, updated_at=now)


def start(order: Order, now: datetime) -> Order:
    """The job begins; whoever begins has accepted and set out. Raises ``TooEarlyToSetOut``."""
    status = ORDER_LIFECYCLE.after(order.status, OrderMove.START)
    if order.en_route_at is None:
        _require_time(order, now)
    return attrs.evolve(
        order,
        status=status,
        updated_at=now,
        started_at=now,
        accepted_at=order.accepted_at or now,
        en_route_at=order.en_route_at or now,
    )


def confirm_pickup(order: Order, now: datetime) -> Order:
    """The goods are on board; this lights 'Pickup Complete' (OP-22)."""
    if order.status is not OrderStatus.IN_PROGRESS:
        raise IllegalMove("order", order.status, "be_picked_up")
    if order.picked_up_at is not None:
        return order
    return attrs.evolve(order, picked_up_at=now, updated_at=now)


def complete(order: Order, now: datetime) -> Order:
    """Delivered. A pickup that nobody confirmed is refused."""
    status = ORDER_LIFECYCLE.after(order.status, OrderMove.COMPLETE)
    if order.picked_up_at is None:
        raise PickupNotConfirmed
    if order.failure is not None:
        raise OnTheWayBack
    return attrs.evolve(order, status=status, completed_at=now, updated_at=now)


def hand_back(order: Order, now: datetime) -> Order:
    """The driver gives the order up before the pickup; it is open to all drivers again (OP-23)."""
    if order.picked_up_at is not None:
        raise AlreadyPickedUp
    return attrs.evolve(
        order,
        status=ORDER_LIFECYCLE.after(order.status, OrderMove.HAND_BACK),
        updated_at=now,
        driver_id=None,
        assigned_at=None,
        accepted_at=None,
        en_route_at=None,
        started_at=None,
        driven=None,
        handed_back=True,
    )


def takes_vehicle(before: Order, after: Order) -> bool:
    """Whether its driver's vehicle of this moment is the one that the order is driven with from now on: when
    they accept, and again when they set out and begin, before which an appointment may wait for weeks."""
    steps = (after.accepted_at, after.en_route_at, after.started_at)
    earlier = (before.accepted_at, before.en_route_at, before.started_at)
    same_driver = before.driver_id == after.driver_id
    return any(step and not (same_driver and had) for step, had in zip(steps, earlier, strict=True))


def reassign(order: Order, driver_id: str, now: datetime) -> Order:
    """Give a paid order to another driver, who has yet to accept it; whoever had it is rid of it."""
    _require_workable(order)
    if order.picked_up_at is not None:
        raise AlreadyPickedUp
    if order.driver_id == driver_id:
        raise InvalidInput("driver_id", "is the driver whom the order has already")
    free = order if order.driver_id is None else hand_back(order, now)
    return attrs.evolve(assign(free, driver_id, now), handed_back=True)


def cancel(order: Order, cancellation: Cancellation) -> Order:
    """End the order; the fee is decided in :mod:`haulage.orders.cancellation`."""
    status = ORDER_LIFECYCLE.after(order.status, OrderMove.CANCEL)
    return attrs.evolve(order, status=status, cancellation=cancellation, updated_at=cancellation.at)


def _require_workable(order: Order) -> None:
    """An ended order is refused as ended, not as taken; an unpaid one until it is paid for."""
    if order.is_final:
        ORDER_LIFECYCLE.after(order.status, OrderMove.ASSIGN)
    if order.payment_status is PaymentStatus.UNPAID:
        raise OrderNotPaid


def _require_time(order: Order, now: datetime) -> None:
    if order.scheduled_time is not None and now < order.scheduled_time - SET_OUT_LEAD:
        raise TooEarlyToSetOut(order.scheduled_time - now)
