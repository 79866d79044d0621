"""A driver's tax year as the books, the recorded miles and the recorded expenses tell it."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger.income import IncomeEntry
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts.history import bounds_of_year
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import SpentOn, YearEstimate, spent_by_category, tax_years, year_estimate
from haulage.use_cases.tax.driven_year import DrivenYear, checked_year, driven_year


@attrs.frozen
class TaxYear:
    """A year on the driver's own clock."""

    driver_id: str
    estimate: YearEstimate
    driven: DrivenYear
    spent: tuple[SpentOn, ...] = ()


@attrs.frozen
class SummarizeTaxYear:
    """For the driver, administrators and operators."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, driver_id: str, year: int) -> TaxYear:
        """Raises ``NotFound``, and ``InvalidInput`` for a year that is not estimated."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        checked_year(year)
        return await self.storage.read(lambda unit: tax_year_of(unit, driver_id, year))

    async def years(self, actor: Actor, driver_id: str) -> tuple[int, ...]:
        """Those to choose from, newest first (OP-105). Raises ``NotFound``."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> tuple[int, ...]:
            zone = await zone_of(unit, driver_id)
            first = await unit.ledger.first_posted_at(driver_id)
            oldest = None if first is None else first.astimezone(zone).year
            return tax_years(oldest, now.astimezone(zone).year)

        return await self.storage.read(query)

    async def income(self, actor: Actor, driver_id: str, year: int, page: PageRequest) -> Page[IncomeEntry]:
        """The entries of the books that earnings and tips of the year add up, the latest first. Raises
        ``NotFound`` and ``InvalidInput``."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        checked_year(year)

        async def query(unit: UnitOfWork) -> Page[IncomeEntry]:
            bounds = bounds_of_year(year, await zone_of(unit, driver_id))
            return await unit.ledger.list_income(driver_id, *bounds, page)

        return await self.storage.read(query)


async def tax_year_of(unit: UnitOfWork, driver_id: str, year: int) -> TaxYear:
    """Raises ``NotFound`` for no driver."""
    zone = await zone_of(unit, driver_id)
    income = await unit.ledger.income_of(driver_id, *bounds_of_year(year, zone))
    driven = await driven_year(unit, driver_id, year, zone)
    spent = [each.expense for each in await unit.driver_taxes.expenses_of(driver_id, year)]
    estimate = year_estimate(
        year,
        earnings_cents=income.earnings_cents,
        tips_cents=income.tips_cents,
        expenses=spent,
        miles=driven.business,
    )
    return TaxYear(driver_id, estimate, driven, spent_by_category(spent))
