"""``haulage admin``: the only place where administrators are made (OP-57), and the audit trail."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import click

from haulage.accounts import User
from haulage.kernel.policy import Action
from haulage_cli.audit import audit
from haulage_cli.name_lookups import run
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does, operating
from haulage_cli.personal_data import delete_user, export_user, settle_driver, write_off_debt

if TYPE_CHECKING:
    from haulage.use_cases.accounts import AccountUseCases
    from haulage_adapters.settings import Settings


@click.group(epilog=examples("haulage admin grant ann@example.com", "haulage admin revoke ann@example.com"))
def admin() -> None:
    """Administrators, the audit trail, and what people may ask about their data.

    A role counts from the next request of whoever is concerned, without a new sign-in.
    """


@admin.command(epilog=examples("haulage admin grant ann@example.com"))
@click.argument("email", type=WORDS)
@with_settings
@with_json
@does(Action.GRANT_ADMIN)
def grant(email: str, settings: "Settings", as_json: bool) -> None:
    """Make the account with this address an administrator. Granting twice changes nothing."""
    _show(run(_granted(settings, email)), as_json)


@admin.command(epilog=examples("haulage admin revoke ann@example.com"))
@click.argument("email", type=WORDS)
@with_settings
@with_json
@does(Action.GRANT_ADMIN)
def revoke(email: str, settings: "Settings", as_json: bool) -> None:
    """Take the role back: a driver is a driver again, everybody else a customer."""
    _show(run(_revoked(settings, email)), as_json)


@admin.command("rotate-secrets", epilog=examples("haulage admin rotate-secrets --data haulage-data"))
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def rotate_secrets(settings: "Settings", as_json: bool) -> None:
    """Seal everything under HAULAGE_SECRET_KEY that is sealed under an earlier secret, or not at all.

    To change the secret: set the new one as HAULAGE_SECRET_KEY and the old one as
    HAULAGE_SECRET_KEY_PREVIOUS, start every server and worker again with both, run this, and then remove
    HAULAGE_SECRET_KEY_PREVIOUS. Keep the old secret as long as backups that need it.
    """
    from haulage_cli.runtime import on_marketplace

    values = on_marketplace(
        settings, lambda marketplace: marketplace.accounts.reseal_secrets.everything(operating())
    )
    if as_json:
        write_json({"values": values})
        return
    click.echo(
        f"{values} sealed anew." if values else "Everything is sealed under HAULAGE_SECRET_KEY already."
    )


@admin.command(
    "reset-factors", epilog=examples("haulage admin reset-factors ann@example.com --reason T-1042")
)
@click.argument("email", type=WORDS)
@click.option("--reason", required=True, type=WORDS, help="A word or a ticket's number, for the audit trail.")
@with_settings
@with_json
@does(Action.RESET_FACTORS)
def reset_factors(email: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Remove the second factors of somebody who has lost them, with the recovery codes.

    Make sure first that it is really them who ask. Every session of the account ends and its owner is told by
    mail; the password and the other ways in stay.
    """
    _show(run(_factors_reset(settings, email, reason)), as_json)


for _command in (audit, export_user, delete_user, settle_driver, write_off_debt):
    admin.add_command(_command)


@asynccontextmanager
async def _accounts(settings: "Settings") -> AsyncIterator["AccountUseCases"]:
    """The account use cases over this database, which is brought to the newest schema first."""
    from haulage_adapters.assembly.database import upgrade_database
    from haulage_adapters.assembly.marketplace import open_marketplace

    await upgrade_database(settings)
    async with open_marketplace(settings) as marketplace:
        yield marketplace.accounts


async def _granted(settings: "Settings", email: str) -> User:
    async with _accounts(settings) as accounts:
        return await accounts.grant_admin(email, operating())


async def _revoked(settings: "Settings", email: str) -> User:
    async with _accounts(settings) as accounts:
        return await accounts.revoke_admin(email, operating())


async def _factors_reset(settings: "Settings", email: str, reason: str) -> User:
    async with _accounts(settings) as accounts:
        return await accounts.reset_factors(email, reason, operating())


def _show(user: User, as_json: bool) -> None:
    if as_json:
        write_json({"id": user.id, "email": user.email, "name": user.name, "user_type": user.user_type.value})
        return
    write_facts([("E-mail", user.email), ("Name", user.name), ("Role", user.user_type.value)])
