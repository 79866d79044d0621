"""Ledger postings: every movement of money is entered in the transaction that causes it.

Each function is part of somebody's unit of work and calls nothing outside it. A payment's split is made
with the payment, and follows whatever becomes of it.
"""

from datetime import datetime, timedelta

import attrs

from haulage.deliveries import DEFAULT_ESTIMATE_MINUTES, earns_bonus
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.money import Cents
from haulage.ledger import (
    POLICY_VERSION,
    GivenBack,
    PaymentSplit,
    SplitKind,
    TransactionKind,
    TransferReversal,
    postings,
)
from haulage.ledger.payment_split import earned, give_back, retain_fee, shared, with_bonus
from haulage.ledger.withdrawn_refund import part_of
from haulage.orders import Order
from haulage.payments import Payment, PaymentPurpose, Refund, RefundKind
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.orders.booked_fare import taxes_of_order
from haulage.services.payments.ledger_entries import LedgerWriter, derived_id, tip_of
from haulage.services.payments.reserves import reserve

AT_ONCE_FIRST = timedelta(seconds=15)
"""Ours: how long whoever owes a refund has for sending it before the job does."""


def send_share(split: PaymentSplit) -> Job:
    """Each time that a share comes due is an occasion of its own."""
    return Job(JobKind.SEND_SHARE, split.id, occasion=str(split.version))


async def payment_received(
    unit: UnitOfWork, actor: Actor, payment: Payment, order: Order, now: datetime
) -> None:
    """Enter a payment that succeeded, as the store has it now. It is given a split; or a refund, where all
    of it is owed back at once because nobody wants it any more (OP-24)."""
    tip = payment.purpose is PaymentPurpose.TIP
    split = _new_split(payment, order, 0 if tip else await taxes_of_order(unit, order), now)
    owed = postings.charge_tip(payment.amount_cents) if tip else postings.charge(split.basis)
    enter = LedgerWriter(unit, order.id, now, tip_of(payment))
    await enter(TransactionKind.CHARGE, f"charge/{payment.id}", owed)
    paid = postings.payment(payment.amount_cents, payment.processing_fee_cents)
    await enter(TransactionKind.PAYMENT, f"payment/{payment.id}", paid)
    if payment.refund_requested_cents:
        _, parts = give_back(split, payment.refund_requested_cents, now)
        await _give_back(enter, actor, payment, RefundKind.UNWANTED, Taken(parts), "")
    elif tip:
        await _tip_received(enter, split, order)
    else:
        await unit.splits.add(split)


def _new_split(payment: Payment, order: Order, taxes: Cents, now: datetime) -> PaymentSplit:
    """An estimate, until the work is done."""
    tip = payment.purpose is PaymentPurpose.TIP
    empty = PaymentSplit(
        id=derived_id("spl", payment.id),
        payment_id=payment.id,
        order_id=order.id,
        kind=SplitKind.TIP if tip else SplitKind.FARE,
        policy=payment.split_policy,
        policy_version=POLICY_VERSION,
        total_cents=payment.amount_cents,
        taxes_cents=taxes,
        processing_fee_cents=payment.processing_fee_cents,
        driver_cents=0,
        platform_cents=0,
        miles=order.distance_miles,
        minutes=order.estimated_minutes,
        created_at=now,
        updated_at=now,
    )
    return shared(empty, empty.basis)


async def _tip_received(enter: LedgerWriter, split: PaymentSplit, order: Order) -> None:
    """A tip is the driver's as soon as it is paid: the work is done."""
    if order.driver_id is None:
        raise ValueError("a tip is for a driver, and this order has none")
    theirs = earned(split, order.driver_id, enter.now)
    await enter.unit.splits.add(theirs)
    await enter.unit.jobs.enqueue(send_share(theirs), enter.now)
    await enter(TransactionKind.TIP, f"tip/{split.payment_id}", postings.tip(theirs, order.driver_id))


async def order_completed(unit: UnitOfWork, order: Order, now: datetime) -> None:
    """The fare is earned by whoever drove it, and their share can be sent (OP-34); once it is, it stays so.
    Orders that are invoiced have no payment, and so no split."""
    payment = await unit.payments.of_order(order.id)
    split = await unit.splits.of_payment(payment.id) if payment else None
    if split is None or order.driver_id is None or split.earned_at is not None:
        return
    done = with_bonus(split) if _was_quick(order) else split
    theirs = await unit.splits.save(split, earned(done, order.driver_id, now))
    enter = LedgerWriter(unit, order.id, now)
    await unit.jobs.enqueue(send_share(theirs), now)
    amounts = postings.completion(theirs, order.driver_id)
    await enter(TransactionKind.SPLIT, f"split/{theirs.payment_id}", amounts)
    if theirs.is_stopped:
        await reserve(enter, theirs)


def _was_quick(order: Order) -> bool:
    """DRV-21 by the order's own times, from its beginning to its end.

    Breaks count here, though they do not against the efficiency: the customer waited through them, and a
    button that stops the clock must not be worth money. What devices tell later may put the times right, but
    moves no money that was shared out.
    """
    if order.started_at is None or order.completed_at is None:
        return False
    return earns_bonus(
        order.estimated_minutes or DEFAULT_ESTIMATE_MINUTES, order.completed_at - order.started_at
    )


async def order_cancelled(
    unit: UnitOfWork, actor: Actor, payment: Payment, order: Order, fee: Cents, now: datetime
) -> None:
    """The payment goes back but for the *fee*, which is shared as a fare (OP-23). It must have noted what
    is owed already. A fare that arriving had shared goes back from everybody's part."""
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return
    if split.earned_at is not None:
        if back := split.refundable_cents - fee:
            await refund(unit, actor, payment, back, RefundKind.NOT_PERFORMED, "", now)
        return
    enter = LedgerWriter(unit, order.id, now)
    fee_split = await _share_cancellation_fee(enter, split, order, fee)
    amounts = postings.cancellation(split, fee_split, order.driver_id)
    await enter(TransactionKind.CANCELLATION, f"cancellation/{payment.id}", amounts)
    back = split.refundable_cents - fee
    if back:
        # A fee may be more than the fare before tax: then some of the tax is retained as well.
        tax = min(back, split.taxes_cents - split.tax_back_cents)
        parts = GivenBack(back, tax, unearned_cents=back - tax)
        id = await _refund_id(unit, payment)
        await _owe(enter, _refund(id, payment, actor, RefundKind.CANCELLATION, parts, "", now))


async def _share_cancellation_fee(
    enter: LedgerWriter, split: PaymentSplit, order: Order, fee: Cents
) -> PaymentSplit | None:
    """Share a cancellation fee with the driver; remove the split where there is no fee."""
    if not fee:
        await enter.unit.splits.remove(split)
        return None
    if order.driver_id is None:
        raise ValueError("a fee is shared with a driver, and this order has none")
    fee_split = earned(retain_fee(split, fee, enter.now), order.driver_id, enter.now)
    saved = await enter.unit.splits.save(split, fee_split)
    await enter.unit.jobs.enqueue(send_share(saved), enter.now)
    return saved


async def refund(
    unit: UnitOfWork,
    actor: Actor,
    payment: Payment,
    cents: Cents,
    kind: RefundKind,
    reason: str,
    now: datetime,
) -> Refund:
    """Give *cents* back, of tax and shares in proportion, or as goodwill (OP-33). The payment must have
    noted that they are owed."""
    enter = LedgerWriter(unit, payment.order_id, now, tip_of(payment))
    cause = await _refund_id(unit, payment)
    taken = await _take_back(enter, payment, cents, cause, goodwill=kind is RefundKind.GOODWILL)
    made = await _give_back(enter, actor, payment, kind, taken, reason)
    split = taken.split
    if split is not None and split.is_stopped:
        await reserve(enter, split)
    return made


@attrs.frozen
class Lost:
    """*cents* stay gone: *settled* of them were owed as refunds, those *of_payment* are shared out as a
    refund is."""

    cents: Cents
    of_payment: Cents
    settled: Cents


async def dispute_lost(
    unit: UnitOfWork,
    payment: Payment,
    lost: Lost,
    dispute_id: str,
    again: str,
    now: datetime,
) -> None:
    """What the bank took beyond what was left of the payment falls on the platform. *again* tells verdicts
    of one dispute apart."""
    enter = LedgerWriter(unit, payment.order_id, now, tip_of(payment))
    taken = Taken(GivenBack(0))
    if lost.of_payment:
        cause = f"{dispute_id}{again}"
        taken = await _take_back(enter, payment, lost.of_payment, cause, goodwill=False)
    whole = attrs.evolve(taken.parts, cents=lost.cents - lost.settled)
    amounts = postings.dispute_lost(whole, taken.drivers, lost.settled)
    await enter(TransactionKind.DISPUTE, f"dispute/{dispute_id}/lost{again}", amounts)


@attrs.frozen
class Taken:
    """From whose parts of a payment an amount comes, where the driver's part of it was, and what is left."""

    parts: GivenBack
    drivers: postings.Amounts = attrs.Factory(dict)
    split: PaymentSplit | None = None


async def _take_back(
    enter: LedgerWriter, payment: Payment, cents: Cents, cause: str, *, goodwill: bool
) -> Taken:
    """What the driver has got of it is to be taken from their transfer."""
    unit = enter.unit
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return Taken(GivenBack(cents))
    after, parts = give_back(split, cents, enter.now, goodwill=goodwill)
    saved = await unit.splits.save(split, after)
    sent = split.sendable_cents - saved.sendable_cents
    if sent and saved.submitted_cents is not None:
        reversal = TransferReversal(derived_id("rev", cause), saved.id, sent, enter.now)
        await unit.reversals.add(reversal)
        await unit.jobs.enqueue(Job(JobKind.TAKE_BACK_SHARE, reversal.id), enter.now)
    return Taken(parts, postings.taken_from_share(split, saved), saved)


async def _give_back(
    enter: LedgerWriter,
    actor: Actor,
    payment: Payment,
    kind: RefundKind,
    taken: Taken,
    reason: str,
) -> Refund:
    id = await _refund_id(enter.unit, payment)
    made = _refund(id, payment, actor, kind, taken.parts, reason, enter.now)
    await _owe(enter, made)
    amounts = postings.given_back(taken.parts, taken.drivers)
    await enter(TransactionKind.REFUND, f"refund/{made.id}", amounts)
    return made


async def _owe(enter: LedgerWriter, refund: Refund) -> None:
    """Whoever asked for it sends it at once if they can; the job is for when that failed."""
    await enter.unit.refunds.add(refund)
    await enter.unit.jobs.enqueue(
        Job(JobKind.SEND_REFUND, refund.id, due_at=enter.now + AT_ONCE_FIRST), enter.now
    )


async def owe_again(enter: LedgerWriter, payment: Payment, refund: Refund, cents: Cents) -> None:
    """Owe so much of a refund anew that a lost dispute had settled, and that the bank has back: by another
    refund with the same parts. The payment must have noted that it is owed."""
    whole = GivenBack(
        refund.amount_cents, refund.tax_cents, refund.driver_cents, refund.platform_cents, refund.fare_cents
    )
    kind = RefundKind.NOT_PERFORMED if refund.kind is RefundKind.CANCELLATION else refund.kind
    id = await _refund_id(enter.unit, payment)
    made = _refund(id, payment, SYSTEM, kind, part_of(whole, cents), refund.reason, enter.now)
    await _owe(enter, made)
    await enter(TransactionKind.REFUND, f"refund/{id}", postings.refund_owed_again(cents))


async def _refund_id(unit: UnitOfWork, payment: Payment) -> str:
    """What is owed in all tells the refunds of a payment apart, until one is withdrawn: then their number
    does, for none is ever removed."""
    by_total = derived_id("rfd", f"{payment.id}/{payment.refund_requested_cents}")
    earlier = [refund.id for refund in await unit.refunds.of_payment(payment.id)]
    by_number = derived_id("rfd", f"{payment.id}/number/{len(earlier) + 1}")
    return by_number if by_total in earlier else by_total


def _refund(
    id: str,
    payment: Payment,
    actor: Actor,
    kind: RefundKind,
    parts: GivenBack,
    reason: str,
    now: datetime,
) -> Refund:
    return Refund(
        id=id,
        payment_id=payment.id,
        order_id=payment.order_id,
        kind=kind,
        amount_cents=parts.cents,
        tax_cents=parts.tax_cents,
        driver_cents=parts.driver_cents,
        platform_cents=parts.platform_cents,
        fare_cents=parts.unearned_cents,
        own_cents=parts.own_cents,
        reason=reason,
        requested_by=actor.name,
        reference=id,
        created_at=now,
        updated_at=now,
    )
