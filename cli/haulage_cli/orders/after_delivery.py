"""``haulage orders slots``, ``reschedule`` and ``rate``: the customer's side once an order is booked."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

from haulage.kernel.local_time import platform_time
from haulage.kernel.policy import Action
from haulage.orders import Order
from haulage.orders.rating import BEST, WORST
from haulage.use_cases.orders.reschedule_order import OfferedSlot
from haulage_adapters.settings import Settings
from haulage_cli.options import INSTANT, WORDS, acting, examples, with_json, with_settings
from haulage_cli.orders.output import write_order
from haulage_cli.output import write_json
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace


@click.command(epilog=examples("haulage orders slots 10042 --as customer@haulage.example"))
@click.argument("order", type=WORDS)
@acting
@click.option(
    "--day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The hours of this day in New York, up to a year ahead.",
)
@with_settings
@with_json
@does(Action.RESCHEDULE_ORDER, reads=True)
def slots(settings: Settings, order: str, email: str, day: datetime | None, as_json: bool) -> None:
    """When an order can be moved to, on the clocks of New York."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Sequence[OfferedSlot]:
        actor = await actor_of(marketplace, email)
        order_id = await order_id_of(marketplace, order)
        return await marketplace.orders.reschedule.slots(actor, order_id, day.date() if day else None)

    offered = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.orders import SlotOut

        write_json(PageOut.whole(SlotOut.of(each) for each in offered))
        return
    for each in offered:
        start, end = platform_time(each.slot.start), platform_time(each.slot.end)
        note = "" if each.keeps_driver else "  another driver will be looked for"
        click.echo(f"{start.isoformat()}  {start:%a %H:%M} to {end:%H:%M}{note}")


@click.command(
    epilog=examples(
        "haulage orders reschedule 10042 --as customer@haulage.example --to 2026-08-21T14:00:00-04:00"
    )
)
@click.argument("order", type=WORDS)
@acting
@click.option("--to", "start", type=INSTANT, required=True, help="Where one of the order's slots starts.")
@with_settings
@with_json
@does(Action.RESCHEDULE_ORDER)
def reschedule(settings: Settings, order: str, email: str, start: datetime, as_json: bool) -> None:
    """Move an order to another slot at the same price, until its driver sets out."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Order:
        actor = await actor_of(marketplace, email)
        return await marketplace.orders.reschedule(actor, await order_id_of(marketplace, order), start)

    write_order(on_marketplace(settings, work), as_json=as_json)


@click.command(
    epilog=examples(
        "haulage orders rate 10042 --as customer@haulage.example --stars 5 --feedback 'Not a scratch'"
    )
)
@click.argument("order", type=WORDS)
@acting
@click.option("--stars", type=click.IntRange(WORST, BEST), required=True, help="Whole stars.")
@click.option(
    "--feedback", type=WORDS, default="", help="What there is to say; drivers and operators read it."
)
@with_settings
@with_json
@does(Action.RATE_ORDER)
def rate(settings: Settings, order: str, email: str, stars: int, feedback: str, as_json: bool) -> None:
    """Rate a completed order, once."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Order:
        actor = await actor_of(marketplace, email)
        return await marketplace.orders.rate(actor, await order_id_of(marketplace, order), stars, feedback)

    write_order(on_marketplace(settings, work), as_json=as_json)
