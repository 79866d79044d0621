"""Reading the books part by part, and holding them against what the payments say."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
)

from haulage.ledger import AccountKind, LedgerAccount, SplitKind, TransactionKind, TransactionState
from haulage.ledger.account import (
    CUSTOMER_RECEIVABLE,
    REFUNDS_PAYABLE,
    SEPARATOR,
    TAX_PAYABLE,
    UNEARNED_FARES,
)
from haulage.orders import PaymentStatus
from haulage.payments import PaymentState, RefundKind, RefundStatus
from haulage.ports.storage.ledger import MAX_NAMED, CheckedPart, LedgerCheck
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.money.checkpoints import be_patient, is_of
from haulage_adapters.sql.paging import Place, page_of, read_cursor
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    REFUND_UNSENT,
    disputes,
    ledger_entries,
    ledger_transactions,
    orders,
    payment_splits,
    payments,
    refunds,
    returned_shares,
)
from haulage_adapters.sql.types import MAX_ID, Text, UtcTime


async def check_transactions(
    session: Session, limit: int, after: str | None, since: datetime | None
) -> CheckedPart:
    await be_patient(session)
    heads = await (_by_id(session, limit, after) if since is None else _by_time(session, limit, after, since))
    each = _each(heads.lines)
    row = await session.row(_shown(each))
    assert row is not None
    unbalanced = int(row["unbalanced"])
    bad = select(each.c.id).where(each.c.bad == 1).order_by(each.c.id).limit(MAX_NAMED)
    named = tuple(one["id"] for one in await session.rows(bad)) if unbalanced else ()
    found = LedgerCheck(int(row["transactions"]), unbalanced, int(row["cents"]), 0, transaction_ids=named)
    return CheckedPart(found, found.transactions, heads.next)


async def check_orders(
    session: Session, limit: int, after: str | None, since: datetime | None
) -> CheckedPart:
    await be_patient(session)
    page = page_of(_created_since(since), PageRequest(limit, after), oldest_first=True, most=limit)
    rows = await session.rows(page)
    ids = [row["id"] for row in rows[:limit]]
    more = len(rows) > limit
    end = Place(rows[limit - 1]["created_at"], ids[-1]).written() if more else None
    return await _checked(session, ids, end)


async def check_older_orders(session: Session, limit: int, after: str | None, since: datetime) -> CheckedPart:
    await be_patient(session)
    about = (
        select(orders.c.id)
        .join(ledger_transactions, ledger_transactions.c.order_id == orders.c.id)
        .where(ledger_transactions.c.at >= since, orders.c.created_at < since)
    )
    if after is not None:
        about = about.where(orders.c.id > after)
    rows = await session.rows(about.distinct().order_by(orders.c.id).limit(limit))
    ids = [row["id"] for row in rows]
    return await _checked(session, ids, ids[-1] if len(ids) == limit else None)


async def _checked(session: Session, ids: Sequence[str], end: str | None) -> CheckedPart:
    found = tuple(row["id"] for row in await session.rows(_unmatched(ids))) if ids else ()
    return CheckedPart(LedgerCheck(0, 0, 0, len(found), order_ids=found), len(ids), end)


def _created_since(since: datetime | None) -> FromClause:
    found = select(orders.c.id, orders.c.created_at)
    return (found if since is None else found.where(orders.c.created_at >= since)).subquery("found")


@attrs.frozen
class _Heads:
    """A line for each of some transactions and for each of their entries; and where the next begin."""

    lines: Any
    next: str | None


_HEAD: tuple[ColumnElement[Any], ...] = (
    ledger_transactions.c.id.label("id"),
    literal(0).label("amount_cents"),
    literal(1).label("heads"),
    literal(0).label("entries"),
    case((ledger_transactions.c.state == TransactionState.VOIDED, 1), else_=0).label("voided"),
    case(
        (
            ledger_transactions.c.state == TransactionState.POSTED,
            func.coalesce(ledger_transactions.c.settled_at, ledger_transactions.c.at),
        ),
        else_=ledger_transactions.c.at,
    ).label("at"),
)
_LINE: tuple[ColumnElement[Any], ...] = (
    ledger_entries.c.transaction_id.label("id"),
    ledger_entries.c.amount_cents.label("amount_cents"),
    literal(0).label("heads"),
    literal(1).label("entries"),
    literal(0).label("voided"),
    ledger_entries.c.at,
)


async def _by_id(session: Session, limit: int, after: str | None) -> _Heads:
    """In the order of ids, so that entries without a transaction are among them."""
    id, of = ledger_transactions.c.id, ledger_entries.c.transaction_id
    above: list[ColumnElement[bool]] = [] if after is None else [id > after]
    end: str | None = await session.scalar(select(id).where(*above).order_by(id).offset(limit - 1).limit(1))
    heads, lines = select(*_HEAD).where(*above), select(*_LINE)
    if after is not None:
        lines = lines.where(of > after)
    if end is not None:
        heads, lines = heads.where(id <= end), lines.where(of <= end)
    return _Heads(union_all(heads, lines).subquery("lines"), end)


async def _by_time(session: Session, limit: int, after: str | None, since: datetime) -> _Heads:
    row = ledger_transactions.c
    page = select(row.id, row.at).where(row.at >= since).order_by(row.at, row.id).limit(limit)
    if after is not None:
        here = read_cursor(after)
        there = tuple_(literal(here.at, UtcTime()), literal(here.id, Text(MAX_ID)))
        page = page.where(tuple_(row.at, row.id) > there)
    found = await session.rows(page)
    ids = [each["id"] for each in found]
    lines = union_all(
        select(*_HEAD).where(row.id.in_(ids)),
        select(*_LINE).where(ledger_entries.c.transaction_id.in_(ids)),
    ).subquery("lines")
    return _Heads(lines, Place(found[-1]["at"], ids[-1]).written() if len(ids) == limit else None)


def _each(lines: Any) -> FromClause:
    """A line for each transaction: whether it has fewer than two entries, does not sum to nothing or has
    entries under another time; and entries of none."""
    cents = func.sum(lines.c.amount_cents)
    heads = func.sum(lines.c.heads)
    elsewhere = or_(func.min(lines.c.at) != func.max(lines.c.at), func.count(lines.c.at) < func.count())
    bad = or_(cents != 0, heads != 1, func.sum(lines.c.entries) < 2, elsewhere)
    return (
        select(
            lines.c.id,
            heads.label("heads"),
            case((func.max(lines.c.voided) == 1, 0), else_=cents).label("cents"),
            case((bad, 1), else_=0).label("bad"),
        )
        .group_by(lines.c.id)
        .subquery("each")
    )


def _shown(each: FromClause) -> Select[Any]:
    """How many transactions there are, how many of them are bad, and what all comes to that is not voided:
    nothing, unless somebody changed the books by hand."""
    columns: list[ColumnElement[Any]] = [
        func.coalesce(func.sum(each.c.heads), 0).label("transactions"),
        func.coalesce(func.sum(each.c.bad), 0).label("unbalanced"),
        func.coalesce(func.sum(each.c.cents), 0).label("cents"),
    ]
    return select(*columns)


def _unmatched(ids: Sequence[str]) -> Select[Any]:
    """Those of the orders that are paid, or have a payment that succeeded, and whose money the books do not
    tell of as payments, splits, refunds and disputes do."""
    succeeded = (payments.c.order_id == orders.c.id, payments.c.state == PaymentState.SUCCEEDED)
    missing = or_(
        ~_entered("charge/", payments.c.id, CUSTOMER_RECEIVABLE, payments.c.amount_cents),
        ~_entered("payment/", payments.c.id, CUSTOMER_RECEIVABLE, -payments.c.amount_cents),
        payments.c.refund_requested_cents != _refunded(refunds.c.status != RefundStatus.WITHDRAWN),
        payments.c.refunded_cents != _refunded(refunds.c.status == RefundStatus.SENT),
        _refund_is_missing(),
        _share_is_missing(),
        _dispute_is_missing(),
    )
    marked = orders.c.payment_status == PaymentStatus.PAID
    unmatched = or_(
        exists().where(*succeeded, missing),
        marked & ~exists().where(*succeeded),
        _in_books(REFUNDS_PAYABLE) != -_to_go_out(),
        _in_books(UNEARNED_FARES) != -_not_earned(),
        _in_books(TAX_PAYABLE) != -_taxes(),
        _transferred() != _sent() + _sent_again(),
    )
    return select(orders.c.id).where(orders.c.id.in_(ids), unmatched).order_by(orders.c.id)


def _entered(
    prefix: str, id: ColumnElement[str], account: LedgerAccount, cents: ColumnElement[int]
) -> ColumnElement[bool]:
    """Whether a transaction with this reference has just this entry."""
    entry = ledger_entries.c
    return exists().where(
        ledger_transactions.c.reference == literal(prefix) + id,
        ledger_transactions.c.id == entry.transaction_id,
        entry.account == account.code,
        entry.amount_cents == cents,
    )


def _refunded(counted: ColumnElement[bool]) -> ColumnElement[int]:
    """What a payment's refunds come to that are *counted*, without what a lost dispute took instead."""
    sums = select(func.coalesce(func.sum(refunds.c.amount_cents - refunds.c.disputed_cents), 0))
    return sums.where(refunds.c.payment_id == payments.c.id, counted).scalar_subquery()


def _to_go_out() -> ColumnElement[int]:
    """What an order's refunds come to that are owed and have not gone out."""
    cents = func.coalesce(func.sum(refunds.c.amount_cents - refunds.c.disputed_cents), 0)
    return select(cents).where(refunds.c.order_id == orders.c.id, REFUND_UNSENT).scalar_subquery()


def _not_earned() -> ColumnElement[int]:
    """The fares of an order's splits that nobody has earned."""
    split = payment_splits.c
    fare = func.coalesce(func.sum(split.total_cents - split.taxes_cents), 0)
    return select(fare).where(split.order_id == orders.c.id, split.earned_at.is_(None)).scalar_subquery()


def _taxes() -> ColumnElement[int]:
    """The sales tax of an order's splits, without what went back."""
    split = payment_splits.c
    cents = func.coalesce(func.sum(split.taxes_cents - split.tax_back_cents), 0)
    return select(cents).where(split.order_id == orders.c.id).scalar_subquery()


def _in_books(account: LedgerAccount) -> ColumnElement[int]:
    """What an account holds of an order's money; a debt is negative."""
    entry, head = ledger_entries.c, ledger_transactions.c
    theirs = select(head.id).where(head.order_id == orders.c.id, head.state == TransactionState.POSTED)
    amounts = select(func.coalesce(func.sum(entry.amount_cents), 0))
    return amounts.where(entry.transaction_id.in_(theirs.correlate(orders)), is_of(account)).scalar_subquery()


def _transferred() -> ColumnElement[int]:
    """What the books have of an order's money that was transferred to drivers' accounts."""
    entry, head = ledger_entries.c, ledger_transactions.c
    theirs = select(head.id).where(
        head.order_id == orders.c.id,
        head.kind == TransactionKind.TRANSFER,
        head.state == TransactionState.POSTED,
    )
    to_account = entry.account.concat("").startswith(f"{AccountKind.CONNECTED_ACCOUNT}{SEPARATOR}")
    amounts = select(func.coalesce(func.sum(entry.amount_cents), 0))
    return amounts.where(entry.transaction_id.in_(theirs.correlate(orders)), to_account).scalar_subquery()


def _sent() -> ColumnElement[int]:
    """What of an order's shares the card provider has transferred."""
    split = payment_splits.c
    cents = func.coalesce(func.sum(split.submitted_cents), 0)
    done = (split.order_id == orders.c.id, split.driver_transfer_id.is_not(None))
    return select(cents).where(*done).scalar_subquery()


def _sent_again() -> ColumnElement[int]:
    share = returned_shares.c
    cents = select(func.coalesce(func.sum(share.amount_cents), 0))
    of_order = payment_splits.c.order_id == orders.c.id
    joined = cents.join_from(returned_shares, payment_splits, share.split_id == payment_splits.c.id)
    return joined.where(of_order, share.sent_at.is_not(None)).scalar_subquery()


def _refund_is_missing() -> ColumnElement[bool]:
    """What is not kept of a cancelled order is in one transaction with the fee that is."""
    cancelled = refunds.c.kind == RefundKind.CANCELLATION
    amount = -refunds.c.amount_cents
    by_itself = _entered("refund/", refunds.c.id, REFUNDS_PAYABLE, amount)
    with_a_fee = _entered("cancellation/", refunds.c.payment_id, REFUNDS_PAYABLE, amount)
    return exists().where(
        refunds.c.payment_id == payments.c.id,
        or_(and_(cancelled, ~with_a_fee), and_(~cancelled, ~by_itself)),
    )


def _share_is_missing() -> ColumnElement[bool]:
    """Every share that was earned is in the driver's account."""
    split, entry = payment_splits.c, ledger_entries.c
    prefix = case(
        {SplitKind.FARE: "split/", SplitKind.TIP: "tip/", SplitKind.CANCELLATION_FEE: "cancellation/"},
        value=split.kind,
    )
    entered = exists().where(
        ledger_transactions.c.reference == prefix + split.payment_id,
        ledger_transactions.c.id == entry.transaction_id,
        entry.account == literal(f"{AccountKind.DRIVER}{SEPARATOR}") + split.driver_id,
        entry.amount_cents == -split.driver_cents,
    )
    return exists().where(
        split.payment_id == payments.c.id, split.earned_at.is_not(None), split.driver_cents > 0, ~entered
    )


def _dispute_is_missing() -> ColumnElement[bool]:
    opened = literal("dispute/") + disputes.c.id + literal("/opened")
    entered = exists().where(ledger_transactions.c.reference == opened)
    return exists().where(disputes.c.payment_id == payments.c.id, ~entered)
