"""One's own saved cards."""

from litestar import delete, get, put
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.payments import SavedCardOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@get(
    "/me/cards",
    operation_id="list_cards",
    summary="The cards that one has saved: the default first, then the newest",
    tags=["payments"],
    opt=does(Action.MANAGE_OWN_CARDS),
    responses=refusals(401),
)
async def list_cards(marketplace: InjectedMarketplace, actor: InjectedActor) -> PageOut[SavedCardOut]:
    return PageOut.whole(SavedCardOut.of(each) for each in await marketplace.payments.saved_cards.all(actor))


@put(
    "/me/cards/{card_id:str}/default",
    operation_id="make_default_card",
    summary="Offer this saved card first",
    tags=["payments"],
    opt=does(Action.MANAGE_OWN_CARDS),
    responses=refusals(401, 404),
)
async def make_default_card(
    card_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> SavedCardOut:
    return SavedCardOut.of(await marketplace.payments.saved_cards.make_default(actor, card_id))


@delete(
    "/me/cards/{card_id:str}",
    operation_id="remove_card",
    summary="Remove a saved card, here and at the card provider; what it paid stays paid",
    tags=["payments"],
    opt=does(Action.MANAGE_OWN_CARDS),
    responses=refusals(401, 404),
)
async def remove_card(card_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor) -> None:
    await marketplace.payments.saved_cards.remove(actor, card_id)


ROUTES = [list_cards, make_default_card, remove_card]
