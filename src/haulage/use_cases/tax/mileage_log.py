"""The miles that a driver drove with orders in a year, and what comes off their income for them (TAX-06)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, Actor, authorize
from haulage.orders import Order, OrderStatus
from haulage.orders.views import area_of
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts.history import bounds_of_year
from haulage.services.accounts.time_zone import zone_of_user
from haulage.tax import MAX_MILES_PER_DAY, BusinessMiles, MileageRate, mileage_deduction, mileage_rate
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR

HUNDREDTH = Decimal("0.01")


@attrs.frozen
class DrivenForOrder:
    """One order in the log, on the driver's own calendar. All of its miles are for work: they run from the
    order's start to its end. *miles* is None until they are worked out, which ``is_worked_out`` tells, and
    where no position tells them. Where it began and ended is told without house and street."""

    order_id: str
    order_number: int
    status: OrderStatus
    day: date
    from_area: str
    to_area: str
    miles: Decimal | None
    is_worked_out: bool
    rate: MileageRate

    @property
    def deduction_cents(self) -> Cents | None:
        """What comes off the income for it; the year's sum is rounded once and may differ by cents."""
        return None if self.miles is None else mileage_deduction(_business(self.miles, self.day))


@attrs.frozen
class MileageYear:
    """A page of the log, with the sums of the whole year. ``waiting`` orders are not worked out yet, and
    ``unknown`` ones had no positions."""

    year: int
    miles: Decimal
    deduction_cents: Cents
    waiting: int
    unknown: int
    page: Page[DrivenForOrder]


@attrs.frozen
class MileageLog:
    """Lists what a driver drove with orders in a year of their own clock, the latest first."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, page: PageRequest, year: int | None = None) -> MileageYear:
        """One's own; without *year* the present one. Raises ``InvalidInput``."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        now, driver_id = self.clock.now(), actor.driver_id or ""

        async def query(unit: UnitOfWork) -> MileageYear:
            zone = await zone_of_user(unit, actor.user_id or "")
            chosen = now.astimezone(zone).year if year is None else _checked(year)
            since, until = bounds_of_year(chosen, zone)
            driven = await unit.deliveries.driven(driver_id, since, until)
            found = await unit.deliveries.list_driven(driver_id, since, until, page)
            orders = await unit.orders.by_ids([each.order_id for each in found.items])
            items = [_shown(each, orders[each.order_id], zone) for each in found.items]
            return _summed(chosen, driven, zone, Page(items, found.next))

        return await self.storage.read(query)


def _checked(year: int) -> int:
    if not FIRST_TAX_YEAR <= year <= LAST_TAX_YEAR:
        raise InvalidInput("year", f"must be from {FIRST_TAX_YEAR} to {LAST_TAX_YEAR}")
    return year


def _summed(year: int, driven: Sequence[Mileage], zone: ZoneInfo, page: Page[DrivenForOrder]) -> MileageYear:
    """Of miles as they are shown, so that the log adds up to its sum."""
    known = [(_miles(each), _day(each, zone)) for each in driven]
    counted = [(miles, day) for miles, day in known if miles is not None]
    waiting = sum(each.recorded_at is None for each in driven)
    return MileageYear(
        year=year,
        miles=sum((miles for miles, _ in counted), Decimal(0)),
        deduction_cents=mileage_deduction(_all_business(counted)),
        waiting=waiting,
        unknown=len(driven) - len(counted) - waiting,
        page=page,
    )


def _shown(driven: Mileage, order: Order, zone: ZoneInfo) -> DrivenForOrder:
    day = _day(driven, zone)
    return DrivenForOrder(
        order_id=order.id,
        order_number=order.number,
        status=order.status,
        day=day,
        from_area=area_of(order.pickup).address,
        to_area=area_of(order.dropoff).address,
        miles=_miles(driven),
        is_worked_out=driven.recorded_at is not None,
        rate=mileage_rate(day),
    )


def _day(driven: Mileage, zone: ZoneInfo) -> date:
    return driven.started_at.astimezone(zone).date()


def _miles(driven: Mileage) -> Decimal | None:
    return None if driven.miles is None else Decimal(driven.miles).quantize(HUNDREDTH)


def _all_business(driven: Iterable[tuple[Decimal, date]]) -> Iterator[BusinessMiles]:
    for miles, day in driven:
        yield from _business(miles, day)


def _business(miles: Decimal, day: date) -> Iterator[BusinessMiles]:
    """An order across the country takes days and counts under its first: in parts that a day may have."""
    while miles > MAX_MILES_PER_DAY:
        yield BusinessMiles(MAX_MILES_PER_DAY, day)
        miles -= MAX_MILES_PER_DAY
    yield BusinessMiles(miles, day)
