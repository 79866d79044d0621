"""What drivers came to have in a period, from the entries of the accounts that are held for them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import ColumnElement, RowMapping, Select, and_, case, func, or_, select

from haulage.ledger import SubjectKind, TransactionKind, TransactionState, ledger_account
from haulage.ledger.income import (
    PAID_OUT,
    PAYMENTS,
    Income,
    IncomeEntry,
    YearOfDriver,
    accounts_held_for,
)
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.money.withholding import withheld_by
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions

_ENTRY, _HEAD = ledger_entries.c, ledger_transactions.c
_REVERSED = ledger_transactions.alias("reversed")
_IS_TIP: ColumnElement[bool] = or_(
    _HEAD.kind == TransactionKind.TIP,
    func.coalesce(_HEAD.subject_kind == SubjectKind.TIP, False),
    func.coalesce(_REVERSED.c.kind == TransactionKind.TIP, False),
)
_CREDIT = -_ENTRY.amount_cents
_EARNING, _EARNED = ledger_transactions.alias("earning"), ledger_entries.alias("earned")
_COMES_OF_EARNING = and_(_HEAD.order_id.is_not(None), or_(_HEAD.kind.not_in(PAYMENTS), _CREDIT < 0))
_earned_at: ColumnElement[datetime] = case(
    (
        _COMES_OF_EARNING,
        func.coalesce(
            select(func.min(_EARNED.c.at))
            .join_from(_EARNING, _EARNED, _EARNED.c.transaction_id == _EARNING.c.id)
            .where(
                _EARNING.c.order_id == _HEAD.order_id,
                _EARNING.c.kind.in_(PAYMENTS),
                (_EARNING.c.kind == TransactionKind.TIP) == _IS_TIP,
                _EARNING.c.state == TransactionState.POSTED,
            )
            .correlate(ledger_transactions, _REVERSED)
            .scalar_subquery(),
            _ENTRY.at,
        ),
    ),
    else_=_ENTRY.at,
)
"""What is taken back of a share or tip, or comes back after all, belongs to the day of that share or tip."""


async def income_of(session: Session, driver_id: str, since: datetime, until: datetime) -> Income:
    """By the day of posting. What reverses a payout is no income, as the payout was no loss."""
    sums = (
        func.coalesce(func.sum(case((_IS_TIP, 0), else_=_CREDIT)), 0).label("earnings"),
        func.coalesce(func.sum(case((_IS_TIP, _CREDIT), else_=0)), 0).label("tips"),
    )
    posted = _posted(select(*sums), _codes(driver_id)).where(_ENTRY.at >= since, _ENTRY.at < until)
    row = await session.row(posted)
    return Income(int(row["earnings"]), int(row["tips"])) if row else Income()


async def list_income(
    session: Session, driver_id: str, since: datetime, until: datetime, request: PageRequest
) -> Page[IncomeEntry]:
    """What ``years_of`` adds up, by transaction; what only moves between accounts held for the driver is left
    out."""
    cents = func.sum(_CREDIT)
    grouped = (
        _earned(
            select(
                _HEAD.id,
                _HEAD.kind,
                _HEAD.order_id,
                func.max(_ENTRY.at).label("created_at"),
                func.max(case((_IS_TIP, 1), else_=0)).label("is_tip"),
                cents.label("cents"),
            ),
            _codes(driver_id),
            since,
            until,
        )
        .group_by(_HEAD.id, _HEAD.kind, _HEAD.order_id)
        .having(cents != 0)
    )
    return page(await session.rows(page_of(grouped.subquery(), request)), request, _entry)


async def years_of(
    session: Session, driver_ids: Collection[str], since: datetime, until: datetime
) -> Mapping[str, YearOfDriver]:
    """By the day of the share or tip. One question for all of them; those who had nothing are left out."""
    is_payment = and_(_HEAD.kind.in_(PAYMENTS), _CREDIT > 0)
    sums = select(
        _ENTRY.account,
        func.sum(case((_IS_TIP, 0), else_=_CREDIT)).label("earnings"),
        func.sum(case((_IS_TIP, _CREDIT), else_=0)).label("tips"),
        func.sum(case((is_payment, _CREDIT), else_=0)).label("gross"),
        func.count(case((is_payment, 1))).label("payments"),
    )
    codes = [account.code for id in driver_ids for account in accounts_held_for(id)]
    rows = await session.rows(_earned(sums, codes, since, until).group_by(_ENTRY.account))
    withheld = await withheld_by(session, driver_ids, since, until)
    years = {id: YearOfDriver(withheld_cents=cents) for id, cents in withheld.items()}
    for row in rows:
        id = ledger_account(row["account"]).owner
        years[id] = _with(years.get(id, YearOfDriver()), row)
    return years


def _with(year: YearOfDriver, row: RowMapping) -> YearOfDriver:
    """With what was posted to one more account."""
    income = Income(
        year.income.earnings_cents + int(row["earnings"]), year.income.tips_cents + int(row["tips"])
    )
    return attrs.evolve(
        year,
        income=income,
        gross_cents=year.gross_cents + int(row["gross"]),
        payments=year.payments + int(row["payments"]),
    )


async def first_posted_at(session: Session, driver_id: str) -> datetime | None:
    first = select(func.min(_ENTRY.at)).where(_ENTRY.account.in_(_codes(driver_id)))
    found: datetime | None = await session.scalar(first)
    return found


def _codes(driver_id: str) -> list[str]:
    return [account.code for account in accounts_held_for(driver_id)]


def _earned(statement: Select[Any], codes: Sequence[str], since: datetime, until: datetime) -> Select[Any]:
    return _posted(statement, codes).where(
        _ENTRY.at >= since,  # nothing comes of an earning before it
        or_(_ENTRY.at < until, _COMES_OF_EARNING),
        _earned_at >= since,
        _earned_at < until,
    )


def _posted(statement: Select[Any], codes: Sequence[str]) -> Select[Any]:
    return (
        statement.select_from(ledger_entries)
        .join(ledger_transactions, _HEAD.id == _ENTRY.transaction_id)
        .outerjoin(_REVERSED, _REVERSED.c.id == _HEAD.reverses)
        .where(
            _ENTRY.account.in_(codes),
            _HEAD.state == TransactionState.POSTED,
            _HEAD.kind.not_in(PAID_OUT),
            or_(_REVERSED.c.id.is_(None), _REVERSED.c.kind.not_in(PAID_OUT)),
        )
    )


def _entry(row: RowMapping) -> IncomeEntry:
    return IncomeEntry(
        transaction_id=row["id"],
        at=row["created_at"],
        kind=row["kind"],
        order_id=row["order_id"],
        is_tip=bool(row["is_tip"]),
        cents=int(row["cents"]),
    )
