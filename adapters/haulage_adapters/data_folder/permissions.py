"""The data folder, which other users of the machine have no business in.

The folder gets mode 0700 and what we keep in it 0600, what an older release left open included. Nothing but
what carries our names is touched, and no folder that is shared by its nature, such as ``/tmp``.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings import Settings

FOLDER_MODE, FILE_MODE = 0o700, 0o600
OTHERS = 0o077
FOLDERS = ("files", "backups")
BESIDE_DATABASE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database file; it gives them the mode of the file."""


def make_data_folder(settings: Settings) -> None:
    """The folder that holds everything we write; ``InvalidInput`` when it cannot be one."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    except OSError as error:
        raise InvalidInput("data", f"{settings.data} cannot be a folder: {error.strerror}") from None
    close_to_others(settings)


def close_to_others(settings: Settings) -> None:
    """Take the rights of other users away; what does not belong to us stays as it is."""
    for path, mode in _ours(settings):
        with contextlib.suppress(OSError):
            if stat.S_IMODE(path.stat().st_mode) & OTHERS:
                path.chmod(mode)


def open_to_others(settings: Settings) -> tuple[Path, ...]:
    """What other users of this machine may still read; nothing where there are no such modes."""
    return tuple(path for path, _ in _ours(settings) if stat.S_IMODE(path.stat().st_mode) & OTHERS)


def _ours(settings: Settings) -> Iterator[tuple[Path, int]]:
    """Path and mode of what is there."""
    if os.name != "posix":
        return
    data = settings.data
    if data.is_dir() and not data.stat().st_mode & stat.S_ISVTX:
        yield data, FOLDER_MODE
    for name in FOLDERS:
        if (data / name).is_dir():
            yield data / name, FOLDER_MODE
    for path in _files(settings):
        if path.is_file():
            yield path, FILE_MODE


def _files(settings: Settings) -> tuple[Path, ...]:
    written = (settings.outbox_file, settings.simulated_provider_file, settings.vault_key_file)
    return (*written, *_database_files(settings))


def _database_files(settings: Settings) -> list[Path]:
    from haulage_adapters.database_url import parse_url  # slow to load, and the help of commands needs none

    try:
        url = parse_url(settings.database_url)
    except InvalidInput:
        return []
    if url.get_backend_name() != "sqlite" or not url.database:
        return []
    return [Path(f"{url.database}{end}") for end in BESIDE_DATABASE]
