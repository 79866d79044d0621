"""Where drivers' own tax records are stored."""

from collections.abc import Sequence
from typing import Protocol

from haulage.ports.storage.paging import Page, PageRequest
from haulage.tax import MileageEntry, RecordedExpense, TaxDocument, TaxDocumentType, TaxRecordChange


class DriverTaxStore(Protocol):
    """Each is found by its driver's id and its own: nobody else has a way to it."""

    async def count_expenses(self, driver_id: str, year: int) -> int:
        """How many the year has. The driver's next one waits until this unit ends."""
        ...

    async def expenses_of(self, driver_id: str, year: int) -> Sequence[RecordedExpense]:
        """All of a calendar year's, which ``MAX_EXPENSES_PER_YEAR`` bounds."""
        ...

    async def list_expenses(self, driver_id: str, year: int, request: PageRequest) -> Page[RecordedExpense]:
        """The same in pages, the latest day first."""
        ...

    async def expense(self, driver_id: str, expense_id: str) -> RecordedExpense | None: ...

    async def receipts_of(self, driver_id: str) -> Sequence[str]:
        """The ids of all photos of the driver's receipts."""
        ...

    async def add_expenses(self, expenses: Sequence[RecordedExpense]) -> None: ...

    async def save_expense(self, before: RecordedExpense, after: RecordedExpense) -> RecordedExpense:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove_expense(self, expense: RecordedExpense) -> None:
        """``Conflict`` when somebody else changed it or removed it."""
        ...

    async def count_mileage_entries(self, driver_id: str, year: int) -> int:
        """How many the year has. The driver's next one waits until this unit ends."""
        ...

    async def mileage_entries_of(self, driver_id: str, year: int) -> Sequence[MileageEntry]:
        """All of a calendar year's, which ``MAX_MILEAGE_ENTRIES_PER_YEAR`` bounds, the earliest day first."""
        ...

    async def list_mileage_entries(
        self, driver_id: str, year: int, request: PageRequest
    ) -> Page[MileageEntry]:
        """The same in pages, the latest day first."""
        ...

    async def mileage_entry(self, driver_id: str, entry_id: str) -> MileageEntry | None: ...

    async def add_mileage_entry(self, entry: MileageEntry) -> None: ...

    async def save_mileage_entry(self, before: MileageEntry, after: MileageEntry) -> MileageEntry:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove_mileage_entry(self, entry: MileageEntry) -> None:
        """``Conflict`` when somebody else changed it or removed it."""
        ...

    async def add_document(self, document: TaxDocument) -> None: ...

    async def document(self, driver_id: str, document_id: str) -> TaxDocument | None: ...

    async def latest_document(
        self, driver_id: str, year: int, document_type: TaxDocumentType
    ) -> TaxDocument | None:
        """Of its kind. The driver's next one waits until this unit ends."""
        ...

    async def list_documents(self, driver_id: str, year: int, request: PageRequest) -> Page[TaxDocument]:
        """Of a tax year, the latest first."""
        ...

    async def add_change(self, change: TaxRecordChange) -> None: ...

    async def changes_of(self, driver_id: str, record_id: str) -> Sequence[TaxRecordChange]:
        """The latest first, at most the last hundred."""
        ...
