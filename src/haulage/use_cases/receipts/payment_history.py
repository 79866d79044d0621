"""A customer's payments, and what a year of them came to (PAY-09 to PAY-16)."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Unauthenticated
from haulage.kernel.local_time import bounds_of_year
from haulage.kernel.policy import Action, authorize
from haulage.kernel.services import ServiceType
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts import (
    HistoryFilter,
    HistoryPeriod,
    PaymentRecord,
    RecordStatus,
    TaxYear,
    tax_year,
    tax_year_of,
)
from haulage.receipts.history import check_tax_year
from haulage.services.accounts.time_zone import zone_of_user
from haulage.services.orders.order_views import plain_view


@attrs.frozen
class HistoryQuery:
    """Which payments to show, as a customer says it; what is None does not narrow."""

    search: str = ""
    status: RecordStatus | None = None
    service_type: ServiceType | None = None
    period: HistoryPeriod | None = None
    tax_year: int | None = None


@attrs.frozen
class YearShown:
    """A year's sums, and every year that there is something to say about, newest first."""

    sums: TaxYear
    years: Sequence[int]


def _shown_to(actor: Actor, record: PaymentRecord, orders: Mapping[str, Order]) -> PaymentRecord:
    """With the driver's name as the order's view has it."""
    order, name = orders.get(record.order_id), record.driver_name
    if order is None or name is None:
        return record
    return attrs.evolve(record, driver_name=plain_view(actor, order).driver_called(name))


@attrs.frozen
class PaymentHistory:
    """Lists one's own payments and yearly sums.

    Customers, drivers and administrators alike see only the payments that they made.
    """

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, wanted: HistoryQuery, page: PageRequest) -> Page[PaymentRecord]:
        """Newest first. Raises ``InvalidInput`` for a search or a year that cannot be one."""
        customer_id = customer_of(actor)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> Page[PaymentRecord]:
            zone = await zone_of_user(unit, customer_id)
            chosen = HistoryFilter.of(now, **attrs.asdict(wanted, recurse=False), zone=zone)
            found = await unit.receipts.records(customer_id, chosen, page)
            orders = await unit.orders.by_ids([record.order_id for record in found.items])
            shown = [_shown_to(actor, record, orders) for record in found.items]
            return attrs.evolve(found, items=[attrs.evolve(record, zone=zone) for record in shown])

        return await self.storage.read(query)

    async def year(self, actor: Actor, year: int | None = None) -> YearShown:
        """The sums of *year*, by default the present one."""
        customer_id = customer_of(actor)
        now = self.clock.now()
        if year is not None:
            check_tax_year(year)

        async def query(unit: UnitOfWork) -> YearShown:
            zone = await zone_of_user(unit, customer_id)
            this_year = tax_year_of(now, zone)
            chosen = this_year if year is None else year
            since, until = bounds_of_year(chosen, zone)
            rows = await unit.receipts.rows_between(customer_id, since, until)
            first = await unit.receipts.first_payment_at(customer_id)
            earliest = this_year if first is None else min(this_year, tax_year_of(first, zone))
            return YearShown(tax_year(chosen, rows, zone), range(this_year, earliest - 1, -1))

        return await self.storage.read(query)


def customer_of(actor: Actor) -> str:
    """Without a customer the question would be about everybody."""
    authorize(actor, Action.LIST_PAYMENTS)
    if actor.user_id is None:
        raise Unauthenticated
    return actor.user_id
