"""A database that was lent and emptied is like a new one, or is not lent again."""

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from emptied_databases import EmptiedDatabases
from postgres import server


@pytest.fixture
def databases() -> Iterator[EmptiedDatabases]:
    """Of a template with a number that starts at 1, a row that is there, and rows that nobody may delete."""
    template = server().create()
    engine = create_engine(template)
    with engine.begin() as connection:
        for statement in (
            "CREATE TABLE kinds (name text)",
            "INSERT INTO kinds VALUES ('small')",
            "CREATE TABLE orders (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)",
            "CREATE TABLE entries (number bigint REFERENCES orders)",
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'never'; END $$",
            "CREATE TRIGGER forever BEFORE DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse()",
        ):
            connection.execute(text(statement))
    engine.dispose()
    lent = EmptiedDatabases(server(), str(engine.url.database))
    yield lent
    lent.close()
    server().drop(template)


def do(databases: EmptiedDatabases, *statements: str) -> tuple[str, list[int]]:
    """Which database was lent, and the numbers of its orders after these statements."""
    with databases.lend() as url:
        engine = create_engine(url)
        with engine.begin() as connection:
            for statement in statements:
                connection.execute(text(statement))
            numbers = list(connection.scalars(text("SELECT number FROM orders ORDER BY number")))
        engine.dispose()
    return url, numbers


BOOK = "INSERT INTO orders DEFAULT VALUES"
ENTER = "INSERT INTO entries SELECT max(number) FROM orders"


def test_rows_are_gone_and_numbers_begin_anew(databases: EmptiedDatabases) -> None:
    first = do(databases, BOOK, BOOK, ENTER)
    assert do(databases, BOOK) == (first[0], [1])
    assert do(databases) == (first[0], [])


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE orders ADD COLUMN note text",
        "CREATE TABLE extra (name text)",
        "DROP TRIGGER forever ON entries",
        "INSERT INTO kinds VALUES ('large')",
        "DELETE FROM kinds",
        "UPDATE kinds SET name = 'tiny'",
    ],
)
def test_what_was_changed_beside_its_rows_is_not_lent_again(databases: EmptiedDatabases, change: str) -> None:
    before, _ = do(databases, change)
    assert do(databases)[0] != before


def test_it_is_emptied_where_the_test_ended_every_connection(databases: EmptiedDatabases) -> None:
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    first = do(databases, BOOK, f"SELECT pg_terminate_backend(pid, 5000) {others}")
    assert do(databases) == (first[0], [])


def test_two_at_a_time_are_two(databases: EmptiedDatabases) -> None:
    with databases.lend() as one, databases.lend() as other:
        assert one != other
