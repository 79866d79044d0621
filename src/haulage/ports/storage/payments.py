"""Where splits, refunds, disputes and reversals of transfers are kept."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import BorrowedPart, PaymentSplit, ReturnedShare, SplitStatus, TransferReversal
from haulage.payments import Dispute, Payment, PaymentPurpose, PaymentState, Refund
from haulage.payouts import ConnectedAccount
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class OrdersCreated:
    """Orders that were created in a span; *since* is inside and *until* is not. None leaves an end open."""

    since: datetime | None = None
    until: datetime | None = None


EVER = OrdersCreated()


@attrs.frozen
class SplitFilter:
    """Which splits to list; what is None does not narrow. A driver's are also those of orders that they
    have accepted and not earned yet. *text* is an order's number, or part of the name of the customer or of
    whoever did the work, or the customer's mail address."""

    customer_id: str | None = None
    driver_id: str | None = None
    order_id: str | None = None
    status: SplitStatus | None = None
    text: str = ""


EVERY_SPLIT = SplitFilter()


@attrs.frozen
class ListedSplit:
    """A split with what people know its order by."""

    split: PaymentSplit
    order_number: int
    driver_id: str | None
    driver_name: str | None


@attrs.frozen
class SplitFigures:
    """Sums over some splits (SPL-06): fares and cancellation fees, not tips, which are outside the split.

    Amounts are of completed splits, less what was given back since.
    """

    completed: int
    failed: int
    pending: int
    driver_cents: Cents
    platform_cents: Cents


class SplitStore(Protocol):
    """Splits of payments, one a payment."""

    async def add(self, split: PaymentSplit) -> None:
        """``Conflict`` when the payment has one."""
        ...

    async def get(self, split_id: str) -> PaymentSplit | None: ...

    async def of_payment(self, payment_id: str) -> PaymentSplit | None: ...

    async def of_transfer(self, transfer_id: str) -> PaymentSplit | None:
        """By the provider's id of what brought the driver their part, or what a refund had taken of it."""
        ...

    async def add_returned(self, share: ReturnedShare) -> None:
        """``Conflict`` when it is known."""
        ...

    async def returned(self, share_id: str) -> ReturnedShare | None: ...

    async def save_returned(self, before: ReturnedShare, after: ReturnedShare) -> None:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove_returned(self, share: ReturnedShare) -> None:
        """``Conflict`` when it was sent."""
        ...

    async def returned_of(self, split_id: str) -> Sequence[ReturnedShare]:
        """What is or was sent to the driver again, oldest first."""
        ...

    async def unsent_of(self, driver_id: str) -> Sequence[PaymentSplit]:
        """What a driver has earned and was not sent, and nothing stops."""
        ...

    async def stopped_of(self, driver_id: str) -> Sequence[PaymentSplit]:
        """What a driver has earned and a dispute or a claim stops, sent before or not."""
        ...

    async def returning_to(self, driver_id: str) -> Sequence[ReturnedShare]:
        """What is to be sent to a driver again and was not, and nothing stops."""
        ...

    async def of_orders(self, order_ids: Sequence[str]) -> Mapping[str, PaymentSplit]:
        """By order, the split of its fare or fee; tips are left out."""
        ...

    async def save(self, before: PaymentSplit, after: PaymentSplit) -> PaymentSplit:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def remove(self, split: PaymentSplit) -> None:
        """Forget the plan of a payment that is given back whole. ``Conflict`` when it was changed."""
        ...

    async def list(self, wanted: SplitFilter, page: PageRequest) -> Page[ListedSplit]:
        """Newest first."""
        ...

    async def figures(self, wanted: SplitFilter, since: datetime) -> SplitFigures:
        """Over splits made at *since* or later."""
        ...

    async def driver_parts(self, order_ids: Sequence[str]) -> dict[str, Cents]:
        """By order, the driver's part of its fare or fee, tips left out, less what was given back."""
        ...

    async def earned_by(
        self, driver_id: str, since: datetime | None = None, *, orders: OrdersCreated = EVER
    ) -> Cents:
        """The driver's parts of what they earned at *since* or later with these orders, tips included, less
        what was given back."""
        ...

    async def earned_by_each(self, driver_ids: Sequence[str]) -> dict[str, Cents]:
        """What each of them ever earned; whoever earned nothing is left out."""
        ...


class ReversalStore(Protocol):
    """What is to be taken back from transfers."""

    async def add(self, reversal: TransferReversal) -> None: ...

    async def get(self, reversal_id: str) -> TransferReversal | None: ...

    async def save(self, before: TransferReversal, after: TransferReversal) -> None:
        """``Conflict`` when somebody else changed it."""
        ...

    async def open_of(self, split_id: str) -> Sequence[TransferReversal]:
        """Those that are not done and not owed by the driver instead, oldest first."""
        ...

    async def owed_of(self, driver_id: str) -> Sequence[TransferReversal]:
        """Those that the driver owes instead, oldest first."""
        ...

    async def remove(self, reversal: TransferReversal) -> None:
        """Forget one whose transfer never came about."""
        ...

    async def borrowed(self, reversal_id: str) -> Sequence[BorrowedPart]:
        """What is taken for it of transfers that are not of its split, or is about to be."""
        ...

    async def put_borrowed(self, reversal_id: str, parts: Sequence[BorrowedPart]) -> None:
        """These and no others; one a transfer."""
        ...


class ConnectedAccountStore(Protocol):
    """Where the provider keeps what each driver earned, and what it says of that."""

    async def get(self, driver_id: str) -> ConnectedAccount | None: ...

    async def of_drivers(self, driver_ids: Collection[str]) -> Mapping[str, ConnectedAccount]:
        """Of each of these drivers who has one."""
        ...

    async def of_account(self, account_id: str) -> ConnectedAccount | None:
        """By the provider's id."""
        ...

    async def add(self, account: ConnectedAccount) -> None:
        """``Conflict`` when the driver has one."""
        ...

    async def save(self, before: ConnectedAccount, after: ConnectedAccount) -> ConnectedAccount:
        """``Conflict`` when somebody else changed it."""
        ...


class RefundStore(Protocol):
    async def add(self, refund: Refund) -> None: ...

    async def get(self, refund_id: str) -> Refund | None: ...

    async def of_payment(self, payment_id: str) -> Sequence[Refund]:
        """Oldest first."""
        ...

    async def save(self, before: Refund, after: Refund) -> Refund:
        """``Conflict`` when somebody else changed it."""
        ...

    async def of_provider(self, provider_refund_id: str) -> Refund | None:
        """By the provider's id of what went out."""
        ...

    async def unsent_of(self, order_id: str) -> Sequence[Refund]:
        """Those of an order that did not reach the provider, oldest first."""
        ...


class DisputeStore(Protocol):
    async def add(self, dispute: Dispute) -> None:
        """``Conflict`` when the provider's id is known."""
        ...

    async def of_reference(self, provider_reference: str) -> Dispute | None: ...

    async def of_payment(self, payment_id: str) -> Sequence[Dispute]:
        """Oldest first."""
        ...

    async def save(self, before: Dispute, after: Dispute) -> Dispute:
        """``Conflict`` when somebody else changed it."""
        ...


@attrs.frozen
class PaymentFilter:
    """Which payments to list; what is None or false does not narrow. *since* is inside and *until* is not;
    ``reference`` is our id of a payment or the provider's, and declined is what the latest card did not
    pay."""

    state: PaymentState | None = None
    purpose: PaymentPurpose | None = None
    is_refunded: bool = False
    is_disputed: bool = False
    is_declined: bool = False
    order_number: int | None = None
    customer_id: str | None = None
    customer_email: str | None = None
    reference: str | None = None
    since: datetime | None = None
    until: datetime | None = None


EVERY_PAYMENT = PaymentFilter()


@attrs.frozen
class ListedPayment:
    """A payment with what people know it by; the customer is None where their data were erased.

    *open_claim_id* is the oldest undecided problem reported about its order, and *receipt_id* is None until
    the payment has succeeded.
    """

    payment: Payment
    order_number: int
    customer_name: str | None
    customer_email: str | None
    open_claim_id: str | None = None
    receipt_id: str | None = None


class PaymentStore(Protocol):
    async def add(self, payment: Payment) -> None: ...

    async def get(self, payment_id: str) -> Payment | None: ...

    async def of_order(self, order_id: str) -> Payment | None:
        """The order's one payment that is not canceled."""
        ...

    async def count_of_order(self, order_id: str) -> int:
        """How many payments the order ever had, canceled ones included."""
        ...

    async def of_reference(self, provider_reference: str) -> Payment | None:
        """The payment of a provider's intent."""
        ...

    async def tip_of_order(self, order_id: str) -> Payment | None:
        """The order's one tip that is not canceled."""
        ...

    async def list(self, page: PageRequest, wanted: PaymentFilter = EVERY_PAYMENT) -> Page[ListedPayment]:
        """Everybody's, newest first."""
        ...

    async def save(self, before: Payment, after: Payment) -> Payment:
        """Like ``OrderStore.save``."""
        ...

    async def spent_by(self, customer_id: str) -> Cents:
        """What the customer's succeeded payments come to, less what goes back (OP-36)."""
        ...
