"""Apply a dispute to the ledger, the payment and the driver's share (OP-33).

The provider tells of a dispute as it stands, in any order and any number of times: what is known already
changes nothing, and a dispute that is closed stays closed; unless the provider is asked and says otherwise,
see :mod:`haulage.use_cases.payments.overturned`.
"""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict
from haulage.ledger import Transaction, TransactionKind, postings
from haulage.ledger.payment_split import freeze, release
from haulage.payments import Dispute, DisputeState, Payment, PaymentState
from haulage.payments.dispute import closed
from haulage.payments.payment import lower_refund, refundable_cents
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.services.payments.failed_deliveries import settle_after_dispute
from haulage.services.payments.ledger_entries import LedgerWriter, derived_id
from haulage.services.payments.reserves import reserve
from haulage.use_cases.payments.unsent_refunds import send_what_waited, settle_refunds
from haulage.webhooks.dispute_update import DisputeUpdate
from haulage.webhooks.event import ProviderEvent

WON, LOST = "won", "lost"
NO_MONEY_TAKEN = frozenset({"warning_needs_response", "warning_under_review", "warning_closed"})
"""A bank that only asks has taken nothing."""


@attrs.frozen
class ApplyDispute:
    """The effect of an event about a dispute, in the transaction that settles the event."""

    clock: Clock

    async def __call__(self, unit: UnitOfWork, event: ProviderEvent) -> None:
        if event.dispute is None or event.provider_reference is None or event.object_reference is None:
            return
        await apply_dispute_update(
            unit, event.provider_reference, event.object_reference, event.dispute, self.clock.now()
        )


async def apply_dispute_update(
    unit: UnitOfWork,
    provider_reference: str,
    reference: str,
    update: DisputeUpdate,
    now: datetime,
    *,
    is_looked_up: bool = False,
) -> None:
    """Bring a dispute to what the provider says of it, which is its latest word where it was asked. Payments
    that are not ours, and banks that only ask, change nothing.

    Raises ``Conflict`` for a payment that we do not know the success of yet: the update came too early.
    """
    payment = await unit.payments.of_reference(provider_reference)
    if payment is None or update.status in NO_MONEY_TAKEN:
        return
    if payment.state is not PaymentState.SUCCEEDED:
        raise Conflict("payment")
    dispute = await unit.disputes.of_reference(reference)
    if dispute is None:
        payment, dispute = await _open(unit, payment, reference, update, now)
    elif costs_otherwise(dispute, update, is_looked_up=is_looked_up):
        dispute = await _charge_more(unit, dispute, update, now)
    if dispute.state is DisputeState.OPEN and update.status in (WON, LOST):
        await close(unit, payment, dispute, won=update.status == WON, now=now)


async def _open(
    unit: UnitOfWork, payment: Payment, reference: str, update: DisputeUpdate, now: datetime
) -> tuple[Payment, Dispute]:
    """The bank has taken the money: what the driver has not been paid yet stays where it is."""
    dispute = Dispute(
        id=derived_id("dsp", reference),
        payment_id=payment.id,
        order_id=payment.order_id,
        provider_reference=reference,
        amount_cents=update.amount_cents,
        fee_cents=update.fee_cents,
        entries=update.entries,
        opened_at=now,
    )
    await unit.disputes.add(dispute)
    enter = LedgerWriter(unit, payment.order_id, now)
    taken = postings.dispute_opened(dispute.amount_cents, dispute.fee_cents)
    await enter(TransactionKind.DISPUTE, f"dispute/{dispute.id}/opened", taken)
    marked = attrs.evolve(payment, dispute=DisputeState.OPEN, updated_at=now)
    split = await unit.splits.of_payment(payment.id)
    if split is not None:
        frozen = await unit.splits.save(split, freeze(split, now))
        await reserve(enter, frozen)
    await _audit_dispute(unit, AuditAction.DISPUTE_OPENED, dispute, now)
    return await unit.payments.save(payment, marked), dispute


def costs_otherwise(dispute: Dispute, update: DisputeUpdate, *, is_looked_up: bool) -> bool:
    """Whether the update is later than ours, and the provider's balance has lost more or less by it. With
    its verdict the same entries may come to another cost. Nor need an event have told their fees: what the
    provider says when it is asked holds of as many entries as well."""
    if update.fee_cents == dispute.fee_cents:
        return False
    closing = dispute.state is DisputeState.OPEN and update.status in (WON, LOST)
    return update.entries > dispute.entries or (
        (closing or is_looked_up) and 0 < update.entries == dispute.entries
    )


def is_decided_otherwise(dispute: Dispute, update: DisputeUpdate) -> bool:
    """Whether the bank has decided, and we do not know, or know another decision."""
    return update.status in (WON, LOST) and update.status != dispute.state.value


async def _charge_more(unit: UnitOfWork, dispute: Dispute, update: DisputeUpdate, now: datetime) -> Dispute:
    """The provider takes a fee when it takes up the dispute, which may be later, and may give it back when
    the dispute is won."""
    enter = LedgerWriter(unit, dispute.order_id, now)
    more = postings.dispute_opened(0, update.fee_cents - dispute.fee_cents)
    cause = f"dispute/{dispute.id}/fee/{update.entries}/{update.fee_cents}"
    await enter(TransactionKind.DISPUTE, cause, more)
    changed = attrs.evolve(dispute, fee_cents=update.fee_cents, entries=update.entries)
    return await unit.disputes.save(dispute, changed)


async def verdicts_of(unit: UnitOfWork, dispute: Dispute) -> Sequence[Transaction]:
    """What was entered when it was closed; more than once where the bank has changed its mind."""
    names = (f"dispute/{dispute.id}/{WON}", f"dispute/{dispute.id}/{LOST}")
    return [each for each in await unit.ledger.of_order(dispute.order_id) if each.reference.startswith(names)]


async def close(unit: UnitOfWork, payment: Payment, dispute: Dispute, *, won: bool, now: datetime) -> None:
    """Won, the money comes back and the driver's share is let go. Lost, it stays gone: refunds that were
    owed are settled with it first, for the customer has that money now; then what was left of the payment is
    shared out as a refund is, and anything beyond falls on the platform."""
    settled = 0 if won else await settle_refunds(unit, payment, dispute.amount_cents, now)
    lost = 0 if won else min(dispute.amount_cents - settled, refundable_cents(payment))
    enter = LedgerWriter(unit, payment.order_id, now)
    earlier = len(await verdicts_of(unit, dispute))
    again = f"/{earlier + 1}" if earlier else ""
    if won:
        back = postings.dispute_won(dispute.amount_cents)
        await enter(TransactionKind.DISPUTE, f"dispute/{dispute.id}/won{again}", back)
    else:
        cents = ledger_postings.Lost(dispute.amount_cents, lost, settled)
        await ledger_postings.dispute_lost(unit, payment, cents, dispute.id, again, now)
    taken = lost + settled
    after = await unit.disputes.save(dispute, closed(dispute, won=won, lost_cents=taken, now=now))
    others = [each for each in await unit.disputes.of_payment(payment.id) if each.id != after.id]
    still_open = any(each.state is DisputeState.OPEN for each in others)
    state = DisputeState.OPEN if still_open else after.state
    owed = lower_refund(payment, settled, now) if settled else payment
    marked = attrs.evolve(owed, dispute=state, lost_cents=payment.lost_cents + taken, updated_at=now)
    saved = await unit.payments.save(payment, marked)
    if not still_open:
        await send_what_waited(unit, saved, now)
    await _let_share_go(enter, payment, is_closed=not still_open)
    if not still_open:
        await settle_after_dispute(unit, saved, now)
    await _audit_dispute(unit, AuditAction.DISPUTE_CLOSED, after, now)


async def _let_share_go(enter: LedgerWriter, payment: Payment, *, is_closed: bool) -> None:
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
        await unit.jobs.enqueue(ledger_postings.send_share(split), enter.now)


async def _audit_dispute(unit: UnitOfWork, action: AuditAction, dispute: Dispute, now: datetime) -> None:
    facts: dict[str, Fact] = {
        "dispute": dispute.id,
        "order": dispute.order_id,
        "cents": dispute.amount_cents,
        "lost_cents": dispute.lost_cents,
        "state": dispute.state.value,
    }
    await unit.audit.append(AuditEvent(action, SYSTEM, now, "payment", dispute.payment_id, facts))
