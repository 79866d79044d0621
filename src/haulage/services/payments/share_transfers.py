"""What the ledger has of transfers to drivers and of what is taken back of them, once the provider answers.

Each function is part of somebody's unit of work. Before the provider is asked, the movement is reserved
under the reference that it is asked for by; the answer posts or voids it, and while there is none it stays.
"""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.money import Cents
from haulage.ledger import (
    BorrowedPart,
    PaymentSplit,
    ReturnedShare,
    SplitStatus,
    TransactionKind,
    TransferReversal,
    available_account,
    postings,
)
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.chosen_payouts import pay_out_share
from haulage.services.payments.driver_funds import debt_cents
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.services.payments.reserves import top_up


def asking(split: PaymentSplit) -> str:
    """What the provider tells this asking for a split's transfer by."""
    return f"{split.id}-{split.attempts}"


async def reserve_transfer(unit: UnitOfWork, split: PaymentSplit, netted: Cents, now: datetime) -> None:
    """The provider is about to be asked for it. What was *netted* pays so much of the driver's debt."""
    enter, driver_id = LedgerWriter(unit, split.order_id, now), _driver_of(split)
    amounts = postings.debt_netted(netted, driver_id)
    await enter(TransactionKind.DEBT, f"netted/{asking(split)}", amounts)
    sent = postings.transferred(split.submitted_cents or 0, driver_id)
    await enter.reserve_once(TransactionKind.TRANSFER, f"transfer/{asking(split)}", sent)


async def transfer_made(unit: UnitOfWork, split: PaymentSplit, now: datetime) -> None:
    """The driver has it. The split must be stored as it is now."""
    enter, driver_id = LedgerWriter(unit, split.order_id, now), _driver_of(split)
    sent = postings.transferred(split.submitted_cents or 0, driver_id)
    await enter.post(TransactionKind.TRANSFER, f"transfer/{asking(split)}", sent)
    await top_up(unit, driver_id, now)
    if split.submitted_cents:
        await pay_out_share(unit, driver_id, split.id, now)


async def transfer_refused(unit: UnitOfWork, split: PaymentSplit, now: datetime) -> None:
    """Nothing was moved, so there is nothing to take back either, and nothing to send again. The split must
    be stored as it is now."""
    enter, driver_id = LedgerWriter(unit, split.order_id, now), _driver_of(split)
    await enter.void(f"transfer/{asking(split)}")
    for reversal in await unit.reversals.open_of(split.id):
        await unit.reversals.remove(reversal)
        never = postings.never_sent(reversal.amount_cents, driver_id)
        await enter(TransactionKind.TRANSFER_REVERSAL, f"never-sent/{reversal.id}", never)
    for share in await unit.splits.returned_of(split.id):
        await unit.splits.remove_returned(share)
    await top_up(unit, driver_id, now)


async def reserve_return(unit: UnitOfWork, split: PaymentSplit, share: ReturnedShare, now: datetime) -> None:
    """The provider is about to be asked to send it again."""
    sent = postings.transferred(share.amount_cents, _driver_of(split))
    enter = LedgerWriter(unit, split.order_id, now)
    await enter.reserve_once(TransactionKind.TRANSFER, f"transfer/{share.reference}", sent)


async def return_made(unit: UnitOfWork, split: PaymentSplit, share: ReturnedShare, now: datetime) -> None:
    """The driver has it again."""
    sent = postings.transferred(share.amount_cents, _driver_of(split))
    enter = LedgerWriter(unit, split.order_id, now)
    await enter.post(TransactionKind.TRANSFER, f"transfer/{share.reference}", sent)
    await top_up(unit, _driver_of(split), now)
    await pay_out_share(unit, _driver_of(split), share.id, now)


async def reserve_reversal(
    unit: UnitOfWork, split: PaymentSplit, reversal: TransferReversal, now: datetime
) -> None:
    """The provider is about to be asked to take back what is left of it."""
    back = postings.reversed_transfer(reversal.left_cents, _driver_of(split))
    enter = LedgerWriter(unit, split.order_id, now)
    await enter.reserve_once(TransactionKind.TRANSFER_REVERSAL, f"reversal/{reversal.asking}", back)


async def reversal_made(
    unit: UnitOfWork, split: PaymentSplit, reversal: TransferReversal, their_id: str, now: datetime
) -> None:
    """All of it is taken back. What had become a debt meanwhile is owed no more."""
    done = attrs.evolve(reversal, done_at=now, provider_reference=their_id, failure_reason=None)
    await unit.reversals.save(reversal, done)
    enter, driver_id = LedgerWriter(unit, split.order_id, now), _driver_of(split)
    back = postings.reversed_transfer(reversal.left_cents, driver_id)
    await enter.post(TransactionKind.TRANSFER_REVERSAL, f"reversal/{reversal.asking}", back)
    if reversal.owed_at is not None:
        paid = postings.owed_by_driver(-reversal.left_cents, driver_id)
        await enter(TransactionKind.DEBT, f"debt/{reversal.id}/taken-back", paid)


async def reversal_refused(
    unit: UnitOfWork,
    split: PaymentSplit,
    reversal: TransferReversal,
    part: TransferReversal,
    borrowed: Sequence[BorrowedPart],
    now: datetime,
) -> None:
    """No more than *part* says was taken back in all, and of that was *borrowed* of other transfers; the next
    asking is another, for the rest."""
    await unit.reversals.save(reversal, attrs.evolve(part, attempts=reversal.attempts + 1))
    await unit.reversals.put_borrowed(reversal.id, borrowed)
    enter = LedgerWriter(unit, split.order_id, now)
    await enter.void(f"reversal/{reversal.asking}")
    back = postings.reversed_transfer(part.taken_cents - reversal.taken_cents, _driver_of(split))
    await enter(TransactionKind.TRANSFER_REVERSAL, f"reversal/{reversal.asking}/in-part", back)


async def owe_reversal(unit: UnitOfWork, reversal_id: str, now: datetime) -> None:
    """It was given up: the driver owes what could not be taken back, and it is netted from their next
    shares."""
    reversal = await unit.reversals.get(reversal_id)
    split = await unit.splits.get(reversal.split_id) if reversal else None
    if reversal is None or split is None or split.status is not SplitStatus.COMPLETED:
        return
    if reversal.done_at is not None or reversal.owed_at is not None:
        return
    await unit.reversals.save(reversal, attrs.evolve(reversal, owed_at=now))
    owed = postings.owed_by_driver(reversal.left_cents, _driver_of(split))
    enter = LedgerWriter(unit, split.order_id, now)
    await enter(TransactionKind.DEBT, f"debt/{reversal.asking}", owed)
    await top_up(unit, _driver_of(split), now)


async def take_back_owed(unit: UnitOfWork, driver_id: str, now: datetime) -> None:
    """Something has come back to the driver's account: what had become a debt, because it could not be taken
    from there, is taken after all, as far as the driver still owes it and has it."""
    for reversal in await unit.reversals.owed_of(driver_id):
        split = await unit.splits.get(reversal.split_id)
        debt = await debt_cents(unit, driver_id)
        has = (await unit.ledger.balance(available_account(driver_id))).owed_cents
        if split is None or reversal.left_cents > min(debt, has):
            continue
        enter = LedgerWriter(unit, split.order_id, now)
        await enter.void(f"reversal/{reversal.asking}")
        again = attrs.evolve(reversal, attempts=reversal.attempts + 1, owed_at=None)
        await unit.reversals.save(reversal, again)
        less = postings.owed_by_driver(-reversal.left_cents, driver_id)
        await enter(TransactionKind.DEBT, f"debt/{again.asking}/asked-again", less)
        await unit.jobs.enqueue(Job(JobKind.TAKE_BACK_SHARE, again.id, f"again{again.attempts}"), now)


def _driver_of(split: PaymentSplit) -> str:
    if split.driver_id is None:
        raise ValueError("nobody has earned this split")
    return split.driver_id
