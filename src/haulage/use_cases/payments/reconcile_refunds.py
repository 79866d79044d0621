"""Reconcile refunds with the provider: made in its dashboard, or returned by the card's bank.

The provider is asked for all refunds of the payment, so that neither the age of an event nor the order of
events matter.
"""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import Job, JobKind, JobState
from haulage.jobs.stored_job import finished
from haulage.kernel.actor import SYSTEM
from haulage.ledger import TransactionKind, postings
from haulage.orders import OrderStatus
from haulage.payments import Payment, PaymentState, Refund, RefundKind, RefundStatus
from haulage.payments.payment import confirm_refund, refundable_cents, request_refund
from haulage.payments.refund import failed, is_asking_of
from haulage.ports.payments import ProviderRefund
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.services.payments.refund_audit import audit_refund_owed
from haulage.use_cases.payments.send_refunds import note_sent
from haulage.use_cases.payments.unsent_differences import SENT_AGAIN, list_if_given_up

MADE_ELSEWHERE = "Made at the card provider."
SENT_BACK = "The card's bank sent the refund back."


async def note_refunds(
    unit: UnitOfWork, payment_id: str, found: Sequence[ProviderRefund], now: datetime
) -> None:
    """Enter what the provider has given back without us, and take note of what came back to it."""
    for each in found:
        payment = await unit.payments.get(payment_id)
        if payment is None or payment.state is not PaymentState.SUCCEEDED:
            return
        ours = await unit.refunds.of_payment(payment_id)
        if each.failed:
            await _note_failed(unit, payment, ours, each, now)
        else:
            await _note_made(unit, payment, ours, each, now)


async def _note_failed(
    unit: UnitOfWork, payment: Payment, ours: Sequence[Refund], made: ProviderRefund, now: datetime
) -> None:
    known = _known(ours, made)
    if known is None:
        return
    if known.status is RefundStatus.SENT and known.provider_refund_id in {made.id, None}:
        await _all_came_back(unit, payment, ours, known, now)
    elif known.is_open and known.reference == made.reference:
        await _failed(unit, payment, known, made.id, now)


async def _note_made(
    unit: UnitOfWork, payment: Payment, ours: Sequence[Refund], made: ProviderRefund, now: datetime
) -> None:
    """An answer that comes after its event is out of date, and changes nothing."""
    known = _known(ours, made)
    if known is None:
        if made.reference is None:
            await _made_elsewhere(unit, payment, made, now)
    elif known.is_closed:
        await _adopt(unit, payment, made, now)
    elif known.is_open and known.reference == made.reference:
        await note_sent(unit, known, made.id, now)
    elif known.provider_refund_id != made.id and (known.is_open or known.provider_refund_id):
        await _earlier_asking_came(unit, payment, known, made, now)


def _known(ours: Sequence[Refund], made: ProviderRefund) -> Refund | None:
    """Ours by the provider's id, or, where its answer has not reached us, by the reference of one of its
    askings."""
    by_id = [refund for refund in ours if refund.provider_refund_id == made.id]
    matching = [refund for refund in ours if made.reference and is_asking_of(refund, made.reference)]
    return next(iter(by_id or matching), None)


async def _earlier_asking_came(
    unit: UnitOfWork, payment: Payment, refund: Refund, made: ProviderRefund, now: datetime
) -> None:
    """Two processes asked at once, and one of them was refused before the other was obeyed: it is the refund
    that is still owed, or more than was owed."""
    if refund.is_open and made.amount_cents == refund.to_send_cents:
        await note_sent(unit, refund, made.id, now)
    else:
        await _made_elsewhere(unit, payment, made, now)


async def _made_elsewhere(unit: UnitOfWork, payment: Payment, made: ProviderRefund, now: datetime) -> None:
    """What is more than is left beside the refunds that we owe and did not send has paid these: one over the
    very amount if there is one, otherwise the oldest ones, as far as it goes. The rest is adopted. While it
    paid a part of one, nothing is noted: that one cannot go out any more, and is to be withdrawn first."""
    waiting = [refund for refund in await unit.refunds.of_payment(payment.id) if refund.is_open]
    left, room = made.amount_cents, refundable_cents(payment)
    paid = []
    for refund in sorted(waiting, key=lambda each: each.to_send_cents != left):
        if left > room and refund.to_send_cents <= left:
            paid.append(refund)
            left -= refund.to_send_cents
    if left > room and len(paid) < len(waiting):
        return
    for refund in paid:
        await note_sent(unit, refund, made.id, now)
    payment = await unit.payments.get(payment.id) or payment
    await _adopt(unit, payment, attrs.evolve(made, amount_cents=left), now)


async def _adopt(unit: UnitOfWork, payment: Payment, made: ProviderRefund, now: datetime) -> None:
    """Somebody gave it back in the provider's own dashboard, or it went out when we had given it up: the
    books follow, and nothing is sent. Of work that was done the platform pays it alone; otherwise tax and
    shares go back in proportion (OP-33)."""
    cents = min(made.amount_cents, refundable_cents(payment))
    if not cents:
        return
    order = await unit.orders.get(payment.order_id)
    done = order is not None and order.status is OrderStatus.COMPLETED
    kind = RefundKind.GOODWILL if done else RefundKind.NOT_PERFORMED
    owed = request_refund(payment, payment.refund_requested_cents + cents, now)
    await unit.payments.save(payment, owed)
    refund = await ledger_postings.refund(unit, SYSTEM, owed, cents, kind, MADE_ELSEWHERE, now)
    await audit_refund_owed(unit, SYSTEM, owed)
    await note_sent(unit, refund, made.id, now)


async def _all_came_back(
    unit: UnitOfWork, payment: Payment, ours: Sequence[Refund], known: Refund, now: datetime
) -> None:
    """One that was made elsewhere may have paid several of ours."""
    id = known.provider_refund_id
    others = [each for each in ours if id and each.provider_refund_id == id and each.id != known.id]
    for refund in [known, *(each for each in others if each.status is RefundStatus.SENT)]:
        await _came_back(unit, await unit.payments.get(payment.id) or payment, refund, now)


async def _came_back(unit: UnitOfWork, payment: Payment, refund: Refund, now: datetime) -> None:
    """The customer has not got it, so it is owed again."""
    total = payment.refunded_cents - refund.to_send_cents
    enter = LedgerWriter(unit, payment.order_id, now)
    back = postings.refund_returned(refund.to_send_cents)
    await enter(TransactionKind.REFUND_RETURNED, f"refund/{refund.id}/returned/{refund.attempts}", back)
    await _failed(
        unit,
        await unit.payments.save(payment, confirm_refund(payment, total, now)),
        refund,
        refund.provider_refund_id,
        now,
    )


async def _failed(
    unit: UnitOfWork, payment: Payment, refund: Refund, provider_refund_id: str | None, now: datetime
) -> None:
    known = attrs.evolve(failed(refund, SENT_BACK, now), provider_refund_id=provider_refund_id)
    after = await unit.refunds.save(refund, known)
    await _audit_refund(unit, AuditAction.REFUND_REFUSED, payment, after, now)
    await _end_first_try(unit, refund.id, now)
    await list_if_given_up(unit, after, now)
    if after.attempts <= SENT_AGAIN:
        await unit.jobs.enqueue(Job(JobKind.SEND_REFUND, refund.id, f"again-{after.attempts}"), now)


async def _end_first_try(unit: UnitOfWork, refund_id: str, now: datetime) -> None:
    """What was sent at once may come back before the job is due that stands by for it: that one would be a
    try more than the others together."""
    first = await unit.jobs.get(Job(JobKind.SEND_REFUND, refund_id).id)
    if first is not None and first.state is JobState.WAITING:
        await unit.jobs.save(first, finished(first, now))


async def _audit_refund(
    unit: UnitOfWork, action: AuditAction, payment: Payment, refund: Refund, now: datetime
) -> None:
    facts: dict[str, Fact] = {
        "order": payment.order_id,
        "refund": refund.id,
        "cents": refund.to_send_cents,
    }
    await unit.audit.append(AuditEvent(action, SYSTEM, now, "payment", payment.id, facts))
