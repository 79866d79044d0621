"""A driver's tax year as the books and the recorded miles tell it."""

from collections.abc import Sequence
from decimal import Decimal
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts.history import bounds_of_year
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import BusinessMiles, YearEstimate, year_estimate

HUNDREDTH = Decimal("0.01")


@attrs.frozen
class TaxYear:
    """A year on the driver's own clock. ``deliveries`` have recorded miles; those of the last days in
    ``deliveries_without_miles`` have none yet, or had no positions to tell them from."""

    driver_id: str
    estimate: YearEstimate
    business_miles: Decimal
    deliveries: int
    deliveries_without_miles: int


@attrs.frozen
class SummarizeTaxYear:
    """For the driver, administrators and operators."""

    storage: Storage

    async def __call__(self, actor: Actor, driver_id: str, year: int) -> TaxYear:
        """Raises ``NotFound``, and ``InvalidInput`` for a year that no clock here shows."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        return await self.storage.read(lambda unit: _summary(unit, driver_id, year))


async def _summary(unit: UnitOfWork, driver_id: str, year: int) -> TaxYear:
    zone = await zone_of(unit, driver_id)
    since, until = bounds_of_year(year, zone)
    income = await unit.ledger.income_of(driver_id, since, until)
    driven = await unit.deliveries.driven(driver_id, since, until)
    miles = _by_day(driven, zone)
    return TaxYear(
        driver_id=driver_id,
        estimate=year_estimate(
            year,
            earnings_cents=income.earnings_cents,
            tips_cents=income.tips_cents,
            miles=miles,
        ),
        business_miles=sum((each.miles for each in miles), Decimal()),
        deliveries=sum(each.miles is not None for each in driven),
        deliveries_without_miles=sum(each.miles is None for each in driven),
    )


def _by_day(driven: Sequence[Mileage], zone: ZoneInfo) -> list[BusinessMiles]:
    """To the hundredth of a mile, on the driver's day of setting out."""
    return [
        BusinessMiles(Decimal(each.miles).quantize(HUNDREDTH), each.started_at.astimezone(zone).date())
        for each in driven
        if each.miles is not None
    ]
