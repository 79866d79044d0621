"""Drivers' own tax records in the database."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import RowMapping, Select, delete, func, insert, select

from haulage.ports.storage.driver_taxes import DriverTaxStore
from haulage.ports.storage.paging import Page, PageRequest
from haulage.tax import (
    Expense,
    ExpenseDraft,
    MileageDraft,
    MileageEntry,
    RecordedExpense,
    TaxDocument,
    TaxDocumentType,
    TaxFigures,
    TaxRecordChange,
)
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.day_paging import page_by_day, page_of_days
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    drivers,
    tax_documents,
    tax_expenses,
    tax_mileage_entries,
    tax_record_changes,
)

WHAT = "expense"
MOST_CHANGES = 100
_FLAT = flat_names(RecordedExpense, without={"draft"})
_MILEAGE_FLAT = flat_names(MileageEntry, without={"draft"})
_DOCUMENT = flat_names(TaxDocument, without={"figures"})
_CHANGE = flat_names(TaxRecordChange, without=set())
_ROW = tax_expenses.c
_DRIVEN = tax_mileage_entries.c
MILEAGE = "mileage entry"


class SqlDriverTaxStore(DriverTaxStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def count_expenses(self, driver_id: str, year: int) -> int:
        """How many the year has. The driver's row is locked: of two that are added at once, one waits."""
        await self._session.row(select(drivers.c.id).where(drivers.c.id == driver_id).with_for_update())
        year_of_driver = _of_year(driver_id, year).subquery()
        return await self._session.scalar(select(func.count()).select_from(year_of_driver)) or 0

    async def expenses_of(self, driver_id: str, year: int) -> Sequence[RecordedExpense]:
        """All of a calendar year's, which ``MAX_EXPENSES_PER_YEAR`` bounds."""
        rows = await self._session.rows(_of_year(driver_id, year).order_by(_ROW.spent_on, _ROW.id))
        return [_expense(row) for row in rows]

    async def list_expenses(self, driver_id: str, year: int, request: PageRequest) -> Page[RecordedExpense]:
        """The same in pages, the latest day first."""
        wanted = page_of_days(_of_year(driver_id, year), _ROW.spent_on, _ROW.id, request)
        return page_by_day(await self._session.rows(wanted), "spent_on", request, _expense)

    async def expense(self, driver_id: str, expense_id: str) -> RecordedExpense | None:
        wanted = select(tax_expenses).where(_ROW.driver_id == driver_id, _ROW.id == expense_id)
        row = await self._session.row(wanted)
        return None if row is None else _expense(row)

    async def receipts_of(self, driver_id: str) -> Sequence[str]:
        """The ids of all photos of the driver's receipts."""
        wanted = select(_ROW.receipt_id).where(_ROW.driver_id == driver_id, _ROW.receipt_id.is_not(None))
        return [row["receipt_id"] for row in await self._session.rows(wanted)]

    async def add_expenses(self, expenses: Sequence[RecordedExpense]) -> None:
        if expenses:
            await self._session.run(insert(tax_expenses), [_row(each) for each in expenses], what=WHAT)

    async def save_expense(self, before: RecordedExpense, after: RecordedExpense) -> RecordedExpense:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        return await save_unchanged(self._session, tax_expenses, before, after, _row, what=WHAT)

    async def remove_expense(self, expense: RecordedExpense) -> None:
        """``Conflict`` when somebody else changed it or removed it."""
        unchanged = (_ROW.id == expense.id) & (_ROW.version == expense.version)
        gone = await self._session.changed(delete(tax_expenses).where(unchanged), what=WHAT)
        require_one(gone, WHAT)

    async def count_mileage_entries(self, driver_id: str, year: int) -> int:
        """How many the year has. The driver's row is locked: of two that are added at once, one waits."""
        await self._session.row(select(drivers.c.id).where(drivers.c.id == driver_id).with_for_update())
        year_of_driver = _driven_in(driver_id, year).subquery()
        return await self._session.scalar(select(func.count()).select_from(year_of_driver)) or 0

    async def mileage_entries_of(self, driver_id: str, year: int) -> Sequence[MileageEntry]:
        """All of a calendar year's, which ``MAX_MILEAGE_ENTRIES_PER_YEAR`` bounds, the earliest day first."""
        wanted = _driven_in(driver_id, year).order_by(_DRIVEN.driven_on, _DRIVEN.id)
        return [_mileage(row) for row in await self._session.rows(wanted)]

    async def list_mileage_entries(
        self, driver_id: str, year: int, request: PageRequest
    ) -> Page[MileageEntry]:
        """The same in pages, the latest day first."""
        wanted = page_of_days(_driven_in(driver_id, year), _DRIVEN.driven_on, _DRIVEN.id, request)
        return page_by_day(await self._session.rows(wanted), "driven_on", request, _mileage)

    async def mileage_entry(self, driver_id: str, entry_id: str) -> MileageEntry | None:
        wanted = select(tax_mileage_entries).where(_DRIVEN.driver_id == driver_id, _DRIVEN.id == entry_id)
        row = await self._session.row(wanted)
        return None if row is None else _mileage(row)

    async def add_mileage_entry(self, entry: MileageEntry) -> None:
        await self._session.run(insert(tax_mileage_entries), _mileage_row(entry), what=MILEAGE)

    async def save_mileage_entry(self, before: MileageEntry, after: MileageEntry) -> MileageEntry:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        table = tax_mileage_entries
        return await save_unchanged(self._session, table, before, after, _mileage_row, what=MILEAGE)

    async def remove_mileage_entry(self, entry: MileageEntry) -> None:
        """``Conflict`` when somebody else changed it or removed it."""
        unchanged = (_DRIVEN.id == entry.id) & (_DRIVEN.version == entry.version)
        gone = await self._session.changed(delete(tax_mileage_entries).where(unchanged), what=MILEAGE)
        require_one(gone, MILEAGE)

    async def add_document(self, document: TaxDocument) -> None:
        row = attributes_of(document, _DOCUMENT) | {"figures": to_json(document.figures)}
        await self._session.run(insert(tax_documents), row, what="tax document")

    async def document(self, driver_id: str, document_id: str) -> TaxDocument | None:
        table = tax_documents.c
        wanted = select(tax_documents).where(table.driver_id == driver_id, table.id == document_id)
        row = await self._session.row(wanted)
        return None if row is None else _document(row)

    async def latest_document(
        self, driver_id: str, year: int, document_type: TaxDocumentType
    ) -> TaxDocument | None:
        """Of its kind. The driver's row is locked: of two that are made at once, one waits."""
        await self._session.row(select(drivers.c.id).where(drivers.c.id == driver_id).with_for_update())
        table = tax_documents.c
        wanted = _documents(driver_id, year).where(table.document_type == document_type)
        latest = wanted.order_by(table.generated_at.desc(), table.id.desc()).limit(1)
        row = await self._session.row(latest)
        return None if row is None else _document(row)

    async def list_documents(self, driver_id: str, year: int, request: PageRequest) -> Page[TaxDocument]:
        """Of a tax year, the latest first."""
        keyed = _documents(driver_id, year).add_columns(tax_documents.c.generated_at.label("created_at"))
        rows = await self._session.rows(page_of(keyed.subquery(), request))
        return page(rows, request, _document)

    async def add_change(self, change: TaxRecordChange) -> None:
        row = attributes_of(change, _CHANGE) | {"before": dict(change.before)}
        await self._session.run(insert(tax_record_changes), row, what=WHAT)

    async def changes_of(self, driver_id: str, record_id: str) -> Sequence[TaxRecordChange]:
        """The latest first, at most the last hundred."""
        table = tax_record_changes.c
        mine = select(tax_record_changes).where(table.driver_id == driver_id, table.record_id == record_id)
        latest = mine.order_by(table.changed_at.desc(), table.id.desc()).limit(MOST_CHANGES)
        return [TaxRecordChange(**columns_of(row, _CHANGE)) for row in await self._session.rows(latest)]


def _of_year(driver_id: str, year: int) -> Select[Any]:
    within = _ROW.spent_on.between(date(year, 1, 1), date(year, 12, 31))
    return select(tax_expenses).where(_ROW.driver_id == driver_id, within)


def _row(expense: RecordedExpense) -> dict[str, Any]:
    spent, draft = expense.expense, expense.draft
    return attributes_of(expense, _FLAT) | {
        "spent_on": spent.day,
        "category": spent.category,
        "amount_cents": spent.amount_cents,
        "is_business": spent.is_business,
        "description": draft.description,
        "odometer_miles": draft.odometer_miles,
    }


def _expense(row: RowMapping) -> RecordedExpense:
    spent = Expense(row["category"], row["amount_cents"], row["spent_on"], row["is_business"])
    draft = ExpenseDraft(spent, row["description"], row["odometer_miles"])
    return RecordedExpense(**columns_of(row, _FLAT), draft=draft)


def _driven_in(driver_id: str, year: int) -> Select[Any]:
    within = _DRIVEN.driven_on.between(date(year, 1, 1), date(year, 12, 31))
    return select(tax_mileage_entries).where(_DRIVEN.driver_id == driver_id, within)


def _mileage_row(entry: MileageEntry) -> dict[str, Any]:
    draft = entry.draft
    return attributes_of(entry, _MILEAGE_FLAT) | {
        "driven_on": draft.day,
        "mile_hundredths": int(draft.miles * 100),
        "purpose": draft.purpose,
        "from_place": draft.from_place,
        "to_place": draft.to_place,
        "note": draft.note,
        "vehicle": draft.vehicle,
        "fuel_cents": draft.fuel_cents,
    }


def _mileage(row: RowMapping) -> MileageEntry:
    miles = Decimal(row["mile_hundredths"]).scaleb(-2)
    words = (row["from_place"], row["to_place"], row["note"], row["vehicle"])
    draft = MileageDraft(row["driven_on"], miles, row["purpose"], *words, fuel_cents=row["fuel_cents"])
    return MileageEntry(**columns_of(row, _MILEAGE_FLAT), draft=draft)


def _documents(driver_id: str, year: int) -> Select[Any]:
    table = tax_documents.c
    return select(tax_documents).where(table.driver_id == driver_id, table.tax_year == year)


def _document(row: RowMapping) -> TaxDocument:
    return TaxDocument(**columns_of(row, _DOCUMENT), figures=from_json(row["figures"], TaxFigures))
