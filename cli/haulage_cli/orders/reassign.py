"""``haulage orders candidates``, ``reassign`` and ``release``: an order that somebody else is to do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage.orders import Order
from haulage.use_cases.dispatch import Candidate
from haulage_adapters.settings import Settings
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.orders.output import write_order
from haulage_cli.output import write_json, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("driver", "name", "vehicle", "miles away", "fits", "but")


@click.command(
    epilog=examples(
        "haulage orders candidates 10042 --as admin@haulage.example",
        "haulage orders candidates 10042 --as admin@haulage.example --search nadia --json",
    )
)
@click.argument("order", type=WORDS)
@acting
@click.option("--search", type=WORDS, default="", help="By name, mail address or id, wherever they are.")
@with_settings
@with_json
@does(Action.REASSIGN_ORDER, reads=True)
def candidates(settings: Settings, order: str, email: str, search: str, as_json: bool) -> None:
    """Drivers who could be given an order, whoever fits first, and why others could not."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Sequence[Candidate]:
        actor = await actor_of(marketplace, email)
        return await marketplace.dispatch.find_candidates(
            actor, await order_id_of(marketplace, order), search
        )

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.admin_orders import CandidateOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.whole(CandidateOut.of(each) for each in found))
        return
    write_table(COLUMNS, [_row(each) for each in found])


def _row(each: Candidate) -> tuple[object, ...]:
    driver = each.driver
    fits = "no" if each.refused else "yes"
    but = each.refused or "; ".join(each.cautions)
    return driver.id, driver.name, driver.vehicle.type, each.miles, fits, but


@click.command(
    epilog=examples(
        "haulage orders reassign 10042 --as admin@haulage.example \\",
        "    --driver nadia@example.com --reason 'Flat tyre'",
    )
)
@click.argument("order", type=WORDS)
@acting
@click.option("--driver", type=WORDS, required=True, metavar="EMAIL|ID", help="Who is to do it.")
@click.option("--reason", type=WORDS, required=True, help="Why; it is kept.")
@with_settings
@with_json
@does(Action.REASSIGN_ORDER)
def reassign(settings: Settings, order: str, email: str, driver: str, reason: str, as_json: bool) -> None:
    """Give an order to another driver, until the goods are on board."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of, somebody

    async def work(marketplace: "Marketplace") -> Order:
        actor = await actor_of(marketplace, email)
        driver_id = driver
        if "@" in driver:
            driver_id = (await somebody(marketplace, driver)).driver_id or driver
        order_id = await order_id_of(marketplace, order)
        return await marketplace.dispatch.reassign(actor, order_id, driver_id, reason)

    write_order(on_marketplace(settings, work), as_json=as_json)


@click.command(
    epilog=examples(
        "haulage orders release 10042 --as admin@haulage.example --reason 'Does not answer the phone'"
    )
)
@click.argument("order", type=WORDS)
@acting
@click.option("--reason", type=WORDS, required=True, help="Why; it is kept.")
@with_settings
@with_json
@does(Action.REASSIGN_ORDER)
def release(settings: Settings, order: str, email: str, reason: str, as_json: bool) -> None:
    """Take an order from its driver, until the goods are on board; others are asked at once."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Order:
        actor = await actor_of(marketplace, email)
        return await marketplace.dispatch.reassign.release(
            actor, await order_id_of(marketplace, order), reason
        )

    write_order(on_marketplace(settings, work), as_json=as_json)
