"""Writes transactions to SQLite's ledger: statements written out, which its driver carries out by itself.

A statement of SQLite's takes microseconds. What SQLAlchemy does around each takes ten times as long, and what
it does to each row of many takes longer than the row. So these few statements, which all money goes through,
pass it by. Values go through the types of their columns all the same, and are refused before the first
statement changes anything.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Column
from sqlalchemy.dialects import sqlite

from haulage.kernel.errors import Conflict
from haulage.kernel.money import Cents
from haulage.ledger import NotEnough, Transaction, TransactionState
from haulage.ports.storage.ledger import Refusal
from haulage_adapters.sql.money import heads
from haulage_adapters.sql.rows import flat_names
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions

WHAT = "ledger"
FLAT = flat_names(Transaction, without={"entries", "subject"})
_COLUMNS = (*FLAT, "subject_kind", "subject_id")
_DIALECT = sqlite.dialect()

_TAKEN = """SELECT 1 FROM ledger_transactions WHERE id = ?
    UNION ALL SELECT 1 FROM ledger_transactions WHERE reference = ?
    UNION ALL SELECT 1 FROM ledger_transactions WHERE reverses = ? LIMIT 1"""
"""Another transaction of these names, or another reversal of the same; nothing reverses NULL."""
_TAKE = """UPDATE ledger_accounts
    SET reserved_debit_cents = reserved_debit_cents + ?, version = version + 1
    WHERE code = ? AND ? <= -(posted_cents + reserved_debit_cents)"""
"""Reserves something of an account if so much is there."""
_MORE = """INSERT INTO ledger_accounts
    (code, posted_cents, reserved_debit_cents, reserved_credit_cents, version) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (code) DO UPDATE SET posted_cents = posted_cents + excluded.posted_cents,
      reserved_debit_cents = reserved_debit_cents + excluded.reserved_debit_cents,
      reserved_credit_cents = reserved_credit_cents + excluded.reserved_credit_cents,
      version = version + excluded.version"""
"""Adds to heads, or makes them."""
_NEW_ENTRIES = "INSERT INTO ledger_entries (transaction_id, account, amount_cents, at) VALUES (?, ?, ?, ?)"
_NEW_TRANSACTIONS = """INSERT INTO ledger_transactions
    (id, kind, reference, at, order_id, state, reverses, settled_at, subject_kind, subject_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
"""In the order of ``_COLUMNS``."""

_Row = tuple[Any, ...]


def enter(
    cursor: Any, transactions: Sequence[Transaction], leaving: Mapping[str, Cents] | None
) -> list[Refusal | None]:
    """What came of each; see :func:`haulage_adapters.sql.money.ledger_writes.enter`. The entries are written
    before the transactions, which seal them."""
    own = [_own_row(each) for each in transactions]
    entries = [list(_entry_rows(each, row)) for each, row in zip(transactions, own, strict=True)]
    answers = [_refusal(cursor, each, leaving) for each in transactions]
    places = [place for place, refusal in enumerate(answers) if refusal is None]
    if places:
        changes = _head_rows((transactions[place] for place in places), leaving)
        cursor.executemany(_MORE, changes)
        cursor.executemany(_NEW_ENTRIES, [row for place in places for row in entries[place]])
        cursor.executemany(_NEW_TRANSACTIONS, [own[place] for place in places])
    return answers


def _refusal(cursor: Any, made: Transaction, leaving: Mapping[str, Cents] | None) -> Refusal | None:
    """Why it is not to be entered; otherwise what it takes of a head is reserved there."""
    if cursor.execute(_TAKEN, (made.id, made.reference, made.reverses)).fetchone() is not None:
        return Conflict(WHAT)
    for code, cents in _takings(made, leaving).items():
        needed = cents + (leaving or {}).get(code, 0)
        if cursor.execute(_TAKE, (cents, code, needed)).rowcount != 1:
            return NotEnough(code, cents)
    return None


def _takings(made: Transaction, leaving: Mapping[str, Cents] | None) -> dict[str, Cents]:
    """By its code, what it takes of an account if it is there."""
    if leaving is None or made.state is not TransactionState.RESERVED:
        return {}
    spent = heads.spent(made)
    return {each.account.code: each.amount_cents for each in made.entries if each.account.code in spent}


def _head_rows(entered: Iterable[Transaction], leaving: Mapping[str, Cents] | None) -> list[_Row]:
    """What they bring to heads, besides what was taken there already: one row a head."""
    more: dict[str, list[Cents]] = {}
    for made in entered:
        if made.state is TransactionState.VOIDED:
            continue
        is_posted, taken = made.state is TransactionState.POSTED, _takings(made, leaving)
        for entry in made.entries:
            code, cents = entry.account.code, entry.amount_cents
            if entry.account.owner and code not in taken:
                sums = more.setdefault(code, [0, 0, 0, 0])
                sums[0 if is_posted else 1 if cents > 0 else 2] += cents
                sums[3] += 1
    return [(code, *sums) for code, sums in sorted(more.items())]


def _processor(column: Column[Any]) -> Callable[[Any], Any]:
    """What the column's type makes of a value for SQLite, or refuses."""
    processor = column.type.dialect_impl(_DIALECT).bind_processor(_DIALECT)
    assert processor is not None  # all columns here have types of ours
    return processor


_PROCESSORS = tuple(_processor(ledger_transactions.c[name]) for name in _COLUMNS)
_of_account = _processor(ledger_entries.c.account)
_attributes = attrgetter(*FLAT)
_ID, _AT, _SETTLED_AT = (_COLUMNS.index(name) for name in ("id", "at", "settled_at"))


def _own_row(made: Transaction) -> _Row:
    about = made.subject
    values = (*_attributes(made), about.kind if about else None, about.id if about else None)
    return tuple(
        [
            None if value is None else process(value)
            for process, value in zip(_PROCESSORS, values, strict=True)
        ]
    )


def _entry_rows(made: Transaction, own: _Row) -> Iterator[_Row]:
    """Amounts are within the bounds of transactions, which are narrower than those of the column."""
    is_settled = made.state is TransactionState.POSTED and made.settled_at is not None
    at = own[_SETTLED_AT if is_settled else _AT]
    for entry in made.entries:
        yield own[_ID], _of_account(entry.account.code), entry.amount_cents, at
