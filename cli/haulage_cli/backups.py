"""``haulage backup`` and ``haulage restore``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_note
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage_adapters.backups import Restored
    from haulage_adapters.settings import Settings

NOT_IN_ORDER = 1


@click.command(
    epilog=examples(
        "haulage backup /backups/2026-12-01.tar.gz",
        "haulage backup /backups/2026-12-01.tar.gz --database postgresql+psycopg://haulage@db/haulage",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def backup(settings: "Settings", file: Path, as_json: bool) -> None:
    """Write the database and the photos into a new FILE, while servers work.

    What was acknowledged before it began is in it. FILE is a tar archive in gzip, mode 0600;
    a backup that fails leaves nothing behind. HAULAGE_SECRET_KEY signs it and is not in it: keep it
    elsewhere. Neither are the files of a bucket (HAULAGE_FILES): have the bucket keep versions.
    """
    from haulage_adapters.backups import take_backup

    manifest = take_backup(settings, file)
    size = file.stat().st_size
    if as_json:
        write_json(
            {
                "file": str(file),
                "bytes": size,
                "begun_at": manifest.begun_at,
                "schema": manifest.state.revision,
                "key_id": manifest.key_id,
                "files_bucket": manifest.files_bucket,
                "counts": dict(manifest.state.counts),
            }
        )
        return
    photos = manifest.files_bucket or sum(1 for each in manifest.members if each.name.startswith("files/"))
    write_facts(
        [
            ("Backup", f"{file} ({size:,} bytes)"),
            ("Everything until", manifest.begun_at),
            ("Orders", manifest.state.counts.get("orders", 0)),
            ("Photos", photos),
            ("Secret key", f"not in it; id {manifest.key_id}" if manifest.key_id else "none was set"),
        ]
    )


@click.command(
    epilog=examples(
        "haulage restore /backups/2026-12-01.tar.gz --data /var/lib/haulage",
        "haulage restore /backups/2026-12-01.tar.gz --replace --yes",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Replace what is there, after asking.")
@click.option("--unsigned", is_flag=True, help="Take a backup that HAULAGE_SECRET_KEY did not sign.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def restore(
    settings: "Settings", file: Path, replace: bool, unsigned: bool, yes: bool, as_json: bool
) -> None:
    """Restore a backup into an empty data folder and database.

    Stop every server and worker first. The whole FILE is verified before anything is changed, its signature
    by HAULAGE_SECRET_KEY first, and what was restored before it is put in place. An older schema is upgraded.
    Jobs, mails and payments are paused afterwards, until 'haulage jobs resume'. With --replace a SQLite file
    and the photos that were there are set aside, and the tables of a PostgreSQL database are removed.

    Exit code 1 where books or audit trail are not in order, as they were not when the backup was taken.
    """
    from haulage_adapters.backups import restore_backup

    if replace and not yes:
        click.confirm(
            f"Replace everything in {settings.shown_database} and its photos?", abort=True, err=True
        )
    restored = restore_backup(settings, file, replace=replace, unsigned=unsigned)
    if as_json:
        write_json(
            {
                "database": settings.shown_database,
                "begun_at": restored.manifest.begun_at,
                "schema": restored.revision,
                "set_aside": [str(path) for path in restored.set_aside],
                "problems": list(restored.problems),
                "other_secret": restored.other_secret,
                "verified": restored.verified.value,
                "counts": dict(restored.manifest.state.counts),
            }
        )
    else:
        _write_restored(settings, restored)
    if restored.problems:
        raise click.exceptions.Exit(NOT_IN_ORDER)


def _write_restored(settings: "Settings", restored: "Restored") -> None:
    from haulage_adapters.backups import Verified

    manifest = restored.manifest
    write_facts(
        [
            ("Restored", settings.shown_database),
            ("Everything until", manifest.begun_at),
            ("Schema", restored.revision),
            ("Orders", manifest.state.counts.get("orders", 0)),
            *(("Set aside", path) for path in restored.set_aside),
        ]
    )
    click.echo()
    for problem in restored.problems:
        write_note(problem)
    if restored.verified is not Verified.YES:
        write_note("Whether this backup was changed after it was taken is not known: it was not verified.")
    if restored.other_secret:
        write_note(f"Set the HAULAGE_SECRET_KEY with id {manifest.key_id}: it seals the keys in this backup.")
    if manifest.files_bucket:
        write_note(f"The photos are in {manifest.files_bucket}, and were not restored.")
    click.echo(
        "Jobs, mails and payments are paused. What happened at the card provider after the backup is not in "
        "it:\n"
        f"  haulage payments reconcile --since {manifest.begun_at:%Y-%m-%d}\n"
        "finds it. Then, when no other server works on a copy of this database, let jobs go on:\n"
        "  haulage jobs resume"
    )
