"""Where the books are kept."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

import attrs

from haulage.kernel.errors import Conflict
from haulage.kernel.money import Cents
from haulage.ledger import AccountKind, Balance, LedgerAccount, NotEnough, Subject, Transaction
from haulage.ledger.income import Income, IncomeEntry, WithheldEntry, YearOfDriver
from haulage.ledger.transaction import TransactionKind, TransactionMove, TransactionState
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class StatementLine:
    """One entry of an account, and what the account held once it was posted.

    ``at`` is when it was posted; of a reservation that is not, when it was made.
    """

    transaction_id: str
    kind: TransactionKind
    reference: str
    order_id: str | None
    at: datetime
    state: TransactionState
    amount_cents: Cents
    balance_cents: Cents
    subject: Subject | None = None


MAX_NAMED = 100
"""Ours: of each kind so many are named that are wrong."""


@attrs.frozen
class LedgerCheck:
    """What reading all the books shows. They are in order when nothing but ``transactions`` counts.

    ``unbalanced_transactions`` do not sum to nothing, have lost or gained entries, or have an entry under
    another time. ``paid_orders_without_entries`` are orders whose money the books do not tell of as the
    payments do. ``wrong_sums`` are sums by account, or by account and day, that are kept and are not what
    the entries come to. ``refunds_payable_off_cents`` is how much more the books owe to customers than the
    refunds that have not gone out. ``wrong_accounts`` are personal accounts whose balance, as it is
    kept to be spent from, is not what the entries come to: the first of them.
    ``payouts_without_entries`` are payouts of which the books reserve or have posted something else than
    they say. The ids name the first of each.
    """

    transactions: int
    unbalanced_transactions: int
    sum_cents: Cents
    paid_orders_without_entries: int
    wrong_sums: int = 0
    refunds_payable_off_cents: Cents = 0
    wrong_accounts: tuple[str, ...] = ()
    payouts_without_entries: int = 0
    transaction_ids: tuple[str, ...] = attrs.field(default=(), eq=False)
    order_ids: tuple[str, ...] = attrs.field(default=(), eq=False)
    payout_ids: tuple[str, ...] = attrs.field(default=(), eq=False)

    @property
    def in_order(self) -> bool:
        return self == LedgerCheck(self.transactions, 0, 0, 0)

    def with_more(self, more: "LedgerCheck") -> "LedgerCheck":
        """What both parts of the books show together."""
        mine, its = (attrs.astuple(each, recurse=False) for each in (self, more))
        return LedgerCheck(*(_joined(one, other) for one, other in zip(mine, its, strict=True)))


def _joined(one: Any, other: Any) -> Any:
    """Counts are added up, and of names the first are kept."""
    both = one + other
    return both[:MAX_NAMED] if isinstance(both, tuple) else both


NOTHING_READ = LedgerCheck(0, 0, 0, 0)


@attrs.frozen
class CheckedPart:
    """What reading a part of the books shows, how much was read, and after what the next part begins; None
    when this was the last."""

    found: LedgerCheck
    read: int
    next: str | None


Refusal = Conflict | NotEnough
"""Why a transaction was not added."""


class LedgerStore(Protocol):
    """Part of the unit of work, so that money moves in the books exactly when its cause is stored.

    Transactions are added and never changed or removed; only a reservation is settled, once.
    Balances come from the entries: sums of those that were posted are kept, and say what adding up all
    entries would say at every moment. Only :meth:`roll_up` adds to them, and ``check_...`` hold them
    against the entries. Personal accounts have a head besides, a balance that each change of the account
    changes with it, and that is locked to be spent from.
    """

    async def add(self, transaction: Transaction) -> None:
        """``Conflict`` when its id or reference is another's, or what it reverses was reversed."""
        ...

    async def reserve(self, transaction: Transaction, *, leaving: Cents = 0) -> None:
        """Add a reservation, if what it takes of one ``SPENDABLE`` account is available and leaves so much
        there. However many ask at once, never more is reserved than there is. ``NotEnough`` when it is
        not, and then nothing was added; ``Conflict`` as :meth:`add`."""
        ...

    async def lock(self, owner: str) -> None:
        """Until the unit ends nobody else changes the owner's accounts: what is read of them stays true."""
        ...

    async def lock_all(self, owners: Collection[str]) -> None:
        """The same for many owners at once, who are waited for in the order of their accounts."""
        ...

    async def add_all(
        self, transactions: Sequence[Transaction], leaving: Mapping[LedgerAccount, Cents] | None = None
    ) -> Sequence[Refusal | None]:
        """Add many, as :meth:`add` adds each, and :meth:`reserve` those that are reserved; *leaving* is by
        the account that it is left in. Says in their order what came of each: why it was refused, or None.
        Nothing was added of those that were refused, and all of the others."""
        ...

    async def balances_of_all(self, owners: Collection[str]) -> Mapping[str, Mapping[LedgerAccount, Balance]]:
        """:meth:`balances_of` each of these owners."""
        ...

    async def balances_of(self, owner: str) -> Mapping[LedgerAccount, Balance]:
        """Of all accounts of an owner, those that hold nothing among them."""
        ...

    async def owners_with(self, kind: AccountKind, limit: int, after: str | None = None) -> Sequence[str]:
        """Owners of accounts of this kind that owe them something which nothing reserves, by their ids; a
        page at a time, from behind *after*."""
        ...

    async def get(self, transaction_id: str) -> Transaction | None: ...

    async def by_reference(self, reference: str) -> Transaction | None: ...

    async def of_order(self, order_id: str) -> Sequence[Transaction]:
        """Everything that happened to the order's money, oldest first."""
        ...

    async def of_subject(self, subject: Subject) -> Sequence[Transaction]:
        """Everything that is about it, oldest first."""
        ...

    async def settle(self, reserved: Transaction, move: TransactionMove, at: datetime) -> Transaction:
        """Post or void a reservation. ``IllegalMove`` for what is none, ``Conflict`` when another did."""
        ...

    async def post_less(
        self, reserved: Transaction, amounts: Mapping[LedgerAccount, Cents], at: datetime
    ) -> Transaction:
        """Post a reservation for less, as a transaction of its own, and release all of it. Raises
        ``MoreThanReserved``, ``IllegalMove`` for what is no reservation, ``Conflict`` when another did."""
        ...

    async def balance(self, account: LedgerAccount) -> Balance: ...

    async def balances(self) -> Mapping[LedgerAccount, Balance]:
        """Every account that something was posted to or is reserved in."""
        ...

    async def statement(self, account: LedgerAccount, page: PageRequest) -> Page[StatementLine]:
        """The account's entries, newest first by the time of posting: what is posted later never changes
        the balance after an earlier entry."""
        ...

    async def income_of(self, driver_id: str, since: datetime, until: datetime) -> Income:
        """What a driver came to have of what was posted from *since* until before *until*; not what is only
        reserved."""
        ...

    async def list_income(
        self, driver_id: str, since: datetime, until: datetime, request: PageRequest
    ) -> Page[IncomeEntry]:
        """The transactions that ``years_of`` adds up, in pages, the latest first."""
        ...

    async def years_of(
        self, driver_ids: Collection[str], since: datetime, until: datetime
    ) -> Mapping[str, YearOfDriver]:
        """What each of them earned from *since* until before *until*, what customers' payments brought them,
        and what was withheld; of those who had anything. What is taken back of a share or a tip, however
        late, comes off the period of that share or tip."""
        ...

    async def list_withheld(
        self, driver_id: str, since: datetime, until: datetime, request: PageRequest
    ) -> Page[WithheldEntry]:
        """The transactions that withheld something of the driver's payouts, the latest first."""
        ...

    async def withheld_within(self, periods: Sequence[tuple[datetime, datetime]]) -> Sequence[Cents]:
        """Of all drivers in each period, from its first instant up to the first after it, less what came
        back. What was paid to the tax office is no part of it."""
        ...

    async def first_posted_at(self, driver_id: str) -> datetime | None:
        """When something was first posted to what is held for a driver."""
        ...

    async def roll_up(self, limit: int) -> int:
        """Add at most *limit* posted transactions to the sums that are kept; how many these were. Balances
        stay as they are, and are quicker to read."""
        ...

    async def rebuild_next(self, after: str | None) -> str | None:
        """Make the sums of the account after this one anew from its entries; its code, or None when there
        is none left. It must be the first thing in its unit."""
        ...

    async def check_transactions(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        """Whether transactions add up, a part at a time: all, with entries of none too; or those that were
        entered at *since* or later."""
        ...

    async def check_orders(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        """Whether the books tell of what was paid for orders, a part at a time: for all, or for those that
        were created at *since* or later."""
        ...

    async def check_older_orders(
        self, limit: int, *, since: datetime, after: str | None = None
    ) -> CheckedPart:
        """The same for orders from before *since* that a transaction of *since* or later is about."""
        ...

    async def check_payouts(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        """Whether the books reserve or have posted what payouts say, so many at a time: of all, or of those
        that were asked for at *since* or later."""
        ...

    async def check_daily_totals(
        self, limit: int, *, after: str | None = None, since: datetime | None = None
    ) -> CheckedPart:
        """Whether the sums by account and day are what the entries come to, about *limit* entries at a
        time: all, or those of *since*'s day and later."""
        ...

    async def check_accounts(self, limit: int, *, after: str | None = None) -> CheckedPart:
        """Whether each account's sum is what its days come to, so many accounts at a time."""
        ...

    async def check_heads(self, limit: int, *, after: str | None = None) -> CheckedPart:
        """Whether the heads of personal accounts are what their entries come to, so many at a time."""
        ...

    async def check_refunds_payable(self) -> CheckedPart:
        """Whether the books owe to customers what the refunds come to that have not gone out."""
        ...
