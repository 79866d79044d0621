"""How much of a year's estimated tax goes with each of its four payments."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import accumulate, pairwise

from haulage.kernel.money import Cents, times
from haulage.tax.due_dates import QUARTERS

MONTHS = 12
MONTHS_GONE = {1: 3, 2: 5, 3: 8, 4: 12}
"""Of the year at the end of each payment period: 31 March, 31 May, 31 August and 31 December (IRS
Publication 505, chapter 2, "Payment periods")."""


def period_end(year: int, quarter: int) -> date:
    """The last day whose income a payment covers."""
    months = MONTHS_GONE[quarter]
    return date(year + months // MONTHS, months % MONTHS + 1, 1) - timedelta(days=1)


def installments(taxes: Sequence[Cents]) -> tuple[Cents, ...]:
    """Of the tax on what had come in by the end of each period, the last of which is the year's.

    The annualized income method of Form 2210, Schedule AI: what came in so far goes on like that for the
    year, and a quarter of the tax on that year is due with each period. Of an even year these are four equal
    payments, and nothing is due for a period that ended before the first income. Schedule AI asks for 90% of
    it; ours is all, so that nothing is left to pay with the return. The rates are flat, so the tax may be
    annualized as the income. No payment takes more than the tax at the end of a later period leaves: a year
    may stop, or give back.
    """
    through = [
        times(tax, Fraction(quarter * MONTHS, len(QUARTERS) * MONTHS_GONE[quarter]))
        for quarter, tax in zip(QUARTERS, taxes, strict=True)
    ]
    capped = [*accumulate(reversed(through), min)][::-1]
    return tuple(after - before for before, after in pairwise([0, *capped]))


def equal_parts(tax: Cents) -> tuple[Cents, ...]:
    """Of a year that is not told by day. They add up to the tax: the first take the cents that are left."""
    part, rest = divmod(tax, len(QUARTERS))
    return tuple(part + (quarter <= rest) for quarter in QUARTERS)
