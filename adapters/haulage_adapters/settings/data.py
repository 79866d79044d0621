"""Where data lies."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import positive, whole_number

_ADDRESS = re.compile(
    r"(?P<scheme>[\w+]+)://(?:(?P<user>[^:/@]*)(?::(?P<password>[^@]*))?@)?(?P<rest>.*)", re.DOTALL
)
"""As SQLAlchemy takes an address apart: a password goes on to the first @, whatever is in it."""


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
        secret=True,
        extra="postgres",
    )

    @property
    def outbox_file(self) -> Path:
        """Where mails end up without a mail server."""
        return self.data / "mail.jsonl"

    @property
    def simulated_provider_file(self) -> Path:
        """Where the simulated payment provider remembers accounts, transfers and payouts."""
        return self.data / "simulated-provider.sqlite3"

    @property
    def vault_key_file(self) -> Path:
        """Where the key of taxpayer numbers lies while no real money is moved and none is set."""
        return self.data / "tax-vault.key"

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data.absolute() / 'haulage.sqlite3'}"

    @property
    def shown_database(self) -> str:
        """The database's address without its passwords, which may stand among its parameters too."""
        parts = _ADDRESS.fullmatch(self.database_url)
        if parts is None:
            return "an address that is none"
        user = "" if parts["user"] is None else f"{parts['user']}@"
        place, _, query = parts["rest"].partition("?")
        shown = [(name, value) for name, value in parse_qsl(query) if "pass" not in name.lower()]
        return f"{parts['scheme']}://{user}{place}{'?' if shown else ''}{urlencode(shown, safe='/:')}"


@attrs.frozen(slots=False)
class PoolSettings:
    """What one process may use."""

    database_pool: int = setting(
        5,
        "HAULAGE_DATABASE_POOL",
        positive,
        "PostgreSQL connections kept open by one process.",
        extra="postgres",
    )
    jobs_at_once: int = setting(
        64,
        "HAULAGE_JOBS_AT_ONCE",
        whole_number(4, 1000),
        "Jobs that one process does at a time; most of each job's time is waiting for a provider.",
    )
