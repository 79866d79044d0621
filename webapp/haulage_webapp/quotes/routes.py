"""Bookable quotes, and the drivers who would come for them."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage.ports.runtime.limits import Limited
from haulage.pricing.quote import Quote
from haulage_adapters.wire.quotes import MatchesOut, PricePreviewOut, QuoteIn, QuoteOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.limits import limited
from haulage_webapp.request_validation import LONG_LIST
from haulage_webapp.security import OPEN_TO_VISITORS, does


@post(
    "/quotes/preview",
    operation_id="preview_price",
    summary="What a trip will cost, without an account",
    description=(
        "The range of what the drivers who would come ask. Nothing is stored, and nothing can be booked "
        "from it."
    ),
    tags=["quotes"],
    status_code=200,
    opt=does(Action.CALCULATE_FARE) | limited(Limited.PREVIEWS) | LONG_LIST,
    security=OPEN_TO_VISITORS,
    responses=refusals(409, 429, 503),
)
async def preview_price(
    data: JSONBody[QuoteIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PricePreviewOut:
    return PricePreviewOut.of(await marketplace.quotes.preview(actor, data.to_core()))


def _created(quote: Quote) -> Reply:
    return Reply.of(201, QuoteOut.of(quote))


@post(
    "/quotes",
    operation_id="request_quote",
    summary="Price a trip; the quote holds for 15 minutes",
    tags=["quotes"],
    opt=does(Action.REQUEST_QUOTE) | limited(Limited.QUOTES) | LONG_LIST,
    responses=refusals(401, 409, 429, 503),
)
async def request_quote(
    data: JSONBody[QuoteIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> QuoteOut:
    return QuoteOut.of(
        await marketplace.quotes.request(
            keyed_request.actor, data.to_core(), keyed_request.idempotent(_created)
        )
    )


@get(
    "/quotes/{quote_id:str}",
    operation_id="get_quote",
    summary="One's own quote",
    tags=["quotes"],
    opt=does(Action.SEE_QUOTE),
    responses=refusals(401, 404),
)
async def get_quote(
    quote_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> QuoteOut:
    return QuoteOut.of(await marketplace.quotes.see(actor, quote_id))


@post(
    "/quotes/{quote_id:str}/matches",
    operation_id="match_drivers",
    summary="The five best drivers for a quote",
    description=(
        "Drivers are told by first name and initial, and from the middle of the square of about a kilometer "
        "that they are in: distance, arrival, score and order do not say where in it they are."
    ),
    tags=["quotes"],
    status_code=200,
    opt=does(Action.SEE_QUOTE) | limited(Limited.QUOTES),
    responses=refusals(401, 404, 409, 429, 503),
)
async def match_drivers(
    quote_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> MatchesOut:
    return MatchesOut.of(await marketplace.drivers.find(actor, quote_id))


ROUTES = [preview_price, request_quote, get_quote, match_drivers]
