"""``haulage orders offers`` and ``decline``: what drivers are asked."""

from typing import TYPE_CHECKING, Any

import click

from haulage.dispatch import JobOffer
from haulage.kernel.money import dollars
from haulage.use_cases.dispatch import OfferedJob, OfferList
from haulage_adapters.settings import Settings
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.orders.output import order_json
from haulage_cli.output import instant, write_facts, write_json, write_table

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("number", "kind", "pays", "miles away", "from", "to", "answer by")


@click.command(epilog=examples("haulage orders offers --as driver@haulage.example --json"))
@acting
@with_settings
@with_json
def offers(settings: Settings, email: str, as_json: bool) -> None:
    """What is offered to a driver just now, at most five."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> OfferList:
        return await marketplace.dispatch.offers(await actor_of(marketplace, email))

    open_offers = on_marketplace(settings, work)
    if as_json:
        write_json(
            {"as_of": instant(open_offers.as_of), "items": [_offered(each) for each in open_offers.offers]}
        )
        return
    write_table(COLUMNS, [_row(each) for each in open_offers.offers])


def _offered(each: OfferedJob) -> dict[str, Any]:
    return {
        **_offer_json(each.offer),
        "pays_cents": each.pays_cents,
        "miles_away": each.miles_away,
        "order": {**order_json(each.order), "contact_name": None, "contact_phone": None},
    }


def _offer_json(offer: JobOffer) -> dict[str, Any]:
    return {
        "id": offer.id,
        "order_id": offer.order_id,
        "kind": offer.kind,
        "state": offer.state,
        "driver_id": offer.driver_id,
        "offered_at": instant(offer.offered_at),
        "expires_at": instant(offer.expires_at),
        "answered_at": instant(offer.answered_at),
    }


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
def decline(settings: Settings, order: str, email: str, as_json: bool) -> None:
    """Say no to an offered order; the next driver is asked at once."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> JobOffer:
        actor = await actor_of(marketplace, email)
        return await marketplace.dispatch.offers.decline(actor, await order_id_of(marketplace, order))

    said = on_marketplace(settings, work)
    if as_json:
        write_json(_offer_json(said))
    else:
        write_facts([("Offer", said.id), ("State", said.state), ("Answered", said.answered_at)])
