"""Where data lies."""

from pathlib import Path

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import positive


@attrs.frozen(slots=False)
class DataSettings:
    """The folder, and the database in it or elsewhere."""

    data: Path = setting(
        Path("haulage-data"), "HAULAGE_DATA", Path, "Folder for everything that the server writes."
    )
    database: str | None = setting(
        None,
        "HAULAGE_DATABASE",
        str,
        "Database, such as postgresql+psycopg://user@host/name; without it SQLite in the data folder.",
    )

    @property
    def outbox_file(self) -> Path:
        """Where mails end up without a mail server."""
        return self.data / "mail.jsonl"

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data.absolute() / 'haulage.sqlite3'}"

    @property
    def shown_database(self) -> str:
        """The database's address without its password."""
        head, at, tail = self.database_url.rpartition("@")
        scheme, _, user = head.partition("://")
        return f"{scheme}://{user.partition(':')[0]}{at}{tail}" if at else self.database_url


@attrs.frozen(slots=False)
class PoolSettings:
    """How many connections one process has to it."""

    database_pool: int = setting(
        5, "HAULAGE_DATABASE_POOL", positive, "PostgreSQL connections kept open by one process."
    )
