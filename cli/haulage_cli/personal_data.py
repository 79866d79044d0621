"""``haulage admin export-user`` and ``delete-user``: what people may ask of whoever holds their data."""

from typing import TYPE_CHECKING

import click

from haulage_cli.authorising import operating
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_json

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.command("export-user", epilog=examples("haulage admin export-user ann@example.com > ann.json"))
@click.argument("email", type=WORDS)
@with_settings
@with_json
def export_user(email: str, settings: "Settings", as_json: bool) -> None:  # noqa: ARG001 - it is JSON anyway
    """Print everything that is held about the person with this address, as JSON.

    Secrets that prove identities, and other people's data, are left out.
    """
    from haulage_cli.running import on_marketplace

    write_json(on_marketplace(settings, lambda market: market.personal_data.export_of(email, operating())))


@click.command("delete-user", epilog=examples("haulage admin delete-user ann@example.com --yes"))
@click.argument("email", type=WORDS)
@click.option("--yes", is_flag=True, help="Do not ask; there is no way back.")
@with_settings
@with_json
def delete_user(email: str, yes: bool, settings: "Settings", as_json: bool) -> None:
    """Erase the person with this address, and keep the books: amounts, times and the audit trail.

    Refused while an order of theirs is under way or a refund is owed to them. The address may sign up anew.
    """
    from haulage_cli.running import on_marketplace

    if not yes:
        click.confirm(f"Erase {email} for good?", abort=True, err=True)
    on_marketplace(settings, lambda market: market.personal_data.erase_of(email, operating()))
    if as_json:
        write_json({"erased": True})
    else:
        click.echo("Erased. The books are kept.")
