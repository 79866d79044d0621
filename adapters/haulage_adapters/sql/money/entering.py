"""Entering a transaction in the books by one statement, on PostgreSQL.

See :mod:`haulage_adapters.sql.triggers.ledger_entering` for what the statement does.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import TypeEngine

from haulage.kernel.errors import Conflict
from haulage.kernel.money import Cents
from haulage.ledger import NotEnough, Transaction, accounts_of
from haulage_adapters.sql.money import heads
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions
from haulage_adapters.sql.types import MAX_NAME, Text, Whole

WHAT = "ledger"
OWN = (
    *("id", "kind", "reference", "at", "order_id"),
    *("state", "reverses", "settled_at", "subject_kind", "subject_id"),
)
_CODE, _CENTS = Text(MAX_NAME), Whole(octets=8)
_CODES, _MANY_CENTS = ARRAY(_CODE), ARRAY(_CENTS)
_TYPES: dict[str, TypeEngine[Any]] = {
    **{name: ledger_transactions.c[name].type for name in OWN},
    "entry_accounts": _CODES,
    "entry_cents": _MANY_CENTS,
    "entries_at": ledger_entries.c.at.type,
    "to_lock": _CODES,
    "head_codes": _CODES,
    **dict.fromkeys(heads.SUMS, _MANY_CENTS),
    "taken_from": _CODE,
    "taken_cents": _CENTS,
    "needed_cents": _CENTS,
}
_ENTER = select(func.ledger_enter(*(bindparam(name, type_=type) for name, type in _TYPES.items())))


async def enter(
    session: Session,
    transaction: Transaction,
    own: dict[str, Any],
    to_lock: Collection[str],
    *,
    leaving: Cents | None = None,
) -> None:
    """*own* are its columns, and *to_lock* the owners whose heads are not locked yet. With *leaving* it is a
    reservation. Raises ``Conflict`` or ``NotEnough``, and has changed nothing then."""
    changes, code, cents = heads.added(transaction), None, 0
    if leaving is not None and (spent := heads.spent(transaction)):
        (code,) = spent
        cents = changes.pop(code)["reserved_debit_cents"]
    codes = sorted(changes)
    values = own | {
        "entry_accounts": [entry.account.code for entry in transaction.entries],
        "entry_cents": [entry.amount_cents for entry in transaction.entries],
        "entries_at": transaction.counts_at,
        "to_lock": [account.code for owner in to_lock for account in accounts_of(owner)],
        "head_codes": codes,
        **{name: [changes[each][name] for each in codes] for name in heads.SUMS},
        "taken_from": code,
        "taken_cents": cents,
        "needed_cents": cents + (leaving or 0),
    }
    answer = (await session.run(_ENTER, values, what=WHAT)).scalar()
    if answer == "taken":
        raise Conflict(WHAT)
    if answer is not None:
        raise NotEnough(code or "", cents)
