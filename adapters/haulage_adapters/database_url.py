"""Addresses of databases."""

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from haulage.kernel.errors import InvalidInput

SETTING = "HAULAGE_DATABASE"
FORMS = (
    "must be postgresql://user@host/name, or sqlite:/// and the path of a file, such as "
    "sqlite:////var/lib/haulage/haulage.sqlite3"
)


def parse_url(url: str) -> URL:
    """The URL with the driver that this package uses; ``InvalidInput`` for any other database.

    The refusal shows nothing of the address, which may hold a password.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the second for a port that is no number
        raise InvalidInput(SETTING, FORMS) from None
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            if parsed.host:
                raise InvalidInput(SETTING, FORMS)
            if parsed.database in (None, "", ":memory:"):
                raise InvalidInput(SETTING, "must name a file: a database in memory is lost")
            return parsed.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return parsed.set(drivername="postgresql+psycopg")
        case _:
            raise InvalidInput(SETTING, FORMS)
