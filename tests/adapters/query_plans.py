"""What a database would do for the queries that a store makes."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import event

from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage


async def plan_of(storage: SqlStorage, work: Callable[[UnitOfWork], Awaitable[Any]]) -> str:
    """The plans of all that *work* asks. PostgreSQL reads small tables as a whole unless told not to."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_rest: Any) -> None:
        asked.append((statement, parameters))

    engine = storage.engine.reading.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        await storage.read(work)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    is_sqlite = engine.dialect.name == "sqlite"
    explain = "EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN "
    lines: list[str] = []
    async with storage.engine.reading.connect() as connection:
        if not is_sqlite:
            await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        for statement, parameters in asked:
            found = await connection.exec_driver_sql(explain + statement, parameters)
            lines += [str(row[-1]) for row in found.all()]
    return "\n".join(lines)
