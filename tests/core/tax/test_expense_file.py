"""A CSV file of expenses is read line by line, and says what is wrong in each."""

import csv
import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.tax import Expense, ExpenseCategory, ExpenseDraft, read_expense_file, with_duplicates
from haulage.tax.expense import MAX_EXPENSE_CENTS, MAX_ODOMETER_MILES
from haulage.tax.expense_file import MAX_FILE_CHARACTERS, MAX_FILE_LINES

TODAY = date(2026, 11, 26)
HEAD = "date,category,amount,description,business\n"
WHOLE_HEAD = "date,category,amount,description,business,odometer_miles"


def problem(line: str) -> str:
    (read,) = read_expense_file(HEAD + line, TODAY)
    return read.problem


def test_columns_come_in_any_order_and_business_may_be_left_out() -> None:
    head = "\ufeffdescription,Amount,date,category\n"
    (line,) = read_expense_file(head + '"Van wash, inside","$1,234.50",2026-02-01,Vehicle Payment\n\n', TODAY)
    expense = Expense(ExpenseCategory.VEHICLE_PAYMENT, 1_234_50, date(2026, 2, 1))
    assert (line.number, line.draft, line.problem) == (2, ExpenseDraft(expense, "Van wash, inside"), "")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("2026-02-30,fuel,1.00,x,yes", "date: must be a date"),
        ("2026-11-27,fuel,1.00,x,yes", "date: must not be in the future"),
        ("1999-12-31,fuel,1.00,x,yes", "date: must be in 2000"),
        ("2026-02-01,petrol,1.00,x,yes", "category: must be one of fuel"),
        ("2026-02-01,fuel,1.005,x,yes", "amount: must be dollars"),
        ("2026-02-01,fuel,NaN,x,yes", "amount: must be dollars"),
        ('2026-02-01,fuel,"12,50",x,yes', "amount: must be dollars"),
        ('2026-02-01,fuel,"1,2,3",x,yes', "amount: must be dollars"),
        ("2026-02-01,fuel,1_000,x,yes", "amount: must be dollars"),
        ("2026-02-01,fuel,1e3,x,yes", "amount: must be dollars"),
        ("2026-02-01,fuel,9E999999,x,yes", "amount: must be dollars"),
        ("2026-02-01,fuel,\u0661\u0662,x,yes", "amount: must be dollars"),
        ("20260201,fuel,1.00,x,yes", "date: must be a date"),
        ("2026-W05-7,fuel,1.00,x,yes", "date: must be a date"),
        ("2026-02-01,fuel,-5,x,yes", "amount: must be between $0.01 and $50,000.00"),
        ("2026-02-01,fuel,-$5.00,x,yes", "amount: must be between $0.01 and $50,000.00"),
        ("2026-02-01,fuel,9999999999999,x,yes", "amount: must be dollars"),
        ("2026-02-01,fuel,0,x,yes", "amount: must be between $0.01 and $50,000.00"),
        ("2026-02-01,fuel,50000.01,x,yes", "amount: must be between $0.01 and $50,000.00"),
        ("2026-02-01,fuel,1.00,  ,yes", "description: is required"),
        ("2026-02-01,fuel,1.00," + "x" * 201 + ",yes", "description: must be at most 200"),
        ("2026-02-01,fuel,1.00,x,perhaps", "business: must be yes or no"),
        ("2026-02-01,fuel,1.00,x", "must have 5 cells"),
    ],
)
def test_what_is_wrong_in_a_line_names_its_cell(line: str, named: str) -> None:
    assert problem(line).startswith(named)


@pytest.mark.parametrize(
    ("cell", "cents"),
    [("5", 5_00), (".5", 50), ("$0.05", 5), ("1234.5", 1_234_50), ('"12,345.67"', 12_345_67)],
)
def test_an_amount_is_written_in_dollars_with_or_without_thousands(cell: str, cents: int) -> None:
    (read,) = read_expense_file(f"{HEAD}2026-02-01,fuel,{cell},x,yes\n", TODAY)
    assert read.draft is not None
    assert read.draft.expense.amount_cents == cents


def test_a_bad_line_leaves_the_others_readable() -> None:
    first, second = read_expense_file(HEAD + "x,fuel,1,a,\n2026-02-01,fuel,1,b,no\n", TODAY)
    assert (first.number, first.draft) == (2, None)
    assert second.draft is not None
    assert (second.number, second.draft.expense.is_business) == (3, False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD,
        "date,category,amount\n2026-01-01,fuel,1\n",
        "date,category,amount,description,tip\n2026-01-01,fuel,1,x,1\n",
        "date,date,category,amount,description\n2026-01-01,2026-01-01,fuel,1,x\n",
        HEAD + '2026-01-01,fuel,1,"x,yes\n',
        HEAD + "2026-01-01,fuel,1,x,yes\n" * (MAX_FILE_LINES + 1),
    ],
)
def test_what_is_no_such_file_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_expense_file(text, TODAY)
    assert refused.value.field == "csv"


def test_a_file_may_have_its_whole_length_and_not_a_character_more() -> None:
    line = "2026-02-01,fuel,1,x,yes\n"
    whole = HEAD + line + "\n" * (MAX_FILE_CHARACTERS - len(HEAD + line))
    assert len(read_expense_file(whole, TODAY)) == 1
    with pytest.raises(InvalidInput) as refused:
        read_expense_file(whole + "\n", TODAY)
    assert refused.value.field == "csv"


def test_a_file_may_have_its_most_lines() -> None:
    assert (
        len(read_expense_file(HEAD + "2026-01-01,fuel,1,x,yes\n" * MAX_FILE_LINES, TODAY)) == MAX_FILE_LINES
    )


def test_figures_are_read_up_to_their_longest_form() -> None:
    line = f"2026-02-01,fuel,000000001.25,{'x' * 200},yes,000000000012"
    (read,) = read_expense_file(f"{WHOLE_HEAD}\n{line}\n", TODAY)
    assert read.draft is not None
    assert (read.draft.expense.amount_cents, read.draft.odometer_miles) == (1_25, 12)


def test_a_line_that_is_known_or_stands_further_up_is_a_duplicate() -> None:
    lines = read_expense_file(
        HEAD + "2026-02-01,fuel,1,Shell,\n2026-02-01,fuel,1.00,SHELL,\n2026-02-02,fuel,1,Shell,\n", TODAY
    )
    assert [line.is_duplicate for line in with_duplicates(lines, ())] == [False, True, False]
    known = [line.draft for line in lines[2:] if line.draft]
    assert [line.is_duplicate for line in with_duplicates(lines, known)] == [False, True, True]


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=60)
drafts = st.builds(
    ExpenseDraft,
    st.builds(
        Expense,
        st.sampled_from(ExpenseCategory),
        st.integers(1, MAX_EXPENSE_CENTS),
        st.dates(date(2000, 1, 1), TODAY),
        st.booleans(),
    ),
    words.filter(lambda text: bool(text.split())),
    st.none() | st.integers(0, 2_000_000),
)


@given(st.lists(drafts, min_size=1, max_size=5))
def test_what_is_written_as_csv_is_read_as_it_was(written: list[ExpenseDraft]) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(WHOLE_HEAD.split(","))
    for draft in written:
        spent = draft.expense
        dollars = f"{spent.amount_cents // 100}.{spent.amount_cents % 100:02}"
        word = "yes" if spent.is_business else "no"
        writer.writerow(
            [
                spent.day.isoformat(),
                spent.category.value,
                dollars,
                draft.description,
                word,
                draft.odometer_miles,
            ]
        )
    read = read_expense_file(out.getvalue(), TODAY)
    assert [line.draft for line in read] == [draft.checked(TODAY) for draft in written]


@pytest.mark.parametrize("cell", ["-1", "1.5", "far", "\u0661\u0662", "9" * 100])
def test_an_odometer_shows_a_whole_number(cell: str) -> None:
    (read,) = read_expense_file(f"{WHOLE_HEAD}\n2026-02-01,fuel,1,x,yes,{cell}\n", TODAY)
    assert read.problem.startswith("odometer_miles: must be a whole number")


@pytest.mark.parametrize("miles", [0, MAX_ODOMETER_MILES])
def test_an_odometer_may_show_nothing_yet_and_its_most(miles: int) -> None:
    (read,) = read_expense_file(f"{WHOLE_HEAD}\n2026-02-01,fuel,1,x,yes,{miles}\n", TODAY)
    assert read.draft is not None
    assert read.draft.odometer_miles == miles


def test_an_odometer_shows_no_more_than_its_most() -> None:
    (read,) = read_expense_file(f"{WHOLE_HEAD}\n2026-02-01,fuel,1,x,yes,{MAX_ODOMETER_MILES + 1}\n", TODAY)
    assert read.problem.startswith("odometer_miles: must be between 0")
