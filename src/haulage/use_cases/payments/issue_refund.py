"""Issue refunds, which administrators decide (OP-33), and read any payment."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.money import Cents
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger import Transaction
from haulage.ledger.payment_split import give_back
from haulage.orders import Order
from haulage.payments import Dispute, DisputeState, Payment, Refund, RefundKind
from haulage.payments.payment import refundable_cents, request_refund
from haulage.payments.refund import (
    MAX_REASON_LENGTH,
    NothingToRefund,
    PaymentDisputed,
    RefundParts,
    RefundTooLarge,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.payments import EVERY_PAYMENT, ListedPayment, ListedSplit, PaymentFilter
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.services.payments.refund_audit import audit_refund_owed
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.payment_search import searched
from haulage.use_cases.payments.send_refunds import SendRefunds


@attrs.frozen
class RefundRequest:
    """How much of a payment is given back, all that is left if nothing is said, and why.

    *goodwill* is for work that was done: the platform alone pays, and the driver keeps their share.
    """

    amount_cents: Cents | None = None
    goodwill: bool = False
    reason: str = ""

    def __attrs_post_init__(self) -> None:
        if self.amount_cents is not None and self.amount_cents < 1:
            raise InvalidInput("amount_cents", "must be at least one cent")
        if len(self.reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"must be at most {MAX_REASON_LENGTH} characters")


@attrs.frozen
class PaymentDetails:
    """A payment with everything that became of it, oldest first."""

    payment: Payment
    order: Order
    split: ListedSplit | None
    refunds: Sequence[Refund]
    disputes: Sequence[Dispute]
    movements: Sequence[Transaction]


@attrs.frozen
class ManagePayments:
    """Issues refunds, and reads payments.

    For administrators and operators; customers see their own payment's refunds.
    """

    storage: Storage
    clock: Clock
    send_refunds: SendRefunds

    async def list(
        self, actor: Actor, page: PageRequest, wanted: PaymentFilter = EVERY_PAYMENT, search: str = ""
    ) -> Page[ListedPayment]:
        """Everybody's, newest first. *search* is an order's number, a customer's mail address, or our id of a
        payment or the provider's. Raises ``InvalidInput``."""
        authorize(actor, Action.LIST_ALL_PAYMENTS)
        narrowed = searched(wanted, search)
        return await self.storage.read(lambda unit: unit.payments.list(page, narrowed))

    async def show(self, actor: Actor, payment_id: str) -> PaymentDetails:
        """By our id of the payment or the provider's. Raises ``NotFound``."""
        authorize(actor, Action.LIST_ALL_PAYMENTS)

        async def query(unit: UnitOfWork) -> PaymentDetails:
            payment, order = await _found(unit, payment_id)
            return PaymentDetails(
                payment,
                order,
                await _split(unit, payment, order),
                await unit.refunds.of_payment(payment.id),
                await unit.disputes.of_payment(payment.id),
                await unit.ledger.of_order(order.id),
            )

        return await self.storage.read(query)

    async def refunds(self, actor: Actor, payment_id: str) -> Sequence[Refund]:
        """Oldest first, for the customer who paid and for admins."""

        async def query(unit: UnitOfWork) -> Sequence[Refund]:
            payment = await unit.payments.get(payment_id)
            owner = payment.customer_id if payment else None
            authorize(actor, Action.SEE_REFUNDS, Facts("Payment", owner_id=owner))
            if payment is None:
                raise NotFound("Payment")
            return await unit.refunds.of_payment(payment.id)

        return await self.storage.read(query)

    async def parts(
        self, actor: Actor, payment_id: str, refund_cents: Cents, *, goodwill: bool = False
    ) -> RefundParts:
        """From whom a refund would come; nothing is changed. Raises ``NotFound``, ``InvalidInput``,
        ``NothingToRefund``, ``RefundTooLarge`` and ``PaymentDisputed``."""
        authorize(actor, Action.REFUND_PAYMENT)
        request, now = RefundRequest(refund_cents, goodwill), self.clock.now()

        async def query(unit: UnitOfWork) -> RefundParts:
            payment, _ = await _found(unit, payment_id)
            return await refund_parts(unit, payment, request, now)

        return await self.storage.read(query)

    async def refund(
        self,
        actor: Actor,
        payment_id: str,
        request: RefundRequest,
        once: IdempotentRequest[Refund] | None = None,
    ) -> Refund:
        """Owe the customer, and send at once where possible. The answer is the refund as it was owed, so that
        a repetition gets the same.

        Raises ``NotFound``, ``OwnCase``, ``NothingToRefund``, ``RefundTooLarge`` or ``PaymentDisputed``.
        """
        authorize(actor, Action.REFUND_PAYMENT)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Refund:
            payment, order = await _found(unit, payment_id)
            require_another(actor, payment.customer_id, driver_id=order.driver_id)
            return await owe_refund(unit, actor, payment, request, now)

        made = await write_once(self.storage, once, work, now)
        await self.send_refunds.of_order(made.order_id)
        return made


async def owe_refund(
    unit: UnitOfWork, actor: Actor, payment: Payment | None, request: RefundRequest, now: datetime
) -> Refund:
    """Owe the customer, in somebody's transaction; it is sent afterwards. Raises ``NothingToRefund``,
    ``RefundTooLarge`` or ``PaymentDisputed``."""
    if payment is None:
        raise NothingToRefund
    cents = _amount(payment, request)
    owed = request_refund(payment, payment.refund_requested_cents + cents, now)
    await unit.payments.save(payment, owed)
    kind = RefundKind.GOODWILL if request.goodwill else RefundKind.NOT_PERFORMED
    made = await ledger_postings.refund(unit, actor, owed, cents, kind, request.reason, now)
    await audit_refund_owed(unit, actor, owed)
    return made


async def refund_parts(
    unit: UnitOfWork, payment: Payment | None, request: RefundRequest, now: datetime
) -> RefundParts:
    """From whom so much would come; nothing is changed. Raises what ``owe_refund`` does."""
    if payment is None:
        raise NothingToRefund
    cents = _amount(payment, request)
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return RefundParts(platform_cents=cents)
    _, parts = give_back(split, cents, now, goodwill=request.goodwill)
    platform = parts.platform_cents + parts.own_cents
    return RefundParts(parts.tax_cents, parts.driver_cents, platform, parts.unearned_cents)


async def _split(unit: UnitOfWork, payment: Payment, order: Order) -> ListedSplit | None:
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return None
    driver_id = split.driver_id or order.driver_id
    driver = await unit.drivers.get(driver_id) if driver_id else None
    return ListedSplit(split, order.number, driver_id, driver.name if driver else None)


def _amount(payment: Payment, request: RefundRequest) -> Cents:
    if payment.dispute is DisputeState.OPEN:
        raise PaymentDisputed
    left = refundable_cents(payment)
    if not left:
        raise NothingToRefund
    cents = left if request.amount_cents is None else request.amount_cents
    if cents > left:
        raise RefundTooLarge(left)
    return cents


async def _found(unit: UnitOfWork, payment_id: str) -> tuple[Payment, Order]:
    payment = await unit.payments.get(payment_id) or await unit.payments.of_reference(payment_id)
    order = await unit.orders.get(payment.order_id) if payment else None
    if payment is None or order is None:
        raise NotFound("Payment")
    return payment, order
