"""``haulage db``: the schema of the database."""

import click

from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does

OUT_OF_DATE = 1


@click.group()
def db() -> None:
    """Bring the database to the newest schema, or ask where it is."""


@db.command(
    epilog=examples(
        "haulage db upgrade --data haulage-data",
        "haulage db upgrade --database postgresql+psycopg://haulage@db.internal/haulage",
    )
)
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def upgrade(settings: Settings, as_json: bool) -> None:
    """Bring the database to the newest schema; a SQLite file is made where there is none.

    Any number of processes may do this at once, and doing it again changes nothing. Stop every server and
    worker of the earlier release first: an upgrade that finds a table in use gives up after seconds. Run
    'haulage backup' first: there is no way down.
    """
    from haulage_cli import runtime
    from haulage_cli.name_lookups import run

    async def work() -> tuple[str | None, str | None]:
        before = (await runtime.revisions(settings))[0]
        await runtime.upgrade(settings)
        return before, (await runtime.revisions(settings))[0]

    before, after = run(work())
    if as_json:
        write_json({"database": settings.shown_database, "before": before, "after": after})
    elif before == after:
        click.echo(f"{settings.shown_database} is at {after} already.")
    else:
        click.echo(f"{settings.shown_database} went from {before or 'nothing'} to {after}.")


@db.command(epilog=examples("haulage db status", "haulage db status --data haulage-data --json"))
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def status(settings: Settings, as_json: bool) -> None:
    """Which schema the database has, and which one this release needs; exit code 1 if they differ."""
    from haulage_cli.name_lookups import run
    from haulage_cli.runtime import revisions

    current, newest = run(revisions(settings))
    ready = current == newest
    if as_json:
        facts = {"database": settings.shown_database, "current": current, "newest": newest, "ready": ready}
        write_json(facts)
    else:
        write_facts(
            [
                ("Database", settings.shown_database),
                ("Has", current or "no schema"),
                ("Needs", newest),
                ("Ready", "yes" if ready else "no, run: haulage db upgrade"),
            ]
        )
    if not ready:
        raise click.exceptions.Exit(OUT_OF_DATE)
