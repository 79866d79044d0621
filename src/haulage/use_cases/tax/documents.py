"""Documents of a driver's tax year: made, listed and printed."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.files.documents import Printer
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of
from haulage.tax import (
    FORMS,
    OtherFormReported,
    TaxDocument,
    TaxDocumentType,
    TaxForm,
    W9Form,
    document_year,
    tax_figures,
)
from haulage.use_cases.receipts.documents import Document
from haulage.use_cases.tax.driven_year import checked_year
from haulage.use_cases.tax.year_summary import gross_by_month, tax_year_of

WHAT = "Tax document"


@attrs.frozen
class TaxDocuments:
    """For the driver, administrators and operators. ``is_simulated`` is whether no real money is moved, and
    ``form`` which form payments are reported on."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    printer: Printer
    is_simulated: bool
    form: TaxForm = TaxForm.NEC

    async def generate(
        self, actor: Actor, driver_id: str, document_type: TaxDocumentType, year: int
    ) -> TaxDocument:
        """The latest one again while it says what it would say now; otherwise a new one that corrects it.

        Raises ``NotFound``, ``OtherFormReported``, and ``InvalidInput`` for a year that has not begun.
        """
        self._authorize(actor, driver_id)
        if document_type.is_form and document_type is not FORMS[self.form]:
            raise OtherFormReported(self.form)
        id, now = self.identifiers.new("txd"), self.clock.now()

        async def work(unit: UnitOfWork) -> TaxDocument:
            present = now.astimezone(await zone_of(unit, driver_id)).year
            document_year(year, present)
            latest = await unit.driver_taxes.latest_document(driver_id, year, document_type)
            driver = await unit.drivers.get(driver_id)
            if driver is None:
                raise NotFound("Driver")
            found = await tax_year_of(unit, driver_id, year)
            w9 = await unit.taxpayers.current(driver_id)
            is_k = document_type is TaxDocumentType.FORM_1099_K
            figures = tax_figures(
                found.estimate,
                found.driven.miles,
                found.spent,
                withheld_cents=max(found.withheld_cents, 0),
                gross_cents=found.gross_cents,
                payments=found.payments,
                months=await gross_by_month(unit, driver_id, year) if is_k else (),
                w9=w9,
            )
            document = TaxDocument(
                id=id,
                driver_id=driver_id,
                recipient=w9.name if w9 and document_type.is_form else driver.name,
                tax_year=year,
                document_type=document_type,
                figures=figures,
                generated_at=now,
                is_year_over=year < present,
                is_simulated=self.is_simulated,
                corrects=latest.id if latest and latest.is_year_over and not latest.takes_back else None,
                recipient_address="\n".join(w9.address.lines) if w9 and document_type.is_form else "",
            )
            if latest is not None and latest.says_the_same_as(document):
                return latest
            is_correction = document.corrects is not None or await _corrects_filed(unit, document, w9)
            document = attrs.evolve(document, is_correction=is_correction)
            await unit.driver_taxes.add_document(document)
            return document

        return await self.storage.write(work)

    async def list(self, actor: Actor, driver_id: str, year: int, page: PageRequest) -> Page[TaxDocument]:
        """Of a tax year, the latest first. Raises ``NotFound`` and ``InvalidInput``."""
        self._authorize(actor, driver_id)
        checked_year(year)
        return await self.storage.read(lambda unit: unit.driver_taxes.list_documents(driver_id, year, page))

    async def printed(self, actor: Actor, driver_id: str, document_id: str) -> Document:
        """As a PDF, with the figures as they were when it was made. Raises ``NotFound``."""
        self._authorize(actor, driver_id)
        found = await self.storage.read(lambda unit: unit.driver_taxes.document(driver_id, document_id))
        if found is None:
            raise NotFound(WHAT)
        return Document(found.file_name, await self.printer.tax_document(found))

    def _authorize(self, actor: Actor, driver_id: str) -> None:
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))


async def _corrects_filed(unit: UnitOfWork, document: TaxDocument, w9: W9Form | None) -> bool:
    """Whether the form that was filed last corrects one, or is corrected by what the document says. One of
    somebody else's name or number is no correction but a new form (General Instructions for Certain
    Information Returns, part H, error type 2)."""
    filings = await unit.taxpayers.latest_filings(document.tax_year, [document.driver_id])
    for filed in filings.get(document.driver_id, ()):
        if FORMS[filed.form] is not document.document_type or not filed.w9_id or not w9:
            continue
        by = (await unit.taxpayers.forms([filed.w9_id])).get(filed.w9_id)
        if by is None or not by.names_the_same_as(w9):
            continue
        said = (filed.reported_cents, max(filed.withheld_cents, 0), by.address)
        figures = document.figures
        reported = figures.paid_cents if filed.form is TaxForm.NEC else max(figures.gross_cents, 0)
        return filed.corrects is not None or said != (reported, figures.withheld_cents, w9.address)
    return False
