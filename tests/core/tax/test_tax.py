"""A driver's tax year: rates by day, deductions, the estimate and its due dates (OP-67 to OP-69)."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.tax import (
    STANDARD_MILEAGE_RATES,
    BusinessMiles,
    Expense,
    ExpenseCategory,
    QuarterMissing,
    due_date,
    estimated_tax,
    mileage_deduction,
    mileage_rate,
    quarter_of,
    reporting_threshold,
    year_estimate,
)
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR
from haulage.tax.expense import ExpenseDraft, RecordedExpense, spent_by_category

DAYS_OF_2026 = st.dates(date(2026, 1, 1), date(2026, 12, 31))
EXPENSES = st.builds(
    Expense, st.sampled_from(ExpenseCategory), st.integers(1, 10**6), DAYS_OF_2026, st.booleans()
)
DRIVES = st.builds(BusinessMiles, st.decimals(0, 400, places=1), DAYS_OF_2026)


@pytest.mark.parametrize(
    ("day", "dollars", "provisional"),
    [
        ("2021-12-31", "0.655", False),
        ("2022-01-01", "0.585", False),
        ("2022-06-30", "0.585", False),
        ("2022-07-01", "0.625", False),
        ("2023-01-01", "0.655", False),
        ("2024-02-29", "0.67", False),
        ("2025-12-31", "0.70", False),
        ("2026-06-30", "0.725", False),
        ("2026-07-01", "0.76", False),
        ("2026-12-31", "0.76", False),
        ("2027-01-01", "0.76", True),
        ("2090-01-01", "0.76", True),
    ],
)
def test_the_mileage_rate_is_that_of_the_day_driven(day: str, dollars: str, provisional: bool) -> None:
    found = mileage_rate(date.fromisoformat(day))
    assert (str(found.dollars_per_mile), found.provisional) == (dollars, provisional)


def test_the_rates_leave_no_day_between_them() -> None:
    for before, after in pairwise(STANDARD_MILEAGE_RATES):
        assert after.since == before.until + timedelta(days=1)
        assert before.source


@pytest.mark.parametrize("category", ExpenseCategory)
def test_what_the_mileage_rate_stands_for_is_no_deductible_expense(category: ExpenseCategory) -> None:
    within = {"fuel", "maintenance", "insurance", "vehicle_payment"}
    expense = Expense(category, 10_00, date(2026, 5, 1))
    assert expense.deductible_cents == (0 if category in within else 10_00)
    assert Expense(category, 10_00, date(2026, 5, 1), is_business=False).deductible_cents == 0


def test_miles_are_summed_exactly_and_rounded_once() -> None:
    tenths = [BusinessMiles(Decimal("0.1"), date(2026, 1, 2)) for _ in range(10)]
    assert mileage_deduction(tenths) == 73  # 72.5 cents, and not ten times 7
    mixed = [BusinessMiles(Decimal("100.5"), date(2026, 6, 30)), BusinessMiles(Decimal(10), date(2026, 7, 1))]
    assert mileage_deduction(mixed) == 80_46


@pytest.mark.parametrize("miles", ["-0.1", "2000.1", "NaN", "Infinity"])
def test_miles_that_nobody_drives_in_a_day_are_refused(miles: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        BusinessMiles(Decimal(miles), date(2026, 1, 1))
    assert refused.value.field == "business_miles"


@pytest.mark.parametrize("cents", [0, -1])
def test_an_expense_of_nothing_is_refused(cents: int) -> None:
    with pytest.raises(InvalidInput):
        Expense(ExpenseCategory.FUEL, cents, date(2026, 1, 1))


def test_a_whole_year_calculated_by_hand() -> None:
    """51,000 less 60 of phone and 80.46 of mileage is 50,859.54; 36.13% of it is 18,375.551802."""
    found = year_estimate(
        2026,
        earnings_cents=50_000_00,
        tips_cents=1_000_00,
        expenses=[
            Expense(ExpenseCategory.FUEL, 500_00, date(2026, 2, 1)),
            Expense(ExpenseCategory.PHONE, 60_00, date(2026, 5, 1)),
            Expense(ExpenseCategory.SUPPLIES, 99_00, date(2026, 5, 1), is_business=False),
        ],
        miles=[
            BusinessMiles(Decimal("100.5"), date(2026, 6, 30)),
            BusinessMiles(Decimal(10), date(2026, 7, 1)),
        ],
    )
    assert (found.expenses_cents, found.mileage_deduction_cents) == (60_00, 80_46)
    assert (found.net_income_cents, found.estimated_tax_cents) == (50_859_54, 18_375_55)
    assert [each.estimated_tax_cents for each in found.quarters] == [4_593_89, 4_593_89, 4_593_89, 4_593_88]
    assert [each.expenses_cents for each in found.quarters] == [0, 60_00, 0, 0]
    assert [each.mileage_deduction_cents for each in found.quarters] == [0, 72_86, 7_60, 0]


@given(
    st.integers(0, 10**8), st.integers(0, 10**7), st.lists(EXPENSES, max_size=8), st.lists(DRIVES, max_size=8)
)
def test_the_year_adds_up(
    earned: int, tips: int, expenses: list[Expense], drives: list[BusinessMiles]
) -> None:
    found = year_estimate(2026, earnings_cents=earned, tips_cents=tips, expenses=expenses, miles=drives)
    net = earned + tips - found.expenses_cents - found.mileage_deduction_cents
    assert found.net_income_cents == net
    assert found.estimated_tax_cents == max(estimated_tax(net), 0)
    assert sum(each.estimated_tax_cents for each in found.quarters) == found.estimated_tax_cents
    assert sum(each.expenses_cents for each in found.quarters) == found.expenses_cents
    assert found.expenses_cents <= sum(each.amount_cents for each in expenses)


def test_a_year_that_cost_more_than_it_brought_owes_no_tax() -> None:
    phone = Expense(ExpenseCategory.PHONE, 20_00, date(2026, 1, 1))
    found = year_estimate(2026, earnings_cents=10_00, expenses=[phone])
    assert (found.net_income_cents, found.estimated_tax_cents) == (-10_00, 0)


def test_what_belongs_to_another_year_is_named() -> None:
    expense = Expense(ExpenseCategory.PHONE, 1, date(2026, 1, 1))
    older = Expense(ExpenseCategory.PHONE, 1, date(2025, 12, 31))
    with pytest.raises(InvalidInput) as refused:
        year_estimate(2026, earnings_cents=0, expenses=[expense, older])
    assert refused.value.field == "expenses[1].date"
    with pytest.raises(InvalidInput) as refused:
        year_estimate(2026, earnings_cents=0, miles=[BusinessMiles(Decimal(1), date(2027, 1, 1))])
    assert refused.value.field == "miles[0].date"


def test_a_quarter_is_found_by_its_number() -> None:
    found = year_estimate(2026, earnings_cents=100_00)
    assert found.quarter(3).due_on == date(2026, 9, 15)
    with pytest.raises(QuarterMissing, match="Quarter data not found"):
        found.quarter(5)


@pytest.mark.parametrize(
    ("year", "quarter", "day"),
    [
        (2026, 1, "2026-04-15"),
        (2026, 2, "2026-06-15"),
        (2026, 3, "2026-09-15"),
        (2026, 4, "2027-01-15"),
        (2022, 1, "2022-04-18"),  # the 15th was Emancipation Day as observed
        (2023, 1, "2023-04-18"),  # a Saturday, and Emancipation Day on the Monday
        (2017, 1, "2017-04-18"),
        (2028, 1, "2028-04-18"),
        (2023, 4, "2024-01-16"),  # the birthday of Martin Luther King, Jr.
        (2024, 2, "2024-06-17"),
        (2024, 3, "2024-09-16"),
    ],
)
def test_estimated_tax_is_due_on_the_next_business_day(year: int, quarter: int, day: str) -> None:
    assert due_date(year, quarter) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("month", "quarter"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (12, 4)]
)
def test_quarters_have_three_months(month: int, quarter: int) -> None:
    assert quarter_of(date(2026, month, 28)) == quarter


@pytest.mark.parametrize(
    ("year", "cents", "provisional"),
    [(2022, 600_00, False), (2025, 600_00, False), (2026, 2_000_00, False), (2027, 2_000_00, True)],
)
def test_the_reporting_threshold_is_that_of_the_year(year: int, cents: int, provisional: bool) -> None:
    found = reporting_threshold(year)
    assert (found.cents, found.provisional) == (cents, provisional)
    assert found.is_reached_by(cents)
    assert not found.is_reached_by(cents - 1)


def test_each_category_that_was_spent_on_is_summed_with_what_of_it_comes_off() -> None:
    day = date(2026, 3, 1)
    fuel, supplies = ExpenseCategory.FUEL, ExpenseCategory.SUPPLIES
    expenses = [Expense(supplies, 5_00, day), Expense(supplies, 2_00, day, False), Expense(fuel, 9_00, day)]
    found = {each.category: (each.spent_cents, each.deductible_cents) for each in spent_by_category(expenses)}
    assert found == {fuel: (9_00, 0), supplies: (7_00, 5_00)}


@pytest.mark.parametrize("receipt", [None, "rcp_1"])
def test_the_trace_of_an_expense_tells_whether_it_had_a_receipt(receipt: str | None) -> None:
    draft = ExpenseDraft(Expense(ExpenseCategory.FUEL, 9_00, date(2026, 3, 1)), "Gas")
    now = datetime(2026, 3, 1, tzinfo=UTC)
    recorded = RecordedExpense("exp_1", "drv_1", draft, now, now, receipt_id=receipt)
    assert recorded.facts()["has_receipt"] is (receipt is not None)


@pytest.mark.parametrize("miles", [0, 2000])
def test_a_day_may_have_no_miles_and_its_most(miles: int) -> None:
    assert BusinessMiles(Decimal(miles), date(2026, 1, 1)).miles == miles


def test_an_expense_may_be_of_today() -> None:
    today = date(2026, 3, 1)
    draft = ExpenseDraft(Expense(ExpenseCategory.FUEL, 9_00, today), "Gas")
    assert draft.checked(today) == draft


def test_a_year_is_estimated_from_the_first_to_the_last() -> None:
    for year in (FIRST_TAX_YEAR, LAST_TAX_YEAR):
        assert year_estimate(year, earnings_cents=1_00).earnings_cents == 1_00
    for year in (FIRST_TAX_YEAR - 1, LAST_TAX_YEAR + 1):
        with pytest.raises(InvalidInput, match="year"):
            year_estimate(year, earnings_cents=1_00)
