"""A driver's work: available jobs, current jobs, and figures of all that was done."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import attrs

from haulage.deliveries import DeliveryLog
from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.geo import great_circle_miles
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderStatus
from haulage.orders.failure import can_be_corrected
from haulage.orders.views import View
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import EVER, OrdersCreated
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of
from haulage.services.dispatch.eligibility import carries, is_permitted
from haulage.services.drivers.own_driver import own_profile
from haulage.services.orders.order_views import views_for
from haulage.use_cases.deliveries.delivery_session import delivery_id
from haulage.use_cases.deliveries.fail_delivery import is_by_arrival

PROVED_WITHIN = timedelta(days=1)
"""Ours: so long a driver is reminded of a delivery that ended by itself, at the door and without a proof."""

MOST_UNPROVED = 20

MOST_JOBS = 100
"""Ours: nobody reads further down a list that is renewed every few seconds."""

FEW_ARRIVED = 5
"""Ours: more jobs than these nobody ends in half an hour."""


@attrs.frozen
class DriverJob:
    """An order as a driver weighs it.

    ``pays_cents`` is what the policy in force when it was paid makes of it for the driver, an estimate until
    the work is done; None where nothing was paid, as for invoiced orders. ``miles_away`` is the pickup's
    distance as the crow flies from where the driver was last seen; ``asks_pin`` is whether the customer wants
    their PIN to be asked for at the end. ``view`` is what the driver is shown of it.
    """

    order: Order
    view: View
    pays_cents: Cents | None
    miles_away: float | None
    fits: bool
    asks_pin: bool = False


@attrs.frozen
class DriverJobList:
    """Open jobs, the longest waiting first, and those in hand, the one to be driven now first.

    ``arrived`` were just completed by the driver's arrival, and the driver may still say that they were not
    delivered. ``unproved`` ended within a day without a proof of delivery, the newest first.
    """

    available: Sequence[DriverJob]
    active: Sequence[DriverJob]
    arrived: Sequence[DriverJob] = ()
    unproved: Sequence[DriverJob] = ()


@attrs.frozen
class DriverFigures:
    """DRV-03, DRV-08 and DRV-11. Earnings are the driver's parts of what was driven and of tips, less
    what was given back; ``today`` began at midnight of the driver's own clock (OP-92)."""

    day: date
    today_cents: Cents
    earned_cents: Cents
    total_orders: int
    completed_orders: int
    average_rating: float | None

    @property
    def completion_rate(self) -> float | None:
        """Completed orders of all that the driver was given and did not hand back, from 0 to 1."""
        return round(self.completed_orders / self.total_orders, 4) if self.total_orders else None


@attrs.frozen
class DriverJobs:
    """The acting driver's own work."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor) -> DriverJobList:
        """Drivers who are not approved see no open jobs: these hold addresses (OP-25). Nobody sees one that
        their credentials do not allow (OP-102)."""
        authorize(actor, Action.SEE_OWN_DRIVER)

        async def query(unit: UnitOfWork) -> DriverJobList:
            driver = await own_profile(unit, actor)
            mine = [
                order
                for status in (OrderStatus.IN_PROGRESS, OrderStatus.ASSIGNED)
                for order in await _listed(unit, OrderFilter(driver_id=driver.id, status=status))
            ]
            now = self.clock.now()
            open_ = await _open_to(unit, driver, now)
            arrived = await _just_arrived(unit, driver, now)
            unproved = await _unproved(unit, driver.id, now - PROVED_WITHIN)
            position = await unit.drivers.position(driver.id)
            shown = (*mine, *open_, *arrived, *unproved)
            parts = await unit.splits.driver_parts([order.id for order in shown])
            with_pin = await unit.proofs.awaited_pins([order.id for order in mine])
            views = await views_for(unit, actor, shown)

            def weighed(order: Order) -> DriverJob:
                away = _miles_away(position, order)
                pays, asks_pin = parts.get(order.id), order.id in with_pin
                return DriverJob(order, views[order.id], pays, away, carries(driver, order), asks_pin)

            return DriverJobList(
                available=[weighed(order) for order in open_],
                active=[weighed(order) for order in sorted(mine, key=_urgency)],
                arrived=[weighed(order) for order in arrived],
                unproved=[weighed(order) for order in unproved],
            )

        return await self.storage.read(query)

    async def figures(self, actor: Actor, wanted: OrdersCreated = EVER) -> DriverFigures:
        """Of the driver's orders that were created in this span, of all of them when no span is given.

        What is said of today and of the driver's rating does not depend on it.
        """
        authorize(actor, Action.SEE_OWN_DRIVER)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> DriverFigures:
            driver = await own_profile(unit, actor)
            return await _figures(unit, driver, wanted, await zone_of(unit, driver.id), now)

        return await self.storage.read(query)


async def _figures(
    unit: UnitOfWork, driver: DriverProfile, wanted: OrdersCreated, zone: ZoneInfo, now: datetime
) -> DriverFigures:
    today = now.astimezone(zone).date()
    midnight = datetime.combine(today, time.min, zone).astimezone(UTC)
    theirs = OrderFilter(driver_id=driver.id, created_from=wanted.since, created_until=wanted.until)
    counts = await unit.orders.count_by_status(theirs)
    return DriverFigures(
        day=today,
        today_cents=await unit.splits.earned_by(driver.id, midnight),
        earned_cents=await unit.splits.earned_by(driver.id, orders=wanted),
        total_orders=sum(counts.values()),
        completed_orders=counts[OrderStatus.COMPLETED],
        average_rating=driver.rating,
    )


async def _just_arrived(unit: UnitOfWork, driver: DriverProfile, now: datetime) -> Sequence[Order]:
    wanted = OrderFilter(driver_id=driver.id, status=OrderStatus.COMPLETED)
    latest = (await unit.orders.list(wanted, PageRequest(FEW_ARRIVED, None))).items
    recent = [order for order in latest if can_be_corrected(order, now, by_arrival=True)]
    if not recent:
        return ()
    logs = await unit.deliveries.logs([delivery_id(order) for order in recent])
    arrived = [order for order in recent if is_by_arrival(logs.get(delivery_id(order), DeliveryLog()))]
    proved = await unit.proofs.proved([order.id for order in arrived])
    return [order for order in arrived if order.id not in proved]


async def _open_to(unit: UnitOfWork, driver: DriverProfile, now: datetime) -> Sequence[Order]:
    if not driver.may_work:
        return ()
    found = await _listed(unit, OrderFilter(available=True, open_to=driver.id))
    return [order for order in found if is_permitted(driver, order, order.scheduled_time or now)]


async def _listed(unit: UnitOfWork, wanted: OrderFilter) -> Sequence[Order]:
    return (await unit.orders.list(wanted, PageRequest(MOST_JOBS, None))).items


async def _unproved(unit: UnitOfWork, driver_id: str, since: datetime) -> list[Order]:
    wanted = OrderFilter(driver_id=driver_id, status=OrderStatus.COMPLETED)
    newest = (await unit.orders.list(wanted, PageRequest(MOST_UNPROVED, None))).items
    ended = [order for order in newest if order.completed_at is not None and order.completed_at >= since]
    proved = await unit.proofs.proved([order.id for order in ended])
    return [order for order in ended if order.id not in proved]


def _miles_away(position: DriverPosition | None, order: Order) -> float | None:
    return None if position is None else round(great_circle_miles(position.point, order.pickup.point), 1)


def _urgency(order: Order) -> tuple[bool, datetime]:
    """What is under way comes first, then what is to be picked up first."""
    return order.status is not OrderStatus.IN_PROGRESS, order.scheduled_time or order.created_at
