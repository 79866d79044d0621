"""Movements of money: entries that sum to nothing, never changed and never removed.

A mistake is corrected by a reversal, which is a transaction of its own. Money that is promised and not
yet moved is *reserved*: the reservation counts against what may be spent, until it is posted or voided.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import MAX_CENTS, Cents, dollars
from haulage.ledger.account import LedgerAccount

MAX_ENTRIES = 20
LESS = "_less"
"""What an id ends with of what was posted for less than was reserved."""


class TransactionKind(StrEnum):
    """Why money moved."""

    CHARGE = "charge"
    PAYMENT = "payment"
    SPLIT = "split"
    REFUND = "refund"
    """Money is owed back to a customer."""
    REFUND_SENT = "refund_sent"
    REFUND_RETURNED = "refund_returned"
    REFUND_WITHDRAWN = "refund_withdrawn"
    CANCELLATION = "cancellation"
    TIP = "tip"
    DISPUTE = "dispute"
    TRANSFER = "transfer"
    """A driver's share goes from our balance at the card provider to the driver's."""
    TRANSFER_REVERSAL = "transfer_reversal"
    """A part of it comes back."""
    HOLD = "hold"
    """Reserved: what a dispute or a report keeps from a driver."""
    DEBT = "debt"
    """A driver comes to owe us something, or owes it no more."""
    PAYOUT = "payout"
    PAYOUT_FEE = "payout_fee"
    REMITTANCE = "remittance"
    """What was withheld of drivers is paid to the tax office."""
    REVERSAL = "reversal"


class SubjectKind(StrEnum):
    """What a transaction may be about besides an order."""

    DRIVER = "driver"
    PAYOUT = "payout"
    PROVIDER_ENTRY = "provider_entry"
    TIP = "tip"
    """By its payment: what becomes of a tip is told from what becomes of the fare of the same order."""


@attrs.frozen
class Subject:
    """Something that a transaction is about, by its id."""

    kind: SubjectKind
    id: str


class TransactionState(StrEnum):
    """Whether the money has moved."""

    RESERVED = "reserved"
    POSTED = "posted"
    VOIDED = "voided"


class TransactionMove(StrEnum):
    POST = "be_posted"
    VOID = "be_voided"


TRANSACTION_LIFECYCLE: Lifecycle[TransactionState, TransactionMove] = Lifecycle(
    subject="transaction",
    moves={
        TransactionState.RESERVED: {
            TransactionMove.POST: TransactionState.POSTED,
            TransactionMove.VOID: TransactionState.VOIDED,
        },
        TransactionState.POSTED: {},
        TransactionState.VOIDED: {},
    },
)


@attrs.define
class Unbalanced(RuleBroken):
    """The entries of a ledger transaction do not sum to zero."""

    code = "unbalanced"
    sum_cents: Cents

    @property
    def message(self) -> str:
        return f"The entries add up to {dollars(self.sum_cents)} and not to nothing."


@attrs.define
class NotATransaction(RuleBroken):
    """The ledger entries move nothing, are too many, or name one account twice."""

    code = "not_a_transaction"
    reason: str

    @property
    def message(self) -> str:
        return self.reason


@attrs.define
class NotEnough(RuleBroken):
    """An account has less than is to be reserved of it."""

    code = "not_enough"
    account: str
    cents: Cents

    @property
    def message(self) -> str:
        return f"There are not {dollars(self.cents)} available in {self.account}."


class MoreThanReserved(RuleBroken):
    """A reservation is posted for less, and never for more or for something else."""

    code = "more_than_reserved"
    message = "No more can be posted of a reservation than it reserved, and nothing else."


class NotPosted(RuleBroken):
    """The ledger transaction is not posted, so it cannot be reversed."""

    code = "not_posted"
    message = "Only a posted transaction can be reversed."


@attrs.frozen
class Entry:
    """One side of a movement: debits are positive, credits negative, and nothing is no entry."""

    account: LedgerAccount
    amount_cents: Cents


@attrs.frozen
class Transaction:
    """One movement. Its *reference* is unique, so that the same cause moves money once.

    ``settled_at`` is when a reservation was posted or voided; what was never reserved has none.
    It may be about an order, another *subject*, both or nothing but its accounts.
    Raises ``Unbalanced`` or ``NotATransaction``.
    """

    id: str
    kind: TransactionKind
    reference: str
    at: datetime
    entries: tuple[Entry, ...]
    order_id: str | None = None
    state: TransactionState = TransactionState.POSTED
    reverses: str | None = None
    settled_at: datetime | None = None
    subject: Subject | None = None

    def __attrs_post_init__(self) -> None:
        if not 2 <= len(self.entries) <= MAX_ENTRIES:
            raise NotATransaction(f"A transaction has 2 to {MAX_ENTRIES} entries.")
        if any(not 0 < abs(entry.amount_cents) <= MAX_CENTS for entry in self.entries):
            raise NotATransaction(f"Every entry moves something, and at most {dollars(MAX_CENTS)}.")
        if len({entry.account for entry in self.entries}) < len(self.entries):
            raise NotATransaction("Each account has one entry in a transaction.")
        total = sum(entry.amount_cents for entry in self.entries)
        if total:
            raise Unbalanced(total)

    @property
    def counts_at(self) -> datetime:
        """When it was posted, which is its place in a statement; until then, when it was reserved."""
        is_posted = self.state is TransactionState.POSTED
        return self.settled_at if is_posted and self.settled_at is not None else self.at


def entries_of(amounts: Mapping[LedgerAccount, Cents]) -> tuple[Entry, ...]:
    """The entries that move something, in the order of the chart."""
    return tuple(Entry(account, cents) for account, cents in sorted(amounts.items(), key=_place) if cents)


def _place(item: tuple[LedgerAccount, Cents]) -> tuple[str, str]:
    """Accounts compare in this order too, but several times slower."""
    account, _ = item
    return account.kind, account.owner


def moved(transaction: Transaction, move: TransactionMove, at: datetime) -> Transaction:
    """A reservation after it was posted or voided. Raises ``IllegalMove``."""
    state = TRANSACTION_LIFECYCLE.after(transaction.state, move)
    return attrs.evolve(transaction, state=state, settled_at=at)


def reversal(transaction: Transaction, *, id: str, at: datetime) -> Transaction:
    """What undoes a posted transaction; its reference allows one reversal and no more.

    Raises ``NotPosted``.
    """
    if transaction.state is not TransactionState.POSTED:
        raise NotPosted
    return Transaction(
        id=id,
        kind=TransactionKind.REVERSAL,
        reference=f"{transaction.reference}/reversal",
        at=at,
        entries=tuple(Entry(entry.account, -entry.amount_cents) for entry in transaction.entries),
        order_id=transaction.order_id,
        reverses=transaction.id,
        subject=transaction.subject,
    )


def posted_for_less(
    reserved: Transaction, amounts: Mapping[LedgerAccount, Cents], at: datetime
) -> Transaction:
    """What is posted instead of a reservation that moved less than it reserved; the reservation is voided.

    Raises ``MoreThanReserved``.
    """
    most = {entry.account: entry.amount_cents for entry in reserved.entries}
    for account, cents in amounts.items():
        room = most.get(account, 0)
        if abs(cents) > abs(room) or cents * room < 0:
            raise MoreThanReserved
    return attrs.evolve(
        reserved,
        id=f"{reserved.id}{LESS}",
        reference=f"{reserved.reference}/less",
        at=at,
        entries=entries_of(amounts),
        state=TransactionState.POSTED,
    )


@attrs.frozen
class Balance:
    """What an account holds. Reserved debits (never negative) and reserved credits (never positive) are
    kept apart, for each reservation is posted or voided by itself."""

    posted_cents: Cents = 0
    reserved_debit_cents: Cents = 0
    reserved_credit_cents: Cents = 0

    @property
    def reserved_cents(self) -> Cents:
        """What the account would change by if every reservation were posted."""
        return self.reserved_debit_cents + self.reserved_credit_cents

    @property
    def owed_cents(self) -> Cents:
        """What may be paid out of a credit account: what was earned, less what is promised already.

        A reserved credit may still be voided, so it frees nothing that a reserved debit holds.
        """
        return -(self.posted_cents + self.reserved_debit_cents)


def balances(transactions: Iterable[Transaction]) -> dict[LedgerAccount, Balance]:
    """Every account's balance, from nothing but the entries."""
    posted: Counter[LedgerAccount] = Counter()
    reserved_debits: Counter[LedgerAccount] = Counter()
    reserved_credits: Counter[LedgerAccount] = Counter()
    for transaction in transactions:
        if transaction.state is TransactionState.VOIDED:
            continue
        for entry in transaction.entries:
            reserved = reserved_debits if entry.amount_cents > 0 else reserved_credits
            sums = posted if transaction.state is TransactionState.POSTED else reserved
            sums[entry.account] += entry.amount_cents
    return {
        account: Balance(posted[account], reserved_debits[account], reserved_credits[account])
        for account in {*posted, *reserved_debits, *reserved_credits}
    }


def trial_balance(found: Mapping[LedgerAccount, Balance]) -> Sequence[tuple[LedgerAccount, Cents]]:
    """The posted balances by account, in the order of the chart; their sum is nothing."""
    return [(account, balance.posted_cents) for account, balance in sorted(found.items())]
