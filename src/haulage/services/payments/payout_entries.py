"""What the ledger has of a payout: reserved when it is asked for, and posted, voided or undone at its end.

Each function is part of somebody's unit of work. A payout has two transactions, which are settled together
(:mod:`haulage.ledger.payout_postings`).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from haulage.ledger import (
    LedgerAccount,
    Subject,
    SubjectKind,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    available_account,
    entries_of,
)
from haulage.ledger.driver_balance import DriverBalance
from haulage.ledger.payout_postings import PayoutParts, payout_arrived, payout_taken, without_fees
from haulage.ledger.transaction import reversal
from haulage.payouts import Payout
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.driver_funds import reserve_available
from haulage.services.payments.ledger_entries import derived_id


def parts_of(payout: Payout) -> PayoutParts:
    return PayoutParts(payout.amount_cents, payout.fees.fees_cents, payout.withheld_cents)


async def reserve_payout(unit: UnitOfWork, payout: Payout) -> None:
    """Raises ``NotEnough``, however many ask at once."""
    await reserve_available(unit, payout.driver_id, _to_be_taken(payout))
    await unit.ledger.reserve(_to_arrive(payout))


async def reserve_payouts(
    unit: UnitOfWork, payouts: Sequence[Payout], balances: Mapping[str, DriverBalance]
) -> Sequence[Payout]:
    """The same for payouts of different drivers, whose books are locked and have these balances. Returns
    those that were reserved; one that is not stands in nobody's way."""
    there = [each for each in payouts if each.amount_cents <= balances[each.driver_id].available_cents]
    leaving = {
        available_account(each.driver_id): max(0, balances[each.driver_id].debt_cents) for each in there
    }
    refusals = await unit.ledger.add_all([_to_be_taken(each) for each in there], leaving)
    reserved = [each for each, refusal in zip(there, refusals, strict=True) if refusal is None]
    for refusal in await unit.ledger.add_all([_to_arrive(each) for each in reserved]):
        if refusal is not None:
            raise refusal
    return reserved


async def post_payout(unit: UnitOfWork, payout: Payout, now: datetime) -> None:
    """It is with the driver; with its fees left in their balance where these were returned (OP-41)."""
    for name in (_taken(payout), _arrived(payout)):
        found = await unit.ledger.by_reference(name)
        if found is None or found.state is not TransactionState.RESERVED:
            continue
        if payout.fees_returned and name == _taken(payout):
            amounts = without_fees(parts_of(payout), payout.withheld_returned_cents)
            less = payout_taken(amounts, payout.driver_id, whole=payout.leaves_whole)
            await unit.ledger.post_less(found, less, now)
        else:
            await unit.ledger.settle(found, TransactionMove.POST, now)


async def undo_payout(unit: UnitOfWork, payout: Payout, now: datetime) -> None:
    """Nothing arrived, or what had arrived came back: the amount and its fees are the driver's again."""
    for name in (_arrived(payout), _taken(payout)):
        found = await unit.ledger.by_reference(name)
        if found is not None and found.state is TransactionState.VOIDED:
            found = await unit.ledger.by_reference(f"{name}/less")
        if found is None:
            continue
        if found.state is TransactionState.RESERVED:
            await unit.ledger.settle(found, TransactionMove.VOID, now)
        elif found.state is TransactionState.POSTED:
            back = reversal(found, id=derived_id("txn", f"{found.reference}/reversal"), at=now)
            if await unit.ledger.by_reference(back.reference) is None:
                await unit.ledger.add(back)


def _taken(payout: Payout) -> str:
    return f"payout/{payout.id}"


def _arrived(payout: Payout) -> str:
    return f"payout/{payout.id}/arrived"


def _to_be_taken(payout: Payout) -> Transaction:
    amounts = payout_taken(parts_of(payout), payout.driver_id, whole=payout.leaves_whole)
    return _transaction(payout, _taken(payout), amounts)


def _to_arrive(payout: Payout) -> Transaction:
    amounts = payout_arrived(parts_of(payout), payout.driver_id, whole=payout.leaves_whole)
    return _transaction(payout, _arrived(payout), amounts)


def _transaction(payout: Payout, reference: str, amounts: dict[LedgerAccount, int]) -> Transaction:
    return Transaction(
        derived_id("txn", reference),
        TransactionKind.PAYOUT,
        reference,
        payout.created_at,
        entries_of(amounts),
        order_id=None,
        state=TransactionState.RESERVED,
        subject=Subject(SubjectKind.PAYOUT, payout.id),
    )
