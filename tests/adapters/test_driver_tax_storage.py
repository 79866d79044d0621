"""Drivers' own tax records on SQLite and PostgreSQL."""

from datetime import date, timedelta
from decimal import Decimal

import attrs
import pytest

from builders import NOON
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.ports.storage.paging import Page, PageRequest
from haulage.tax import (
    Expense,
    ExpenseCategory,
    ExpenseDraft,
    MileageDraft,
    MileageEntry,
    RecordedExpense,
    TaxDocument,
    TaxDocumentType,
    TaxRecord,
    TaxRecordChange,
    spent_by_category,
    tax_figures,
    year_estimate,
)
from haulage_adapters.sql.storage import SqlStorage

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("scene")]


def an_expense(id: str, day: date, driver_id: str = "drv_1", **others: object) -> RecordedExpense:
    draft = ExpenseDraft(Expense(ExpenseCategory.PHONE, 45_00, day), "Plan", 48_210)
    return attrs.evolve(RecordedExpense(id, driver_id, draft, NOON, NOON), **others)


YEAR = [
    an_expense("exp_1", date(2026, 1, 1)),
    an_expense("exp_2", date(2026, 12, 31), receipt_id="rct_1"),
    an_expense("exp_3", date(2026, 5, 1)),
    an_expense("exp_4", date(2026, 5, 1)),
]
OTHERS = [
    an_expense("exp_5", date(2025, 12, 31)),
    an_expense("exp_6", date(2027, 1, 1)),
    an_expense("exp_7", date(2026, 5, 1), "drv_2", receipt_id="rct_2"),
]


async def listed_of(storage: SqlStorage, request: PageRequest) -> Page[RecordedExpense]:
    return await storage.read(lambda unit: unit.driver_taxes.list_expenses("drv_1", 2026, request))


async def test_a_years_expenses_are_found_and_paged_latest_first(storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.driver_taxes.add_expenses([*YEAR, *OTHERS]))
    first, last, third, fourth = YEAR
    found = await storage.read(lambda unit: unit.driver_taxes.expenses_of("drv_1", 2026))
    assert found == [first, third, fourth, last]
    assert await storage.write(lambda unit: unit.driver_taxes.count_expenses("drv_1", 2026)) == 4
    listed, cursor = [], None
    for _ in range(2):
        page = await listed_of(storage, PageRequest(2, cursor))
        listed += page.items
        cursor = page.next
    assert (listed, cursor) == ([last, fourth, third, first], None)
    assert await storage.read(lambda unit: unit.driver_taxes.receipts_of("drv_1")) == ["rct_1"]
    for request in (PageRequest(0), PageRequest(101), PageRequest(2, "x")):
        with pytest.raises(InvalidInput):
            await storage.read(
                lambda unit, asked=request: unit.driver_taxes.list_expenses("drv_1", 2026, asked)
            )


async def test_an_expense_is_found_by_its_driver_alone(storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.driver_taxes.add_expenses(YEAR[:1]))
    assert await storage.read(lambda unit: unit.driver_taxes.expense("drv_1", "exp_1")) == YEAR[0]
    assert await storage.read(lambda unit: unit.driver_taxes.expense("drv_2", "exp_1")) is None


async def test_of_two_changes_at_once_one_is_refused(storage: SqlStorage) -> None:
    before = YEAR[0]
    await storage.write(lambda unit: unit.driver_taxes.add_expenses([before]))
    after = attrs.evolve(before, draft=attrs.evolve(before.draft, description="Plan and device"))
    saved = await storage.write(lambda unit: unit.driver_taxes.save_expense(before, after))
    assert saved == attrs.evolve(after, version=2)
    assert await storage.read(lambda unit: unit.driver_taxes.expense("drv_1", "exp_1")) == saved
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.driver_taxes.save_expense(before, after))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.driver_taxes.remove_expense(before))
    await storage.write(lambda unit: unit.driver_taxes.remove_expense(saved))
    assert await storage.read(lambda unit: unit.driver_taxes.expense("drv_1", "exp_1")) is None


async def test_mileage_entries_are_found_paged_and_changed_once(storage: SqlStorage) -> None:
    def an_entry(id: str, day: date, driver_id: str = "drv_1") -> MileageEntry:
        draft = MileageDraft(day, Decimal("10.05"), from_place="Home", to_place="Garage", note="Tires")
        draft = attrs.evolve(draft, vehicle="Van", fuel_cents=12_50)
        return MileageEntry(id, driver_id, draft, NOON, NOON)

    first, last = an_entry("mil_1", date(2026, 1, 1)), an_entry("mil_2", date(2026, 12, 31))
    others = an_entry("mil_3", date(2027, 1, 1)), an_entry("mil_4", date(2026, 5, 1), "drv_2")
    for made in (first, last, *others):
        await storage.write(lambda unit, made=made: unit.driver_taxes.add_mileage_entry(made))
    assert await storage.read(lambda unit: unit.driver_taxes.mileage_entries_of("drv_1", 2026)) == [
        first,
        last,
    ]
    assert await storage.write(lambda unit: unit.driver_taxes.count_mileage_entries("drv_1", 2026)) == 2
    listed, cursor = [], None
    for _ in range(2):
        request = PageRequest(1, cursor)
        page = await storage.read(
            lambda unit, asked=request: unit.driver_taxes.list_mileage_entries("drv_1", 2026, asked)
        )
        listed += page.items
        cursor = page.next
    assert (listed, cursor) == ([last, first], None)
    assert await storage.read(lambda unit: unit.driver_taxes.mileage_entry("drv_2", "mil_1")) is None
    after = attrs.evolve(first, draft=attrs.evolve(first.draft, note="Wheels"))
    saved = await storage.write(lambda unit: unit.driver_taxes.save_mileage_entry(first, after))
    assert await storage.read(lambda unit: unit.driver_taxes.mileage_entry("drv_1", "mil_1")) == saved
    assert saved == attrs.evolve(after, version=2)
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.driver_taxes.save_mileage_entry(first, after))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.driver_taxes.remove_mileage_entry(first))
    await storage.write(lambda unit: unit.driver_taxes.remove_mileage_entry(saved))
    assert await storage.read(lambda unit: unit.driver_taxes.mileage_entry("drv_1", "mil_1")) is None


async def test_changes_are_kept_latest_first(storage: SqlStorage) -> None:
    traces = [
        TaxRecordChange(
            f"txc_{hour}",
            "drv_1",
            TaxRecord.EXPENSE,
            "exp_1",
            NOON + timedelta(hours=hour),
            hour == 1,
            YEAR[0].facts(),
        )
        for hour in range(2)
    ]
    for trace in traces:
        await storage.write(lambda unit, trace=trace: unit.driver_taxes.add_change(trace))
    assert await storage.read(lambda unit: unit.driver_taxes.changes_of("drv_1", "exp_1")) == traces[::-1]
    assert await storage.read(lambda unit: unit.driver_taxes.changes_of("drv_2", "exp_1")) == []


async def test_documents_come_back_as_they_were_frozen_latest_first(storage: SqlStorage) -> None:
    spent = [each.expense for each in YEAR]
    estimate = year_estimate(2026, earnings_cents=1_500_33, tips_cents=-10, expenses=spent)
    figures = tax_figures(estimate, Decimal("12.50"), spent_by_category(spent))
    form = TaxDocumentType.FORM_1099_NEC
    first = TaxDocument("txd_1", "drv_1", "Dee", 2026, form, figures, NOON, True, False)
    second = attrs.evolve(first, id="txd_2", generated_at=NOON + timedelta(hours=1), corrects="txd_1")
    other = attrs.evolve(first, id="txd_3", document_type=TaxDocumentType.YEAR_SUMMARY)
    for made in (first, second, other):
        await storage.write(lambda unit, made=made: unit.driver_taxes.add_document(made))
    assert await storage.read(lambda unit: unit.driver_taxes.document("drv_1", "txd_1")) == first
    assert await storage.read(lambda unit: unit.driver_taxes.document("drv_2", "txd_1")) is None
    latest = await storage.write(lambda unit: unit.driver_taxes.latest_document("drv_1", 2026, form))
    assert latest == second
    assert await storage.write(lambda unit: unit.driver_taxes.latest_document("drv_1", 2025, form)) is None
    page = await storage.read(lambda unit: unit.driver_taxes.list_documents("drv_1", 2026, PageRequest(2)))
    assert page.items == [second, other]
    rest = await storage.read(
        lambda unit: unit.driver_taxes.list_documents("drv_1", 2026, PageRequest(2, page.next))
    )
    assert (rest.items, rest.next) == ([first], None)
