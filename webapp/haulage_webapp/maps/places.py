"""Finding places while somebody types, by address and by position."""

from typing import Annotated, TypeAlias

from litestar import get
from litestar.params import FromPath, QueryParameter

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage.ports.maps.routes import MAX_SEARCH_LENGTH, MAX_SUGGESTIONS
from haulage.ports.runtime.limits import Limited
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.maps import LocationOut, SuggestionOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.limits import limited
from haulage_webapp.security import OPEN_TO_VISITORS, does

Latitude: TypeAlias = Annotated[float, QueryParameter(ge=-90, le=90)]
Longitude: TypeAlias = Annotated[float, QueryParameter(ge=-180, le=180)]
NearLatitude: TypeAlias = Annotated[
    float | None, QueryParameter(ge=-90, le=90, description="Places near here come first; with `lng`.")
]
NearLongitude: TypeAlias = Annotated[float | None, QueryParameter(ge=-180, le=180)]
SearchText: TypeAlias = Annotated[str, QueryParameter(min_length=1, max_length=MAX_SEARCH_LENGTH)]
Rows: TypeAlias = Annotated[
    int, QueryParameter(ge=1, le=MAX_SUGGESTIONS, description="How many rows at most.")
]


def finding(
    path: str, operation_id: str, summary: str, *refused: int, within: Limited = Limited.PLACES
) -> get:
    """A way to find places: for everybody, within a limit, refused as the others are and by *refused*."""
    return get(
        f"/places/{path}",
        operation_id=operation_id,
        summary=summary,
        tags=["maps"],
        opt=does(Action.FIND_PLACES) | limited(within),
        security=OPEN_TO_VISITORS,
        responses=refusals(*refused, 429, 503),
    )


def near_of(lat: float | None, lng: float | None) -> Point | None:
    """Both or none. Raises ``InvalidInput`` naming the one that is missing."""
    if lat is None and lng is None:
        return None
    if lat is None:
        raise InvalidInput("lat", "is required with lng")
    if lng is None:
        raise InvalidInput("lng", "is required with lat")
    return Point(lat, lng)


@finding(
    "suggestions",
    "suggest_places",
    "Places in the United States that a text being typed may mean, best first",
    within=Limited.SUGGESTIONS,
)
async def suggest_places(
    text: SearchText,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    lat: NearLatitude = None,
    lng: NearLongitude = None,
    limit: Rows = 5,
) -> PageOut[SuggestionOut]:
    maps = marketplace.maps
    return PageOut.whole(
        [
            SuggestionOut.of(each)
            for each in await maps.suggest(actor, text, near=near_of(lat, lng), limit=limit)
        ]
    )


@finding("popular", "list_popular_places", "Places offered before anything is typed")
async def list_popular_places(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[SuggestionOut]:
    return PageOut.whole([SuggestionOut.of(each) for each in await marketplace.maps.popular(actor)])


@finding("geocode", "geocode_address", "The locations that an address may mean, best first")
async def geocode_address(
    address: SearchText,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    lat: NearLatitude = None,
    lng: NearLongitude = None,
    limit: Rows = 5,
) -> PageOut[LocationOut]:
    maps = marketplace.maps
    return PageOut.whole(
        [
            LocationOut.of(each)
            for each in await maps.geocode(actor, address, near=near_of(lat, lng), limit=limit)
        ]
    )


@finding("reverse", "reverse_geocode", "The address at a position", 404)
async def reverse_geocode(
    lat: Latitude, lng: Longitude, marketplace: InjectedMarketplace, actor: InjectedActor
) -> LocationOut:
    return LocationOut.of(await marketplace.maps.reverse(actor, Point(lat, lng)))


@finding("{place_id:str}", "get_place", "The location of a suggestion", 404)
async def get_place(
    place_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> LocationOut:
    return LocationOut.of(await marketplace.maps.details(actor, place_id))


ROUTES = [suggest_places, list_popular_places, geocode_address, reverse_geocode, get_place]
