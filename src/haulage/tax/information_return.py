"""What of a driver's year must be reported to the tax authority, and on which form (OP-69)."""

import attrs

from haulage.kernel.money import Cents
from haulage.tax.reporting_threshold import reporting_threshold
from haulage.tax.tax_form import TaxForm
from haulage.tax.w9 import W9Form

MORE_THAN_ON_A_K = 20_000_00
MORE_PAYMENTS_ON_A_K = 200
"""Form 1099-K is due above both, of every year since 2022 (26 U.S.C. 6050W(e), as restored by Public Law
119-21, section 70432)."""


@attrs.frozen
class ReturnAmounts:
    """What a year's form says of one driver, in cents: what they were paid, what customers' payments brought
    them before anything was given back, of how many payments, and what was withheld. ``months`` is what was
    brought by month, where it was asked for."""

    paid_cents: Cents
    withheld_cents: Cents = 0
    gross_cents: Cents = 0
    payments: int = 0
    months: tuple[Cents, ...] = ()

    def reported_cents(self, form: TaxForm) -> Cents:
        """Box 1, or box 1a of Form 1099-K. A year may have given back more than it brought."""
        return max(self.gross_cents if form is TaxForm.K else self.paid_cents, 0)


def is_reported(form: TaxForm, year: int, amounts: ReturnAmounts, w9: W9Form | None) -> bool:
    """Whatever is withheld is reported, however little it is (IRS, General Instructions for Certain
    Information Returns, part N). Payments to corporations are not on Form 1099-NEC."""
    if amounts.withheld_cents > 0:
        return True
    if form is TaxForm.K:
        return amounts.gross_cents > MORE_THAN_ON_A_K and amounts.payments > MORE_PAYMENTS_ON_A_K
    if w9 is not None and w9.classification.is_corporation:
        return False
    return reporting_threshold(year).is_reached_by(amounts.paid_cents)
