"""Ledger reservations for the shares that open disputes and claims hold back (OP-33, OP-49).

A dispute holds what the driver would lose with it, and a claim all that is left of their share; together
they hold no more than there is. Each has a reservation of its own, so that the books tell who holds what.
What is given back meanwhile makes the reservations smaller in the same transaction.
"""

from collections.abc import Iterator, Sequence

from haulage.claims import Claim
from haulage.kernel.money import Cents
from haulage.ledger import (
    PaymentSplit,
    SplitKind,
    SplitStatus,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    driver_account,
    postings,
)
from haulage.ledger.payment_split import give_back
from haulage.payments import Dispute, DisputeState
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import LedgerWriter


async def reserve(enter: LedgerWriter, split: PaymentSplit) -> None:
    """Make the ledger's reservations of a payment's split equal to what its open causes (disputes...) hold.

    A reservation is never changed: one over another amount is voided, and made anew under the next name.
    What is not earned yet is held when it is.
    """
    if split.driver_id is None:
        return
    unit = enter.unit
    disputes = await unit.disputes.of_payment(split.payment_id)
    claims = await unit.claims.of_order(split.order_id) if split.kind is not SplitKind.TIP else ()
    moved = await unit.ledger.of_order(split.order_id)
    causes = [(name, cents, _under(name, moved)) for name, cents in _wanted(split, disputes, claims)]
    wrong = [cause for cause in causes if _reserved(cause[2]) != cause[1]]
    for _, _, made in wrong:
        await _void(enter, made)
    for name, cents, made in wrong:
        await _make(enter, split.driver_id, name if not made else f"{name}/{len(made) + 1}", cents)


async def unreserved(unit: UnitOfWork, split: PaymentSplit) -> Cents:
    """What is still to be sent of a stopped split beyond what its open causes reserve.

    A dispute over a part reserves what the driver would lose with it, and stops the whole share.
    """
    disputes = await unit.disputes.of_payment(split.payment_id)
    claims = await unit.claims.of_order(split.order_id) if split.kind is not SplitKind.TIP else ()
    moved = await unit.ledger.of_order(split.order_id)
    reserved = sum(_reserved(_under(name, moved)) for name, _ in _wanted(split, disputes, claims))
    return max(0, await unsent(unit, split) - reserved)


async def unsent(unit: UnitOfWork, split: PaymentSplit) -> Cents:
    """What is still to be sent of a split to its driver, for the first time or again."""
    first = 0 if split.status is SplitStatus.COMPLETED else split.driver_left_cents
    returned = await unit.splits.returned_of(split.id)
    return first + sum(each.amount_cents for each in returned if each.sent_at is None)


def _wanted(
    split: PaymentSplit, disputes: Sequence[Dispute], claims: Sequence[Claim]
) -> Iterator[tuple[str, Cents]]:
    """The cents that each cause is to hold beyond what those before it hold, by its reference."""
    at_stake = held = 0
    for dispute in disputes:
        if dispute.state is DisputeState.OPEN:
            at_stake += dispute.amount_cents
        together = _drivers_loss(split, at_stake)
        yield f"dispute/{dispute.id}/frozen", together - held
        held = together
    for claim in claims:
        together = split.driver_left_cents if claim.holds_share else held
        yield f"claim/{claim.id}/held", together - held
        held = together


def _drivers_loss(split: PaymentSplit, cents: Cents) -> Cents:
    """What the driver would give back of so much of the payment."""
    lost = min(cents, split.refundable_cents)
    return give_back(split, lost, split.updated_at)[1].driver_cents if lost else 0


def _under(name: str, moved: Sequence[Transaction]) -> list[Transaction]:
    """All that was ever reserved for a cause."""
    return [each for each in moved if each.reference == name or each.reference.startswith(f"{name}/")]


def _open(made: Sequence[Transaction]) -> list[Transaction]:
    return [each for each in made if each.state is TransactionState.RESERVED]


def _reserved(made: Sequence[Transaction]) -> Cents:
    """Each has a debit and a credit of the same amount."""
    return sum(abs(entry.amount_cents) for each in _open(made) for entry in each.entries) // 2


async def _void(enter: LedgerWriter, made: Sequence[Transaction]) -> None:
    for each in _open(made):
        await enter.unit.ledger.settle(each, TransactionMove.VOID, enter.now)


async def _make(enter: LedgerWriter, driver_id: str, reference: str, cents: Cents) -> None:
    """As far as the driver is owed it: what was paid out to them is not there to be held."""
    owed = (await enter.unit.ledger.balance(driver_account(driver_id))).owed_cents
    amounts = postings.frozen(min(cents, max(0, owed)), driver_id)
    await enter(TransactionKind.DISPUTE, reference, amounts, TransactionState.RESERVED)
