"""Change an order's status by its driver's work, whoever or whatever noticed it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import attrs

from haulage.deliveries import FarStop, Stop, far_stop
from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.orders import Order, OrderEventType, OrderStatus
from haulage.orders.order import complete, confirm_pickup, hand_back, set_out, start
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.proofs import PinNeeded
from haulage.services.dispatch.eligibility import DriverBusy as DriverBusy  # noqa: PLC0414 - also known from here
from haulage.services.dispatch.eligibility import require_free_hands as require_free_hands  # noqa: PLC0414 - also known from here
from haulage.services.dispatch.eligibility import require_permitted
from haulage.services.dispatch.job_offers import look_anew, take_offer
from haulage.services.orders.order_log import save_with_event
from haulage.services.payments import ledger_postings


@attrs.frozen
class Step:
    """A move of the order, the event that tells of it, and the stop that it confirms."""

    move: Callable[[Order, datetime], Order]
    event: OrderEventType
    confirms: Stop | None = None


SET_OUT = Step(set_out, OrderEventType.EN_ROUTE)
START = Step(start, OrderEventType.STARTED)
CONFIRM_PICKUP = Step(confirm_pickup, OrderEventType.PICKED_UP, Stop.PICKUP)
COMPLETE = Step(complete, OrderEventType.COMPLETED, Stop.DROPOFF)
HAND_BACK = Step(hand_back, OrderEventType.HANDED_BACK)


async def take_step(
    unit: UnitOfWork,
    order: Order,
    driver_id: str,
    step: Step,
    now: datetime,
    *,
    at: datetime | None = None,
    by_hand: bool = True,
    terms: OfferTerms = STANDARD_OFFER_TERMS,
) -> Order:
    """Move the order on in this unit; *at* is when it happened, which may be before *now*.

    What is confirmed *by_hand* far away from its stop is recorded with the distance.

    Raises ``RuleBroken`` out of turn, ``PinNeeded`` for an end that the customer's PIN belongs to, and
    ``CredentialLapsed`` for a beginning that the law does not allow the driver any more.
    """
    if step in (SET_OUT, START):
        await require_permitted(unit, driver_id, order, at or now)
    if step is COMPLETE and order.id in await unit.proofs.awaited_pins([order.id]):
        raise PinNeeded
    after = step.move(order, at or now)
    if after.status is OrderStatus.IN_PROGRESS and after.status is not order.status:
        await require_free_hands(unit, driver_id, order)
    far = None
    if by_hand and step.confirms is not None and after != order:
        far = await distance_from(unit, order, driver_id, step.confirms, at or now)
    moved = await save_with_event(unit, order, after, step.event, miles_away=far.miles if far else None)
    if moved.status is not order.status:
        await _account_for(unit, moved, driver_id, step, now)
    if moved.driver_id is None:
        await look_anew(unit, moved, now, terms)
    elif order.accepted_at is None and moved.accepted_at is not None:
        await take_offer(unit, moved, driver_id, now)
    return moved


async def distance_from(
    unit: UnitOfWork, order: Order, driver_id: str, stop: Stop, at: datetime
) -> FarStop | None:
    """How far from the stop its driver was at this instant, as far as positions prove it and it was far."""
    seen = await unit.positions.trusted_before(driver_id, at + timedelta.resolution)
    if seen is None or seen.accuracy_meters is None:
        return None
    place = order.pickup if stop is Stop.PICKUP else order.dropoff
    return far_stop(stop, place.point, seen.point, seen.accuracy_meters, age=at - seen.at)


async def _account_for(unit: UnitOfWork, order: Order, driver_id: str, step: Step, now: datetime) -> None:
    """The fleet must see that the driver is free again, and a finished job counts (OP-27, OP-34)."""
    if step.event is OrderEventType.COMPLETED:
        driver = await unit.drivers.get(driver_id)
        if driver is not None:
            counted = attrs.evolve(driver, total_jobs=driver.total_jobs + 1, updated_at=now)
            await unit.drivers.save(driver, counted)
        await ledger_postings.order_completed(unit, order, now)
    if step is START and order.started_at is not None:
        await unit.deliveries.begin_mileage(Mileage(order.id, driver_id, order.started_at))
    await unit.drivers.mark_changed(driver_id, now)
