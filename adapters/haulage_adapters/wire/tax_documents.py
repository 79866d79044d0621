"""Documents of a driver's tax year, and the books behind its income."""

from typing import Annotated
from urllib.parse import quote

from msgspec import Meta

from haulage.ledger import TransactionKind
from haulage.ledger.income import IncomeEntry, WithheldEntry
from haulage.tax import TaxDocument, TaxDocumentType, TaxForm
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR
from haulage_adapters.wire.common import Cents, In, Instant, Out
from haulage_adapters.wire.expenses import SpentOnOut
from haulage_adapters.wire.tax_year import DriverTaxQuarterOut


class TaxDocumentIn(In):
    """Which document of which year."""

    document_type: TaxDocumentType
    tax_year: Annotated[int, Meta(ge=FIRST_TAX_YEAR, le=LAST_TAX_YEAR)]


class TaxDocumentOut(Out):
    """Figures as they were when it was made. ``corrects`` is the id of the document before it, whose figures
    were others; `is_correction` is whether it corrects that one or a form that was filed,
    `takes_back` whether it says nothing instead of a form that was filed of another type, name or number, and
    `is_below_threshold` whether no form is due of so little."""

    id: str
    driver_id: str
    tax_year: int
    document_type: TaxDocumentType
    earnings_cents: int
    tips_cents: int
    business_miles: float
    mileage_deduction_cents: Cents
    expenses_cents: Cents
    net_income_cents: int
    withheld_cents: Cents
    gross_cents: int
    payments: int
    estimated_tax_cents: Cents
    reporting_threshold_cents: Cents
    is_below_threshold: bool
    deductions: list[SpentOnOut]
    quarters: list[DriverTaxQuarterOut]
    generated_at: Instant
    is_year_over: bool
    is_simulated: bool
    corrects: str | None
    is_correction: bool
    takes_back: bool
    file_name: str
    download_url: str

    @classmethod
    def of(cls, document: TaxDocument) -> "TaxDocumentOut":
        figures = document.figures
        same = {name: getattr(figures, name) for name in _SAME}
        return cls.from_attributes(
            document,
            **same,
            business_miles=float(figures.business_miles),
            reporting_threshold_cents=figures.threshold_cents,
            is_below_threshold=document.is_below_threshold,
            deductions=[SpentOnOut.of(each) for each in figures.spent],
            quarters=[DriverTaxQuarterOut.of(each) for each in figures.quarters],
            download_url=f"/api/v1/drivers/{quote(document.driver_id)}/tax/documents/{quote(document.id)}/pdf",
        )


_SAME = (
    "earnings_cents",
    "tips_cents",
    "mileage_deduction_cents",
    "expenses_cents",
    "net_income_cents",
    "withheld_cents",
    "gross_cents",
    "payments",
    "estimated_tax_cents",
)


class TaxYearsOut(Out):
    """The years to choose from, newest first, and the form that payments are reported on."""

    years: list[int]
    form: TaxForm


class IncomeEntryOut(Out):
    """A transaction of the books by which the driver came to have something, or lost it."""

    transaction_id: str
    at: Instant
    kind: TransactionKind
    order_id: str | None
    is_tip: bool
    cents: int

    @classmethod
    def of(cls, entry: IncomeEntry) -> "IncomeEntryOut":
        return cls.from_attributes(entry)


class WithheldEntryOut(Out):
    """A transaction of the books that withheld something of a payout for the tax office; `cents` is below
    nothing where the payout came back. Without a payout it was an operator who settled what was owed."""

    transaction_id: str
    payout_id: str | None
    at: Instant
    cents: int

    @classmethod
    def of(cls, entry: WithheldEntry) -> "WithheldEntryOut":
        return cls.from_attributes(entry)
