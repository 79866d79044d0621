"""Receipts and tax summaries as PDF, at signed addresses that are valid for a short while.

A document is opened in a tab of its own, where the browser sends no token. So the address itself is
signed: it names one document and ends soon (PAY-18).
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.local_time import bounds_of_year
from haulage.kernel.policy import Action, authorize
from haulage.ports.files.documents import Printer
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts import Receipt, tax_year
from haulage.receipts.history import check_tax_year
from haulage.receipts.sheets import ReceiptSheet, TaxSummarySheet
from haulage.services.accounts.time_zone import zone_of_user
from haulage.use_cases.receipts.payment_history import customer_of
from haulage.use_cases.receipts.show_receipt import ReceiptShown, shown, visible, with_payment
from haulage.use_cases.signed_links import is_good, sign

LIFETIME = timedelta(minutes=5)
"""Ours: long enough for a slow telephone to open it, too short to be worth passing on."""


class DocumentKind(StrEnum):
    RECEIPT = "receipt"
    TAX_SUMMARY = "tax_summary"


@attrs.define
class LinkExpired(NotFound):
    """The document's address is expired or was never valid; the answer does not say which."""

    code = "link_expired"
    message = "This link has expired. Please open the document again."
    what: str = "Document"


@attrs.frozen
class DocumentLink:
    """What names a document: its *subject* is a receipt's id, or a customer's id and a year."""

    kind: DocumentKind
    subject: str
    until: int
    signature: str

    @property
    def expires_at(self) -> datetime:
        return datetime.fromtimestamp(self.until, UTC)


@attrs.frozen
class Document:
    """A file as it goes to the browser."""

    name: str
    content: bytes


@attrs.frozen
class Documents:
    """Prints receipts and summaries for whom they belong to."""

    storage: Storage
    clock: Clock
    tokens: Tokens
    printer: Printer

    async def receipt_link(self, actor: Actor, receipt_id: str) -> DocumentLink:
        """Raises ``NotFound`` with 'Receipt not found' (PAY-20)."""
        await self.storage.read(lambda unit: shown(unit, actor, receipt_id))
        return await self._link(DocumentKind.RECEIPT, receipt_id)

    async def tax_summary_link(self, actor: Actor, year: int) -> DocumentLink:
        """One's own. Raises ``InvalidInput`` for a year that is none."""
        return await self._link(DocumentKind.TAX_SUMMARY, f"{customer_of(actor)}.{check_tax_year(year)}")

    async def open(self, actor: Actor, link: DocumentLink) -> Document:
        """Raises ``LinkExpired`` unless the link is ours and its time is not over."""
        authorize(actor, Action.OPEN_DOCUMENT)
        name, now = _signed_name(link.kind, link.subject), self.clock.now()
        if not await is_good(self.tokens, name, link.until, link.signature, now):
            raise LinkExpired
        match link.kind:
            case DocumentKind.RECEIPT:
                return await self._receipt(link.subject)
            case DocumentKind.TAX_SUMMARY:
                customer_id, _, year = link.subject.rpartition(".")
                return await self.tax_summary(customer_id, int(year))

    async def receipt(self, actor: Actor, reference: str) -> Document:
        """The receipt with this id or number, for its customer, for admins and for the operator."""

        async def query(unit: UnitOfWork) -> ReceiptShown:
            receipt = await unit.receipts.by_number(reference) or await unit.receipts.get(reference)
            return await with_payment(unit, visible(actor, receipt))

        return await self.printed(await self.storage.read(query))

    async def printed(self, found: ReceiptShown) -> Document:
        sheet = ReceiptSheet(
            found.receipt, found.payment.refund_requested_cents, found.payment.refunded_cents
        )
        return Document(sheet.file_name, await self.printer.receipt(sheet))

    async def tax_summary(self, customer_id: str, year: int) -> Document:
        """The caller has made sure of who asks."""
        check_tax_year(year)

        async def query(unit: UnitOfWork) -> TaxSummarySheet:
            zone = await zone_of_user(unit, customer_id)
            since, until = bounds_of_year(year, zone)
            user = await unit.accounts.user(customer_id)
            if user is None:
                raise LinkExpired
            rows = await unit.receipts.rows_between(customer_id, since, until)
            records = await unit.receipts.records_between(customer_id, since, until)
            return TaxSummarySheet(
                customer_name=user.name,
                customer_email=user.email,
                printed_at=self.clock.now(),
                sums=tax_year(year, rows, zone),
                records=[attrs.evolve(record, zone=zone) for record in records],
                simulated=any(record.simulated for record in records),
            )

        sheet = await self.storage.read(query)
        return Document(sheet.file_name, await self.printer.tax_summary(sheet))

    async def _receipt(self, receipt_id: str) -> Document:
        async def query(unit: UnitOfWork) -> ReceiptShown:
            receipt: Receipt | None = await unit.receipts.get(receipt_id)
            if receipt is None:
                raise LinkExpired
            return await with_payment(unit, receipt)

        return await self.printed(await self.storage.read(query))

    async def _link(self, kind: DocumentKind, subject: str) -> DocumentLink:
        until = int((self.clock.now() + LIFETIME).timestamp())
        signature = await sign(self.tokens, _signed_name(kind, subject), until)
        return DocumentLink(kind, subject, until, signature)


def _signed_name(kind: DocumentKind, subject: str) -> str:
    return f"document:{kind}:{subject}"


def link_of(kind: str, subject: str, until: int, signature: str) -> DocumentLink:
    """The link as it stands in an address. Raises ``InvalidInput`` for a kind of document that is none."""
    try:
        return DocumentLink(DocumentKind(kind), subject, until, signature)
    except ValueError:
        raise InvalidInput("kind", "is no kind of document") from None
