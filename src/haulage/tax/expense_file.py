"""A CSV file of expenses: read line by line, with what is wrong in each, and compared with what is known."""

import csv
import io
import re
from collections.abc import Collection, Iterator
from datetime import date
from decimal import Decimal

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import amount
from haulage.tax.expense import MAX_EXPENSE_CENTS, Expense, ExpenseCategory, ExpenseDraft

COLUMNS = ("date", "category", "amount", "description", "business", "odometer_miles")
REQUIRED = COLUMNS[:4]
MAX_FILE_LINES = 1_000
"""Ours: a year of three a day; more are read in a second file."""
MAX_FILE_CHARACTERS = 400_000
"""Ours: so many lines of the longest kind."""

YES, NO = frozenset({"", "yes", "true", "1", "y"}), frozenset({"no", "false", "0", "n"})
MAX_DIGITS = 12
"""Of an amount as it is written."""
_DOLLARS = re.compile(r"\$?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]{1,2})?|\$?\.[0-9]{1,2}")
"""A comma parts thousands alone: elsewhere it would be a decimal one, and 12,50 a hundredfold. There is no
exponent: what it stands for has as many digits as it says."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""The one spelling that is documented: ISO 8601 has others, such as by week, which are taken for a slip."""


@attrs.frozen
class ExpenseLine:
    """One line of the file, by its number as an editor shows it: a draft, or what is wrong with it.
    ``is_duplicate`` where an equal one is known already or stands further up."""

    number: int
    draft: ExpenseDraft | None
    problem: str = ""
    is_duplicate: bool = False


def read_expense_file(text: str, today: date) -> tuple[ExpenseLine, ...]:
    """Columns ``date`` (YYYY-MM-DD), ``category``, ``amount`` (dollars), ``description`` and, if they are
    there, ``business`` (yes or no; yes where it is empty) and ``odometer_miles``, in any order.

    Raises ``InvalidInput`` where it is no such file.
    """
    if len(text) > MAX_FILE_CHARACTERS:
        raise InvalidInput("csv", f"must be at most {MAX_FILE_CHARACTERS:,} characters")
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        names = [name.strip().casefold() for name in next(reader, [])]
        _check_names(names)
        lines = tuple(_lines(reader, names, today))
    except csv.Error as error:
        raise InvalidInput("csv", f"is no CSV file: {error}") from None
    if not lines:
        raise InvalidInput("csv", "has no lines below its first")
    return lines


def with_duplicates(lines: Collection[ExpenseLine], known: Collection[ExpenseDraft]) -> list[ExpenseLine]:
    """The lines, with those marked that are probably there already."""
    drafts = [line.draft for line in lines if line.draft is not None]
    alike = {(draft.expense.day, draft.expense.amount_cents) for draft in drafts}
    # To fold descriptions takes the longest of all: those of a day or an amount of its own need none.
    seen = {draft.likeness for draft in known if (draft.expense.day, draft.expense.amount_cents) in alike}
    marked = []
    for line in lines:
        likeness = None if line.draft is None else line.draft.likeness
        marked.append(attrs.evolve(line, is_duplicate=likeness in seen) if likeness else line)
        if likeness:
            seen.add(likeness)
    return marked


def _check_names(names: list[str]) -> None:
    missing = [name for name in REQUIRED if name not in names]
    unknown = [name for name in names if name not in COLUMNS]
    if missing:
        raise InvalidInput("csv", f"must name the columns {', '.join(REQUIRED)}: {missing[0]} is missing")
    if unknown:
        raise InvalidInput("csv", f"has a column that is not known: {unknown[0][:40]}")
    if len(set(names)) != len(names):
        raise InvalidInput("csv", "names a column twice")


def _lines(reader: "Iterator[list[str]]", names: list[str], today: date) -> Iterator[ExpenseLine]:
    count = 0
    for row in reader:
        if not any(cell.strip() for cell in row):
            continue
        count += 1
        if count > MAX_FILE_LINES:
            raise InvalidInput("csv", f"must have at most {MAX_FILE_LINES:,} lines")
        number = reader.line_num  # type: ignore[attr-defined]  # typeshed has no public name for a reader
        try:
            yield ExpenseLine(number, _draft(dict(zip(names, row, strict=True)), today))
        except InvalidInput as refused:
            yield ExpenseLine(number, None, refused.message)
        except ValueError:
            yield ExpenseLine(number, None, f"must have {len(names)} cells")


def _draft(cells: dict[str, str], today: date) -> ExpenseDraft:
    expense = Expense(
        _category(cells["category"]), _cents(cells["amount"]), _day(cells["date"]), _business(cells)
    )
    return ExpenseDraft(expense, cells["description"], _odometer(cells)).checked(today)


def _category(cell: str) -> ExpenseCategory:
    try:
        return ExpenseCategory(cell.strip().casefold().replace(" ", "_"))
    except ValueError:
        raise InvalidInput("category", f"must be one of {', '.join(ExpenseCategory)}") from None


def _cents(cell: str) -> int:
    written = cell.strip()
    if len(written) > MAX_DIGITS or not _DOLLARS.fullmatch(written.removeprefix("-")):
        raise InvalidInput("amount", "must be dollars with at most two decimals, such as 1,234.50")
    cents = int(Decimal(written.replace("$", "").replace(",", "")) * 100)
    return amount(cents, field="amount", at_least=1, at_most=MAX_EXPENSE_CENTS)


def _day(cell: str) -> date:
    written = cell.strip()
    try:
        if not _DATE.fullmatch(written):
            raise ValueError(written)
        return date.fromisoformat(written)
    except ValueError:
        raise InvalidInput("date", "must be a date such as 2026-02-01") from None


def _business(cells: dict[str, str]) -> bool:
    word = cells.get("business", "").strip().casefold()
    if word not in YES | NO:
        raise InvalidInput("business", "must be yes or no")
    return word in YES


def _odometer(cells: dict[str, str]) -> int | None:
    cell = cells.get("odometer_miles", "").strip()
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and len(cell) <= MAX_DIGITS):
        raise InvalidInput("odometer_miles", "must be a whole number")
    return int(cell)
