"""Business days: days that are neither Saturday, Sunday nor a federal holiday (5 U.S.C. 6103)."""

from datetime import date, timedelta
from functools import cache

SATURDAY, SUNDAY, MONDAY, THURSDAY = 5, 6, 0, 3

FIXED = ((1, 1), (6, 19), (7, 4), (11, 11), (12, 25))
"""New Year's Day, Juneteenth, Independence Day, Veterans Day and Christmas Day, by month and day."""

MOVABLE = ((1, MONDAY, 3), (2, MONDAY, 3), (9, MONDAY, 1), (10, MONDAY, 2), (11, THURSDAY, 4))
"""The birthdays of Martin Luther King, Jr. and of Washington, Labor Day, Columbus Day and Thanksgiving, by
month, weekday and which of that weekday."""


@cache
def federal_holidays(year: int) -> frozenset[date]:
    """The days of a year on which a federal holiday is observed; the New Year's Day of the next year may be
    one of them."""
    fixed = (observed(date(year, *day)) for day in FIXED)
    movable = (_nth(year, *which) for which in MOVABLE)
    memorial = date(year, 5, 31) - timedelta(days=date(year, 5, 31).weekday())
    days = {*fixed, *movable, memorial, observed(date(year + 1, 1, 1))}
    return frozenset(day for day in days if day.year == year)


def observed(day: date) -> date:
    """The Friday before a Saturday, and the Monday after a Sunday."""
    return day + timedelta(days={SATURDAY: -1, SUNDAY: 1}.get(day.weekday(), 0))


def is_business_day(day: date) -> bool:
    return day.weekday() not in (SATURDAY, SUNDAY) and day not in federal_holidays(day.year)


def business_day_after(day: date, count: int) -> date:
    """The *count*-th business day that follows *day*, which itself does not count; *count* is at least 1."""
    while count:
        day += timedelta(days=1)
        count -= is_business_day(day)
    return day


def _nth(year: int, month: int, weekday: int, which: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (which - 1))
