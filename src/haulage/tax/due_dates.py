"""The days on which estimated tax is due: the IRS's four payment periods of a year (Form 1040-ES)."""

from datetime import date, timedelta

from haulage.kernel.business_days import is_business_day, observed

QUARTERS = (1, 2, 3, 4)

EMANCIPATION_DAY = (4, 16)
"""A holiday of the District of Columbia, which counts as one for tax everywhere (26 U.S.C. 7503)."""


def due_date(year: int, quarter: int) -> date:
    """The 15th of April, June, September and of January after the year; where that is a Saturday, a Sunday
    or a legal holiday, the next day that is none of them (26 U.S.C. 7503)."""
    month = {1: 4, 2: 6, 3: 9, 4: 1}[quarter]
    return business_day_from(date(year + 1 if quarter == 4 else year, month, 15))


def business_day_from(day: date) -> date:
    """The day itself, or the next one that counts as a business day for tax (26 U.S.C. 7503)."""
    while not is_business_day(day) or day == observed(date(day.year, *EMANCIPATION_DAY)):
        day += timedelta(days=1)
    return day
