"""Backup withholding: what is kept of a payout for the tax office (OP-67)."""

from fractions import Fraction

from haulage.kernel.money import Cents, times
from haulage.tax.w9 import W9Form

BACKUP_WITHHOLDING_RATE = Fraction(24, 100)
"""26 U.S.C. 3406(a)(1), the fourth lowest rate of 26 U.S.C. 1(c)."""


def is_withheld_from(form: W9Form | None) -> bool:
    """Whoever gives no Form W-9 has refused their number. Whoever says that the IRS told them so is subject
    to it with one; an exempt payee is not (26 U.S.C. 3406(g))."""
    if form is None:
        return True
    return form.is_subject_to_withholding and not form.is_exempt_payee


def backup_withholding(amount_cents: Cents, form: W9Form | None) -> Cents:
    """Of the whole payout before fees, rounded once: what is paid to a driver is what they may have paid
    out, and a fee is what they buy with it."""
    return times(amount_cents, BACKUP_WITHHOLDING_RATE) if is_withheld_from(form) else 0


def withheld_beside(net_cents: Cents) -> Cents:
    """What a payout of which so much arrives had withheld, where anything is."""
    rest = 1 - BACKUP_WITHHOLDING_RATE
    return times(net_cents, BACKUP_WITHHOLDING_RATE / rest)
