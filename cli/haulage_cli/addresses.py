"""``haulage addresses``: places that a customer books again and again."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.geo import Place, Point
from haulage.kernel.policy import Action
from haulage.kernel.stop_access import StopAccess
from haulage_cli.access_options import access_line, with_access
from haulage_cli.options import POSITION, WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.addresses import SavedAddress
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings


@click.group(
    epilog=examples(
        "haulage addresses list --as customer@haulage.example",
        "haulage addresses add Home --at 40.7424,-74.0060 --address '75 9th Ave, New York' --unit 4B \\",
        "    --as customer@haulage.example",
    )
)
def addresses() -> None:
    """Saved addresses of a customer, with how to get to the door there."""


def _placed(function: Callable[..., Any]) -> Callable[..., Any]:
    at = click.option("--at", "point", type=POSITION, required=True, help="Where it is.")
    address = click.option("--address", type=WORDS, required=True, help="The address there.")
    return at(address(with_access("", "access")(function)))


@addresses.command("list", epilog=examples("haulage addresses list --as customer@haulage.example --json"))
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_ADDRESSES, reads=True)
def list_addresses(settings: "Settings", email: str, as_json: bool) -> None:
    """Home and Work first, then by name."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[SavedAddress]":
        return await marketplace.addresses.all(await actor_of(marketplace, email))

    saved = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.addresses import AddressOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.whole(AddressOut.of(each) for each in saved))
        return
    if not saved:
        write_note("No saved addresses")
    write_table(
        ("name", "address", "access", "id"),
        [(each.name, each.place.address, access_line(each.access), each.id) for each in saved],
    )


@addresses.command(
    epilog=examples(
        "haulage addresses add Work --at 40.7484,-73.9857 --address '350 5th Ave, New York' \\",
        "    --floor 21 --floor-access elevator --as customer@haulage.example",
    )
)
@click.argument("name", type=WORDS)
@_placed
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_ADDRESSES)
def add(
    settings: "Settings",
    name: str,
    point: Point,
    address: str,
    access: StopAccess,
    email: str,
    as_json: bool,
) -> None:
    """Save an address under a name such as Home, Work or Storage."""
    from haulage.use_cases.addresses.facade import AddressDraft
    from haulage_cli.runtime import actor_of, on_marketplace

    draft = AddressDraft(name, Place(point, address), access)

    async def work(marketplace: "Marketplace") -> "SavedAddress":
        return await marketplace.addresses.add(await actor_of(marketplace, email), draft)

    _write(on_marketplace(settings, work), as_json=as_json)


@addresses.command(
    epilog=examples(
        "haulage addresses change adr_01 Home --at 40.7424,-74.0060 --address '75 9th Ave, New York' \\",
        "    --gate-code '#2580' --as customer@haulage.example",
    )
)
@click.argument("id", type=WORDS)
@click.argument("name", type=WORDS)
@_placed
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_ADDRESSES)
def change(
    settings: "Settings",
    id: str,
    name: str,
    point: Point,
    address: str,
    access: StopAccess,
    email: str,
    as_json: bool,
) -> None:
    """Replace a saved address; what is left out is not known any more."""
    from haulage.use_cases.addresses.facade import AddressDraft
    from haulage_cli.runtime import actor_of, on_marketplace

    draft = AddressDraft(name, Place(point, address), access)

    async def work(marketplace: "Marketplace") -> "SavedAddress":
        return await marketplace.addresses.change(await actor_of(marketplace, email), id, draft)

    _write(on_marketplace(settings, work), as_json=as_json)


@addresses.command(epilog=examples("haulage addresses remove adr_01 --as customer@haulage.example"))
@click.argument("id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_ADDRESSES)
def remove(settings: "Settings", id: str, email: str, as_json: bool) -> None:
    """Remove a saved address; orders that were booked with it stay as they are."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> None:
        await marketplace.addresses.remove(await actor_of(marketplace, email), id)

    on_marketplace(settings, work)
    if as_json:
        write_json({"removed": id})
    else:
        write_note("Removed")


def _write(saved: "SavedAddress", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.addresses import AddressOut

        write_json(AddressOut.of(saved))
        return
    write_facts(
        [
            ("Name", saved.name),
            ("Address", saved.place.address),
            ("Access", access_line(saved.access)),
            ("Id", saved.id),
        ]
    )
