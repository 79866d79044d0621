"""Taking a backup while servers work."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import attrs
from sqlalchemy.engine import URL

from haulage import __version__
from haulage.kernel.errors import InvalidInput
from haulage.ports.files.files import file_name
from haulage_adapters.backups import sqlite_copy
from haulage_adapters.backups.archive import OURS_ALONE, ArchiveWriter, write_archive
from haulage_adapters.backups.manifest import (
    DATABASE_FILE,
    FILES,
    Manifest,
    Member,
    NumberSequence,
    State,
    Table,
)
from haulage_adapters.backups.refusals import BackupFailed
from haulage_adapters.backups.signature import signature_of
from haulage_adapters.backups.state import VERSIONS, state_of
from haulage_adapters.data_folder.operating_records import note_backup
from haulage_adapters.database_url import parse_url
from haulage_adapters.settings import Settings
from haulage_adapters.tokens_jose.seal import SealingKey

FILES_FOLDER = "files"


@attrs.frozen
class _Copied:
    """What of a database the manifest tells."""

    state: State
    tables: tuple[Table, ...] = ()
    sequences: tuple[NumberSequence, ...] = ()


def take_backup(settings: Settings, place: Path) -> Manifest:
    """Write the database and the photos of the data folder into a new file at *place*, mode 0600.

    Everything that was acknowledged before this began is in it. A SQLite database needs its size in free room
    beside *place* while it lasts. Raises ``BackupFailed``, and leaves nothing behind then.
    """
    if place.exists():
        raise BackupFailed(f"{place} is there already: give another name.")
    begun_at = datetime.now(UTC)
    try:
        manifest = write_archive(
            place,
            lambda writer: _fill(settings, place, begun_at, writer),
            lambda content: signature_of(settings, content),
        )
        note_backup(settings.data, begun_at)
    except OSError as error:
        why = error.strerror or str(error)
        raise BackupFailed(f"The backup could not be written to {place}: {why}.") from error
    return manifest


def key_id(settings: Settings) -> str | None:
    """Names the secret that values in the database are sealed with; None where they lie open."""
    return SealingKey.of(settings.secret_key).id if settings.secret_key else None


def _fill(
    settings: Settings, place: Path, begun_at: datetime, writer: ArchiveWriter
) -> Callable[[list[Member]], Manifest]:
    url = parse_url(settings.database_url)
    copied = _sqlite(url, place, writer) if url.get_backend_name() == "sqlite" else _postgres(url, writer)
    # After the database: a photo is kept before the row that names it.
    if settings.files is None:
        _add_files(settings.data / FILES_FOLDER, writer)

    def manifest(members: list[Member]) -> Manifest:
        return Manifest(
            version=__version__,
            database=url.get_backend_name(),
            begun_at=begun_at,
            state=copied.state,
            key_id=key_id(settings),
            files_bucket=settings.files,
            tables=copied.tables,
            sequences=copied.sequences,
            members=members,
        )

    return manifest


def _sqlite(url: URL, place: Path, writer: ArchiveWriter) -> _Copied:
    with _scratch(place) as copy:
        sqlite_copy.copy_database(Path(url.database or ""), copy)
        with sqlite_copy.asking(copy) as (ask, tables):
            _require_upgraded(tables)
            state = state_of(ask, (name for name in tables if name != VERSIONS))
        with copy.open("rb") as content:
            writer.add(DATABASE_FILE, copy.stat().st_size, content)
    return _Copied(state)


def _postgres(url: URL, writer: ArchiveWriter) -> _Copied:
    import psycopg

    from haulage_adapters.backups import postgres_copy

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        with psycopg.connect(address, connect_timeout=5) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            postgres_copy.prepare(connection)
            tables = postgres_copy.tables_of(connection)
            _require_upgraded([table.name for table in tables])
            state = state_of(postgres_copy.asking(connection), (table.name for table in tables))
            for table in tables:
                for name, content in postgres_copy.chunks(connection, table):
                    writer.add_bytes(name, content)
            return _Copied(state, tuple(tables), tuple(postgres_copy.sequences_of(connection)))
    except psycopg.Error as error:
        raise BackupFailed(f"The database could not be read: {error}.") from error


def _require_upgraded(tables: list[str]) -> None:
    if not tables:
        raise BackupFailed("The database has no tables: there is nothing to back up.")


def _add_files(folder: Path, writer: ArchiveWriter) -> None:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not _is_listed(name):
            continue  # a folder, one that is being written just now, or none of ours
        try:
            with path.open("rb") as content:
                writer.add(FILES + name, path.stat().st_size, content)
        except (FileNotFoundError, IsADirectoryError):
            continue  # removed meanwhile


def _is_listed(name: str) -> bool:
    try:
        return bool(file_name(name))
    except InvalidInput:
        return False


@contextmanager
def _scratch(place: Path) -> Iterator[Path]:
    """A file beside *place* that is gone afterwards, whatever happens."""
    path = place.with_name(f".{place.name}.{secrets.token_hex(8)}.database")
    path.touch(OURS_ALONE, exist_ok=False)
    try:
        yield path
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
