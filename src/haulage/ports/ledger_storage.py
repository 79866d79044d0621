"""Where the books are kept."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import Balance, LedgerAccount, Transaction
from haulage.ledger.transaction import TransactionKind, TransactionMove, TransactionState
from haulage.ports.paging import Page, PageRequest


@attrs.frozen
class StatementLine:
    """One entry of an account, and what the account held once it was posted."""

    transaction_id: str
    kind: TransactionKind
    reference: str
    order_id: str | None
    at: datetime
    state: TransactionState
    amount_cents: Cents
    balance_cents: Cents


@attrs.frozen
class LedgerCheck:
    """What reading all the books shows. They are in order when nothing but ``transactions`` counts.

    ``unbalanced_transactions`` do not sum to nothing, or have lost or gained entries.
    ``paid_orders_without_entries`` are orders whose money the books do not tell of as the payments do.
    """

    transactions: int
    unbalanced_transactions: int
    sum_cents: Cents
    paid_orders_without_entries: int

    @property
    def in_order(self) -> bool:
        return not (self.unbalanced_transactions or self.sum_cents or self.paid_orders_without_entries)


class LedgerStore(Protocol):
    """Part of the unit of work, so that money moves in the books exactly when its cause is stored.

    Transactions are added and never changed or removed; only a reservation is settled, once.
    Balances come from the entries and are kept nowhere else.
    """

    async def add(self, transaction: Transaction) -> None:
        """``Conflict`` when its id or reference is another's, or what it reverses was reversed."""
        ...

    async def get(self, transaction_id: str) -> Transaction | None: ...

    async def by_reference(self, reference: str) -> Transaction | None: ...

    async def of_order(self, order_id: str) -> Sequence[Transaction]:
        """Everything that happened to the order's money, oldest first."""
        ...

    async def settle(self, reserved: Transaction, move: TransactionMove, at: datetime) -> Transaction:
        """Post or void a reservation. ``IllegalMove`` for what is none, ``Conflict`` when another did."""
        ...

    async def balance(self, account: LedgerAccount) -> Balance: ...

    async def balances(self) -> Mapping[LedgerAccount, Balance]:
        """Every account that has an entry."""
        ...

    async def statement(self, account: LedgerAccount, page: PageRequest) -> Page[StatementLine]:
        """The account's entries, newest first."""
        ...

    async def check(self) -> LedgerCheck:
        """Read everything and say whether it adds up."""
        ...
