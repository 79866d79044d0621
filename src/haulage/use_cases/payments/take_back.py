"""Take back at the provider what a refund or a lost dispute took from a driver's share.

It is taken of the transfers that brought the share. Where payouts have kept so much of these that too little
is left, the rest is taken of other transfers of the driver's: what counts is that the money is in their
account, and not by which transfer it came.
"""

import hashlib
from collections.abc import Sequence

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import BorrowedPart, TransferReversal
from haulage.ledger.transfer_reversal import spread
from haulage.payments import ProviderRefused
from haulage.payouts import TakenBack, TooLittleToTakeBack, plan_take_back
from haulage.ports.payments import CardPayments, ProviderReversal
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

TOO_LITTLE_LEFT = "Less is left of the driver's transfers than is to be taken back."
MOST_PARTS = 100
"""Ours: of so many other transfers, at most, one share is taken back."""


@attrs.frozen
class Taken:
    """What the provider has taken back of a reversal in all, its id of what it did last, and why not all;
    ``borrowed`` is what of it was taken of other transfers than the share's."""

    cents: Cents = 0
    their_id: str = ""
    refusal: ProviderRefused | None = None
    borrowed: tuple[BorrowedPart, ...] = ()


@attrs.frozen
class TakeBack:
    """Asks for a reversal, once and then for what is missing of it."""

    storage: Storage
    cards: CardPayments

    async def __call__(self, driver_id: str, reversal: TransferReversal, own: Sequence[TakenBack]) -> Taken:
        """From each transfer what is left of it, until it is enough. What an earlier asking has taken is
        taken. *own* are the transfers of the share, as they were sent."""
        if len(own) == 1 and not reversal.attempts:
            whole = TakenBack(own[0].transfer_id, reversal.amount_cents)
            return await self._take([(reversal.asking, whole)], Taken(), own)
        planned = await self.storage.read(lambda unit: unit.reversals.borrowed(reversal.id))
        made = {
            id: await self.cards.reversals_of(id)
            for id in (*(each.transfer_id for each in own), *(each.transfer_id for each in planned))
        }
        before = _taken_before(reversal, made, own)
        left = reversal.amount_cents - before.cents
        rooms = [
            each.amount_cents - sum(back.amount_cents for back in made[each.transfer_id]) for each in own
        ]
        parts = spread(left, rooms)
        wanted = [
            (_by_number(reversal, number), attrs.evolve(each, amount_cents=part))
            for number, (each, part) in enumerate(zip(own, parts, strict=True))
            if part
        ]
        missing = left - sum(parts)
        if missing or planned:
            used = {each.transfer_id for each in own} | {
                id for id in made if _was_requested(reversal, made[id])
            }
            more = await self.storage.write(
                lambda unit: _borrow(unit, driver_id, reversal, before.borrowed, missing, used)
            )
            if more is None:
                return attrs.evolve(before, refusal=ProviderRefused(TOO_LITTLE_LEFT))
            wanted += [(_by_transfer(reversal, each), each) for each in more]
        return await self._take(wanted, before, own)

    async def _take(
        self,
        wanted: Sequence[tuple[str, TakenBack]],
        before: Taken,
        own: Sequence[TakenBack],
    ) -> Taken:
        mine = {each.transfer_id for each in own}
        for reference, part in wanted:
            try:
                done = await self.cards.reverse_transfer(
                    part.transfer_id, amount_cents=part.amount_cents, reference=reference
                )
            except ProviderRefused as refusal:
                return attrs.evolve(before, refusal=refusal)
            borrowed = before.borrowed
            if part.transfer_id not in mine:
                borrowed = _joined([*borrowed, BorrowedPart(part.transfer_id, part.amount_cents)])
            before = Taken(before.cents + part.amount_cents, done, borrowed=borrowed)
        return before


async def _borrow(
    unit: UnitOfWork,
    driver_id: str,
    reversal: TransferReversal,
    taken: Sequence[BorrowedPart],
    missing: Cents,
    used: set[str],
) -> tuple[TakenBack, ...] | None:
    """Note what is about to be taken of other transfers beside what was *taken*, so that no payout counts on
    it; None where too little is left of all of them."""
    await unit.ledger.lock(driver_id)
    await unit.reversals.put_borrowed(reversal.id, taken)
    if not missing:
        return ()
    left = await unit.payouts.transfers_left(driver_id, MOST_PARTS)
    try:
        parts = plan_take_back(missing, [each for each in left if each.transfer_id not in used])
    except TooLittleToTakeBack:
        return None
    planned = [BorrowedPart(each.transfer_id, each.amount_cents) for each in parts]
    await unit.reversals.put_borrowed(reversal.id, _joined([*taken, *planned]))
    return parts


def _taken_before(
    reversal: TransferReversal, made: dict[str, Sequence[ProviderReversal]], own: Sequence[TakenBack]
) -> Taken:
    mine = {each.transfer_id for each in own}
    ours = [(id, each) for id, found in made.items() for each in found if _is_of(each, reversal)]
    borrowed = [BorrowedPart(id, each.amount_cents) for id, each in ours if id not in mine]
    total = sum(each.amount_cents for _, each in ours)
    return Taken(total, ours[-1][1].id if ours else "", borrowed=_joined(borrowed))


def _joined(parts: Sequence[BorrowedPart]) -> tuple[BorrowedPart, ...]:
    """One a transfer."""
    sums: dict[str, Cents] = {}
    for part in parts:
        sums[part.transfer_id] = sums.get(part.transfer_id, 0) + part.amount_cents
    return tuple(BorrowedPart(*each) for each in sums.items())


def _by_number(reversal: TransferReversal, number: int) -> str:
    return f"{reversal.asking}.{number}" if number else reversal.asking


def _by_transfer(reversal: TransferReversal, part: TakenBack) -> str:
    """Equal for one transfer, whatever else is asked for beside it."""
    return f"{reversal.asking}.{hashlib.sha256(part.transfer_id.encode()).hexdigest()[:16]}"


def _is_of(made: ProviderReversal, reversal: TransferReversal) -> bool:
    return made.reference is not None and made.reference.rpartition("-")[0] == reversal.id


def _was_requested(reversal: TransferReversal, made: Sequence[ProviderReversal]) -> bool:
    """Whether this asking has taken something of the transfer already: it cannot ask for more of it under the
    same reference."""
    return any((each.reference or "").partition(".")[0] == reversal.asking for each in made)
