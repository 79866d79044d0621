"""What a year brought each driver, as it is reported: read a page of drivers at a time."""

from collections.abc import AsyncIterator, Sequence
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.local_time import bounds_of_year
from haulage.ledger.income import YearOfDriver
from haulage.ports.storage.taxpayers import TaxedDriver
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import ReturnAmounts, TaxForm, W9Form, is_reported

BATCH = 200
"""Ours: so many drivers are read at once."""


@attrs.frozen
class DriverYear:
    """One driver's year on their own clock. ``is_reported`` is whether a form of it is due."""

    driver: TaxedDriver
    year: YearOfDriver
    w9: W9Form | None
    is_reported: bool

    @property
    def amounts(self) -> ReturnAmounts:
        return amounts_of(self.year)


def amounts_of(year: YearOfDriver) -> ReturnAmounts:
    return ReturnAmounts(year.income.total_cents, year.withheld_cents, year.gross_cents, year.payments)


async def years_after(
    unit: UnitOfWork, year: int, form: TaxForm, after: str | None, limit: int = BATCH
) -> tuple[Sequence[DriverYear], str | None]:
    """Of the next drivers who had anything in the year, and the last driver that was looked at; None when
    there is none left."""
    drivers = await unit.taxpayers.drivers(limit, after)
    found: dict[str, YearOfDriver] = {}
    for zone in {each.timezone for each in drivers}:
        ids = [each.driver_id for each in drivers if each.timezone == zone]
        found.update(await unit.ledger.years_of(ids, *bounds_of_year(year, ZoneInfo(zone))))
    forms = await unit.taxpayers.current_of(list(found))
    lines = [
        DriverYear(
            each, found[each.driver_id], w9, is_reported(form, year, amounts_of(found[each.driver_id]), w9)
        )
        for each in drivers
        if each.driver_id in found
        for w9 in [forms.get(each.driver_id)]
    ]
    return lines, drivers[-1].driver_id if len(drivers) == limit else None


async def all_years(unit: UnitOfWork, year: int, form: TaxForm) -> AsyncIterator[DriverYear]:
    """Of every driver who had anything in the year."""
    after: str | None = None
    while True:
        lines, after = await years_after(unit, year, form, after)
        for line in lines:
            yield line
        if after is None:
            return
