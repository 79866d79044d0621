"""A driver's tax year as the books, the recorded miles and the recorded expenses tell it."""

import attrs

from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts.history import bounds_of_year
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import YearEstimate, year_estimate
from haulage.use_cases.tax.driven_year import DrivenYear, checked_year, driven_year


@attrs.frozen
class TaxYear:
    """A year on the driver's own clock."""

    driver_id: str
    estimate: YearEstimate
    driven: DrivenYear


@attrs.frozen
class SummarizeTaxYear:
    """For the driver, administrators and operators."""

    storage: Storage

    async def __call__(self, actor: Actor, driver_id: str, year: int) -> TaxYear:
        """Raises ``NotFound``, and ``InvalidInput`` for a year that is not estimated."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        checked_year(year)

        async def query(unit: UnitOfWork) -> TaxYear:
            zone = await zone_of(unit, driver_id)
            income = await unit.ledger.income_of(driver_id, *bounds_of_year(year, zone))
            driven = await driven_year(unit, driver_id, year, zone)
            spent = await unit.driver_taxes.expenses_of(driver_id, year)
            estimate = year_estimate(
                year,
                earnings_cents=income.earnings_cents,
                tips_cents=income.tips_cents,
                expenses=[each.expense for each in spent],
                miles=driven.business,
            )
            return TaxYear(driver_id, estimate, driven)

        return await self.storage.read(query)
