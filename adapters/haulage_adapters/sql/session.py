"""One transaction's connection, as the stores use it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Executable, RowMapping
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from haulage_adapters.sql.errors import cause_to_show, refused_unsent, translate, with_cursor

T = TypeVar("T")
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]


class Session(ABC):
    """Runs statements and turns the driver's errors into the core's.

    PostgreSQL answers ``COMMIT`` after a failed statement with a silent rollback, and SQLite would
    commit the rest. So a failure is remembered, and a unit in which one happened is never committed,
    even when the work caught it and went on.
    """

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
        """``sqlite`` or ``postgresql``."""
        self._failure: Exception | None = None

    @abstractmethod
    async def _do(self, work: Callable[[Connection], T]) -> T:
        """What *work* returns that it does on the connection."""

    async def run(
        self, statement: Executable, values: Values | None = None, *, what: str = "record"
    ) -> CursorResult[Any]:
        """Execute a statement; *what* names the thing in a ``Conflict``."""
        return await self._done(lambda connection: connection.execute(statement, values), what)

    async def with_cursor(self, work: Callable[[Any], T], *, what: str = "record") -> T:
        """What *work* returns that it does with a cursor of SQLite's own driver: for statements that are
        carried out so often that they pass SQLAlchemy by."""
        return await self._done(lambda connection: with_cursor(connection, work), what)

    async def _done(self, work: Callable[[Connection], T], what: str) -> T:
        try:
            return await self._do(work)
        except SQLAlchemyError as error:
            failure = translate(error, what)
            if not refused_unsent(error):
                self._failure = failure
            raise failure from cause_to_show(failure, error)

    async def changed(
        self, statement: Executable, values: Values | None = None, *, what: str = "record"
    ) -> int:
        """How many rows the statement changed."""
        return (await self.run(statement, values, what=what)).rowcount

    async def row(self, statement: Executable, values: Values | None = None) -> RowMapping | None:
        return (await self.run(statement, values)).mappings().first()

    async def rows(self, statement: Executable, values: Values | None = None) -> Sequence[RowMapping]:
        return (await self.run(statement, values)).mappings().all()

    async def scalar(self, statement: Executable, values: Values | None = None) -> Any:
        return (await self.run(statement, values)).scalar()

    async def commit(self) -> None:
        """Keep everything, or raise what failed earlier in this unit."""
        self.require_no_failure()
        await self._do(Connection.commit)

    def require_no_failure(self) -> None:
        """Raises what failed earlier in this unit."""
        if self._failure is not None:
            raise self._failure


class WaitingSession(Session):
    """A transaction that waits for its database in the event loop."""

    def __init__(self, connection: AsyncConnection) -> None:
        super().__init__(connection.dialect.name)
        self._connection = connection

    async def _do(self, work: Callable[[Connection], T]) -> T:
        return await self._connection.run_sync(work)
