"""Expenses are a driver's own: written down, changed with a trace, imported once, and counted in the year."""

from datetime import date, timedelta
from typing import Any

import attrs
import pytest

import haulage.use_cases.tax.expenses as expenses_module
from haulage.driver_documents import DocumentRefused
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from haulage.ports.files.inspection import InspectedUpload
from haulage.ports.storage.paging import PageRequest
from haulage.tax import Expense, ExpenseCategory, ExpenseDraft, TooManyExpenses, receipt_file
from haulage.use_cases.tax.expense_receipts import RemoveExpenseReceipt
from pictures import a_jpeg
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

PAGE = PageRequest()


def a_draft(day: date, cents: int = 45_00, category: ExpenseCategory = ExpenseCategory.PHONE) -> ExpenseDraft:
    return ExpenseDraft(Expense(category, cents, day), "Plan")


@pytest.fixture
def driver_id(dee: Actor) -> str:
    return dee.driver_id or ""


@pytest.fixture
def today(scenario: Scenario) -> date:
    return scenario.clock.now().date()


async def test_expenses_come_off_the_income_of_their_year(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    taxes = scenario.market.tax
    await taxes.expenses.add(dee, driver_id, a_draft(today))
    await taxes.expenses.add(dee, driver_id, a_draft(today, 60_00, ExpenseCategory.FUEL))
    await taxes.expenses.add(dee, driver_id, a_draft(today.replace(year=today.year - 1), 99_00))
    year = await taxes.year(dee, driver_id, today.year)
    assert (year.estimate.expenses_cents, year.estimate.net_income_cents) == (45_00, -45_00)
    assert sum(quarter.expenses_cents for quarter in year.estimate.quarters) == 45_00
    listed = await taxes.expenses.list(dee, driver_id, PAGE)
    assert (listed.year, listed.spent_cents, listed.deductible_cents) == (today.year, 105_00, 45_00)
    before = await taxes.expenses.list(dee, driver_id, PAGE, today.year - 1)
    assert [each.expense.amount_cents for each in before.page.items] == [99_00]


async def test_a_change_keeps_how_it_was_and_a_removal_that_it_was(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    expenses = scenario.market.tax.expenses
    added = await expenses.add(dee, driver_id, a_draft(today))
    assert await expenses.change(dee, driver_id, added.id, added.draft) == added
    assert await expenses.changes(dee, driver_id, added.id) == []
    scenario.clock.turn(minutes=1)
    changed = await expenses.change(dee, driver_id, added.id, a_draft(today, 46_00))
    assert (changed.expense.amount_cents, changed.updated_at > added.updated_at) == (46_00, True)
    scenario.clock.turn(minutes=1)
    await expenses.remove(dee, driver_id, added.id)
    assert (await expenses.list(dee, driver_id, PAGE)).page.items == []
    removal, change = await expenses.changes(dee, driver_id, added.id)
    assert (removal.is_removal, removal.before["amount_cents"]) == (True, 46_00)
    assert (change.is_removal, change.before) == (False, added.facts())
    with pytest.raises(NotFound):
        await expenses.remove(dee, driver_id, added.id)
    with pytest.raises(NotFound):
        await expenses.changes(dee, driver_id, "exp_none")


async def test_nobody_else_has_a_way_to_them(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, today: date
) -> None:
    expenses = scenario.market.tax.expenses
    added = await expenses.add(dee, driver_id, a_draft(today))
    eve = await scenario.driver("eve")
    for stranger, refusal in ((eve, NotFound), (ada, Forbidden), (ADMIN, Forbidden), (OPERATOR, Forbidden)):
        with pytest.raises(refusal):
            await expenses.list(stranger, driver_id, PAGE)
        with pytest.raises(refusal):
            await scenario.market.tax.import_expenses(stranger, driver_id, "x")
        with pytest.raises(refusal):
            await scenario.market.tax.receipts.replace(stranger, driver_id, added.id, a_jpeg())
    with pytest.raises(NotFound):
        await expenses.change(eve, eve.driver_id or "", added.id, added.draft)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"description": " "}, "description"),
        ({"odometer_miles": -1}, "odometer_miles"),
        ({"expense": Expense(ExpenseCategory.PHONE, 50_000_01, date(2026, 1, 1))}, "amount_cents"),
    ],
)
async def test_what_is_wrong_names_its_field(
    scenario: Scenario, dee: Actor, driver_id: str, today: date, change: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await scenario.market.tax.expenses.add(
            dee, driver_id, ExpenseDraft(**attrs.asdict(a_draft(today), recurse=False) | change)
        )
    assert refused.value.field == field


async def test_today_is_the_drivers_own(scenario: Scenario, dee: Actor, driver_id: str, today: date) -> None:
    expenses = scenario.market.tax.expenses
    with pytest.raises(InvalidInput):
        await expenses.add(dee, driver_id, a_draft(today + timedelta(days=2)))
    assert abs((await expenses.today(dee, driver_id) - today).days) <= 1


async def test_a_year_holds_so_many(
    scenario: Scenario, dee: Actor, driver_id: str, today: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expenses_module, "MAX_EXPENSES_PER_YEAR", 2)
    expenses = scenario.market.tax.expenses
    last_year = today.replace(year=today.year - 1)
    for _ in range(2):
        await expenses.add(dee, driver_id, a_draft(today))
    other = await expenses.add(dee, driver_id, a_draft(last_year))
    with pytest.raises(TooManyExpenses):
        await expenses.add(dee, driver_id, a_draft(today))
    with pytest.raises(TooManyExpenses):
        await expenses.change(dee, driver_id, other.id, a_draft(today))
    await expenses.change(dee, driver_id, other.id, a_draft(last_year, 1_00))


async def test_a_file_is_looked_at_first_and_added_once(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    read, expenses = scenario.market.tax.import_expenses, scenario.market.tax.expenses
    await expenses.add(dee, driver_id, a_draft(today))
    text = f"date,category,amount,description\n{today},phone,45,plan\n{today},supplies,12.50,Straps\n"
    preview = await read.preview(dee, driver_id, text)
    assert (preview.new, preview.duplicates, preview.refused, preview.added) == (1, 1, 0, 0)
    assert len((await expenses.list(dee, driver_id, PAGE)).page.items) == 1
    assert (await read(dee, driver_id, text)).added == 1
    assert (await read(dee, driver_id, text)).added == 0
    assert (await read(dee, driver_id, text, with_duplicates=True)).added == 2
    assert (await expenses.list(dee, driver_id, PAGE)).spent_cents == 2 * (45_00 + 12_50)


async def test_a_file_with_a_bad_line_adds_nothing(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    text = f"date,category,amount,description\n{today},phone,45,plan\n{today},phone,x,plan\n"
    assert (await scenario.market.tax.import_expenses.preview(dee, driver_id, text)).refused == 1
    with pytest.raises(InvalidInput) as refused:
        await scenario.market.tax.import_expenses(dee, driver_id, text)
    assert (
        refused.value.message == "csv[3]: amount: must be dollars with at most two decimals, such as 1,234.50"
    )
    assert (await scenario.market.tax.expenses.list(dee, driver_id, PAGE)).page.items == []


async def test_a_receipt_is_shown_replaced_and_gone_with_its_expense(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    receipts, expenses = scenario.market.tax.receipts, scenario.market.tax.expenses
    added = await expenses.add(dee, driver_id, a_draft(today))
    with pytest.raises(NotFound):
        await receipts.open(dee, driver_id, added.id)
    first = await receipts.replace(dee, driver_id, added.id, a_jpeg(noise=1))
    assert (await receipts.open(dee, driver_id, added.id)).content.startswith(b"\xff\xd8")
    second = await receipts.replace(dee, driver_id, added.id, a_jpeg(noise=2))
    await expenses.remove(dee, driver_id, added.id)
    await scenario.later(minutes=1)
    for each in (first, second):
        assert each.receipt_id is not None
        assert await receipts.files.get(receipt_file(each.receipt_id)) is None


class PassesAnything:
    """An inspector that opens nothing."""

    async def inspect(self, sent: bytes) -> InspectedUpload:
        return InspectedUpload("application/pdf", sent)


async def test_a_receipt_may_be_a_pdf(scenario: Scenario, dee: Actor, driver_id: str, today: date) -> None:
    receipts = attrs.evolve(scenario.market.tax.receipts, inspector=PassesAnything())
    added = await scenario.market.tax.expenses.add(dee, driver_id, a_draft(today))
    sent = await receipts.replace(dee, driver_id, added.id, b"%PDF-1.7 a bill")
    shown = await receipts.open(dee, driver_id, added.id)
    assert (shown.name, shown.media_type) == ("receipt.pdf", "application/pdf")
    assert shown.content == b"%PDF-1.7 a bill"
    assert receipt_file(sent.receipt_id or "").endswith(".pdf")
    with pytest.raises(DocumentRefused):
        await scenario.market.tax.receipts.replace(dee, driver_id, added.id, b"%PDF-1.7 and no more")


async def test_a_removed_photo_leaves_the_expense(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    receipts = scenario.market.tax.receipts
    added = await scenario.market.tax.expenses.add(dee, driver_id, a_draft(today))
    with_photo = await receipts.replace(dee, driver_id, added.id, a_jpeg())
    without = await receipts.remove(dee, driver_id, added.id)
    assert without.receipt_id is None
    assert await receipts.remove(dee, driver_id, added.id) == without
    await RemoveExpenseReceipt(receipts.files)(with_photo.receipt_id or "")
    with pytest.raises(NotFound):
        await receipts.open(dee, driver_id, added.id)
    with pytest.raises(Conflict):
        await scenario.storage.write(lambda unit: unit.driver_taxes.save_expense(with_photo, added))


async def test_an_erased_driver_leaves_amounts_without_words_and_photos(
    scenario: Scenario, dee: Actor, driver_id: str, today: date
) -> None:
    taxes, stored = scenario.market.tax, scenario.storage
    added = await taxes.expenses.add(dee, driver_id, a_draft(today))
    await taxes.expenses.change(dee, driver_id, added.id, a_draft(today, 46_00))
    with_photo = await taxes.receipts.replace(dee, driver_id, added.id, a_jpeg())
    await scenario.market.personal_data.erase.of("acc_dee@example.com")
    await scenario.later(minutes=1)
    left = await stored.read(lambda unit: unit.driver_taxes.expense(driver_id, added.id))
    assert left is not None
    assert (left.expense, left.draft.description, left.receipt_id) == (
        a_draft(today, 46_00).expense,
        "Erased",
        None,
    )
    assert await stored.read(lambda unit: unit.driver_taxes.changes_of(driver_id, added.id)) == []
    assert await taxes.receipts.files.get(receipt_file(with_photo.receipt_id or "")) is None
