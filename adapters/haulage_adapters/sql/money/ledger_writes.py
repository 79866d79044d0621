"""Writes transactions to the ledger: many at once, by few statements on SQLite and by one on PostgreSQL.

Each is answered by itself, as if it had been entered after those before it: whoever is refused changes
nothing, and spoils nothing for the others. See :mod:`haulage_adapters.sql.triggers.ledger_writes` for what
PostgreSQL's statement does, and :mod:`haulage_adapters.sql.money.ledger_writes_on_sqlite` for SQLite's.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
import msgspec
from sqlalchemy import Table, bindparam, cast, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import JSON, String, TypeDecorator

from haulage.kernel.errors import Conflict
from haulage.kernel.money import Cents
from haulage.ledger import NotEnough, Transaction, TransactionState, accounts_of
from haulage.ports.storage.ledger import Refusal
from haulage_adapters.sql.errors import ChangedMeanwhile
from haulage_adapters.sql.money import heads, ledger_writes_on_sqlite
from haulage_adapters.sql.money.ledger_writes_on_sqlite import FLAT
from haulage_adapters.sql.rows import attributes_of
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions

WHAT = "ledger"
_JSONS = ("new_transactions", "new_entries", "head_changes", "takings", "to_lock")
_GIVEN = (cast(bindparam(name, type_=String()), JSON) for name in _JSONS)
_ENTER = select(func.ledger_enter(*_GIVEN, type_=JSON))
_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap


async def enter(
    session: Session,
    transactions: Sequence[Transaction],
    leaving: Mapping[str, Cents] | None,
    to_lock: Collection[str],
) -> list[Refusal | None]:
    """What came of each. *to_lock* are the owners whose heads are not locked yet. With *leaving*, by the
    codes of accounts, reservations take only what is there."""
    answers: list[Refusal | None] = []
    for together in apart(transactions):
        if session.dialect == "sqlite":
            enter_these = partial(ledger_writes_on_sqlite.enter, transactions=together, leaving=leaving)
            answers += await session.with_cursor(enter_these, what=WHAT)
        else:
            answers += await _by_one_statement(session, together, leaving, to_lock)
        to_lock = ()
    return answers


def apart(transactions: Iterable[Transaction]) -> Iterator[list[Transaction]]:
    """In their order, in parts of which nobody's answer depends on what came of another of the same part."""
    part: list[Transaction] = []
    names: set[tuple[str, str]] = set()
    accounts: set[str] = set()
    for each in transactions:
        its_names = {("id", each.id), ("reference", each.reference)}
        if each.reverses is not None:
            its_names |= {("reverses", each.reverses), ("id", each.reverses)}
        takes = heads.spent(each) if each.state is TransactionState.RESERVED else set()
        if not names.isdisjoint(its_names) or not accounts.isdisjoint(takes):
            yield part
            part, names, accounts = [], set(), set()
        part.append(each)
        names |= its_names
        accounts.update(entry.account.code for entry in each.entries)
    if part:
        yield part


@attrs.frozen
class _Rows:
    """Of many transactions: their own, their entries', how they change heads, and what they take of a head
    if it is there."""

    own: list[dict[str, Any]] = attrs.field(factory=list)
    entries: list[dict[str, Any]] = attrs.field(factory=list)
    changes: list[dict[str, Any]] = attrs.field(factory=list)
    takings: list[dict[str, Any]] = attrs.field(factory=list)

    def add(self, made: Transaction, leaving: Mapping[str, Cents] | None) -> None:
        self.own.append(_flat(made))
        at = made.counts_at
        self.entries.extend(
            {"transaction_id": made.id, "account": entry.account.code}
            | {"amount_cents": entry.amount_cents, "at": at}
            for entry in made.entries
        )
        changes = heads.added(made)
        if leaving is not None and made.state is TransactionState.RESERVED:
            for code in heads.spent(made):
                cents = changes.pop(code)["reserved_debit_cents"]
                needed = cents + leaving.get(code, 0)
                taking = {"account": code, "taken_cents": cents, "needed_cents": needed}
                self.takings.append({"transaction_id": made.id, **taking})
        self.changes.extend({"transaction_id": made.id, "code": code, **changes[code]} for code in changes)


def _rows(transactions: Sequence[Transaction], leaving: Mapping[str, Cents] | None) -> _Rows:
    rows = _Rows()
    for each in transactions:
        rows.add(each, leaving)
    return rows


async def _by_one_statement(
    session: Session,
    transactions: Sequence[Transaction],
    leaving: Mapping[str, Cents] | None,
    to_lock: Collection[str],
) -> list[Refusal | None]:
    """Raises ``ChangedMeanwhile`` where another unit has committed the same cause meanwhile: run again, the
    statement sees it and answers."""
    rows = _rows(transactions, leaving)
    values = {
        "new_transactions": [_checked(ledger_transactions, row) for row in rows.own],
        "new_entries": [_checked(ledger_entries, row) for row in rows.entries],
        "head_changes": rows.changes,
        "takings": sorted(rows.takings, key=_account),
        "to_lock": [account.code for owner in to_lock for account in accounts_of(owner)],
    }
    texts = {name: msgspec.json.encode(value).decode() for name, value in values.items()}
    try:
        found: Any = (await session.run(_ENTER, texts, what=WHAT)).scalar()
    except Conflict as conflict:
        raise ChangedMeanwhile(WHAT) from conflict
    return _answers(transactions, rows, set(found["taken"]), set(found["wanting"]))


def _answers(
    transactions: Sequence[Transaction], rows: _Rows, taken: set[str], wanting: set[str]
) -> list[Refusal | None]:
    if not taken and not wanting:
        return [None] * len(transactions)
    takings = {each["transaction_id"]: each for each in rows.takings}
    return [
        Conflict(WHAT) if each.id in taken else _not_enough(takings[each.id]) if each.id in wanting else None
        for each in transactions
    ]


def _not_enough(taking: Mapping[str, Any]) -> NotEnough:
    return NotEnough(taking["account"], taking["taken_cents"])


def _flat(transaction: Transaction) -> dict[str, Any]:
    about = transaction.subject
    return attributes_of(transaction, FLAT) | {
        "subject_kind": about.kind if about else None,
        "subject_id": about.id if about else None,
    }


def _checks_of(table: Table) -> dict[str, Callable[[Any], Any]]:
    """By columns of their own types, what these make of a value, or refuse."""
    return {
        column.name: partial(column.type.process_bind_param, dialect=_DIALECT)
        for column in table.c
        if isinstance(column.type, TypeDecorator)
    }


_CHECKS = {table.name: _checks_of(table) for table in (ledger_transactions, ledger_entries)}


def _checked(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    checks = _CHECKS[table.name]
    return {name: checks[name](value) for name, value in row.items()}


def _account(taking: Mapping[str, Any]) -> str:
    code: str = taking["account"]
    return code
