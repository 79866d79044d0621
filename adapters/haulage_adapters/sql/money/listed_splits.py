"""Lists and sums of splits: each part of what somebody may see is found by an index of its own.

A person's splits are those of the orders that they pay for, those that they earned, and those of orders
that they have accepted and have not earned. One condition over all three would have the database read every
split; so each is a query of its own, and a list takes no more of each than its page has room for.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, or_, select, union

from haulage.ledger import SplitKind, SplitStatus
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import SplitFilter
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.searching import holds, number_of
from haulage_adapters.sql.tables import drivers, orders, payment_splits, users

DRIVEN_BY: ColumnElement[Any] = func.coalesce(payment_splits.c.driver_id, orders.c.driver_id)
"""Whose work it is: who earned it, or who has the order in hand."""


def page_of_splits(wanted: SplitFilter, page: PageRequest) -> Select[Any]:
    """One page of splits and one more, with what people know their orders by; newest first."""
    shown = (
        select(
            payment_splits,
            orders.c.number.label("order_number"),
            DRIVEN_BY.label("worked_by"),
            drivers.c.name.label("driver_name"),
        )
        .join(orders, payment_splits.c.order_id == orders.c.id)
        .outerjoin(drivers, drivers.c.id == DRIVEN_BY)
    )
    id, at = payment_splits.c.id, payment_splits.c.created_at
    found = _found(wanted, lambda part: page_of(part.subquery("part"), page))
    return shown.where(id.in_(found)).order_by(at.desc(), id.desc())


def sums_of_splits(wanted: SplitFilter, since: datetime) -> Select[Any]:
    """Counts by status, and what completed ones came to, over fares and fees made at *since* or later."""
    made = (payment_splits.c.created_at >= since, payment_splits.c.kind != SplitKind.TIP)
    split = payment_splits.c
    done = split.status == SplitStatus.COMPLETED
    columns: list[ColumnElement[Any]] = [
        *(_count(split.status == status).label(status) for status in SplitStatus),
        _total(done, split.driver_cents - split.driver_back_cents).label("driver"),
        _total(done, split.platform_cents - split.platform_back_cents).label("platform"),
    ]
    sums: Select[Any] = select(*columns)
    if wanted == SplitFilter():
        return sums.where(*made)
    return sums.where(split.id.in_(_found(wanted, lambda part: _made_since(part, since))))


def _made_since(part: Select[Any], since: datetime) -> Select[Any]:
    """By the part's own columns: those of the table would join it once more, without a condition."""
    of = part.subquery("part")
    return select(of).where(of.c.created_at >= since, of.c.kind != SplitKind.TIP)


def _found(wanted: SplitFilter, narrowed: Callable[[Select[Any]], Select[Any]]) -> Any:
    """The ids of the splits that are wanted, of each part only what *narrowed* leaves."""
    found = [select(narrowed(part).subquery().c.id) for part in _parts(wanted)]
    return found[0] if len(found) == 1 else union(*found)


def _parts(wanted: SplitFilter) -> list[Select[Any]]:
    split = payment_splits.c
    every = select(split.id, split.created_at, split.kind)
    for column, value in ((split.order_id, wanted.order_id), (split.status, wanted.status)):
        if value is not None:
            every = every.where(column == value)
    if wanted.text:
        every = every.where(_finds(wanted.text))
    with_order = every.join(orders, split.order_id == orders.c.id)
    parts = []
    if wanted.customer_id is not None:
        theirs = with_order.where(orders.c.customer_id == wanted.customer_id).cte("theirs")
        # By way of their orders: PostgreSQL would rather look through everybody's splits, the newest first.
        parts.append(select(theirs.prefix_with("MATERIALIZED", dialect="postgresql")))
    if wanted.driver_id is not None:
        parts.append(every.where(split.driver_id == wanted.driver_id))
        in_hand = (orders.c.driver_id == wanted.driver_id, orders.c.accepted_at.is_not(None))
        parts.append(with_order.where(split.driver_id.is_(None), *in_hand))
    return parts or [every]


def _finds(text: str) -> ColumnElement[bool]:
    """By way of the orders: a number is one of them, and a name belongs to one of its two sides."""
    split = payment_splits.c
    number = number_of(text)
    if number is not None:
        return split.order_id.in_(select(orders.c.id).where(orders.c.number == number))
    known_by = orders.join(users, users.c.id == orders.c.customer_id)
    booked = or_(holds(users.c.name, text), users.c.email == text.lower())
    worked = select(drivers.c.id).where(holds(drivers.c.name, text))
    return or_(
        split.order_id.in_(select(orders.c.id).select_from(known_by).where(booked)),
        split.order_id.in_(select(orders.c.id).where(orders.c.driver_id.in_(worked))),
        split.driver_id.in_(worked),
    )


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def _total(condition: ColumnElement[bool], cents: ColumnElement[int]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, cents), else_=0)), 0)
