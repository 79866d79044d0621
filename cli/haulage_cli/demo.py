"""``haulage demo``: a marketplace of invented people, to look at and to try."""

from typing import TYPE_CHECKING

import attrs
import click

from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import progress, write_json
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage_adapters.assembly.demonstration import DemonstrationSignIns


@click.command(epilog=examples("haulage demo --data haulage-data", "haulage demo --data demo --json"))
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def demo(settings: Settings, as_json: bool) -> None:
    """Fill a database with the demonstration marketplace: people, drivers, orders in every state.

    Doing it again completes what was broken off, or changes nothing. The passwords are no secret: a
    marketplace with accounts of its own is refused.
    """
    import haulage_adapters.assembly.marketplace  # noqa: F401  a missing extra is named before anything is written
    from haulage_cli.name_lookups import run
    from haulage_cli.runtime import upgrade

    # As the server of a demonstration is: nobody has to confirm an address that is invented.
    settings = attrs.evolve(settings, demo=True)
    run(upgrade(settings))
    sign_ins = seed(settings)
    if as_json:
        people = [{"role": role, "email": email, "password": word} for role, email, word in sign_ins.rows()]
        write_json({"changed": sign_ins.changed, "database": settings.shown_database, "sign_ins": people})
        return
    click.echo("The demonstration is ready." if sign_ins.changed else "The demonstration was there already.")
    for role, email, password in sign_ins.rows():
        click.echo(f"  sign in as {role:<8}  {email}  {password}")


def seed(settings: Settings) -> "DemonstrationSignIns":
    """Seed an upgraded database, with a bar on a terminal."""
    from haulage_adapters.assembly.demonstration import seed_demonstration
    from haulage_adapters.assembly.marketplace import open_marketplace
    from haulage_cli.name_lookups import run

    async def work() -> "DemonstrationSignIns":
        with progress() as report:
            async with open_marketplace(settings) as marketplace:
                return await seed_demonstration(marketplace, settings, report)

    return run(work())
