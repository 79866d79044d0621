"""The tables of a PostgreSQL database as text, by ``COPY``: out of one snapshot, and into an empty schema.

No program of PostgreSQL's is needed for it, and the text is the same for every version of the server. The
schema is not in it: the migrations of its revision make it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import psycopg
from psycopg import sql

from haulage_adapters.backups.archive import PIECE, Readable
from haulage_adapters.backups.manifest import TABLES, NumberSequence, Table
from haulage_adapters.backups.state import VERSIONS, Ask

CHUNK = 8 << 20
"""Ours: bytes of a table that are one member; the rows of a member are whole."""

FORMS = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
    "SET LOCAL timezone = 'UTC'",
    "SET LOCAL datestyle = 'ISO, YMD'",
    "SET LOCAL intervalstyle = 'postgres'",
    "SET LOCAL extra_float_digits = 3",
    "SET LOCAL bytea_output = 'hex'",
)
"""How values are written, whatever the server's or the user's own settings are."""


def prepare(connection: "psycopg.Connection[Any]") -> None:
    """In the transaction that is open."""
    for each in FORMS:
        connection.execute(each)
    connection.execute("SET LOCAL client_encoding = 'UTF8'")


def asking(connection: "psycopg.Connection[Any]") -> Ask:
    def ask(statement: str) -> Sequence[Sequence[Any]]:
        return connection.execute(statement.encode()).fetchall()

    return ask


def tables_of(connection: "psycopg.Connection[Any]") -> list[Table]:
    """Every table of the schema in use, with the columns that are no product of others."""
    rows = connection.execute(
        "SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum) FROM pg_class c "
        "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped "
        "AND a.attgenerated = '' "
        "WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> %s "
        "GROUP BY c.relname ORDER BY c.relname",
        (VERSIONS,),
    )
    return [Table(name, tuple(columns)) for name, columns in rows]


def sequences_of(connection: "psycopg.Connection[Any]") -> list[NumberSequence]:
    """Asked after the snapshot was taken: sequences stand outside of it, and only go on."""
    names = connection.execute(
        "SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1"
    ).fetchall()
    found: list[NumberSequence] = []
    for (name,) in names:
        query = sql.SQL("SELECT last_value, is_called FROM {}").format(sql.Identifier(name))
        found.extend(NumberSequence(name, *row) for row in connection.execute(query))
    return found


def chunks(connection: "psycopg.Connection[Any]", table: Table) -> Iterator[tuple[str, bytes]]:
    """A table's rows, as members by name; none for an empty table."""
    with connection.cursor() as cursor, cursor.copy(_copy(table, "TO STDOUT")) as copy:
        pieces, size, number = [], 0, 1
        for piece in copy:
            pieces.append(bytes(piece))
            size += len(piece)
            if size >= CHUNK:
                yield _name(table, number), b"".join(pieces)
                pieces, size, number = [], 0, number + 1
        if pieces:
            yield _name(table, number), b"".join(pieces)


def table_of(member: str) -> str | None:
    """The table that a member belongs to."""
    name, dot, number = member.removeprefix(TABLES).partition(".")
    return name if member.startswith(TABLES) and dot and number.isdigit() else None


def load(connection: "psycopg.Connection[Any]", table: Table, content: Readable) -> None:
    with connection.cursor() as cursor, cursor.copy(_copy(table, "FROM STDIN")) as copy:
        while piece := content.read(PIECE):
            copy.write(piece)


class Loading:
    """Tables that take rows in any order. Rows that migrations made are gone: the archive has them.

    Foreign keys are taken away and made again, which checks them all at once. Triggers that keep the books
    and the audit trail as they are stand aside; both are verified afterwards.
    """

    def __init__(self, connection: "psycopg.Connection[Any]", tables: Sequence[Table]) -> None:
        self._connection = connection
        self._names = [sql.Identifier(table.name) for table in tables]
        self._foreign_keys = connection.execute(
            "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) "
            "FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace"
        ).fetchall()

    def begin(self) -> None:
        self._connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table, name, _ in self._foreign_keys:
            self._connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}".encode())
        self._triggers("DISABLE")
        if self._names:
            self._connection.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(self._names)))

    def end(self, sequences: Sequence[NumberSequence]) -> None:
        """Raises ``psycopg.Error`` for rows that point at nothing."""
        self._triggers("ENABLE")
        for table, name, definition in self._foreign_keys:
            self._connection.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}".encode())
        for each in sequences:
            self._connection.execute(
                "SELECT setval(quote_ident(%s)::regclass, %s, %s)",
                (each.name, each.last_value, each.is_called),
            )

    def _triggers(self, word: Literal["ENABLE", "DISABLE"]) -> None:
        for name in self._names:
            statement = sql.SQL("ALTER TABLE {} {} TRIGGER USER").format(name, sql.SQL(word))
            self._connection.execute(statement)


def is_empty(connection: "psycopg.Connection[Any]") -> bool:
    """Whether the schema in use has no tables."""
    found = connection.execute(
        "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
    ).fetchone()
    return found is not None and found[0] == 0


def others_connected(connection: "psycopg.Connection[Any]") -> int:
    """How many other connections this database has."""
    found = connection.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    ).fetchone()
    return 0 if found is None else int(found[0])


def empty(connection: "psycopg.Connection[Any]") -> None:
    """Remove every table and function of the schema in use that no extension brought."""
    objects = connection.execute(
        "SELECT 'DROP TABLE ' || c.oid::regclass || ' CASCADE' FROM pg_class c "
        "WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' "
        "AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') "
        "UNION ALL SELECT 'DROP FUNCTION ' || p.oid::regprocedure || ' CASCADE' FROM pg_proc p "
        "WHERE p.pronamespace = current_schema()::regnamespace "
        "AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')"
    ).fetchall()
    for (statement,) in objects:
        connection.execute(statement.encode())


def _copy(table: Table, direction: Literal["TO STDOUT", "FROM STDIN"]) -> sql.Composed:
    columns = sql.SQL(", ").join(sql.Identifier(name) for name in table.columns)
    return sql.SQL("COPY {} ({}) {}").format(
        sql.Identifier(table.name),
        columns,
        sql.SQL(direction),
    )


def _name(table: Table, number: int) -> str:
    return f"{TABLES}{table.name}.{number:06d}"
