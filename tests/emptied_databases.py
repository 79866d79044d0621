"""PostgreSQL databases that test after test is given, emptied between them.

To copy a database of some hundred tables and indexes takes longer than most tests; to delete the few rows
that a test wrote does not, where a connection is kept for it: a new one reads the catalog of every table.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import attrs
from psycopg import Connection, OperationalError, connect, sql
from sqlalchemy.engine import make_url

from postgres import Server

SCHEMA = """
SELECT (SELECT array[count(*), sum(xmin::text::bigint)] FROM pg_attribute),
       (SELECT array[count(*), sum(xmin::text::bigint)] FROM pg_constraint),
       (SELECT array[count(*), sum(xmin::text::bigint)] FROM pg_index),
       (SELECT array[count(*), sum(xmin::text::bigint)] FROM pg_proc),
       (SELECT array[count(*), sum(xmin::text::bigint)] FROM pg_trigger)
"""
"""Changed by whatever changes a table, and not by rows."""

OTHERS_LEAVE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@attrs.define
class EmptiedDatabases:
    """Copies of a template whose rows are those of the template whenever one is lent."""

    server: Server
    template: str
    _free: list["_Copy"] = attrs.field(factory=list, init=False)

    @contextmanager
    def lend(self) -> Iterator[str]:
        """The URL of a database; one whose tables were changed is not lent again."""
        copy = self._free.pop() if self._free else _Copy.of(self.server.create(template=self.template))
        yield copy.url
        if copy.empty():
            self._free.append(copy)
        else:
            copy.close()
            self.server.drop(copy.url)

    def close(self) -> None:
        for copy in self._free:
            copy.close()


@attrs.define
class _Copy:
    url: str
    schema: Any
    asks_filled: sql.Composed
    """Which tables have rows."""
    filled: Mapping[str, Any]
    """Tables with rows in the template, and what those are."""
    _connection: Connection[Any]

    @classmethod
    def of(cls, url: str) -> "_Copy":
        connection = _connected(url)
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        asks_filled = sql.SQL(" UNION ALL ").join(
            sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(sql.Literal(name), sql.Identifier(name))
            for (name,) in tables.fetchall()
        )
        filled = {table: _rows(connection, table) for (table,) in connection.execute(asks_filled).fetchall()}
        return cls(url, connection.execute(SCHEMA).fetchone(), asks_filled, filled, connection)

    def empty(self) -> bool:
        """Delete every row that came after the template; false where that would not make it like new."""
        try:
            return self._emptied()
        except OperationalError:  # the test has ended all connections, and this one with them
            self.close()
            self._connection = _connected(self.url)
            return self._emptied()

    def _emptied(self) -> bool:
        ask = self._connection.execute
        ask(OTHERS_LEAVE)
        if ask(SCHEMA).fetchone() != self.schema:
            return False
        if any(_rows(self._connection, table) != rows for table, rows in self.filled.items()):
            return False
        for table in {table for (table,) in ask(self.asks_filled)} - set(self.filled):
            ask(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for (sequence,) in ask("SELECT sequencename FROM pg_sequences WHERE last_value > 0").fetchall():
            ask(sql.SQL("ALTER SEQUENCE {} RESTART").format(sql.Identifier(sequence)))
        return True

    def close(self) -> None:
        self._connection.close()


def _rows(connection: Connection[Any], table: str) -> list[Any]:
    """In the order in which they were written; a template has few."""
    return connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))).fetchall()


def _connected(url: str) -> Connection[Any]:
    address = make_url(url).set(drivername="postgresql")
    connection = connect(address.render_as_string(hide_password=False), autocommit=True)
    # Neither the order of references nor triggers that forbid to delete count for this.
    connection.execute("SET session_replication_role = replica")
    return connection
