"""How much of a year's estimated tax goes with each of its four payments."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from haulage.tax import Expense, ExpenseCategory, YearEstimate, period_end, year_estimate
from haulage.tax.installments import installments

INCOMES = st.lists(st.integers(-(10**6), 10**8), min_size=4, max_size=4)


def estimate(through: list[int], spent: list[Expense]) -> YearEstimate:
    *earlier, whole = through
    return year_estimate(2026, earnings_cents=whole, expenses=spent, income_through=earlier)


def payments(through: list[int], *spent: Expense) -> list[int]:
    return [each.estimated_tax_cents for each in estimate(through, [*spent]).quarters]


def test_a_payment_covers_the_income_up_to_the_end_of_its_period() -> None:
    ends = [date(2028, 3, 31), date(2028, 5, 31), date(2028, 8, 31), date(2028, 12, 31)]
    assert [period_end(2028, quarter) for quarter in (1, 2, 3, 4)] == ends
    found = year_estimate(2028, earnings_cents=0)
    assert [each.income_through for each in found.quarters] == ends


def test_an_even_year_is_paid_in_four_equal_parts() -> None:
    assert payments([3_000_00, 5_000_00, 8_000_00, 12_000_00]) == [1_083_90] * 4


def test_nothing_is_due_for_a_period_that_ended_before_the_first_income() -> None:
    assert payments([0, 0, 0, 33_22]) == [0, 0, 0, 12_00]
    assert payments([0, 0, 1_000_00, 4_000_00]) == [0, 0, 406_46, 1_038_74]


def test_a_year_that_stopped_is_paid_by_then() -> None:
    assert payments([2_000_00, 5_000_00, 5_000_00, 5_000_00]) == [722_60, 1_083_90, 0, 0]


def test_what_was_given_back_later_is_not_paid_earlier() -> None:
    assert payments([2_000_00, 5_000_00, 1_000_00, 1_000_00]) == [361_30, 0, 0, 0]
    assert payments([2_000_00, 2_000_00, 2_000_00, -1_00]) == [0, 0, 0, 0]


def test_an_expense_comes_off_from_its_day_on() -> None:
    spent = Expense(ExpenseCategory.PHONE, 100_00, date(2026, 6, 1))
    assert payments([100_00, 100_00, 200_00, 200_00], spent) == [36_13, 0, 0, 0]
    assert payments([100_00, 200_00, 300_00, 400_00], spent) == [36_13, 45_16, 0, 27_10]


@given(INCOMES, st.lists(st.dates(date(2026, 1, 1), date(2026, 12, 31)), max_size=4))
def test_the_payments_add_up_and_none_comes_before_its_income(through: list[int], days: list[date]) -> None:
    spent = [Expense(ExpenseCategory.SUPPLIES, 50_00, day) for day in days]
    year = estimate(through, spent)
    parts = [each.estimated_tax_cents for each in year.quarters]
    assert sum(parts) == year.estimated_tax_cents
    assert min(parts) >= 0
    for number, income in enumerate(through, start=1):
        if max(through[:number]) <= 0:
            assert parts[number - 1] == 0, income


@given(st.lists(st.integers(0, 10**8), min_size=4, max_size=4), st.integers(0, 10**6))
def test_more_income_never_makes_less_due(taxes: list[int], more: int) -> None:
    """By any day: what was paid by then grows with the income of a period, which stays in all later ones."""
    for since in range(4):
        grown = [tax + more * (place >= since) for place, tax in enumerate(taxes)]
        before, after = installments(taxes), installments(grown)
        for until in range(1, 5):
            assert sum(after[:until]) >= sum(before[:until])
