"""PostgreSQL databases that test after test is given, emptied between them.

To copy a database of some hundred tables and indexes takes longer than most tests; to delete the few rows
that a test wrote does not.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import attrs
from psycopg import Connection, connect, sql
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
            self.server.drop(copy.url)


@attrs.frozen
class _Copy:
    url: str
    schema: Any
    filled: Mapping[str, Any]
    """Tables with rows in the template, and what those are."""

    @classmethod
    def of(cls, url: str) -> "_Copy":
        with _connected(url) as connection:
            filled = {table: _rows(connection, table) for table in _filled(connection)}
            return cls(url, connection.execute(SCHEMA).fetchone(), filled)

    def empty(self) -> bool:
        """Delete every row that came after the template; false where that would not make it like new."""
        with _connected(self.url) as connection:
            connection.execute(OTHERS_LEAVE)
            if connection.execute(SCHEMA).fetchone() != self.schema:
                return False
            if any(_rows(connection, table) != rows for table, rows in self.filled.items()):
                return False
            # Neither the order of references nor triggers that forbid to delete count for this.
            connection.execute("SET session_replication_role = replica")
            for table in _filled(connection) - set(self.filled):
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
            for (sequence,) in connection.execute(
                "SELECT sequencename FROM pg_sequences WHERE last_value > 0"
            ):
                connection.execute(sql.SQL("ALTER SEQUENCE {} RESTART").format(sql.Identifier(sequence)))
            return True


def _filled(connection: Connection[Any]) -> set[str]:
    tables = [
        name for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    ]
    asked = [
        sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(sql.Literal(name), sql.Identifier(name))
        for name in tables
    ]
    return {name for (name,) in connection.execute(sql.SQL(" UNION ALL ").join(asked))}


def _rows(connection: Connection[Any], table: str) -> list[Any]:
    """In the order in which they were written; a template has few."""
    return connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))).fetchall()


@contextmanager
def _connected(url: str) -> Iterator[Connection[Any]]:
    address = make_url(url).set(drivername="postgresql")
    with closing(connect(address.render_as_string(hide_password=False), autocommit=True)) as connection:
        yield connection
