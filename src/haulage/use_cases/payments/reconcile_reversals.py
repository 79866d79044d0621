"""Reconcile transfer reversals with the provider: made by us, or in its dashboard.

The provider is asked for all reversals of the transfer, so that neither the age of an event nor the order of
events matter. What somebody took back in its dashboard is the platform's again, and the split and the books
follow; what we took back and did not hear the end of is noted as done.
"""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import SYSTEM
from haulage.kernel.money import Cents
from haulage.ledger import (
    PaymentSplit,
    SplitKind,
    Subject,
    SubjectKind,
    TransactionKind,
    TransferReversal,
    postings,
)
from haulage.ledger.payment_split import take_from_driver
from haulage.ports.payments import ProviderReversal
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import LedgerWriter, derived_id
from haulage.services.payments.reserves import reserve
from haulage.services.payments.share_transfers import reversal_made


async def note_reversals(
    unit: UnitOfWork, split_id: str, found: Sequence[ProviderReversal], now: datetime
) -> None:
    """Bring the split to what its transfer has come to."""
    for each in found:
        if each.reference is None:
            await _adopt(unit, split_id, each, now)
        else:
            await _note_ours(unit, split_id, each, each.reference, now)


async def _note_ours(
    unit: UnitOfWork, split_id: str, made: ProviderReversal, reference: str, now: datetime
) -> None:
    """References begin with ``{reversal}-``; of another system of the same account we know nothing. Where
    this is a part of what is to be taken back, whoever takes the rest knows when it is done."""
    ours = await unit.reversals.get(reference.rpartition("-")[0])
    split = await unit.splits.get(split_id)
    if ours is None or split is None or ours.split_id != split_id or ours.done_at is not None:
        return
    if ours.amount_cents == made.amount_cents:
        await reversal_made(unit, split, ours, made.id, now)


async def _adopt(unit: UnitOfWork, split_id: str, made: ProviderReversal, now: datetime) -> None:
    """Once, under an id that follows from the provider's. What goes beyond the driver's part is what we were
    about to take back ourselves: that is done then."""
    id = derived_id("rev", f"provider/{made.id}")
    split = await unit.splits.get(split_id)
    if split is None or split.driver_id is None or await unit.reversals.get(id) is not None:
        return
    taken = min(made.amount_cents, split.sendable_cents)
    adopted = TransferReversal(id, split.id, made.amount_cents, now)
    await unit.reversals.add(_done(adopted, made.id, now))
    back = postings.reversed_transfer(made.amount_cents, split.driver_id)
    tip = Subject(SubjectKind.TIP, split.payment_id) if split.kind is SplitKind.TIP else None
    enter = LedgerWriter(unit, split.order_id, now, tip)
    await enter(TransactionKind.TRANSFER_REVERSAL, f"reversal/{id}", back)
    if taken:
        await _follow(enter, split, split.driver_id, taken, id)
    await _settle_open(enter, split.id, made, made.amount_cents - taken)
    facts: dict[str, Fact] = {"order": split.order_id, "driver": split.driver_id, "cents": made.amount_cents}
    await unit.audit.append(
        AuditEvent(AuditAction.SHARE_REVERSED, SYSTEM, now, "payment", split.payment_id, facts)
    )


async def _follow(enter: LedgerWriter, split: PaymentSplit, driver_id: str, cents: Cents, cause: str) -> None:
    saved = await enter.unit.splits.save(split, take_from_driver(split, cents, enter.now))
    await enter(TransactionKind.SPLIT, f"taken-back/{cause}", postings.taken_back(cents, driver_id))
    if saved.is_stopped:
        await reserve(enter, saved)


async def _settle_open(enter: LedgerWriter, split_id: str, made: ProviderReversal, cents: Cents) -> None:
    """One that is not wholly done by this is asked for anew over what is left of it, which is another
    asking."""
    unit = enter.unit
    for ours in await unit.reversals.open_of(split_id):
        if cents:
            await enter.void(f"reversal/{ours.asking}")
        if ours.amount_cents > cents:
            less = attrs.evolve(ours, amount_cents=ours.amount_cents - cents, attempts=ours.attempts + 1)
            if cents:
                await unit.reversals.save(ours, less)
            return
        cents -= ours.amount_cents
        await unit.reversals.save(ours, _done(ours, made.id, enter.now))


def _done(reversal: TransferReversal, provider_reference: str, now: datetime) -> TransferReversal:
    return attrs.evolve(reversal, done_at=now, provider_reference=provider_reference, failure_reason=None)
