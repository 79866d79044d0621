"""A mark beside a SQLite file that there was a marketplace in it.

SQLite makes an empty database where it finds none. A file that was removed, or emptied by a failing disk,
would so become a new marketplace without anybody's noticing, and a backup would be taken of that.
"""

from pathlib import Path

import attrs

from haulage.kernel.errors import HaulageError
from haulage_adapters.database_url import parse_url
from haulage_adapters.settings import Settings

MARK = "{}.exists"
OURS_ALONE = 0o600


@attrs.define
class DatabaseLost(HaulageError):
    """The database file is gone or empty."""

    code = "database_lost"
    file: Path

    @property
    def message(self) -> str:
        return (
            f"The database {self.file} was here before, and is gone or empty now. Bring it back, or restore "
            f"a backup (haulage restore). To begin anew instead, remove {MARK.format(self.file)}."
        )


def require_not_lost(settings: Settings) -> None:
    """Raises ``DatabaseLost``."""
    file = _file(settings)
    if file is None or not Path(MARK.format(file)).exists():
        return
    if not file.is_file() or file.stat().st_size == 0:
        raise DatabaseLost(file)


def mark_made(settings: Settings) -> None:
    """The database has its tables."""
    file = _file(settings)
    if file is not None and file.is_file():
        Path(MARK.format(file)).touch(OURS_ALONE)


def _file(settings: Settings) -> Path | None:
    """The SQLite file of these settings."""
    url = parse_url(settings.database_url)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
