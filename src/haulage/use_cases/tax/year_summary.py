"""A driver's tax year as the books, the recorded miles and the recorded expenses tell it."""

from datetime import datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.local_time import bounds_of_year
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger.income import IncomeEntry, WithheldEntry, YearOfDriver
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import (
    QUARTERS,
    SpentOn,
    TaxForm,
    YearEstimate,
    period_end,
    spent_by_category,
    tax_years,
    year_estimate,
)
from haulage.use_cases.tax.driven_year import DrivenYear, checked_year, driven_year

MONTHS = 12


@attrs.frozen
class TaxYear:
    """A year on the driver's own clock."""

    driver_id: str
    estimate: YearEstimate
    driven: DrivenYear
    spent: tuple[SpentOn, ...] = ()
    withheld_cents: Cents = 0
    gross_cents: Cents = 0
    payments: int = 0


@attrs.frozen
class ListedYears:
    """A driver's years, newest first, and the form that their payments are reported on."""

    years: tuple[int, ...]
    form: TaxForm


@attrs.frozen
class SummarizeTaxYear:
    """For the driver, administrators and operators. ``form`` is what payments are reported on."""

    storage: Storage
    clock: Clock
    form: TaxForm = TaxForm.NEC

    async def __call__(self, actor: Actor, driver_id: str, year: int) -> TaxYear:
        """Raises ``NotFound``, and ``InvalidInput`` for a year that is not estimated."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        checked_year(year)
        return await self.storage.read(lambda unit: tax_year_of(unit, driver_id, year))

    async def years(self, actor: Actor, driver_id: str) -> ListedYears:
        """Those to choose from (OP-105). Raises ``NotFound``."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> ListedYears:
            zone = await zone_of(unit, driver_id)
            first = await unit.ledger.first_posted_at(driver_id)
            oldest = None if first is None else first.astimezone(zone).year
            return ListedYears(tax_years(oldest, now.astimezone(zone).year), self.form)

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

    async def withheld(
        self, actor: Actor, driver_id: str, year: int, page: PageRequest
    ) -> Page[WithheldEntry]:
        """The entries of the books that what was withheld in the year adds up, the latest first. Raises
        ``NotFound`` and ``InvalidInput``."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        checked_year(year)

        async def query(unit: UnitOfWork) -> Page[WithheldEntry]:
            bounds = bounds_of_year(year, await zone_of(unit, driver_id))
            return await unit.ledger.list_withheld(driver_id, *bounds, page)

        return await self.storage.read(query)


async def gross_by_month(unit: UnitOfWork, driver_id: str, year: int) -> tuple[Cents, ...]:
    """What customers' payments brought in each month of the year, on the driver's own clock."""
    zone = await zone_of(unit, driver_id)
    starts = [datetime(year, month, 1, tzinfo=zone) for month in range(1, MONTHS + 1)]
    starts.append(datetime(year + 1, 1, 1, tzinfo=zone))
    months = []
    for since, until in pairwise(starts):
        found = await unit.ledger.years_of([driver_id], since, until)
        months.append(found.get(driver_id, YearOfDriver()).gross_cents)
    return tuple(months)


async def _income_through(unit: UnitOfWork, driver_id: str, year: int, zone: ZoneInfo) -> list[Cents]:
    """What was earned by the end of each payment period but the last, on the driver's own clock."""
    begins, _ = bounds_of_year(year, zone)
    incomes = []
    for quarter in QUARTERS[:-1]:
        after = datetime.combine(period_end(year, quarter) + timedelta(days=1), time.min, zone)
        found = await unit.ledger.years_of([driver_id], begins, after)
        incomes.append(found.get(driver_id, YearOfDriver()).income.total_cents)
    return incomes


async def tax_year_of(unit: UnitOfWork, driver_id: str, year: int) -> TaxYear:
    """Raises ``NotFound`` for no driver."""
    zone = await zone_of(unit, driver_id)
    found = await unit.ledger.years_of([driver_id], *bounds_of_year(year, zone))
    of_driver = found.get(driver_id, YearOfDriver())
    income = of_driver.income
    driven = await driven_year(unit, driver_id, year, zone)
    spent = [each.expense for each in await unit.driver_taxes.expenses_of(driver_id, year)]
    estimate = year_estimate(
        year,
        earnings_cents=income.earnings_cents,
        tips_cents=income.tips_cents,
        expenses=spent,
        miles=driven.business,
        income_through=await _income_through(unit, driver_id, year, zone),
    )
    return TaxYear(
        driver_id,
        estimate,
        driven,
        spent_by_category(spent),
        of_driver.withheld_cents,
        of_driver.gross_cents,
        of_driver.payments,
    )
