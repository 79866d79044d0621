"""Counting what a database is asked."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from haulage_adapters.sql.engine import SqlEngine


@contextmanager
def statements(engine: SqlEngine) -> Iterator[list[str]]:
    """Every statement that the database is sent meanwhile, in order."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    engines = [each.sync_engine for each in (engine.reading, engine.writing)]
    for each in engines:
        event.listen(each, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        for each in engines:
            event.remove(each, "before_cursor_execute", note)
