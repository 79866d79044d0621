"""The miles that a driver drove with orders in a year, and what comes off their income for them (TAX-06)."""

from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.local_time import bounds_of_year
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order, OrderStatus
from haulage.orders.views import area_of
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import MileageRate, mileage_deduction, mileage_rate
from haulage.use_cases.tax.driven_year import (
    DrivenYear,
    business_miles,
    checked_year,
    day_of,
    driven_year,
    miles_of,
)


@attrs.frozen
class DrivenForOrder:
    """One order in the log, on the driver's own calendar. All of its miles are for work: they run from the
    order's start to its end. *miles* is None until they are worked out, which ``is_worked_out`` tells, and
    where no position tells them. ``deduction_cents`` comes off the income for it; the year's sum is rounded
    once and may differ by cents. Where it began and ended is told without house and street. ``vehicle`` is
    empty where none is known. It is verified once trusted positions of the device tell the miles."""

    order_id: str
    order_number: int
    status: OrderStatus
    day: date
    from_area: str
    to_area: str
    miles: Decimal | None
    is_worked_out: bool
    rate: MileageRate
    deduction_cents: Cents | None
    vehicle: str

    @property
    def is_verified(self) -> bool:
        return self.miles is not None


@attrs.frozen
class MileageYear:
    """A page of the log, with the sums of the whole year."""

    year: int
    driven: DrivenYear
    page: Page[DrivenForOrder]

    @property
    def deduction_cents(self) -> Cents:
        return mileage_deduction(self.driven.business)


@attrs.frozen
class MileageLog:
    """Lists what a driver drove with orders in a year of their own clock, the latest first."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, page: PageRequest, year: int | None = None) -> MileageYear:
        """One's own; without *year* the present one. Raises ``InvalidInput``."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        return await self._of(actor.driver_id or "", page, year)

    async def of_driver(
        self, actor: Actor, driver_id: str, page: PageRequest, year: int | None = None
    ) -> MileageYear:
        """The same of a driver, for them, administrators and operators. Raises ``NotFound`` too."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        return await self._of(driver_id, page, year)

    async def _of(self, driver_id: str, page: PageRequest, year: int | None) -> MileageYear:
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> MileageYear:
            zone = await zone_of(unit, driver_id)
            chosen = now.astimezone(zone).year if year is None else checked_year(year)
            bounds = bounds_of_year(chosen, zone)
            found = await unit.deliveries.list_driven(driver_id, *bounds, page)
            orders = await unit.orders.by_ids([each.order_id for each in found.items])
            items = [_shown(each, orders[each.order_id], zone) for each in found.items]
            driven = await driven_year(unit, driver_id, chosen, zone)
            return MileageYear(chosen, driven, Page(items, found.next))

        return await self.storage.read(query)


def _shown(driven: Mileage, order: Order, zone: ZoneInfo) -> DrivenForOrder:
    day, miles = day_of(driven, zone), miles_of(driven)
    return DrivenForOrder(
        order_id=order.id,
        order_number=order.number,
        status=order.status,
        day=day,
        from_area=area_of(order.pickup).address,
        to_area=area_of(order.dropoff).address,
        miles=miles,
        is_worked_out=driven.recorded_at is not None,
        rate=mileage_rate(day),
        deduction_cents=None if miles is None else mileage_deduction(business_miles(driven, zone)),
        vehicle=_vehicle_of(order),
    )


def _vehicle_of(order: Order) -> str:
    driven = order.driven
    return driven.vehicle.line if driven is not None and driven.vehicle.described else ""
