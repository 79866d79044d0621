"""Documents of a driver's tax year: frozen when they are made, and corrected by new ones."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.tax.estimate import FIRST_TAX_YEAR, QuarterEstimate, YearEstimate
from haulage.tax.expense import SpentOn

MIN_LISTED_YEARS = 3
"""OP-105."""


class TaxDocumentType(StrEnum):
    """What can be made of a year."""

    YEAR_SUMMARY = "year_summary"
    FORM_1099_NEC = "1099_nec"


@attrs.frozen
class TaxFigures:
    """A year's figures as a document froze them (TAX-04), in cents and miles.

    Nothing is withheld while payouts are made in full (OP-67), so that ``withheld_cents`` is 0.
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

    @property
    def paid_cents(self) -> Cents:
        """Earnings and tips: box 1 of Form 1099-NEC. A year may have given back more than it brought."""
        return max(self.earnings_cents + self.tips_cents, 0)

    @property
    def is_below_threshold(self) -> bool:
        return self.paid_cents < self.threshold_cents


def tax_figures(estimate: YearEstimate, miles: Decimal, spent: Iterable[SpentOn]) -> TaxFigures:
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
    )


@attrs.frozen
class TaxDocument:
    """``corrects`` is the id of the latest document before it of the same kind and year, if it was made after
    the year and its figures were others. ``is_year_over`` is whether the year had ended when it was made,
    ``is_simulated`` whether no real money was moved."""

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

    @property
    def file_name(self) -> str:
        word = "form-1099-nec" if self.document_type is TaxDocumentType.FORM_1099_NEC else "driver-tax-year"
        return f"{word}-{self.tax_year}.pdf"

    def says_the_same_as(self, other: "TaxDocument") -> bool:
        """Apart from when it was made. A form is of what was paid: what else changes corrects none."""
        if self.is_year_over is not other.is_year_over or self.recipient != other.recipient:
            return False
        if self.document_type is TaxDocumentType.FORM_1099_NEC:
            return self.figures.paid_cents == other.figures.paid_cents
        return self.figures == other.figures


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
