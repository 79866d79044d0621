"""Owed refunds that were not sent: settled with a lost dispute, retried, or withdrawn."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.money import Cents
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.ledger import GivenBack, PaymentSplit, ReturnedShare, SplitKind, TransactionKind, postings
from haulage.ledger.withdrawn_refund import can_restore, part_of, restore
from haulage.payments import DisputeState, Payment, Refund, RefundKind
from haulage.payments.payment import lower_refund
from haulage.payments.refund import MAX_REASON_LENGTH, PaymentDisputed, RefundNotOpen, settled, withdrawn
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.ledger_entries import LedgerWriter, tip_of
from haulage.services.payments.reserves import reserve
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.reconcile_refunds import note_refunds
from haulage.use_cases.payments.unsent_differences import close_unsent


async def settle_refunds(unit: UnitOfWork, payment: Payment, cents: Cents, now: datetime) -> Cents:
    """Settle refunds that have not gone out with *cents* that a lost dispute took, oldest first; how much
    of it was owed to the customer anyway."""
    left = cents
    for refund in await open_refunds(unit, payment.id):
        part = min(left, refund.to_send_cents)
        if part:
            after = await unit.refunds.save(refund, settled(refund, part, now))
            if not after.is_open:
                await close_unsent(unit, after, now)
            left -= part
    return cents - left


async def send_what_waited(unit: UnitOfWork, payment: Payment, now: datetime) -> None:
    """Have refunds sent that waited for an open dispute."""
    for refund in await open_refunds(unit, payment.id):
        await unit.jobs.enqueue(Job(JobKind.SEND_REFUND, refund.id, f"after-{payment.version}"), now)


async def open_refunds(unit: UnitOfWork, payment_id: str) -> Sequence[Refund]:
    """What is owed of a payment and has not gone out, oldest first."""
    return [refund for refund in await unit.refunds.of_payment(payment_id) if refund.is_open]


@attrs.frozen
class UnsentRefunds:
    """Resends or withdraws refunds that were not sent.

    For administrators and operators: what they do about a refund that does not go out by itself.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def resend(
        self, actor: Actor, refund_id: str, once: IdempotentRequest[Refund] | None = None
    ) -> Refund:
        """Have it sent again, whatever became of earlier attempts.

        Raises ``NotFound``, ``OwnCase``, ``RefundNotOpen``, ``PaymentDisputed`` or ``Unavailable``.
        """
        authorize(actor, Action.REFUND_PAYMENT)
        await self._ask_provider(refund_id)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Refund:
            refund, payment = await _open_refund(unit, actor, refund_id)
            await unit.jobs.enqueue(Job(JobKind.SEND_REFUND, refund.id, f"r{int(now.timestamp())}"), now)
            await _record(unit, AuditAction.REFUND_RESENT, actor, payment, refund, now)
            return refund

        return await write_once(self.storage, once, work, now)

    async def withdraw(
        self, actor: Actor, refund_id: str, reason: str, once: IdempotentRequest[Refund] | None = None
    ) -> Refund:
        """Owe it no more: everybody has their part of it again, in the books and at the provider.

        The provider is asked first, so that what went out without our hearing of it is not withdrawn.
        Raises ``InvalidInput``, ``NotFound``, ``OwnCase``, ``RefundNotOpen``, ``PaymentDisputed`` or
        ``Unavailable``.
        """
        authorize(actor, Action.REFUND_PAYMENT)
        if not reason.strip() or len(reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"must be given, in at most {MAX_REASON_LENGTH} characters")
        await self._ask_provider(refund_id)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Refund:
            refund, payment = await _open_refund(unit, actor, refund_id)
            after = await unit.refunds.save(refund, withdrawn(refund, reason, now))
            await close_unsent(unit, after, now)
            lowered = lower_refund(payment, refund.to_send_cents, now)
            saved = await unit.payments.save(payment, lowered)
            await _restore_parts(unit, saved, after, now)
            await _record(unit, AuditAction.REFUND_WITHDRAWN, actor, saved, after, now)
            return after

        return await write_once(self.storage, once, work, now)

    async def _ask_provider(self, refund_id: str) -> None:
        """Take note of what became of the payment's refunds there. A closed refund needs no asking."""
        refund = await self.storage.read(lambda unit: unit.refunds.get(refund_id))
        if refund is None or not refund.is_open:
            return
        payment_id = refund.payment_id
        payment = await self.storage.read(lambda unit: unit.payments.get(payment_id))
        if payment is None:
            raise NotFound("Refund")
        found = await self.cards.refunds_of(payment.provider_reference)
        now = self.clock.now()
        await self.storage.write(lambda unit: note_refunds(unit, payment_id, found, now))


async def _open_refund(unit: UnitOfWork, actor: Actor, refund_id: str) -> tuple[Refund, Payment]:
    refund = await unit.refunds.get(refund_id)
    payment = await unit.payments.get(refund.payment_id) if refund else None
    if refund is None or payment is None:
        raise NotFound("Refund")
    order = await unit.orders.get(payment.order_id)
    require_another(actor, payment.customer_id, driver_id=order.driver_id if order else None)
    if not refund.is_open:
        raise RefundNotOpen(refund.status)
    if payment.dispute is DisputeState.OPEN:
        raise PaymentDisputed
    return refund, payment


def parts_of(refund: Refund) -> GivenBack:
    """From whom the amount came that was still to be sent."""
    whole = GivenBack(
        refund.amount_cents, refund.tax_cents, refund.driver_cents, refund.platform_cents, refund.fare_cents
    )
    return part_of(whole, refund.to_send_cents) if refund.disputed_cents else whole


async def _restore_parts(unit: UnitOfWork, payment: Payment, refund: Refund, now: datetime) -> None:
    """Of an order that was cancelled since nobody has a part any more: what stays is the platform's own."""
    parts, drivers = parts_of(refund), postings.Amounts()
    split = await unit.splits.of_payment(payment.id)
    enter = LedgerWriter(unit, payment.order_id, now, tip_of(payment))
    if split is None or not _is_of(split, refund, parts):
        parts, split = GivenBack(parts.cents), None
    else:
        goodwill = refund.kind is RefundKind.GOODWILL
        after, parts = restore(split, parts, now, goodwill=goodwill)
        drivers = postings.given_to_share(split, after)
        before, split = split, await unit.splits.save(split, after)
        await return_share(unit, refund.id, before, split, now)
    amounts = postings.refund_withdrawn(parts, drivers)
    await enter(TransactionKind.REFUND_WITHDRAWN, f"refund/{refund.id}/withdrawn", amounts)
    if split is not None and split.is_stopped:
        await reserve(enter, split)


async def return_share(
    unit: UnitOfWork, share_id: str, before: PaymentSplit, after: PaymentSplit, now: datetime
) -> None:
    """Have a driver sent again what was taken from a share that they had got, or were about to get."""
    cents = after.sendable_cents - before.sendable_cents
    if cents and after.submitted_cents is not None:
        await unit.splits.add_returned(ReturnedShare(share_id, after.id, cents, now))
        await unit.jobs.enqueue(Job(JobKind.RETURN_SHARE, share_id), now)


def _is_of(split: PaymentSplit, refund: Refund, parts: GivenBack) -> bool:
    """Whether the refund took from this split, and not from the fare that a cancellation has ended."""
    if refund.kind not in {RefundKind.NOT_PERFORMED, RefundKind.GOODWILL}:
        return False
    if split.kind is not SplitKind.CANCELLATION_FEE:
        return can_restore(split, parts)
    since = split.earned_at is not None and refund.created_at >= split.earned_at
    return since and not parts.unearned_cents and can_restore(split, parts)


async def _record(
    unit: UnitOfWork, action: AuditAction, actor: Actor, payment: Payment, refund: Refund, now: datetime
) -> None:
    facts: dict[str, Fact] = {
        "order": payment.order_id,
        "refund": refund.id,
        "cents": refund.to_send_cents,
        "attempts": refund.attempts,
    }
    await unit.audit.append(AuditEvent(action, actor, now, "payment", payment.id, facts))
