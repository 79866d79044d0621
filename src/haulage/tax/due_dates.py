"""The days on which estimated tax is due: the IRS's four payment periods of a year (Form 1040-ES)."""

from datetime import date, timedelta

QUARTERS = (1, 2, 3, 4)

SATURDAY, SUNDAY, MONDAY = 5, 6, 0
EMANCIPATION_DAY = (4, 16)
"""A holiday of the District of Columbia, which counts as one for tax everywhere (26 U.S.C. 7503)."""


def due_date(year: int, quarter: int) -> date:
    """The 15th of April, June, September and of January after the year; where that is a Saturday, a Sunday
    or a legal holiday, the next day that is none of them (26 U.S.C. 7503)."""
    month = {1: 4, 2: 6, 3: 9, 4: 1}[quarter]
    day = date(year + 1 if quarter == 4 else year, month, 15)
    while day.weekday() in (SATURDAY, SUNDAY) or _is_holiday(day):
        day += timedelta(days=1)
    return day


def _is_holiday(day: date) -> bool:
    return day in (_third_monday_of_january(day.year), _emancipation_day(day.year))


def _third_monday_of_january(year: int) -> date:
    """The birthday of Martin Luther King, Jr. (5 U.S.C. 6103)."""
    first = date(year, 1, 1)
    return first + timedelta(days=(MONDAY - first.weekday()) % 7 + 14)


def _emancipation_day(year: int) -> date:
    """As it is observed: on the Friday before a Saturday, on the Monday after a Sunday."""
    day = date(year, *EMANCIPATION_DAY)
    moved = {SATURDAY: -1, SUNDAY: 1}.get(day.weekday(), 0)
    return day + timedelta(days=moved)
