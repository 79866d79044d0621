"""Compare what moved between us and drivers' accounts at the card provider with our transfers."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import PaymentSplit, ReturnedShare, TransferReversal
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.payments.provider_entry import ProviderEntry
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import derived_id
from haulage.use_cases.payments.payout_comparison import is_of_payout

DONE, OPEN = "done", "open"
"""What either side says of a transfer or a reversal."""
IN_FLIGHT = timedelta(hours=1)
"""Ours: how long a job may take to hear that the provider has done what it asked for."""


@attrs.frozen
class Moved:
    """What we moved to or from a driver's account, or are about to. Cents are signed as the provider's:
    what comes to us is positive."""

    id: str
    """Of the split, the returned share or the reversal."""
    subject: DifferenceSubject
    split: PaymentSplit
    cents: Cents
    their_id: str | None
    at: datetime | None
    """When it was done; None while we do not know that."""


def sent(split: PaymentSplit) -> Moved:
    """A driver's part."""
    cents, at = -(split.submitted_cents or 0), split.completed_at
    return Moved(split.id, DifferenceSubject.TRANSFER, split, cents, split.driver_transfer_id, at)


def sent_again(split: PaymentSplit, share: ReturnedShare) -> Moved:
    """What had been taken from it."""
    subject = DifferenceSubject.TRANSFER
    return Moved(share.id, subject, split, -share.amount_cents, share.transfer_id, share.sent_at)


def taken_back(split: PaymentSplit, reversal: TransferReversal) -> Moved:
    """A part of what was sent."""
    subject, at = DifferenceSubject.TRANSFER_REVERSAL, reversal.done_at
    return Moved(reversal.id, subject, split, reversal.amount_cents, reversal.provider_reference, at)


async def compare_transfer(unit: UnitOfWork, entry: ProviderEntry, now: datetime) -> Difference | None:
    """None where ours is the same, and where it is a payout's."""
    ours = await _transfer_of(unit, entry)
    if ours is None and await is_of_payout(unit, entry):
        return None
    if ours is None:
        return _difference(DifferenceKind.MISSING_HERE, DifferenceSubject.TRANSFER, entry, None, now)
    if entry.source is not None and ours.their_id not in {None, entry.source}:
        # Made under a reference of ours, and we know another one to have gone out: this one as well.
        found = _difference(DifferenceKind.MISSING_HERE, DifferenceSubject.TRANSFER, entry, ours, now)
        return attrs.evolve(found, our_cents=None, our_status=None)
    return _compared(entry, ours, now, is_same=ours.cents == entry.amount_cents)


async def compare_reversal(unit: UnitOfWork, entry: ProviderEntry, now: datetime) -> Difference | None:
    """None where ours is the same, and where it is a payout's. Where a driver has had several transfers, one
    reversal of ours may be made up of several of the provider's."""
    subject = DifferenceSubject.TRANSFER_REVERSAL
    ours = await _reversal_of(unit, entry)
    if ours is None and await is_of_payout(unit, entry):
        return None
    if ours is None:
        split = await unit.splits.of_transfer(entry.provider_reference or "")
        whose = None if split is None else Moved(split.id, subject, split, 0, None, None)
        found = _difference(DifferenceKind.MISSING_HERE, subject, entry, whose, now)
        return attrs.evolve(found, our_cents=None, our_status=None)
    return _compared(entry, ours, now, is_same=entry.amount_cents <= ours.cents)


def missing_there(ours: Moved, now: datetime) -> Difference:
    """The provider's balance knows nothing of it."""
    id = derived_id("dif", f"{DifferenceKind.MISSING_THERE}/{ours.subject}/{ours.id}")
    at = ours.at or now
    made = Difference(id, DifferenceKind.MISSING_THERE, ours.subject, at, created_at=now, seen_at=now)
    return attrs.evolve(made, their_id=ours.their_id, **_facts(ours))


def _compared(entry: ProviderEntry, ours: Moved, now: datetime, *, is_same: bool) -> Difference | None:
    if ours.at is None:
        if entry.created_at > now - IN_FLIGHT:
            return None
        return _difference(DifferenceKind.OTHER_STATUS, ours.subject, entry, ours, now)
    return None if is_same else _difference(DifferenceKind.OTHER_AMOUNT, ours.subject, entry, ours, now)


def _difference(
    kind: DifferenceKind, subject: DifferenceSubject, entry: ProviderEntry, ours: Moved | None, now: datetime
) -> Difference:
    their_id = entry.source or entry.id
    id = derived_id("dif", f"{kind}/{subject}/{their_id}")
    made = Difference(id, kind, subject, entry.created_at, created_at=now, seen_at=now)
    facts = {} if ours is None else _facts(ours)
    return attrs.evolve(made, their_id=their_id, their_cents=entry.amount_cents, their_status=DONE, **facts)


def _facts(ours: Moved) -> dict[str, Any]:
    return {
        "payment_id": ours.split.payment_id,
        "order_id": ours.split.order_id,
        "our_cents": ours.cents,
        "our_status": OPEN if ours.at is None else DONE,
    }


async def _transfer_of(unit: UnitOfWork, entry: ProviderEntry) -> Moved | None:
    """Ours, by the provider's id or by the reference that it was asked for under: ``{split}-{attempts}``, or
    that of a returned share."""
    source, reference = entry.source or "", entry.reference or ""
    split = await unit.splits.of_transfer(source)
    if split is None:
        share = await unit.splits.returned(reference.partition("-returned")[0])
        split = await unit.splits.get(share.split_id if share else reference.rpartition("-")[0])
    if split is None:
        return None
    for share in await unit.splits.returned_of(split.id):
        if share.transfer_id == source or share.is_asking(entry.reference):
            return sent_again(split, share)
    return sent(split)


async def _reversal_of(unit: UnitOfWork, entry: ProviderEntry) -> Moved | None:
    """Ours, by the id that one made in the provider's dashboard gets here, or by the reference
    ``{reversal}-{attempts}``."""
    made_there = derived_id("rev", f"provider/{entry.source}")
    reversal_id = (entry.reference or "").rpartition("-")[0]
    reversal = await unit.reversals.get(made_there) or await unit.reversals.get(reversal_id)
    split = await unit.splits.get(reversal.split_id) if reversal else None
    return None if reversal is None or split is None else taken_back(split, reversal)


async def transfers_without_entry(
    unit: UnitOfWork, span: tuple[datetime, datetime], after: str, limit: int, *, simulated: bool
) -> Sequence[Moved]:
    """Parts of drivers that went out, and of which the provider has no entry, in the order of ids."""
    found = await unit.reconciliation.splits_without_entry(*span, after, limit, simulated=simulated)
    return [sent(split) for split in found]


async def reversals_without_entry(
    unit: UnitOfWork, span: tuple[datetime, datetime], after: str, limit: int, *, simulated: bool
) -> Sequence[Moved]:
    """The same of what was taken back."""
    found = await unit.reconciliation.reversals_without_entry(*span, after, limit, simulated=simulated)
    splits = {each.split_id: await unit.splits.get(each.split_id) for each in found}
    return [taken_back(split, each) for each in found if (split := splits[each.split_id])]


async def returned_without_entry(
    unit: UnitOfWork, span: tuple[datetime, datetime], after: str, limit: int, *, simulated: bool
) -> Sequence[Moved]:
    """The same of what was sent again."""
    found = await unit.reconciliation.returned_without_entry(*span, after, limit, simulated=simulated)
    splits = {each.split_id: await unit.splits.get(each.split_id) for each in found}
    return [sent_again(split, each) for each in found if (split := splits[each.split_id])]
