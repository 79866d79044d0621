"""Rows that an operator confirms and withdraws, and that nothing else changes: of taxes and of authority."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sqlalchemy import RowMapping, Table, insert, select, update

from haulage_adapters.sql.rows import require_one
from haulage_adapters.sql.session import Session


class Confirmed(Protocol):
    """What such rows have in common."""

    @property
    def id(self) -> str: ...
    @property
    def withdrawn_at(self) -> datetime | None: ...
    @property
    def withdrawn_by(self) -> str | None: ...


Row = TypeVar("Row", bound=Confirmed)


class SqlConfirmedRows(Generic[Row]):
    """A store of them; who inherits says which table it is, and how a row reads there."""

    table: ClassVar[Table]
    what: ClassVar[str]
    order: ClassVar[tuple[str, ...]]
    """The columns by which rows are listed, before when they were recorded."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def to_columns(self, row: Row) -> dict[str, Any]:
        raise NotImplementedError

    def from_columns(self, row: RowMapping) -> Row:
        raise NotImplementedError

    async def add(self, row: Row) -> None:
        await self._session.run(insert(self.table), self.to_columns(row), what=self.what)

    async def get(self, row_id: str) -> Row | None:
        row = await self._session.row(select(self.table).where(self.table.c.id == row_id))
        return None if row is None else self.from_columns(row)

    async def rows(self, *, withdrawn: bool = False) -> Sequence[Row]:
        columns = (*self.order, "recorded_at", "id")
        statement = select(self.table).order_by(*(self.table.c[name] for name in columns))
        if not withdrawn:
            statement = statement.where(self.table.c.withdrawn_at.is_(None))
        return [self.from_columns(row) for row in await self._session.rows(statement)]

    async def withdraw(self, row: Row) -> None:
        changed = await self._session.changed(
            update(self.table)
            .where(self.table.c.id == row.id, self.table.c.withdrawn_at.is_(None))
            .values(withdrawn_at=row.withdrawn_at, withdrawn_by=row.withdrawn_by),
            what=self.what,
        )
        require_one(changed, self.what)
