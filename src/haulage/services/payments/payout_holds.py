"""Hold a driver's share while a claim that asks for money is undecided (OP-49).

A dispute of the card freezes shares too. Each has its own mark on the split and its own reservation in the
books, so that neither lets go what the other holds.
"""

from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import SplitStatus
from haulage.ledger.payment_split import hold as held
from haulage.ledger.payment_split import let_go as freed
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.services.payments.reserves import reserve, unsent


@attrs.frozen
class HeldShare:
    """What a claim keeps from the driver. *was_paid* says whether they got their share before."""

    cents: Cents = 0
    was_paid: bool = False


async def hold(unit: UnitOfWork, order_id: str, now: datetime) -> HeldShare:
    """Nothing more of the order's fare is sent to its driver. The claim must be stored."""
    split = (await unit.splits.of_orders([order_id])).get(order_id)
    if split is None:
        return HeldShare()
    saved = await unit.splits.save(split, held(split, now))
    await reserve(LedgerWriter(unit, order_id, now), saved)
    return HeldShare(await unsent(unit, saved), saved.status is SplitStatus.COMPLETED)


async def let_go(unit: UnitOfWork, order_id: str, now: datetime) -> bool:
    """A claim is closed, and that stored. Whether another claim or a dispute still holds the share."""
    split = (await unit.splits.of_orders([order_id])).get(order_id)
    if split is None:
        return False
    if split.held_at is None:
        return split.is_stopped
    if not any(claim.holds_share for claim in await unit.claims.of_order(order_id)):
        split = await unit.splits.save(split, freed(split, now))
    await reserve(LedgerWriter(unit, order_id, now), split)
    if split.is_due:
        await unit.jobs.enqueue(ledger_postings.send_share(split), now)
    return split.is_stopped
