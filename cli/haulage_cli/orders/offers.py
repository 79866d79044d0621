"""``haulage orders offers`` and ``decline``: what drivers are asked."""

from typing import TYPE_CHECKING

import click

from haulage.dispatch import JobOffer
from haulage.kernel.actor import Actor
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.use_cases.dispatch import OfferedJob, OfferList
from haulage_adapters.settings import Settings
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("number", "kind", "pays", "miles away", "from", "to", "answer by")


@click.command(epilog=examples("haulage orders offers --as driver@haulage.example --json"))
@acting
@with_settings
@with_json
@does(Action.SEE_OWN_DRIVER, reads=True)
def offers(settings: Settings, email: str, as_json: bool) -> None:
    """What is offered to a driver just now, at most five."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> tuple[OfferList, Actor]:
        actor = await actor_of(marketplace, email)
        return await marketplace.dispatch.offers(actor), actor

    open_offers, actor = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.dispatch import JobOffersOut

        write_json(JobOffersOut.of(open_offers, actor))
        return
    write_table(COLUMNS, [_row(each) for each in open_offers.offers])


def _row(each: OfferedJob) -> tuple[object, ...]:
    pays = None if each.pays_cents is None else dollars(each.pays_cents)
    order = each.order
    return (
        order.number,
        each.offer.kind,
        pays,
        each.miles_away,
        order.pickup.address,
        order.dropoff.address,
        each.offer.expires_at,
    )


@click.command(epilog=examples("haulage orders decline 10042 --as driver@haulage.example"))
@click.argument("order", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.DECLINE_ORDER)
def decline(settings: Settings, order: str, email: str, as_json: bool) -> None:
    """Say no to an offered order; the next driver is asked at once."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> JobOffer:
        actor = await actor_of(marketplace, email)
        return await marketplace.dispatch.offers.decline(actor, await order_id_of(marketplace, order))

    said = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.dispatch import DeclinedOut

        write_json(DeclinedOut.of(said))
    else:
        write_facts([("Offer", said.id), ("State", said.state), ("Answered", said.answered_at)])
