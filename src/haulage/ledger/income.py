"""What of a driver's entries is income: earned by them or taken from them, and not only moved or paid out."""

from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.ledger.account import AccountKind, LedgerAccount
from haulage.ledger.transaction import TransactionKind

HELD_FOR_DRIVERS = (
    AccountKind.DRIVER,
    AccountKind.DRIVER_AVAILABLE,
    AccountKind.DRIVER_IN_TRANSIT,
    AccountKind.DRIVER_HELD,
    AccountKind.DRIVER_FROZEN,
    AccountKind.DRIVER_DEBT,
)
"""What is kept for a driver, less what they owe. A transfer moves money between two of these, and a part of a
share that is given back to a customer leaves them."""

PAID_OUT = frozenset({TransactionKind.PAYOUT, TransactionKind.PAYOUT_FEE})
"""What was earned before leaves by these; it was income then."""


PAYMENTS = frozenset({TransactionKind.SPLIT, TransactionKind.CANCELLATION, TransactionKind.TIP})
"""By these a driver has a part of what a customer paid. What they take from a driver is no payment."""


@attrs.frozen
class Income:
    """What a driver came to have in a period, in cents. Refunds come off it, so that it may be negative where
    they count by the day of posting. ``earnings_cents`` are without tips."""

    earnings_cents: Cents = 0
    tips_cents: Cents = 0

    @property
    def total_cents(self) -> Cents:
        return self.earnings_cents + self.tips_cents


@attrs.frozen
class YearOfDriver:
    """A driver's income of a year, what customers' payments brought them before anything was given back, of
    how many payments, and what was withheld of payouts that were paid in it."""

    income: Income = Income()
    gross_cents: Cents = 0
    payments: int = 0
    withheld_cents: Cents = 0


@attrs.frozen
class WithheldEntry:
    """What a transaction withheld of a driver's payout for the tax office, in cents; below nothing where a
    payout came back and brought it back with it. What an operator settled is no payout."""

    transaction_id: str
    payout_id: str | None
    at: datetime
    cents: Cents


@attrs.frozen
class IncomeEntry:
    """A transaction of the ledger by which a driver came to have something, or lost it, in cents."""

    transaction_id: str
    at: datetime
    kind: TransactionKind
    order_id: str | None
    is_tip: bool
    cents: Cents


def accounts_held_for(driver_id: str) -> list[LedgerAccount]:
    """Every account that a driver's income is posted to."""
    return [LedgerAccount(kind, driver_id) for kind in HELD_FOR_DRIVERS]
