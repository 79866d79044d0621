"""``haulage tax expenses``: what a driver spent, listed, added, and read from a CSV file."""

from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import amount, dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.tax import MAX_EXPENSE_CENTS, Expense, ExpenseCategory, ExpenseDraft
from haulage_cli.options import (
    PHOTO,
    WORDS,
    ExactNumber,
    OneOf,
    acting,
    examples,
    read_photo,
    with_json,
    with_page,
    with_settings,
)
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.tax import RecordedExpense
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.tax.expenses import ExpenseYear
    from haulage.use_cases.tax.import_expenses import ExpenseImport
    from haulage_adapters.settings import Settings

MAX_FILE_OCTETS = 2_000_000
"""More than the rule takes, which counts characters."""


@click.group()
def expenses() -> None:
    """What a driver spent for work."""


@expenses.command(
    "list",
    epilog=examples("haulage tax expenses list --year 2026 --as driver@haulage.example --json"),
)
@acting
@click.option("--year", type=int, help="The present one unless it is given.")
@with_page
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES, reads=True)
def list_expenses(
    settings: "Settings", email: str, year: int | None, limit: int, cursor: str | None, as_json: bool
) -> None:
    """One's own expenses of a year, the latest day first, with the sums of the year."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "ExpenseYear":
        actor = await actor_of(marketplace, email)
        page = PageRequest(limit, cursor)
        return await marketplace.tax.expenses.list(actor, actor.driver_id or "", page, year)

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.expenses import ExpenseYearOut

        write_json(ExpenseYearOut.of(found))
        return
    if not found.page.items:
        write_note(f"No expenses recorded for {found.year}")
        return
    write_facts(
        [
            ("Year", found.year),
            ("Spent", dollars(found.spent_cents)),
            ("Deductible beside the miles", dollars(found.deductible_cents)),
        ]
    )
    write_table(
        ("date", "category", "amount", "description", "business", "deductible", "id"),
        [_row(each) for each in found.page.items],
    )
    if found.page.next:
        write_note(f"There are more: --cursor {found.page.next}")


def _row(recorded: "RecordedExpense") -> tuple[object, ...]:
    spent = recorded.expense
    return (
        spent.day,
        spent.category,
        dollars(spent.amount_cents),
        recorded.draft.description,
        "yes" if spent.is_business else "no",
        "yes" if spent.is_deductible else "no",
        recorded.id,
    )


@expenses.command(
    epilog=examples(
        "haulage tax expenses add phone 45.00 'November plan' --as driver@haulage.example",
        "haulage tax expenses add fuel 61.20 'Full tank' --date 2026-11-02 --odometer 48210 \\",
        "    --receipt receipt.jpg --as driver@haulage.example",
    )
)
@click.argument("category", type=OneOf(ExpenseCategory))
@click.argument("dollars_spent", metavar="DOLLARS", type=ExactNumber("amount"))
@click.argument("description", type=WORDS)
@click.option("--date", "day", type=click.DateTime(["%Y-%m-%d"]), help="Today unless it is given.")
@click.option("--private", is_flag=True, help="It was not for work.")
@click.option("--odometer", type=int, help="What the vehicle's counter showed, in miles.")
@click.option("--receipt", type=PHOTO, help="The receipt: JPEG, PNG, WebP or PDF.")
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES)
def add(
    settings: "Settings",
    category: ExpenseCategory,
    dollars_spent: Decimal,
    description: str,
    day: datetime | None,
    private: bool,
    odometer: int | None,
    receipt: Path | None,
    email: str,
    as_json: bool,
) -> None:
    """Write down an expense."""
    from haulage_cli.runtime import actor_of, on_marketplace

    cents, photo = _cents(dollars_spent), None if receipt is None else read_photo(receipt)

    async def work(marketplace: "Marketplace") -> "RecordedExpense":
        actor = await actor_of(marketplace, email)
        driver_id, taxes = actor.driver_id or "", marketplace.tax
        spent_on = await taxes.expenses.today(actor, driver_id) if day is None else day.date()
        draft = ExpenseDraft(Expense(category, cents, spent_on, not private), description, odometer)
        added = await taxes.expenses.add(actor, driver_id, draft)
        return added if photo is None else await taxes.receipts.replace(actor, driver_id, added.id, photo)

    added = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.expenses import ExpenseOut

        write_json(ExpenseOut.of(added))
        return
    write_facts([("Added", added.id), ("Amount", dollars(added.expense.amount_cents))])


def _cents(written: Decimal) -> int:
    cents = written * 100
    if cents != cents.to_integral_value():
        raise InvalidInput("amount", "must be dollars with at most two decimals")
    return amount(int(cents), field="amount", at_least=1, at_most=MAX_EXPENSE_CENTS)


@expenses.command(
    "import",
    epilog=examples(
        "haulage tax expenses import year.csv --preview --as driver@haulage.example",
        "haulage tax expenses import year.csv --as driver@haulage.example --json",
    ),
)
@click.argument("file", type=click.File("rb"))
@click.option("--preview", is_flag=True, help="Only show what would be added.")
@click.option("--with-duplicates", is_flag=True, help="Add what is there already once more.")
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_TAXES)
def import_file(
    settings: "Settings", file: BinaryIO, preview: bool, with_duplicates: bool, email: str, as_json: bool
) -> None:
    """Add the expenses of a CSV file: all of it or nothing.

    Its columns are date (YYYY-MM-DD), category, amount (dollars), description and, if they are there,
    business (yes or no) and odometer_miles.
    """
    from haulage_cli.runtime import actor_of, on_marketplace

    text = _text(file)

    async def work(marketplace: "Marketplace") -> "ExpenseImport":
        actor = await actor_of(marketplace, email)
        driver_id, read = actor.driver_id or "", marketplace.tax.import_expenses
        if preview:
            return await read.preview(actor, driver_id, text)
        return await read(actor, driver_id, text, with_duplicates=with_duplicates)

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.expenses import ExpenseImportOut

        write_json(ExpenseImportOut.of(found))
        return
    write_facts(
        [
            ("Added", None if preview else found.added),
            ("New", found.new if preview else None),
            ("Duplicates", found.duplicates or None),
            ("Refused", found.refused or None),
        ]
    )
    write_table(
        ("line", "problem"), [(line.number, line.problem) for line in found.lines if line.draft is None]
    )


def _text(file: BinaryIO) -> str:
    raw = file.read(MAX_FILE_OCTETS + 1)
    if len(raw) > MAX_FILE_OCTETS:
        raise InvalidInput("csv", f"must be at most {MAX_FILE_OCTETS:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("csv", "must be UTF-8 text") from None
