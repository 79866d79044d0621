"""Keeping the books: every movement of money is entered in the transaction that brings it about.

Each function is part of somebody's unit of work and calls nothing outside it. A payment's split is made
with the payment, and follows whatever becomes of it.
"""

from datetime import datetime, timedelta

import attrs

from haulage.deliveries import DEFAULT_ESTIMATE_MINUTES, earns_bonus
from haulage.jobs import Job, JobKind
from haulage.kernel.money import Cents
from haulage.kernel.policy import Actor
from haulage.ledger import (
    POLICY_VERSION,
    GivenBack,
    PaymentSplit,
    SplitKind,
    TransactionKind,
    TransferReversal,
    postings,
)
from haulage.ledger.account import DISPUTES
from haulage.ledger.payment_split import earned, give_back, kept_as_fee, shared, with_bonus
from haulage.orders import Order
from haulage.payments import Payment, PaymentPurpose, Refund, RefundKind
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.money.entering import Entering, derived_id
from haulage.use_cases.money.reserving import reserve
from haulage.use_cases.orders.booked_fare import taxes_of_order

AT_ONCE_FIRST = timedelta(seconds=15)
"""Ours: how long whoever owes a refund has for sending it before the job does."""


def send_share(split: PaymentSplit) -> Job:
    """Each time that a share comes due is an occasion of its own."""
    return Job(JobKind.SEND_SHARE, split.id, occasion=str(split.version))


async def payment_came(unit: UnitOfWork, actor: Actor, payment: Payment, order: Order, now: datetime) -> None:
    """Enter a payment that succeeded, as the store has it now. It is given a split; or a refund, where all
    of it is owed back at once because nobody wants it any more (OP-24)."""
    tip = payment.purpose is PaymentPurpose.TIP
    split = _new_split(payment, order, 0 if tip else await taxes_of_order(unit, order), now)
    owed = postings.charge_tip(payment.amount_cents) if tip else postings.charge(split.basis)
    enter = Entering(unit, order.id, now)
    await enter(TransactionKind.CHARGE, f"charge/{payment.id}", owed)
    paid = postings.payment(payment.amount_cents, payment.processing_fee_cents)
    await enter(TransactionKind.PAYMENT, f"payment/{payment.id}", paid)
    if payment.refund_requested_cents:
        _, parts = give_back(split, payment.refund_requested_cents, now)
        await _give_back(enter, actor, payment, RefundKind.UNWANTED, parts, None, "")
    elif tip:
        await _tip_came(enter, split, order)
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


async def _tip_came(enter: Entering, split: PaymentSplit, order: Order) -> None:
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
    enter = Entering(unit, order.id, now)
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
    is owed already."""
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return
    enter = Entering(unit, order.id, now)
    kept = await _keep_fee(enter, split, order, fee)
    amounts = postings.cancellation(split, kept, order.driver_id)
    await enter(TransactionKind.CANCELLATION, f"cancellation/{payment.id}", amounts)
    back = split.refundable_cents - fee
    if back:
        # A fee may be more than the fare before tax: then some of the tax is kept in another's name.
        tax = min(back, split.taxes_cents - split.tax_back_cents)
        parts = GivenBack(back, tax, unearned_cents=back - tax)
        await _owe(enter, _refund(payment, actor, RefundKind.CANCELLATION, parts, "", now))


async def _keep_fee(enter: Entering, split: PaymentSplit, order: Order, fee: Cents) -> PaymentSplit | None:
    """A fee is earned by the driver who was kept waiting; without one there is nothing to share."""
    if not fee:
        await enter.unit.splits.remove(split)
        return None
    if order.driver_id is None:
        raise ValueError("a fee is shared with a driver, and this order has none")
    kept = earned(kept_as_fee(split, fee, enter.now), order.driver_id, enter.now)
    saved = await enter.unit.splits.save(split, kept)
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
    enter = Entering(unit, payment.order_id, now)
    cause = _refund_id(payment)
    parts, split = await _take_back(enter, payment, cents, cause, goodwill=kind is RefundKind.GOODWILL)
    made = await _give_back(enter, actor, payment, kind, parts, split.driver_id if split else None, reason)
    if split is not None and split.is_stopped:
        await reserve(enter, split)
    return made


async def dispute_lost(
    unit: UnitOfWork, payment: Payment, cents: Cents, of_payment: Cents, dispute_id: str, now: datetime
) -> None:
    """*cents* stay gone: those *of_payment* are shared out as a refund is, and what the bank took beyond
    what was left of it falls on the platform."""
    enter = Entering(unit, payment.order_id, now)
    parts, split = GivenBack(0), None
    if of_payment:
        parts, split = await _take_back(enter, payment, of_payment, dispute_id, goodwill=False)
    whole = attrs.evolve(parts, cents=cents)
    amounts = postings.given_back(whole, split.driver_id if split else None, source=DISPUTES)
    await enter(TransactionKind.DISPUTE, f"dispute/{dispute_id}/lost", amounts)


async def _take_back(
    enter: Entering, payment: Payment, cents: Cents, cause: str, *, goodwill: bool
) -> tuple[GivenBack, PaymentSplit | None]:
    """From whose parts of the payment an amount comes, and what is left of them; what the driver has got of
    it is to be taken from their transfer."""
    unit = enter.unit
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return GivenBack(cents), None
    after, parts = give_back(split, cents, enter.now, goodwill=goodwill)
    saved = await unit.splits.save(split, after)
    if parts.driver_cents and saved.submitted_cents is not None:
        reversal = TransferReversal(derived_id("rev", cause), saved.id, parts.driver_cents, enter.now)
        await unit.reversals.add(reversal)
        await unit.jobs.enqueue(Job(JobKind.TAKE_BACK_SHARE, reversal.id), enter.now)
    return parts, saved


async def _give_back(
    enter: Entering,
    actor: Actor,
    payment: Payment,
    kind: RefundKind,
    parts: GivenBack,
    driver_id: str | None,
    reason: str,
) -> Refund:
    made = _refund(payment, actor, kind, parts, reason, enter.now)
    await _owe(enter, made)
    await enter(TransactionKind.REFUND, f"refund/{made.id}", postings.given_back(parts, driver_id))
    return made


async def _owe(enter: Entering, refund: Refund) -> None:
    """Whoever asked for it sends it at once if they can; the job is for when that failed."""
    await enter.unit.refunds.add(refund)
    await enter.unit.jobs.enqueue(
        Job(JobKind.SEND_REFUND, refund.id, due_at=enter.now + AT_ONCE_FIRST), enter.now
    )


def _refund_id(payment: Payment) -> str:
    """What is owed in all only ever grows, so it tells the refunds of a payment apart."""
    return derived_id("rfd", f"{payment.id}/{payment.refund_requested_cents}")


def _refund(
    payment: Payment, actor: Actor, kind: RefundKind, parts: GivenBack, reason: str, now: datetime
) -> Refund:
    id = _refund_id(payment)
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
