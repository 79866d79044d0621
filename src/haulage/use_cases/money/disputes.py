"""What a provider's dispute does to the books, to the payment and to the driver's share (OP-33).

The provider tells of a dispute as it stands, in any order and any number of times: what is known already
changes nothing, and a dispute that is closed stays closed.
"""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, Deed, Fact
from haulage.kernel.errors import Conflict
from haulage.kernel.money import Cents
from haulage.kernel.policy import SYSTEM
from haulage.ledger import TransactionKind, postings
from haulage.ledger.payment_split import freeze, release
from haulage.payments import Dispute, DisputeState, Payment, PaymentState
from haulage.payments.dispute import closed
from haulage.payments.payment import refundable_cents
from haulage.payments.provider_event import DisputeNews, KeptEvent
from haulage.ports.clock import Clock
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.money import books
from haulage.use_cases.money.entering import Entering, derived_id
from haulage.use_cases.money.reserving import reserve

WON, LOST = "won", "lost"
NO_MONEY_TAKEN = frozenset({"warning_needs_response", "warning_under_review", "warning_closed"})
"""A bank that only asks has taken nothing."""


@attrs.frozen
class ApplyDispute:
    """The effect of an event about a dispute, in the transaction that settles the event."""

    clock: Clock

    async def __call__(self, unit: UnitOfWork, kept: KeptEvent) -> None:
        event = kept.event
        if event.dispute is None or event.provider_reference is None or event.object_reference is None:
            return
        await hear_of_dispute(
            unit, event.provider_reference, event.object_reference, event.dispute, self.clock.now()
        )


async def hear_of_dispute(
    unit: UnitOfWork, provider_reference: str, reference: str, news: DisputeNews, now: datetime
) -> None:
    """Bring a dispute to what the provider says of it. Payments that are not ours, and banks that only
    ask, change nothing.

    Raises ``Conflict`` for a payment that we do not know the success of yet: the news came too early.
    """
    payment = await unit.payments.of_reference(provider_reference)
    if payment is None or news.status in NO_MONEY_TAKEN:
        return
    if payment.state is not PaymentState.SUCCEEDED:
        raise Conflict("payment")
    dispute = await unit.disputes.of_reference(reference)
    if dispute is None:
        payment, dispute = await _open(unit, payment, reference, news, now)
    elif news.fee_cents > dispute.fee_cents:
        dispute = await _charge_more(unit, dispute, news.fee_cents, now)
    if dispute.state is DisputeState.OPEN and news.status in (WON, LOST):
        await _close(unit, payment, dispute, won=news.status == WON, now=now)


async def _open(
    unit: UnitOfWork, payment: Payment, reference: str, news: DisputeNews, now: datetime
) -> tuple[Payment, Dispute]:
    """The bank has taken the money: what the driver has not been paid yet stays where it is."""
    dispute = Dispute(
        id=derived_id("dsp", reference),
        payment_id=payment.id,
        order_id=payment.order_id,
        provider_reference=reference,
        amount_cents=news.amount_cents,
        fee_cents=news.fee_cents,
        opened_at=now,
    )
    await unit.disputes.add(dispute)
    enter = Entering(unit, payment.order_id, now)
    taken = postings.dispute_opened(dispute.amount_cents, dispute.fee_cents)
    await enter(TransactionKind.DISPUTE, f"dispute/{dispute.id}/opened", taken)
    marked = attrs.evolve(payment, dispute=DisputeState.OPEN, updated_at=now)
    split = await unit.splits.of_payment(payment.id)
    if split is not None:
        frozen = await unit.splits.save(split, freeze(split, now))
        await reserve(enter, frozen)
    await _tell(unit, AuditAction.DISPUTE_OPENED, dispute, now)
    return await unit.payments.save(payment, marked), dispute


async def _charge_more(unit: UnitOfWork, dispute: Dispute, fee_cents: Cents, now: datetime) -> Dispute:
    """The provider takes a fee when it takes up the dispute, which may be later."""
    enter = Entering(unit, dispute.order_id, now)
    more = postings.dispute_opened(0, fee_cents - dispute.fee_cents)
    await enter(TransactionKind.DISPUTE, f"dispute/{dispute.id}/fee/{fee_cents}", more)
    return await unit.disputes.save(dispute, attrs.evolve(dispute, fee_cents=fee_cents))


async def _close(unit: UnitOfWork, payment: Payment, dispute: Dispute, *, won: bool, now: datetime) -> None:
    """Won, the money comes back and the driver's share is let go. Lost, it stays gone: what was left of the
    payment is shared out as a refund is, and anything beyond falls on the platform."""
    lost = 0 if won else min(dispute.amount_cents, refundable_cents(payment))
    enter = Entering(unit, payment.order_id, now)
    if won:
        back = postings.dispute_won(dispute.amount_cents)
        await enter(TransactionKind.DISPUTE, f"dispute/{dispute.id}/won", back)
    else:
        await books.dispute_lost(unit, payment, dispute.amount_cents, lost, dispute.id, now)
    after = await unit.disputes.save(dispute, closed(dispute, won=won, lost_cents=lost, now=now))
    others = [each for each in await unit.disputes.of_payment(payment.id) if each.id != after.id]
    still_open = any(each.state is DisputeState.OPEN for each in others)
    state = DisputeState.OPEN if still_open else after.state
    marked = attrs.evolve(payment, dispute=state, lost_cents=payment.lost_cents + lost, updated_at=now)
    await unit.payments.save(payment, marked)
    await _let_share_go(enter, payment, is_closed=not still_open)
    await _tell(unit, AuditAction.DISPUTE_CLOSED, after, now)


async def _let_share_go(enter: Entering, payment: Payment, *, is_closed: bool) -> None:
    """What this dispute held is free, but for what another cause holds now; after the last dispute, what is
    left of the driver's share can be sent."""
    unit = enter.unit
    split = await unit.splits.of_payment(payment.id)
    if split is None:
        return
    if is_closed:
        split = await unit.splits.save(split, release(split, enter.now))
    await reserve(enter, split)
    if split.is_due:
        await unit.jobs.enqueue(books.send_share(split), enter.now)


async def _tell(unit: UnitOfWork, action: AuditAction, dispute: Dispute, now: datetime) -> None:
    facts: dict[str, Fact] = {
        "dispute": dispute.id,
        "order": dispute.order_id,
        "cents": dispute.amount_cents,
        "lost_cents": dispute.lost_cents,
        "state": dispute.state.value,
    }
    await unit.audit.append(Deed(action, SYSTEM, now, "payment", dispute.payment_id, facts))
