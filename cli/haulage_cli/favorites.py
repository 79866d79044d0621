"""``haulage favorites``: drivers whom a customer would like to come again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from haulage.kernel.names import NameForm, shown_name
from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.drivers.favorite_drivers import KnownFavorite
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("id", "name", "vehicle", "rating", "added")


@click.group()
def favorites() -> None:
    """List, add and remove a customer's favorite drivers."""


@favorites.command("list", epilog=examples("haulage favorites list --as customer@haulage.example"))
@acting
@with_settings
@with_json
@does(Action.MANAGE_FAVORITES, reads=True)
def list_favorites(settings: Settings, email: str, as_json: bool) -> None:
    """Newest first."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[KnownFavorite]":
        return await marketplace.drivers.favorites(await actor_of(marketplace, email))

    _show(on_marketplace(settings, work), as_json=as_json)


@favorites.command(epilog=examples("haulage favorites add drv_1 --as customer@haulage.example"))
@click.argument("driver_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_FAVORITES)
def add(settings: Settings, driver_id: str, email: str, as_json: bool) -> None:
    """Show a driver who completed an order before others."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[KnownFavorite]":
        return [await marketplace.drivers.favorites.add(await actor_of(marketplace, email), driver_id)]

    _show(on_marketplace(settings, work), as_json=as_json)


@favorites.command(epilog=examples("haulage favorites remove drv_1 --as customer@haulage.example"))
@click.argument("driver_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_FAVORITES)
def remove(settings: Settings, driver_id: str, email: str, as_json: bool) -> None:
    """Take a driver off the list, and show who is left."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[KnownFavorite]":
        actor = await actor_of(marketplace, email)
        await marketplace.drivers.favorites.remove(actor, driver_id)
        return await marketplace.drivers.favorites(actor)

    _show(on_marketplace(settings, work), as_json=as_json)


def _show(found: "Sequence[KnownFavorite]", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.drivers import FavoriteOut

        write_json(PageOut.whole(map(FavoriteOut.of, found)))
        return
    if not found:
        write_note("No favorite drivers")
        return
    write_table(
        COLUMNS,
        [
            (
                each.driver.id,
                shown_name(each.driver.name, NameForm.SHORT),
                each.driver.vehicle.line,
                each.driver.rating,
                each.added_at,
            )
            for each in found
        ],
    )
