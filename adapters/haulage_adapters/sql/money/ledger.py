"""The books in the database."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Subquery, case, func, insert, or_, select, update

from haulage.kernel.errors import Conflict
from haulage.ledger import (
    Balance,
    Entry,
    LedgerAccount,
    Transaction,
    TransactionMove,
    TransactionState,
    ledger_account,
)
from haulage.ledger.transaction import moved
from haulage.ports.ledger_storage import LedgerCheck, LedgerStore, StatementLine
from haulage.ports.paging import Page, PageRequest
from haulage_adapters.sql.money.checking_books import check_books
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import flat_names, pick, require_one, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions

WHAT = "ledger"
_FLAT = flat_names(Transaction, without={"entries"})
_LINE = flat_names(StatementLine, without={"transaction_id", "at"})


class SqlLedgerStore(LedgerStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, transaction: Transaction) -> None:
        """The entries first: the transaction seals them."""
        await self._require_new(transaction)
        entries = [
            {"transaction_id": transaction.id, "account": entry.account.code}
            | {"amount_cents": entry.amount_cents}
            for entry in transaction.entries
        ]
        await self._session.run(insert(ledger_entries), entries, what=WHAT)
        await self._session.run(insert(ledger_transactions), pick(transaction, _FLAT), what=WHAT)

    async def _require_new(self, transaction: Transaction) -> None:
        """Asked before anything is written, so that a unit may go on after a ``Conflict``."""
        taken = or_(
            ledger_transactions.c.id == transaction.id,
            ledger_transactions.c.reference == transaction.reference,
        )
        if transaction.reverses is not None:
            taken |= ledger_transactions.c.reverses == transaction.reverses
        if await self._session.row(select(ledger_transactions.c.id).where(taken)) is not None:
            raise Conflict(WHAT)

    async def get(self, transaction_id: str) -> Transaction | None:
        return await self._one(ledger_transactions.c.id == transaction_id)

    async def by_reference(self, reference: str) -> Transaction | None:
        return await self._one(ledger_transactions.c.reference == reference)

    async def of_order(self, order_id: str) -> Sequence[Transaction]:
        """Oldest first."""
        return await self._many(ledger_transactions.c.order_id == order_id)

    async def settle(self, reserved: Transaction, move: TransactionMove, at: datetime) -> Transaction:
        """Post or void a reservation; ``Conflict`` when somebody else has."""
        settled = moved(reserved, move, at)
        changed = await self._session.changed(
            update(ledger_transactions)
            .where(ledger_transactions.c.id == reserved.id, ledger_transactions.c.state == reserved.state)
            .values(state=settled.state, settled_at=settled.settled_at),
            what=WHAT,
        )
        require_one(changed, WHAT)
        return settled

    async def balance(self, account: LedgerAccount) -> Balance:
        return (await self._balances(account)).get(account, Balance())

    async def balances(self) -> Mapping[LedgerAccount, Balance]:
        """Every account that has an entry."""
        return await self._balances()

    async def statement(self, account: LedgerAccount, page: PageRequest) -> Page[StatementLine]:
        """The account's entries, newest first, each with the balance after it."""
        rows = await self._session.rows(page_of(_statement(account), page))
        return one_page(rows, page, _line)

    async def check(self) -> LedgerCheck:
        return await check_books(self._session)

    async def _balances(self, account: LedgerAccount | None = None) -> dict[LedgerAccount, Balance]:
        statement = (
            select(
                ledger_entries.c.account,
                _sum_of(TransactionState.POSTED).label("posted"),
                _sum_of(TransactionState.RESERVED).label("reserved"),
            )
            .join(ledger_transactions, ledger_entries.c.transaction_id == ledger_transactions.c.id)
            .group_by(ledger_entries.c.account)
        )
        if account is not None:
            statement = statement.where(ledger_entries.c.account == account.code)
        rows = await self._session.rows(statement)
        return {
            ledger_account(row["account"]): Balance(int(row["posted"]), int(row["reserved"])) for row in rows
        }

    async def _one(self, condition: Any) -> Transaction | None:
        found = await self._many(condition)
        return found[0] if found else None

    async def _many(self, condition: Any) -> list[Transaction]:
        rows = await self._session.rows(
            select(ledger_transactions, ledger_entries.c.account, ledger_entries.c.amount_cents)
            .join(ledger_entries, ledger_entries.c.transaction_id == ledger_transactions.c.id)
            .where(condition)
            .order_by(ledger_transactions.c.at, ledger_transactions.c.id)
        )
        return _transactions(rows)


def _sum_of(state: TransactionState) -> Any:
    cents = case((ledger_transactions.c.state == state, ledger_entries.c.amount_cents), else_=0)
    return func.coalesce(func.sum(cents), 0)


def _statement(account: LedgerAccount) -> Subquery:
    """The account's lines under the names that pages are sorted by."""
    cents = ledger_entries.c.amount_cents
    counted = case((ledger_transactions.c.state == TransactionState.POSTED, cents), else_=0)
    at, id = ledger_transactions.c.at, ledger_transactions.c.id
    return (
        select(
            id,
            at.label("created_at"),
            *(ledger_transactions.c[name] for name in ("kind", "reference", "order_id", "state")),
            cents,
            func.sum(counted).over(order_by=(at, id)).label("balance_cents"),
        )
        .join(ledger_entries, ledger_entries.c.transaction_id == id)
        .where(ledger_entries.c.account == account.code)
        .subquery("statement")
    )


def _line(row: RowMapping) -> StatementLine:
    amounts = {"balance_cents": int(row["balance_cents"])}
    return StatementLine(transaction_id=row["id"], at=row["created_at"], **(take(row, _LINE) | amounts))


def _transactions(rows: Iterable[RowMapping]) -> list[Transaction]:
    """Rows of one transaction stand together."""
    entries: dict[str, list[Entry]] = {}
    heads: dict[str, RowMapping] = {}
    for row in rows:
        heads.setdefault(row["id"], row)
        entries.setdefault(row["id"], []).append(Entry(ledger_account(row["account"]), row["amount_cents"]))
    return [
        Transaction(**take(row, _FLAT), entries=tuple(sorted(entries[id], key=_account)))
        for id, row in heads.items()
    ]


def _account(entry: Entry) -> LedgerAccount:
    """The order of the chart."""
    return entry.account
