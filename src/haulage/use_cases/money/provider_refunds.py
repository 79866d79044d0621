"""Refunds as the provider has them: made at its own desk, or sent back by the card's bank.

The provider is asked for all refunds of the payment, so that neither the age of an event nor the order of
events matter.
"""

from collections.abc import Sequence
from datetime import datetime

from haulage.audit import AuditAction, Deed, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.policy import SYSTEM
from haulage.orders import OrderStatus
from haulage.payments import Payment, PaymentState, Refund, RefundKind, RefundStatus
from haulage.payments.payment import confirm_refund, refundable_cents, request_refund
from haulage.payments.refund import failed, sent
from haulage.ports.payments import ProviderRefund
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.money import books
from haulage.use_cases.money.refunds import tell_of_refund_owed

MADE_ELSEWHERE = "Made at the card provider."
SENT_BACK = "The card's bank sent the refund back."
SENT_AGAIN = 2
"""Ours: how often a refund that came back is tried again before it is left to people."""


async def note_refunds(
    unit: UnitOfWork, payment_id: str, found: Sequence[ProviderRefund], now: datetime
) -> None:
    """Enter what the provider has given back without us, and take note of what came back to it."""
    for each in found:
        payment = await unit.payments.get(payment_id)
        if payment is None or payment.state is not PaymentState.SUCCEEDED:
            return
        ours = await unit.refunds.of_payment(payment_id)
        known = next((refund for refund in ours if refund.provider_refund_id == each.id), None)
        if each.failed:
            if known is not None and known.status is RefundStatus.SENT:
                await _came_back(unit, payment, known, now)
        elif known is None and each.reference is None:
            await _adopt(unit, payment, each, now)


async def _adopt(unit: UnitOfWork, payment: Payment, made: ProviderRefund, now: datetime) -> None:
    """Somebody gave it back at the provider's own desk: the books follow, and nothing is sent. Of work that
    was done the platform pays it alone; otherwise tax and shares go back in proportion (OP-33)."""
    cents = min(made.amount_cents, refundable_cents(payment))
    if not cents:
        return
    order = await unit.orders.get(payment.order_id)
    done = order is not None and order.status is OrderStatus.COMPLETED
    kind = RefundKind.GOODWILL if done else RefundKind.NOT_PERFORMED
    owed = request_refund(payment, payment.refund_requested_cents + cents, now)
    saved = await unit.payments.save(payment, owed)
    refund = await books.refund(unit, SYSTEM, owed, cents, kind, MADE_ELSEWHERE, now)
    await tell_of_refund_owed(unit, SYSTEM, owed)
    await unit.refunds.save(refund, sent(refund, made.id, now))
    await unit.payments.save(saved, confirm_refund(saved, saved.refunded_cents + cents, now))
    await _tell(unit, AuditAction.PAYMENT_REFUNDED, payment, refund, now)


async def _came_back(unit: UnitOfWork, payment: Payment, refund: Refund, now: datetime) -> None:
    """The customer has not got it, so it is owed again."""
    after = await unit.refunds.save(refund, failed(refund, SENT_BACK, now))
    await unit.payments.save(
        payment, confirm_refund(payment, payment.refunded_cents - refund.amount_cents, now)
    )
    await _tell(unit, AuditAction.REFUND_REFUSED, payment, after, now)
    if after.attempts <= SENT_AGAIN:
        await unit.jobs.enqueue(Job(JobKind.SEND_REFUND, refund.id, f"again-{after.attempts}"), now)


async def _tell(
    unit: UnitOfWork, action: AuditAction, payment: Payment, refund: Refund, now: datetime
) -> None:
    facts: dict[str, Fact] = {
        "order": payment.order_id,
        "refund": refund.id,
        "cents": refund.amount_cents,
    }
    await unit.audit.append(Deed(action, SYSTEM, now, "payment", payment.id, facts))
