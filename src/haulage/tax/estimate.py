"""What a driver's year comes to, and what tax may be due on it: an estimate, never advice."""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.money import MAX_CENTS, Cents, amount, times
from haulage.tax.deduction import BusinessMiles, deductible_expenses, mileage_deduction
from haulage.tax.due_dates import QUARTERS, due_date
from haulage.tax.expense import Expense
from haulage.tax.installments import equal_parts, installments, period_end
from haulage.tax.reporting_threshold import ReportingThreshold, reporting_threshold

SELF_EMPLOYMENT_RATE = Fraction(1413, 10_000)
"""15.3% of 92.35%, rounded (TAX-08, OP-67)."""
INCOME_TAX_RATE = Fraction(22, 100)
"""TAX-08."""
FIRST_TAX_YEAR, LAST_TAX_YEAR = 2000, 2100
"""Ours: bounds for arithmetic with dates."""


@attrs.frozen
class QuarterEstimate:
    """One of four payments of the year's estimated tax, and what was spent and driven in the calendar
    quarter."""

    quarter: int
    due_on: date
    expenses_cents: Cents
    mileage_deduction_cents: Cents
    estimated_tax_cents: Cents

    @property
    def income_through(self) -> date:
        """The last day whose income the payment covers."""
        return period_end(self.due_on.year - (self.quarter == QUARTERS[-1]), self.quarter)


@attrs.frozen
class YearEstimate:
    """A driver's year, in cents. ``expenses_cents`` are those that come off the income beside the mileage."""

    year: int
    earnings_cents: Cents
    tips_cents: Cents
    expenses_cents: Cents
    mileage_deduction_cents: Cents
    threshold: ReportingThreshold
    quarters: tuple[QuarterEstimate, ...]

    @property
    def net_income_cents(self) -> Cents:
        """It may be negative: a year can cost more than it brought (OP-68)."""
        return self.earnings_cents + self.tips_cents - self.expenses_cents - self.mileage_deduction_cents

    @property
    def estimated_tax_cents(self) -> Cents:
        return estimated_tax(self.net_income_cents)

    def quarter(self, number: int) -> QuarterEstimate:
        """Raises ``QuarterMissing``."""
        found = next((each for each in self.quarters if each.quarter == number), None)
        if found is None:
            raise QuarterMissing("Quarter data")
        return found


class QuarterMissing(NotFound):
    """The year has no such quarter (TAX-09)."""

    code = "quarter_missing"


def estimated_tax(net_income_cents: Cents) -> Cents:
    """Of the net income, rounded once; never below nothing (OP-67)."""
    return max(times(net_income_cents, SELF_EMPLOYMENT_RATE + INCOME_TAX_RATE), 0)


def year_estimate(
    year: int,
    *,
    earnings_cents: Cents,
    tips_cents: Cents = 0,
    expenses: Sequence[Expense] = (),
    miles: Sequence[BusinessMiles] = (),
    income_through: Sequence[Cents] | None = None,
) -> YearEstimate:
    """A year from what was earned, spent and driven in it.

    ``income_through`` is what earnings and tips had come to by the end of each payment period but the last;
    where nothing tells it, the four payments are equal. Raises ``InvalidInput``, also for an expense or a
    drive of another year.
    """
    if not FIRST_TAX_YEAR <= year <= LAST_TAX_YEAR:
        raise InvalidInput("year", f"must be from {FIRST_TAX_YEAR} to {LAST_TAX_YEAR}")
    # Refunds of earlier years count in the year in which they were made, so either may be negative.
    amount(earnings_cents, field="earnings_cents", at_least=-MAX_CENTS)
    amount(tips_cents, field="tips_cents", at_least=-MAX_CENTS)
    _require_year(year, (each.day for each in expenses), field="expenses")
    _require_year(year, (each.day for each in miles), field="miles")
    spent, driven = deductible_expenses(expenses), mileage_deduction(miles)
    income = earnings_cents + tips_cents
    if income_through is None:
        payments = equal_parts(estimated_tax(income - spent - driven))
    else:
        payments = installments(_taxes_through(year, (*income_through, income), expenses, miles))
    return YearEstimate(
        year=year,
        earnings_cents=earnings_cents,
        tips_cents=tips_cents,
        expenses_cents=spent,
        mileage_deduction_cents=driven,
        threshold=reporting_threshold(year),
        quarters=tuple(
            _quarter(year, number, expenses, miles, cents)
            for number, cents in zip(QUARTERS, payments, strict=True)
        ),
    )


def _taxes_through(
    year: int, incomes: Sequence[Cents], expenses: Sequence[Expense], miles: Sequence[BusinessMiles]
) -> list[Cents]:
    """The tax on the net income up to the end of each payment period."""
    ends = [period_end(year, number) for number in QUARTERS]
    return [
        estimated_tax(
            income
            - deductible_expenses(each for each in expenses if each.day <= end)
            - mileage_deduction(each for each in miles if each.day <= end)
        )
        for end, income in zip(ends, incomes, strict=True)
    ]


def _quarter(
    year: int, number: int, expenses: Sequence[Expense], miles: Sequence[BusinessMiles], payment: Cents
) -> QuarterEstimate:
    return QuarterEstimate(
        quarter=number,
        due_on=due_date(year, number),
        expenses_cents=deductible_expenses(each for each in expenses if quarter_of(each.day) == number),
        mileage_deduction_cents=mileage_deduction(each for each in miles if quarter_of(each.day) == number),
        estimated_tax_cents=payment,
    )


def quarter_of(day: date) -> int:
    """The calendar quarter, from 1 to 4."""
    return (day.month + 2) // 3


def _require_year(year: int, days: Iterable[date], *, field: str) -> None:
    for place, day in enumerate(days):
        if day.year != year:
            raise InvalidInput(f"{field}[{place}].date", f"must be in {year}")
