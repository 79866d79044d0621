"""Addresses of databases."""

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from haulage.kernel.errors import InvalidInput


def parse_url(url: str) -> URL:
    """The URL with the driver that this package uses; ``InvalidInput`` for any other database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InvalidInput("database", "must be a database URL") from None
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            if parsed.database in (None, "", ":memory:"):
                raise InvalidInput("database", "must name a file: a database in memory is lost")
            return parsed.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return parsed.set(drivername="postgresql+psycopg")
        case _:
            raise InvalidInput("database", "must be sqlite+aiosqlite:///path or postgresql+psycopg://...")
