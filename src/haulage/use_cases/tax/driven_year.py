"""What a driver drove for work in a year of their own clock, as its log and its summary count it."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import bounds_of_year
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import MAX_MILES_PER_DAY, BusinessMiles, business_miles_of
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR

HUNDREDTH = Decimal("0.01")


@attrs.frozen
class DrivenYear:
    """All of its miles are for work: those of orders, and what the driver wrote down. ``waiting`` orders are
    not worked out yet, and ``unknown`` ones had no positions."""

    business: tuple[BusinessMiles, ...]
    waiting: int
    unknown: int

    @property
    def miles(self) -> Decimal:
        return sum((each.miles for each in self.business), Decimal(0))


async def driven_year(unit: UnitOfWork, driver_id: str, year: int, zone: ZoneInfo) -> DrivenYear:
    """Of miles as they are shown, so that the log adds up to its sum."""
    driven = await unit.deliveries.driven(driver_id, *bounds_of_year(year, zone))
    entries = await unit.driver_taxes.mileage_entries_of(driver_id, year)
    waiting = sum(each.recorded_at is None for each in driven)
    return DrivenYear(
        business=(
            *(part for each in driven for part in business_miles(each, zone)),
            *business_miles_of(entries),
        ),
        waiting=waiting,
        unknown=sum(each.miles is None for each in driven) - waiting,
    )


def checked_year(year: int) -> int:
    """The year itself. Raises ``InvalidInput`` for one that is not estimated."""
    if not FIRST_TAX_YEAR <= year <= LAST_TAX_YEAR:
        raise InvalidInput("year", f"must be from {FIRST_TAX_YEAR} to {LAST_TAX_YEAR}")
    return year


def day_of(driven: Mileage, zone: ZoneInfo) -> date:
    """The day on which the driver began."""
    return driven.started_at.astimezone(zone).date()


def miles_of(driven: Mileage) -> Decimal | None:
    """To the hundredth; None until they are worked out, and where no position tells them."""
    return None if driven.miles is None else Decimal(driven.miles).quantize(HUNDREDTH)


def business_miles(driven: Mileage, zone: ZoneInfo) -> Iterator[BusinessMiles]:
    """An order across the country takes days and counts under its first: in parts that a day may have."""
    miles, day = miles_of(driven), day_of(driven, zone)
    if miles is None:
        return
    while miles > MAX_MILES_PER_DAY:
        yield BusinessMiles(MAX_MILES_PER_DAY, day)
        miles -= MAX_MILES_PER_DAY
    yield BusinessMiles(miles, day)
