"""What the Internal Revenue Service allows for a business mile, by the day it was driven (OP-68)."""

from datetime import date
from decimal import Decimal

import attrs

FALLBACK_DOLLARS = Decimal("0.655")
"""TAX-07: for a day that no row precedes."""


@attrs.frozen
class MileageRate:
    """Dollars a mile. A provisional rate is that of an earlier time, because none is announced yet."""

    dollars_per_mile: Decimal
    provisional: bool = False


@attrs.frozen
class MileageRateRow:
    """The standard mileage rate of the days from *since* to *until*, both included, and who set it."""

    since: date
    until: date
    dollars_per_mile: Decimal
    source: str


STANDARD_MILEAGE_RATES = (
    MileageRateRow(date(2022, 1, 1), date(2022, 6, 30), Decimal("0.585"), "IRS Notice 2022-3"),
    MileageRateRow(date(2022, 7, 1), date(2022, 12, 31), Decimal("0.625"), "IRS Announcement 2022-13"),
    MileageRateRow(date(2023, 1, 1), date(2023, 12, 31), Decimal("0.655"), "IRS Notice 2023-3"),
    MileageRateRow(date(2024, 1, 1), date(2024, 12, 31), Decimal("0.67"), "IRS Notice 2024-8"),
    MileageRateRow(date(2025, 1, 1), date(2025, 12, 31), Decimal("0.70"), "IRS Notice 2025-5"),
    MileageRateRow(date(2026, 1, 1), date(2026, 6, 30), Decimal("0.725"), "IRS Notice 2026-10"),
    MileageRateRow(
        date(2026, 7, 1), date(2026, 12, 31), Decimal("0.76"), "IRS Announcement 2026-11, I.R.B. 2026-29"
    ),
)


def mileage_rate(day: date, rows: tuple[MileageRateRow, ...] = STANDARD_MILEAGE_RATES) -> MileageRate:
    """The rate of *day*. After the last row that row goes on, as a provisional rate."""
    latest = max((row for row in rows if row.since <= day), key=lambda row: row.since, default=None)
    if latest is None:
        return MileageRate(FALLBACK_DOLLARS)
    return MileageRate(latest.dollars_per_mile, provisional=day > latest.until)
