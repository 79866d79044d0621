"""Overturned disputes: the bank has changed its verdict after the dispute was closed.

The old verdict is taken out of the books, entry by entry, and the new one entered. Only who has asked the
provider does this: of two events with different verdicts nothing tells which is the later one.
"""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import Entry, GivenBack, SplitKind, TransactionKind, postings
from haulage.ledger.account import (
    PLATFORM_REVENUE,
    REFUNDS_PAYABLE,
    TAX_PAYABLE,
    UNEARNED_FARES,
    AccountKind,
)
from haulage.ledger.payment_split import PaymentSplit
from haulage.ledger.withdrawn_refund import can_restore, restore
from haulage.payments import Dispute, DisputeState, Payment
from haulage.payments.dispute import reopened
from haulage.payments.payment import request_refund
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.services.payments.ledger_entries import LedgerWriter, derived_id, tip_of
from haulage.use_cases.payments.disputes import LOST, WON, close, is_decided_otherwise, verdicts_of
from haulage.use_cases.payments.unsent_refunds import return_share
from haulage.webhooks.dispute_update import DisputeUpdate

PARTS_OF_DRIVERS = {AccountKind.DRIVER, AccountKind.DRIVER_AVAILABLE, AccountKind.DRIVER_DEBT}


async def decide_again(
    unit: UnitOfWork, provider_reference: str, reference: str, update: DisputeUpdate, now: datetime
) -> None:
    """Bring a closed dispute to the provider's other verdict."""
    payment = await unit.payments.of_reference(provider_reference)
    dispute = await unit.disputes.of_reference(reference)
    if payment is None or dispute is None or dispute.state is DisputeState.OPEN:
        return
    if not is_decided_otherwise(dispute, update):
        return
    payment, dispute = await _reopen(unit, payment, dispute, now)
    await close(unit, payment, dispute, won=update.status == WON, now=now)


async def _reopen(
    unit: UnitOfWork, payment: Payment, dispute: Dispute, now: datetime
) -> tuple[Payment, Dispute]:
    """As it stood before the verdict: the bank has the money."""
    enter = LedgerWriter(unit, payment.order_id, now, tip_of(payment))
    if dispute.state is DisputeState.WON:
        number = len(await verdicts_of(unit, dispute))
        again = postings.dispute_opened(dispute.amount_cents, 0)
        await enter(TransactionKind.DISPUTE, f"dispute/{dispute.id}/taken-again/{number}", again)
        after = payment
    else:
        after = await _give_parts_back(enter, payment, dispute)
    saved = await unit.disputes.save(dispute, reopened(dispute))
    marked = attrs.evolve(after, dispute=DisputeState.OPEN, updated_at=now)
    return await unit.payments.save(payment, marked), saved


async def _give_parts_back(enter: LedgerWriter, payment: Payment, dispute: Dispute) -> Payment:
    """Everybody has what the lost dispute had taken from them; refunds that it had settled are owed anew."""
    unit, now = enter.unit, enter.now
    made = await verdicts_of(unit, dispute)
    latest = f"dispute/{dispute.id}/{LOST}" + (f"/{len(made)}" if len(made) > 1 else "")
    verdict = next(each for each in made if each.reference == latest)
    parts, settled = _taken(verdict.entries, dispute)
    drivers = postings.Amounts()
    name = f"dispute/{dispute.id}/given-back/{len(made)}"
    split = await unit.splits.of_payment(payment.id)
    if split is None or not _knows(split, parts, dispute.closed_at or now):
        parts, split = GivenBack(parts.cents), None
    elif parts.cents:
        after, parts = restore(split, parts, now, goodwill=False)
        drivers = postings.given_to_share(split, after)
        before, split = split, await unit.splits.save(split, after)
        await return_share(unit, derived_id("ret", name), before, split, now)
    whole = attrs.evolve(parts, cents=dispute.amount_cents - settled)
    await enter(TransactionKind.DISPUTE, name, postings.dispute_overturned(whole, drivers))
    freed = attrs.evolve(payment, lost_cents=payment.lost_cents - dispute.lost_cents)
    return await _owe_again(enter, freed, settled)


def _taken(entries: Sequence[Entry], dispute: Dispute) -> tuple[GivenBack, Cents]:
    """What the verdict took of the payment and from whom, and what it settled of refunds. What it took
    beyond the payment was the platform's own, and is again."""
    amounts = {entry.account: entry.amount_cents for entry in entries}
    settled = amounts.get(REFUNDS_PAYABLE, 0)
    driver = sum(cents for account, cents in amounts.items() if account.kind in PARTS_OF_DRIVERS)
    parts = GivenBack(
        dispute.lost_cents - settled,
        tax_cents=amounts.get(TAX_PAYABLE, 0),
        driver_cents=driver,
        platform_cents=amounts.get(PLATFORM_REVENUE, 0),
        unearned_cents=amounts.get(UNEARNED_FARES, 0),
    )
    return parts, settled


def _knows(split: PaymentSplit, parts: GivenBack, at: datetime) -> bool:
    """Whether the verdict took from this split, and not from the fare that a cancellation has ended since."""
    if split.kind is SplitKind.CANCELLATION_FEE:
        since = split.earned_at is not None and at >= split.earned_at
        return since and not parts.unearned_cents and can_restore(split, parts)
    return can_restore(split, parts)


async def _owe_again(enter: LedgerWriter, payment: Payment, settled: Cents) -> Payment:
    """The customer does not have from the bank what the lost dispute had brought them: newest first."""
    left = settled
    for refund in reversed(await enter.unit.refunds.of_payment(payment.id)):
        cents = min(left, refund.disputed_cents)
        if cents:
            left -= cents
            payment = request_refund(payment, payment.refund_requested_cents + cents, enter.now)
            await ledger_postings.owe_again(enter, payment, refund, cents)
    return payment
