"""What of a driver's expenses and miles comes off their income."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents, half_up
from haulage.tax.expense import Expense
from haulage.tax.mileage_rate import mileage_rate

MAX_MILES_PER_DAY = Decimal(2000)
"""Ours: more than a day's driving, and a bound for arithmetic."""


@attrs.frozen
class BusinessMiles:
    """Miles driven for work on one day. Raises ``InvalidInput`` for a negative or unbelievable number."""

    miles: Decimal
    day: date

    def __attrs_post_init__(self) -> None:
        if not (self.miles.is_finite() and 0 <= self.miles <= MAX_MILES_PER_DAY):
            raise InvalidInput("business_miles", f"must be between 0 and {MAX_MILES_PER_DAY}")


def deductible_expenses(expenses: Iterable[Expense]) -> Cents:
    return sum(each.deductible_cents for each in expenses)


def mileage_deduction(driven: Iterable[BusinessMiles]) -> Cents:
    """Each day's miles at that day's rate; the sum is exact and rounded once."""
    dollars = sum(
        (Fraction(each.miles) * Fraction(mileage_rate(each.day).dollars_per_mile) for each in driven),
        Fraction(0),
    )
    cents = dollars * 100
    return half_up(cents.numerator, cents.denominator)
