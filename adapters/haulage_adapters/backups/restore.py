"""Restoring an archive: nothing of it is seen before it has been verified, and its jobs are paused."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import attrs
from sqlalchemy import Connection, inspect, text

from haulage.audit import Head
from haulage.jobs import PauseReason
from haulage.kernel.actor import OPERATOR
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.jobs import ManageJobs
from haulage.use_cases.ledger import LedgerUseCases
from haulage_adapters.backups.archive import examine, verified_members
from haulage_adapters.backups.backup import FILES_FOLDER, key_id
from haulage_adapters.backups.files import FilesTarget
from haulage_adapters.backups.manifest import DATABASE_FILE, FILES, Manifest
from haulage_adapters.backups.refusals import RestoreRefused
from haulage_adapters.backups.signature import Verified, verify
from haulage_adapters.backups.sqlite_target import SqliteTarget
from haulage_adapters.backups.state import VERSIONS, state_of
from haulage_adapters.data_folder.database_marker import mark_made
from haulage_adapters.data_folder.permissions import close_to_others, make_data_folder
from haulage_adapters.database_url import parse_url
from haulage_adapters.settings import Settings
from haulage_adapters.sql import migrations
from haulage_adapters.sql.one_transaction import OneTransaction
from haulage_adapters.system.clock import SystemClock


@attrs.frozen
class Restored:
    """*revision* is the schema after the upgrade; *set_aside* is where what was replaced lies now."""

    manifest: Manifest
    revision: str
    set_aside: Sequence[Path]
    problems: Sequence[str]
    """What was wrong with the books or the audit trail when the backup was taken."""
    other_secret: bool
    """Whether HAULAGE_SECRET_KEY is not the one that the archive's values are sealed with."""
    verified: Verified


@attrs.frozen
class _Put:
    """What came of the database."""

    set_aside: Sequence[Path]
    problems: Sequence[str]


def restore_backup(
    settings: Settings, archive: Path, *, replace: bool = False, unsigned: bool = False
) -> Restored:
    """Restore *archive* into the database and the data folder of *settings*, which must be empty unless they
    are to be replaced. Stop every server and worker first.

    The archive is read twice: to verify its signature and every member, and to restore it. One without a
    signature by HAULAGE_SECRET_KEY is refused unless *unsigned* ones are wanted. An older schema is upgraded.
    Raises ``ArchiveDamaged`` and ``RestoreRefused``, with nothing changed.
    """
    found = examine(archive)
    verified = verify(settings, found.manifest, found.signature, unsigned=unsigned)
    manifest = found.read()
    _require_fit(settings, manifest)
    make_data_folder(settings)
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    files = FilesTarget(settings.data / FILES_FOLDER, stamp)
    files.require_room(replace=replace)
    with files:
        into = _into_sqlite if manifest.database == "sqlite" else _into_postgres
        put = into(settings, archive, manifest, files, replace=replace, stamp=stamp)
    mark_made(settings)
    close_to_others(settings)
    revision = migrations.newest()
    assert revision is not None
    other_secret = manifest.key_id is not None and key_id(settings) != manifest.key_id
    set_aside = (*put.set_aside, *files.set_aside)
    return Restored(manifest, revision, set_aside, put.problems, other_secret, verified)


def _require_fit(settings: Settings, manifest: Manifest) -> None:
    own = parse_url(settings.database_url).get_backend_name()
    if own != manifest.database:
        raise RestoreRefused(f"The backup is of a {manifest.database} database, and {own} is configured.")
    if not migrations.knows(manifest.state.revision):
        raise RestoreRefused(
            f"The backup has schema {manifest.state.revision} of haulage {manifest.version}, which this "
            "release does not know: install that release or a newer one."
        )


def _into_sqlite(
    settings: Settings, archive: Path, manifest: Manifest, files: FilesTarget, *, replace: bool, stamp: str
) -> _Put:
    url = parse_url(settings.database_url)
    target = SqliteTarget(Path(url.database or ""), stamp)
    target.require_room(replace=replace)
    with target.drafted() as draft:
        for name, content in verified_members(archive, manifest):
            if name == DATABASE_FILE:
                target.fill(draft, content)
            elif name.startswith(FILES):
                files.add(name.removeprefix(FILES), content)
        with migrations.locked(url.set(database=str(draft))) as connection:
            problems = _bring_up(connection, manifest)
        files.put_in_place()
    return _Put(target.set_aside, problems)


def _into_postgres(
    settings: Settings, archive: Path, manifest: Manifest, files: FilesTarget, *, replace: bool, stamp: str
) -> _Put:
    """In one transaction, beside which no server upgrades."""
    import psycopg

    from haulage_adapters.backups import postgres_copy

    del stamp  # what was in the database is not kept
    try:
        with migrations.locked(parse_url(settings.database_url)) as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, psycopg.Connection)
            postgres_copy.prepare(raw)
            _make_room(raw, replace=replace)
            migrations.upgrade_on(connection, manifest.state.revision)
            tables = {table.name: table for table in manifest.tables}
            made = {table.name for table in postgres_copy.tables_of(raw)}
            if made != set(tables):
                odd = ", ".join(sorted(made ^ set(tables)))
                raise RestoreRefused(f"The tables of the backup are not those of its schema: {odd}.")
            loading = postgres_copy.Loading(raw, manifest.tables)
            loading.begin()
            for name, content in verified_members(archive, manifest):
                table = postgres_copy.table_of(name)
                if table is not None:
                    postgres_copy.load(raw, tables[table], content)
                elif name.startswith(FILES):
                    files.add(name.removeprefix(FILES), content)
            loading.end(manifest.sequences)
            problems = _bring_up(connection, manifest)
            files.put_in_place()
    except psycopg.Error as error:
        raise RestoreRefused(f"The database did not take the backup: {error}") from error
    return _Put((), problems)


def _make_room(raw: object, *, replace: bool) -> None:
    import psycopg

    from haulage_adapters.backups import postgres_copy

    assert isinstance(raw, psycopg.Connection)
    if postgres_copy.is_empty(raw):
        return
    if not replace:
        raise RestoreRefused("The database is not empty. Restore into an empty one, or use --replace.")
    if postgres_copy.others_connected(raw):
        raise RestoreRefused("The database is in use. Stop every server and worker, then restore again.")
    postgres_copy.empty(raw)


def _bring_up(connection: Connection, manifest: Manifest) -> Sequence[str]:
    """Hold what was restored against the manifest, upgrade it, verify its chain and its books, and pause
    its jobs. Returns what is wrong with chain and books. Raises ``RestoreRefused``."""

    def ask(statement: str) -> Sequence[Sequence[object]]:
        return connection.execute(text(statement)).fetchall()

    tables = [name for name in inspect(connection).get_table_names() if name != VERSIONS]
    found = state_of(ask, tables)
    difference = manifest.state.difference(found)
    if difference is not None:
        raise RestoreRefused(f"What was restored is not what was backed up: {difference}.")
    migrations.upgrade_on(connection)
    return asyncio.run(_settle(OneTransaction(connection), manifest))


async def _settle(storage: OneTransaction, manifest: Manifest) -> Sequence[str]:
    problems = [problem async for problem in _problems(storage, manifest)]
    await ManageJobs(storage, SystemClock()).pause(OPERATOR, PauseReason.RESTORED)
    now = SystemClock().now()
    await storage.write(lambda unit: unit.payouts.note_all_asked(now))
    return problems


async def _problems(storage: OneTransaction, manifest: Manifest) -> AsyncIterator[str]:
    """What was wrong when the backup was taken is wrong still: it is told, and no reason to have nothing."""
    head = manifest.state.audit
    chain = await AuditUseCases(storage).verify(
        OPERATOR, [Head(head.number, head.hash)] if head.number else []
    )
    if chain.fault is not None:
        yield f"The audit trail is broken at entry {chain.bad_number}: {chain.fault}."
    if not (await LedgerUseCases(storage).verify(OPERATOR)).in_order:
        yield "The books are not in order. See: haulage ledger verify"
