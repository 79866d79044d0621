"""What is printed: a receipt with what has gone back of it, and the summary of a tax year."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.receipts.history import PaymentRecord
from haulage.receipts.receipt import Receipt
from haulage.receipts.year import TaxYear


@attrs.frozen
class ReceiptSheet:
    """``refund_cents`` is all that goes back of the payment, ``refunded_cents`` what has gone back."""

    receipt: Receipt
    refund_cents: Cents = 0
    refunded_cents: Cents = 0

    @property
    def retained_cents(self) -> Cents:
        """What the customer has paid in the end."""
        return self.receipt.total_cents - self.refund_cents

    @property
    def file_name(self) -> str:
        return f"receipt-{self.receipt.number}.pdf"


@attrs.frozen
class TaxSummarySheet:
    """A year's sums with the payments that they are made of, oldest first.

    ``simulated`` is whether any of them moved no real money.
    """

    customer_name: str
    customer_email: str
    printed_at: datetime
    sums: TaxYear
    records: Sequence[PaymentRecord]
    simulated: bool

    @property
    def file_name(self) -> str:
        return f"tax-summary-{self.sums.year}.pdf"
