"""Rows that an operator confirms and withdraws: of sales taxes and of authority."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Protocol, TypeVar

import attrs

from haulage.authority import ConfirmedAuthority
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.pricing.confirmed_tax import ConfirmedTaxRow

Row = TypeVar("Row", ConfirmedTaxRow, ConfirmedAuthority)


class RowStore(Protocol[Row]):
    """The storage of the rows of one table."""

    async def get(self, row_id: str) -> Row | None: ...

    async def withdraw(self, row: Row) -> None: ...


class RowWithdrawn(RuleBroken):
    """The row was withdrawn already."""

    message = "This row has been withdrawn already."


def require_confirmed(days: Iterable[date], now: datetime) -> None:
    """Nobody confirms anything on a day to come. Raises ``InvalidInput``."""
    if any(day > platform_time(now).date() for day in days):
        raise InvalidInput("confirmed_on", "must not be in the future")


async def withdraw_row(
    store: RowStore[Row], row_id: str, actor: Actor, now: datetime, *, what: str, again: type[RowWithdrawn]
) -> Row:
    """The withdrawn row, stored. Raises ``NotFound`` for *what*, and *again* a second time."""
    row = await store.get(row_id)
    if row is None:
        raise NotFound(what)
    if row.withdrawn_at is not None:
        raise again
    gone = attrs.evolve(row, withdrawn_at=now, withdrawn_by=actor.name)
    await store.withdraw(gone)
    return gone
