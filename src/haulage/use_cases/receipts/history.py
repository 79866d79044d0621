"""A customer's payments, and what a year of them came to (PAY-09 to PAY-16)."""

from collections.abc import Sequence

import attrs

from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import Action, Actor, authorize
from haulage.kernel.services import ServiceType
from haulage.ports.clock import Clock
from haulage.ports.storage import Page, PageRequest, Storage, UnitOfWork
from haulage.receipts import (
    HistoryFilter,
    HistoryPeriod,
    PaymentRecord,
    RecordStatus,
    TaxYear,
    tax_year,
    tax_year_of,
)
from haulage.receipts.history import bounds_of_year


@attrs.frozen
class Wanted:
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


@attrs.frozen
class PaymentHistory:
    """One's own payments, whatever else one is."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, wanted: Wanted, page: PageRequest) -> Page[PaymentRecord]:
        """Newest first. Raises ``InvalidInput`` for a search or a year that cannot be one."""
        customer_id = customer_of(actor)
        chosen = HistoryFilter.of(self.clock.now(), **attrs.asdict(wanted, recurse=False))
        return await self.storage.read(lambda unit: unit.receipts.records(customer_id, chosen, page))

    async def year(self, actor: Actor, year: int | None = None) -> YearShown:
        """The sums of *year*, by default the present one."""
        customer_id = customer_of(actor)
        this_year = tax_year_of(self.clock.now())
        chosen = this_year if year is None else year
        since, until = bounds_of_year(chosen)

        async def look(unit: UnitOfWork) -> YearShown:
            rows = await unit.receipts.rows_between(customer_id, since, until)
            first = await unit.receipts.first_payment_at(customer_id)
            earliest = this_year if first is None else min(this_year, tax_year_of(first))
            return YearShown(tax_year(chosen, rows), range(this_year, earliest - 1, -1))

        return await self.storage.read(look)


def customer_of(actor: Actor) -> str:
    """Without a customer the question would be about everybody."""
    authorize(actor, Action.LIST_PAYMENTS)
    if actor.user_id is None:
        raise Unauthenticated
    return actor.user_id
