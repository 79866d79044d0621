"""Photos and PDFs of receipts: made safe, shown to the driver alone, and removed."""

from datetime import datetime

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.files.files import FileStore
from haulage.ports.files.inspection import UploadInspector
from haulage.ports.files.pictures import Pictures
from haulage.ports.files.virus_scan import VirusScanner
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import RecordedExpense, receipt_file
from haulage.tax.expense import PDF_RECEIPT, PHOTO_RECEIPT, is_pdf_receipt
from haulage.use_cases.photo_links import ShownPicture

WHAT = "Receipt"
PDF_BEGINS = b"%PDF-"


@attrs.frozen
class ExpenseReceipts:
    """The expense names the file before its bytes are stored, so that no file is without one that names it:
    until they are there, nobody is shown one."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    files: FileStore
    pictures: Pictures
    inspector: UploadInspector
    scanner: VirusScanner

    async def require_expense(self, actor: Actor, driver_id: str, expense_id: str) -> RecordedExpense:
        """Before anything large is read. Raises ``Unauthenticated``, ``Forbidden`` or ``NotFound``."""
        authorize(actor, Action.MANAGE_OWN_TAXES, Facts("Driver", driver_id=driver_id))
        found = await self.storage.read(lambda unit: unit.driver_taxes.expense(driver_id, expense_id))
        if found is None:
            raise NotFound("Expense")
        return found

    async def replace(self, actor: Actor, driver_id: str, expense_id: str, sent: bytes) -> RecordedExpense:
        """The expense's photo or PDF from now on. Raises ``PictureRefused``, ``DocumentRefused``,
        ``NotFound``, ``Conflict`` or ``Unavailable``."""
        await self.require_expense(actor, driver_id, expense_id)
        kind, content = await self._made_safe(sent)
        receipt_id = self.identifiers.new(kind)
        expense = await self._change(actor, driver_id, expense_id, receipt_id)
        await self.files.put(receipt_file(receipt_id), content)
        return expense

    async def remove(self, actor: Actor, driver_id: str, expense_id: str) -> RecordedExpense:
        """Without one this changes nothing. Raises ``NotFound`` or ``Conflict``."""
        return await self._change(actor, driver_id, expense_id, None)

    async def open(self, actor: Actor, driver_id: str, expense_id: str) -> ShownPicture:
        """Raises ``NotFound`` where there is none."""
        receipt_id = (await self.require_expense(actor, driver_id, expense_id)).receipt_id
        content = await self.files.get(receipt_file(receipt_id)) if receipt_id else None
        if receipt_id is None or content is None:
            raise NotFound(WHAT)
        if is_pdf_receipt(receipt_id):
            return ShownPicture("receipt.pdf", "application/pdf", content)
        return ShownPicture("receipt.jpg", "image/jpeg", content)

    async def _made_safe(self, sent: bytes) -> tuple[str, bytes]:
        """What it is, and what is stored of it: a picture is made anew, a PDF does nothing by itself."""
        if not sent.startswith(PDF_BEGINS):
            return PHOTO_RECEIPT, (await self.pictures.made_safe(sent)).content
        inspected = await self.inspector.inspect(sent)
        await self.scanner.scan(sent)
        return PDF_RECEIPT, inspected.content

    async def _change(
        self, actor: Actor, driver_id: str, expense_id: str, receipt_id: str | None
    ) -> RecordedExpense:
        before = await self.require_expense(actor, driver_id, expense_id)
        if before.receipt_id == receipt_id:
            return before
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> RecordedExpense:
            after = attrs.evolve(before, receipt_id=receipt_id, updated_at=now)
            saved = await unit.driver_taxes.save_expense(before, after)
            await forget_receipt(unit, before.receipt_id, now)
            return saved

        return await self.storage.write(work)


async def forget_receipt(unit: UnitOfWork, receipt_id: str | None, now: datetime) -> None:
    """The bytes go as soon as a job has removed them."""
    if receipt_id is not None:
        await unit.jobs.enqueue(Job(JobKind.REMOVE_EXPENSE_RECEIPT, receipt_id), now)


async def forget_receipts_of(unit: UnitOfWork, driver_id: str | None, now: datetime) -> None:
    """Of somebody who is erased."""
    for receipt_id in await unit.driver_taxes.receipts_of(driver_id) if driver_id else ():
        await forget_receipt(unit, receipt_id, now)


@attrs.frozen
class RemoveExpenseReceipt:
    """Removes a receipt's bytes from the file storage; no expense names it by then."""

    files: FileStore

    async def __call__(self, receipt_id: str) -> None:
        """May raise ``Unavailable``."""
        await self.files.remove(receipt_file(receipt_id))
