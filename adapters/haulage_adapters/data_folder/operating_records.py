"""Small files in the data folder by which one process leaves word for the operator and for later starts.

``backups/last.json`` holds ``{"at": "2026-12-01T03:00:00+00:00"}``: when the last backup that was
finished was begun. Whatever takes backups writes it by :func:`note_backup`. ``proxy-seen.json`` has the same
form.
"""

import json
import secrets
from datetime import datetime
from pathlib import Path

BACKUPS = "backups"
_LAST_BACKUP = Path(BACKUPS) / "last.json"
_PROXY_SEEN = Path("proxy-seen.json")
OURS_ALONE = 0o600
FOLDER_OURS_ALONE = 0o700


def note_backup(data: Path, at: datetime) -> None:
    """A backup that holds everything up to *at* is finished. Raises ``OSError``."""
    _write(data / _LAST_BACKUP, at)


def last_backup(data: Path) -> datetime | None:
    """When the last backup was begun; None where none is recorded."""
    return _read(data / _LAST_BACKUP)


def note_proxy(data: Path, at: datetime) -> None:
    """A reverse proxy was noticed. Raises ``OSError``."""
    _write(data / _PROXY_SEEN, at)


def proxy_seen(data: Path) -> datetime | None:
    return _read(data / _PROXY_SEEN)


def _write(path: Path, at: datetime) -> None:
    """Put in place in one step: a reader sees the old record or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_OURS_ALONE)
    draft = path.with_name(f".{secrets.token_hex(8)}")
    try:
        draft.touch(OURS_ALONE, exist_ok=False)
        draft.write_text(json.dumps({"at": at.isoformat()}))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _read(path: Path) -> datetime | None:
    """A record that cannot be read counts as none: it is a warning's evidence and nothing more."""
    try:
        at = datetime.fromisoformat(json.loads(path.read_bytes())["at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if at.tzinfo is None else at
