"""Ledger reservations for the shares that open disputes and claims hold back (OP-33, OP-49).

A dispute holds what the driver would lose with it, and a claim all that is left of their share; together
they hold no more than there is. Each has reservations of its own, so that the books tell who holds what.
They are made where the share is: among what is not sent yet, or in the driver's account at the card provider.
What is given back meanwhile makes the reservations smaller in the same transaction, and what the driver gets
later makes those larger that had found too little.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

import attrs

from haulage.claims import Claim
from haulage.kernel.money import Cents
from haulage.ledger import (
    AccountKind,
    LedgerAccount,
    PaymentSplit,
    SplitKind,
    SplitStatus,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    available_account,
    driver_account,
    postings,
)
from haulage.ledger.payment_split import give_back
from haulage.payments import Dispute, DisputeState
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.chosen_payouts import pay_out_freed
from haulage.services.payments.ledger_entries import LedgerWriter


@attrs.frozen
class Cause:
    """Something that keeps *cents* of a share from its driver, and what the books reserved for it ever."""

    reference: str
    holds_in: AccountKind
    cents: Cents
    made: Sequence[Transaction] = ()


async def reserve(enter: LedgerWriter, split: PaymentSplit) -> None:
    """Make the ledger's reservations of a payment's split equal to what its open causes (disputes...) hold.

    A reservation is never changed: one over too much is voided, and made anew under the next name; what is
    missing is reserved beside it. What is not earned yet is held when it is.
    """
    if split.driver_id is None:
        return
    source = _place_of(split, split.driver_id)
    causes = await _causes(enter.unit, split)
    before = sum(_reserved(cause.made) for cause in causes)
    for cause in causes:
        here = _reserved(cause.made, source)
        if here > cause.cents or _reserved(cause.made) > here:
            await _void(enter, cause.made)
    for cause in await _causes(enter.unit, split):
        await _make(enter, source, cause)
    if before and sum(_reserved(cause.made) for cause in await _causes(enter.unit, split)) < before:
        await pay_out_freed(enter.unit, split, enter.now)


async def top_up(unit: UnitOfWork, driver_id: str, now: datetime) -> None:
    """The driver has something more: what holds their shares, and found too little, holds of it."""
    for split in await unit.splits.stopped_of(driver_id):
        await reserve(LedgerWriter(unit, split.order_id, now), split)


async def unreserved(unit: UnitOfWork, split: PaymentSplit) -> Cents:
    """What is still to be sent of a stopped split and nothing reserves among what the driver was not sent.

    A dispute over a part reserves what the driver would lose with it, and stops the whole share. A share that
    the provider was asked for is reserved by that.
    """
    if split.submitted_cents is None and split.status is not SplitStatus.COMPLETED:
        reserved = sum(_reserved(cause.made) for cause in await _causes(unit, split))
        return max(0, split.sendable_cents - reserved)
    returned = await unit.splits.returned_of(split.id)
    return sum(each.amount_cents for each in returned if each.sent_at is None)


async def unsent(unit: UnitOfWork, split: PaymentSplit) -> Cents:
    """What is still to be sent of a split to its driver, for the first time or again."""
    first = 0 if split.status is SplitStatus.COMPLETED else split.sendable_cents
    returned = await unit.splits.returned_of(split.id)
    return first + sum(each.amount_cents for each in returned if each.sent_at is None)


def _place_of(split: PaymentSplit, driver_id: str) -> LedgerAccount:
    """Where the driver's part is, or will be once the provider has answered."""
    unsent = split.submitted_cents is None and split.status is not SplitStatus.COMPLETED
    return driver_account(driver_id) if unsent else available_account(driver_id)


async def _causes(unit: UnitOfWork, split: PaymentSplit) -> list[Cause]:
    disputes = await unit.disputes.of_payment(split.payment_id)
    claims = await unit.claims.of_order(split.order_id) if split.kind is not SplitKind.TIP else ()
    moved = await unit.ledger.of_order(split.order_id) if disputes or claims else ()
    return [
        attrs.evolve(cause, made=_under(cause.reference, moved)) for cause in _wanted(split, disputes, claims)
    ]


def _wanted(split: PaymentSplit, disputes: Sequence[Dispute], claims: Sequence[Claim]) -> Iterator[Cause]:
    """The cents that each cause is to hold beyond what those before it hold."""
    at_stake = held = 0
    for dispute in disputes:
        if dispute.state is DisputeState.OPEN:
            at_stake += dispute.amount_cents
        together = _drivers_loss(split, at_stake)
        yield Cause(f"dispute/{dispute.id}/frozen", AccountKind.DRIVER_FROZEN, together - held)
        held = together
    for claim in claims:
        together = split.driver_left_cents if claim.holds_share else held
        yield Cause(f"claim/{claim.id}/held", AccountKind.DRIVER_HELD, together - held)
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


def _reserved(made: Sequence[Transaction], source: LedgerAccount | None = None) -> Cents:
    """What is held now, or what of it in one account. Each has a debit and a credit of the same amount."""
    return sum(
        entry.amount_cents
        for each in _open(made)
        for entry in each.entries
        if entry.amount_cents > 0 and source in (None, entry.account)
    )


async def _void(enter: LedgerWriter, made: Sequence[Transaction]) -> None:
    for each in _open(made):
        await enter.unit.ledger.settle(each, TransactionMove.VOID, enter.now)


async def _make(enter: LedgerWriter, source: LedgerAccount, cause: Cause) -> None:
    """As far as the driver has it there: what was paid out to them is not there to be held."""
    await enter.unit.ledger.lock(source.owner)
    missing = cause.cents - _reserved(cause.made)
    if missing <= 0:
        return
    has = (await enter.unit.ledger.balance(source)).owed_cents
    amounts = postings.held(min(missing, max(0, has)), source, cause.holds_in)
    name = f"{cause.reference}/{len(cause.made) + 1}" if cause.made else cause.reference
    await enter(TransactionKind.HOLD, name, amounts, TransactionState.RESERVED)
