"""Documents of a driver's tax year: frozen when they are made, and corrected by new ones."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents
from haulage.tax.estimate import FIRST_TAX_YEAR, QuarterEstimate, YearEstimate
from haulage.tax.expense import SpentOn
from haulage.tax.filing import Filing
from haulage.tax.information_return import MORE_PAYMENTS_ON_A_K, MORE_THAN_ON_A_K
from haulage.tax.installments import MONTHS
from haulage.tax.reporting_threshold import reporting_threshold
from haulage.tax.tax_form import TaxForm
from haulage.tax.w9 import W9Form

MIN_LISTED_YEARS = 3
"""OP-105."""


class TaxDocumentType(StrEnum):
    """What can be made of a year."""

    YEAR_SUMMARY = "year_summary"
    FORM_1099_NEC = "1099_nec"
    FORM_1099_K = "1099_k"

    @property
    def is_form(self) -> bool:
        return self is not TaxDocumentType.YEAR_SUMMARY


FORMS = {TaxForm.NEC: TaxDocumentType.FORM_1099_NEC, TaxForm.K: TaxDocumentType.FORM_1099_K}


@attrs.define
class OtherFormReported(RuleBroken):
    """The operator reports payments on another form (OP-69)."""

    code = "other_form_reported"
    field = "document_type"
    form: TaxForm

    @property
    def message(self) -> str:
        return f"Payments are reported on Form {FORM_NAMES[self.form]} here."


FORM_NAMES = {TaxForm.NEC: "1099-NEC", TaxForm.K: "1099-K"}


@attrs.frozen
class TaxFigures:
    """A year's figures as a document froze them (TAX-04), in cents and miles.

    ``gross_cents`` is what customers' payments brought before anything was given back, of ``payments``
    payments; ``months`` is the same by month, and empty where it was not asked for. ``number_type`` and
    ``last4`` are of the driver's Form W-9, empty without one.
    """

    earnings_cents: Cents
    tips_cents: Cents
    business_miles: Decimal
    mileage_deduction_cents: Cents
    expenses_cents: Cents
    spent: tuple[SpentOn, ...]
    net_income_cents: Cents
    estimated_tax_cents: Cents
    threshold_cents: Cents
    threshold_is_provisional: bool
    quarters: tuple[QuarterEstimate, ...]
    withheld_cents: Cents = 0
    gross_cents: Cents = 0
    payments: int = 0
    months: tuple[Cents, ...] = ()
    number_type: str = ""
    last4: str = ""

    @property
    def is_below_k_threshold(self) -> bool:
        few = self.gross_cents <= MORE_THAN_ON_A_K or self.payments <= MORE_PAYMENTS_ON_A_K
        return few and self.withheld_cents <= 0

    @property
    def paid_cents(self) -> Cents:
        """Earnings and tips: box 1 of Form 1099-NEC. A year may have given back more than it brought."""
        return max(self.earnings_cents + self.tips_cents, 0)

    @property
    def is_below_threshold(self) -> bool:
        """Whatever is withheld is reported, however little was paid."""
        return self.paid_cents < self.threshold_cents and self.withheld_cents <= 0


def tax_figures(
    estimate: YearEstimate,
    miles: Decimal,
    spent: Iterable[SpentOn],
    *,
    withheld_cents: Cents = 0,
    gross_cents: Cents = 0,
    payments: int = 0,
    months: tuple[Cents, ...] = (),
    w9: W9Form | None = None,
) -> TaxFigures:
    return TaxFigures(
        earnings_cents=estimate.earnings_cents,
        tips_cents=estimate.tips_cents,
        business_miles=miles,
        mileage_deduction_cents=estimate.mileage_deduction_cents,
        expenses_cents=estimate.expenses_cents,
        spent=tuple(spent),
        net_income_cents=estimate.net_income_cents,
        estimated_tax_cents=estimate.estimated_tax_cents,
        threshold_cents=estimate.threshold.cents,
        threshold_is_provisional=estimate.threshold.provisional,
        quarters=estimate.quarters,
        withheld_cents=withheld_cents,
        gross_cents=gross_cents,
        payments=payments,
        months=months,
        number_type=w9.number_type.value if w9 else "",
        last4=w9.last4 if w9 else "",
    )


@attrs.frozen
class TaxDocument:
    """``corrects`` is the id of the latest document before it of the same kind and year, if it was made after
    the year and its figures were others; ``is_correction`` is whether it corrects that one, or a form that
    was filed. ``recipient_address`` has a line each, as Form W-9 says it. ``is_year_over`` is whether the
    year had ended when it was made, ``is_simulated`` whether no real money was moved. ``takes_back`` is
    whether it says nothing instead of a form that was filed of another type, or of another name or number."""

    id: str
    driver_id: str
    recipient: str
    tax_year: int
    document_type: TaxDocumentType
    figures: TaxFigures
    generated_at: datetime
    is_year_over: bool
    is_simulated: bool
    corrects: str | None = None
    is_correction: bool = False
    takes_back: bool = False
    recipient_address: str = ""

    @property
    def file_name(self) -> str:
        return f"{FILE_WORDS[self.document_type]}-{self.tax_year}.pdf"

    @property
    def is_below_threshold(self) -> bool:
        if self.takes_back:
            return False
        if self.document_type is TaxDocumentType.FORM_1099_K:
            return self.figures.is_below_k_threshold
        return self.figures.is_below_threshold

    def says_the_same_as(self, other: "TaxDocument") -> bool:
        """Apart from when it was made. A form is of what was paid: what else changes corrects none."""
        if self.is_year_over is not other.is_year_over or self.named != other.named:
            return False
        return self.said == other.said

    @property
    def named(self) -> tuple[object, ...]:
        return self.recipient, self.recipient_address, self.takes_back

    @property
    def said(self) -> tuple[object, ...]:
        """The figures that make it another document when they change."""
        figures = self.figures
        match self.document_type:
            case TaxDocumentType.FORM_1099_NEC:
                return figures.withheld_cents, figures.paid_cents, figures.last4
            case TaxDocumentType.FORM_1099_K:
                return figures.withheld_cents, figures.months, figures.payments, figures.last4
            case TaxDocumentType.YEAR_SUMMARY:
                return (figures,)


def copy_of_nothing(
    id: str, filed: Filing, w9: W9Form, *, takes_back: bool, is_simulated: bool
) -> TaxDocument:
    """The recipient's copy of a form that was *filed* with nothing in its boxes, to correct another."""
    threshold = reporting_threshold(filed.tax_year)
    figures = TaxFigures(
        earnings_cents=0,
        tips_cents=0,
        business_miles=Decimal(0),
        mileage_deduction_cents=0,
        expenses_cents=0,
        spent=(),
        net_income_cents=0,
        estimated_tax_cents=0,
        threshold_cents=threshold.cents,
        threshold_is_provisional=threshold.provisional,
        quarters=(),
        months=(0,) * MONTHS if filed.form is TaxForm.K else (),
        number_type=w9.number_type.value,
        last4=w9.last4,
    )
    return TaxDocument(
        id=id,
        driver_id=filed.driver_id,
        recipient=w9.name,
        tax_year=filed.tax_year,
        document_type=FORMS[filed.form],
        figures=figures,
        generated_at=filed.exported_at,
        is_year_over=True,
        is_simulated=is_simulated,
        is_correction=True,
        takes_back=takes_back,
        recipient_address="\n".join(w9.address.lines),
    )


FILE_WORDS = {
    TaxDocumentType.YEAR_SUMMARY: "driver-tax-year",
    TaxDocumentType.FORM_1099_NEC: "form-1099-nec",
    TaxDocumentType.FORM_1099_K: "form-1099-k",
}


def tax_years(first: int | None, present: int) -> tuple[int, ...]:
    """The present year back to the *first* that something was posted in, at least three, newest first
    (OP-105)."""
    oldest = min(present if first is None else first, present - MIN_LISTED_YEARS + 1)
    return tuple(range(present, max(oldest, FIRST_TAX_YEAR) - 1, -1))


def document_year(year: int, present: int) -> int:
    """The year itself. Raises ``InvalidInput`` for one that has not begun."""
    if not FIRST_TAX_YEAR <= year <= present:
        raise InvalidInput("year", f"must be from {FIRST_TAX_YEAR} to {present}")
    return year
