"""Deliveries that do not come about: why, whose side it is on, and what it costs.

Once the goods are on board the driver brings them back, and the order ends when they are handed over. What
fails before that ends at once. The driver asks for nothing more than the fare for the way back: nobody is
charged what they were not quoted.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import IllegalMove, InvalidInput, RuleBroken
from haulage.kernel.money import Cents
from haulage.orders.cancellation import STANDARD_TERMS, CancellationTerms
from haulage.orders.lifecycle import ORDER_LIFECYCLE, OrderMove, OrderStatus
from haulage.orders.order import Cancellation, Failure, FailureReason, Order

MAX_NOTE_LENGTH = 500

CORRECTED_WITHIN = timedelta(minutes=30)
"""Ours: how long a driver may say that what their arrival completed by itself was not delivered (OP-49)."""


class Side(StrEnum):
    """On whose side the cause lies."""

    CUSTOMER = "customer"
    DRIVER = "driver"
    NOBODY = "nobody"


@attrs.frozen
class Grounds:
    """Where a reason can arise, on whose side it is, and how it is told to the customer."""

    side: Side
    at_pickup: str | None
    at_dropoff: str | None


GROUNDS: Mapping[FailureReason, Grounds] = {
    FailureReason.NOBODY_THERE: Grounds(
        Side.CUSTOMER,
        "nobody was at the pickup to hand over the items",
        "nobody was there to receive the items",
    ),
    FailureReason.WRONG_ADDRESS: Grounds(
        Side.CUSTOMER,
        "the pickup address turned out to be wrong",
        "the delivery address turned out to be wrong",
    ),
    FailureReason.NO_ACCESS: Grounds(
        Side.CUSTOMER, "the driver could not get to the pickup", "the driver could not get to the door"
    ),
    FailureReason.REFUSED: Grounds(Side.CUSTOMER, None, "the items were refused"),
    FailureReason.NOT_AS_BOOKED: Grounds(Side.CUSTOMER, "the items were not those that were booked", None),
    FailureReason.ITEMS_DAMAGED: Grounds(Side.DRIVER, None, "the items were damaged on the way"),
    FailureReason.VEHICLE_TROUBLE: Grounds(
        Side.DRIVER, "the driver's vehicle broke down", "the driver's vehicle broke down"
    ),
    FailureReason.UNSAFE: Grounds(
        Side.NOBODY, "it was not safe to load the items", "it was not safe to deliver the items"
    ),
}

_unruled = set(FailureReason) - set(GROUNDS)
if _unruled:
    raise ValueError(f"reasons without a rule: {sorted(_unruled)}")


class NotFailed(RuleBroken):
    """The delivery has not failed, so it cannot be returned or resumed."""

    code = "delivery_not_failed"
    message = "This delivery is not on its way back."


def words_of(reason: FailureReason, *, loaded: bool) -> str | None:
    """How the reason is told; None where it cannot arise."""
    grounds = GROUNDS[reason]
    return grounds.at_dropoff if loaded else grounds.at_pickup


def reasons_for(order: Order) -> list[FailureReason]:
    """Those that can arise where the order is."""
    return [reason for reason in FailureReason if words_of(reason, loaded=_is_loaded(order))]


def can_be_corrected(order: Order, now: datetime, *, by_arrival: bool) -> bool:
    """Whether the order counts as delivered only because its driver arrived, and not for long.

    Completed is final (OP-23), but for this one correction: an arrival is no delivery when nobody opens.
    """
    return (
        by_arrival
        and order.status is OrderStatus.COMPLETED
        and order.completed_at is not None
        and now - order.completed_at <= CORRECTED_WITHIN
        and order.rating is None
    )


def fail(order: Order, failure: Failure, *, by_arrival: bool = False) -> Order:
    """It will not be delivered; whoever has the goods brings them back. Saying so again changes nothing.

    *by_arrival* is whether the order was completed by itself when the driver arrived. Raises ``IllegalMove``
    for what is not under way and ``InvalidInput`` for a reason that cannot arise here.
    """
    if can_be_corrected(order, failure.at, by_arrival=by_arrival):
        order = attrs.evolve(order, status=OrderStatus.IN_PROGRESS, completed_at=None)
    if order.status is not OrderStatus.IN_PROGRESS:
        raise IllegalMove("order", order.status, "be_failed")
    if order.failure is not None:
        return order
    if failure.reason not in reasons_for(order):
        raise InvalidInput("reason", f"must be one of {', '.join(reasons_for(order))} here")
    if len(failure.note) > MAX_NOTE_LENGTH:
        raise InvalidInput("note", f"must be at most {MAX_NOTE_LENGTH} characters")
    return attrs.evolve(order, failure=failure, updated_at=failure.at)


def deliver_after_all(order: Order, now: datetime) -> Order:
    """Somebody turned up: the delivery goes on. Raises ``NotFailed`` and ``IllegalMove``."""
    if order.status is not OrderStatus.IN_PROGRESS:
        raise IllegalMove("order", order.status, "be_delivered_after_all")
    if order.failure is None:
        raise NotFailed
    return attrs.evolve(order, failure=None, updated_at=now)


def end_failed(order: Order, cancellation: Cancellation) -> Order:
    """A failed order ends: at once where nothing was loaded, otherwise when the goods are back.

    It is cancelled and not completed: it was not delivered. Raises ``NotFailed``.
    """
    if order.failure is None:
        raise NotFailed
    status = ORDER_LIFECYCLE.after(order.status, OrderMove.CANCEL)
    at = cancellation.at
    returned_at = at if _is_loaded(order) else None
    return attrs.evolve(
        order,
        status=status,
        failure=attrs.evolve(order.failure, returned_at=returned_at),
        cancellation=cancellation,
        updated_at=at,
    )


def failure_fee_cents(order: Order, failure: Failure, terms: CancellationTerms = STANDARD_TERMS) -> Cents:
    """What is kept of the payment (ours; nothing is documented).

    Goods that were driven there and back for a cause on the customer's side cost the fare: the work was done,
    and the way back comes on top of it for nothing. Who let the driver come to the pickup in vain pays what
    cancelling at that moment costs (OP-23). Every other cause costs nothing: the service was not performed
    (OP-33). A cause on the customer's side counts only where trusted positions show that the driver was
    there, so that a fare cannot be earned by a word.
    """
    if GROUNDS[failure.reason].side is not Side.CUSTOMER or not failure.seen_there:
        return 0
    if earns_fare(order, failure):
        return order.price_cents
    return min(terms.fee_cents, order.price_cents)


def earns_fare(order: Order, failure: Failure) -> bool:
    """Whether the driver has earned their share of the whole fare once the goods are back."""
    is_customers = GROUNDS[failure.reason].side is Side.CUSTOMER
    return _is_loaded(order) and is_customers and failure.seen_there


def sentence(order: Order) -> str | None:
    """What the customer is told of a failed delivery, but for the money."""
    failure = order.failure
    if failure is None:
        return None
    because = words_of(failure.reason, loaded=_is_loaded(order)) or "something went wrong"
    if not _is_loaded(order):
        return f"Your order could not be picked up: {because}."
    failed = f"Your order could not be delivered: {because}."
    if failure.returned_at is not None:
        return f"{failed} Your items are back at the pickup."
    return f"{failed} Your driver is bringing your items back to the pickup."


def _is_loaded(order: Order) -> bool:
    return order.picked_up_at is not None
