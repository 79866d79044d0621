"""Where receipts are kept, and what customers look back on."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from haulage.ports.storage.paging import Page, PageRequest
from haulage.receipts import HistoryFilter, PaymentRecord, Receipt, YearRow


class ReceiptStore(Protocol):
    """Part of the unit of work, so that a receipt is kept exactly when its payment is."""

    async def next_sequence(self, day: date) -> int:
        """The next number of this day, counted from 1.

        It is drawn in this unit: undone with it, so that no day has a gap, and never given to another.
        """
        ...

    async def add(self, receipt: Receipt) -> None:
        """``Conflict`` when the payment has a receipt already."""
        ...

    async def get(self, receipt_id: str) -> Receipt | None: ...

    async def of_payment(self, payment_id: str) -> Receipt | None: ...

    async def of_confirmation(self, confirmation_id: str) -> Receipt | None: ...

    async def by_number(self, number: str) -> Receipt | None: ...

    async def records(
        self, customer_id: str, wanted: HistoryFilter, page: PageRequest
    ) -> Page[PaymentRecord]:
        """A customer's payments, newest first. What was never tried is not among them."""
        ...

    async def rows_between(self, customer_id: str, since: datetime, until: datetime) -> Sequence[YearRow]:
        """What a customer paid from *since* up to *until*, oldest first; failed payments are left out."""
        ...

    async def records_between(
        self, customer_id: str, since: datetime, until: datetime
    ) -> Sequence[PaymentRecord]:
        """The same payments as they are shown, oldest first."""
        ...

    async def first_payment_at(self, customer_id: str) -> datetime | None:
        """When a customer paid for the first time; None for one who never did."""
        ...
