"""Heads of personal accounts: what each holds and what of it is reserved, in one row that is locked to spend.

Whoever adds, posts or voids a transaction changes the heads of its accounts in the same unit. What must not
be spent twice is reserved by one conditional update of the head, whose row count says whether there was
enough: under READ COMMITTED two units that read a balance and then write could both find it enough. A unit
locks all heads of an owner in the order of their codes before it changes the first, so that units wait for
each other and not in a circle. The platform's accounts have no heads: every payment would wait for theirs.
See :mod:`haulage_adapters.sql.money.checkpoints` for their sums.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    union_all,
    update,
)

from haulage.kernel.money import Cents
from haulage.ledger import (
    SPENDABLE,
    AccountKind,
    Balance,
    LedgerAccount,
    Transaction,
    TransactionState,
    accounts_of,
)
from haulage.ledger.account import PERSONAL, SEPARATOR
from haulage.ports.storage.ledger import NOTHING_READ, CheckedPart
from haulage_adapters.sql.money.checkpoints import be_patient, tail_ids
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    RESERVED,
    ledger_accounts,
    ledger_checkpoints,
    ledger_entries,
    ledger_transactions,
)
from haulage_adapters.sql.types import MAX_NAME, Text
from haulage_adapters.sql.upserts import inserting

WHAT = "ledger"
SUMS = ("posted_cents", "reserved_debit_cents", "reserved_credit_cents")
_HEAD, _ENTRY = ledger_accounts.c, ledger_entries.c
_AVAILABLE: ColumnElement[int] = -(_HEAD.posted_cents + _HEAD.reserved_debit_cents)

Change = dict[str, Cents]
"""By the columns of a head, how much more they are."""

_THESE = select(ledger_accounts).where(_HEAD.code.in_(bindparam("codes", expanding=True)))
_LOCKED = (
    select(_HEAD.code)
    .where(_HEAD.code.in_(bindparam("codes", expanding=True)))
    .order_by(_HEAD.code)
    .with_for_update()
)
_SETTLED = (
    update(ledger_accounts)
    .where(_HEAD.code == bindparam("of"))
    .values({name: _HEAD[name] + bindparam(name) for name in SUMS} | {"version": _HEAD.version + 1})
)


async def lock(session: Session, owners: Iterable[str]) -> None:
    """Until the unit ends nobody else changes these owners' heads. On SQLite nobody does anyhow."""
    if session.dialect == "sqlite":
        return
    codes = sorted(account.code for owner in set(owners) for account in accounts_of(owner))
    if codes:
        await session.run(_LOCKED, {"codes": codes})


def spent(transaction: Transaction) -> set[str]:
    """The account that a reservation takes from, if what it takes must be there."""
    found = {
        each.account.code
        for each in transaction.entries
        if each.account.kind in SPENDABLE and each.amount_cents > 0
    }
    if len(found) > 1:
        raise ValueError("a reservation takes from one account")
    return found


async def settle(session: Session, reserved: Transaction, state: TransactionState) -> None:
    """What was reserved is so no longer; posted, it counts as that."""
    posted = state is TransactionState.POSTED
    rows = [
        {"of": code, **{name: -cents for name, cents in change.items()}}
        | {"posted_cents": sum(change.values()) if posted else 0}
        for code, change in sorted(added(reserved).items())
    ]
    if rows:
        await session.run(_SETTLED, rows, what=WHAT)


def added(transaction: Transaction) -> dict[str, Change]:
    """By the codes of personal accounts, what the transaction brings them."""
    changes: dict[str, Change] = {}
    for entry in transaction.entries:
        if entry.account.kind in PERSONAL and transaction.state is not TransactionState.VOIDED:
            side = "reserved_debit_cents" if entry.amount_cents > 0 else "reserved_credit_cents"
            column = "posted_cents" if transaction.state is TransactionState.POSTED else side
            changes[entry.account.code] = {**dict.fromkeys(SUMS, 0), column: entry.amount_cents}
    return changes


async def balance(session: Session, account: LedgerAccount) -> Balance:
    found = await session.row(select(*(_HEAD[name] for name in SUMS)).where(_HEAD.code == account.code))
    return Balance() if found is None else _balance(found)


async def balances_of(session: Session, owner: str) -> dict[LedgerAccount, Balance]:
    """Of every account that the owner has, whether anything was ever there or not."""
    return (await balances_of_all(session, [owner]))[owner]


async def balances_of_all(session: Session, owners: Iterable[str]) -> dict[str, dict[LedgerAccount, Balance]]:
    accounts = {owner: accounts_of(owner) for owner in owners}
    codes = [account.code for each in accounts.values() for account in each]
    found = {row["code"]: _balance(row) for row in await session.rows(_THESE, {"codes": codes})}
    return {
        owner: {account: found.get(account.code, Balance()) for account in theirs}
        for owner, theirs in accounts.items()
    }


async def owners_with(session: Session, kind: AccountKind, limit: int, after: str | None) -> Sequence[str]:
    """Owners who may spend something of an account of this kind, by its code."""
    start = f"{kind}{SEPARATOR}"
    wanted = select(_HEAD.code).where(_HEAD.code.startswith(start, autoescape=True), _AVAILABLE > 0)
    if after is not None:
        wanted = wanted.where(_HEAD.code > LedgerAccount(kind, after).code)
    codes = (await session.run(wanted.order_by(_HEAD.code).limit(limit))).scalars().all()
    return [code.removeprefix(start) for code in codes]


def _balance(row: RowMapping) -> Balance:
    return Balance(*(int(row[name]) for name in SUMS))


async def rebuild(session: Session, account: str) -> None:
    """Make one anew from the entries."""
    if SEPARATOR not in account:
        return
    state, cents = ledger_transactions.c.state, _ENTRY.amount_cents
    reserved = state == TransactionState.RESERVED
    columns: tuple[ColumnElement[Any], ...] = (
        literal(account, Text(MAX_NAME)),
        _sum(case((state == TransactionState.POSTED, cents), else_=0)),
        _sum(case((and_(reserved, cents > 0), cents), else_=0)),
        _sum(case((and_(reserved, cents < 0), cents), else_=0)),
        literal(1),
    )
    sums = select(*columns).join_from(
        ledger_entries, ledger_transactions, ledger_transactions.c.id == _ENTRY.transaction_id
    )
    made = inserting(session.dialect, ledger_accounts).from_select(
        ["code", *SUMS, "version"], sums.where(_ENTRY.account == account)
    )
    new = {name: made.excluded[name] for name in SUMS} | {"version": _HEAD.version + 1}
    await session.run(made.on_conflict_do_update(index_elements=["code"], set_=new), what=WHAT)


def _sum(of: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.coalesce(func.sum(of), 0)


async def check(session: Session, limit: int, after: str | None) -> CheckedPart:
    """Whether heads are what entries come to, so many accounts at a time, in one view; those that are not,
    by their codes."""
    await be_patient(session)
    codes = await _codes(session, limit, after)
    if not codes:
        return CheckedPart(NOTHING_READ, 0, None)
    rows = await session.rows(_differences(codes))
    wrong = tuple(sorted(row["code"] for row in rows))
    found = attrs.evolve(NOTHING_READ, wrong_accounts=wrong)
    return CheckedPart(found, len(codes), codes[-1] if len(codes) == limit else None)


async def _codes(session: Session, limit: int, after: str | None) -> Sequence[str]:
    """Of every personal account that has a head, a sum, or entries in no sum yet."""
    uncounted = or_(_ENTRY.transaction_id.in_(tail_ids()), _ENTRY.transaction_id.in_(_reserved_ids()))
    every = union_all(
        select(_HEAD.code.label("code")),
        select(ledger_checkpoints.c.account),
        select(_ENTRY.account).where(uncounted),
    ).subquery("every")
    page = select(every.c.code).where(every.c.code.contains(SEPARATOR)).distinct()
    page = page if after is None else page.where(every.c.code > after)
    return (await session.run(page.order_by(every.c.code).limit(limit))).scalars().all()


def _reserved_ids() -> Select[Any]:
    return select(ledger_transactions.c.id).where(RESERVED)


def _differences(codes: Sequence[str]) -> Select[Any]:
    """Codes of those whose head and sums do not come to the same in every column."""
    none, cents = literal(0), _ENTRY.amount_cents
    account = _ENTRY.account.concat("")  # as few transactions are wanted, no index on accounts
    rolled_up, posted = ledger_checkpoints.c.account, ledger_checkpoints.c.posted_cents
    parts = union_all(
        select(_HEAD.code.label("code"), *((-_HEAD[name]).label(name) for name in SUMS)).where(
            _HEAD.code.in_(codes)
        ),
        select(rolled_up, posted, none, none).where(rolled_up.in_(codes)),
        select(_ENTRY.account, cents, none, none).where(
            _ENTRY.transaction_id.in_(tail_ids()), account.in_(codes)
        ),
        select(
            _ENTRY.account, none, case((cents > 0, cents), else_=0), case((cents < 0, cents), else_=0)
        ).where(_ENTRY.transaction_id.in_(_reserved_ids()), account.in_(codes)),
    ).subquery("parts")
    off = [func.sum(parts.c[name]) != 0 for name in SUMS]
    return select(parts.c.code).group_by(parts.c.code).having(or_(*off))
