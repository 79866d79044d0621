"""What a driver spends and drives for work, and what of it comes off their income."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents, amount, half_up
from haulage.tax.mileage_rate import mileage_rate

MAX_MILES_PER_DAY = Decimal(2000)
"""Ours: more than a day's driving, and a bound for arithmetic."""


class ExpenseCategory(StrEnum):
    """TAX-05."""

    FUEL = "fuel"
    MAINTENANCE = "maintenance"
    INSURANCE = "insurance"
    VEHICLE_PAYMENT = "vehicle_payment"
    PHONE = "phone"
    SUPPLIES = "supplies"
    OTHER = "other"


WITHIN_THE_MILEAGE_RATE = frozenset(
    {
        ExpenseCategory.FUEL,
        ExpenseCategory.MAINTENANCE,
        ExpenseCategory.INSURANCE,
        ExpenseCategory.VEHICLE_PAYMENT,
    }
)
"""The standard mileage rate stands for these, so that they are not deducted a second time (OP-68)."""


@attrs.frozen
class Expense:
    """What a driver spent on one day, in cents. Raises ``InvalidInput`` for an amount below one cent."""

    category: ExpenseCategory
    amount_cents: Cents
    day: date
    is_business: bool = True

    def __attrs_post_init__(self) -> None:
        amount(self.amount_cents, field="amount_cents", at_least=1)

    @property
    def is_deductible(self) -> bool:
        return self.is_business and self.category not in WITHIN_THE_MILEAGE_RATE

    @property
    def deductible_cents(self) -> Cents:
        return self.amount_cents if self.is_deductible else 0


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
