"""Finding places while somebody types, by address and by position."""

from typing import Annotated, TypeAlias

from litestar import get
from litestar.params import FromPath, QueryParameter

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage.ports.limits import Limited
from haulage.ports.maps import MAX_SEARCH_LENGTH, MAX_SUGGESTIONS
from haulage_webapp.errors import refusals
from haulage_webapp.injected import InjectedActor, InjectedMarketplace
from haulage_webapp.limits import limited
from haulage_webapp.maps.bodies import LocationOut, LocationsOut, SuggestionsOut
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

FINDS_PLACES = does(Action.FIND_PLACES) | limited(Limited.PLACES)


def near_of(lat: float | None, lng: float | None) -> Point | None:
    """Both or none. Raises ``InvalidInput`` naming the one that is missing."""
    if lat is None and lng is None:
        return None
    if lat is None:
        raise InvalidInput("lat", "is required with lng")
    if lng is None:
        raise InvalidInput("lng", "is required with lat")
    return Point(lat, lng)


@get(
    "/places/suggestions",
    operation_id="suggest_places",
    summary="Places in the United States that a text being typed may mean, best first",
    tags=["maps"],
    opt=does(Action.FIND_PLACES) | limited(Limited.SUGGESTIONS),
    security=OPEN_TO_VISITORS,
    responses=refusals(429, 503),
)
async def suggest_places(
    text: SearchText,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    lat: NearLatitude = None,
    lng: NearLongitude = None,
    limit: Rows = 5,
) -> SuggestionsOut:
    desk = marketplace.map_desk
    return SuggestionsOut.of(await desk.suggest(actor, text, near=near_of(lat, lng), limit=limit))


@get(
    "/places/popular",
    operation_id="list_popular_places",
    summary="Places offered before anything is typed",
    tags=["maps"],
    opt=FINDS_PLACES,
    security=OPEN_TO_VISITORS,
    responses=refusals(429, 503),
)
async def list_popular_places(marketplace: InjectedMarketplace, actor: InjectedActor) -> SuggestionsOut:
    return SuggestionsOut.of(await marketplace.map_desk.popular(actor))


@get(
    "/places/geocode",
    operation_id="geocode_address",
    summary="The locations that an address may mean, best first",
    tags=["maps"],
    opt=FINDS_PLACES,
    security=OPEN_TO_VISITORS,
    responses=refusals(429, 503),
)
async def geocode_address(
    address: SearchText,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    lat: NearLatitude = None,
    lng: NearLongitude = None,
    limit: Rows = 5,
) -> LocationsOut:
    desk = marketplace.map_desk
    return LocationsOut.of(await desk.geocode(actor, address, near=near_of(lat, lng), limit=limit))


@get(
    "/places/reverse",
    operation_id="reverse_geocode",
    summary="The address at a position",
    tags=["maps"],
    opt=FINDS_PLACES,
    security=OPEN_TO_VISITORS,
    responses=refusals(404, 429, 503),
)
async def reverse_geocode(
    lat: Latitude, lng: Longitude, marketplace: InjectedMarketplace, actor: InjectedActor
) -> LocationOut:
    return LocationOut.of(await marketplace.map_desk.reverse(actor, Point(lat, lng)))


@get(
    "/places/{place_id:str}",
    operation_id="get_place",
    summary="The location of a suggestion",
    tags=["maps"],
    opt=FINDS_PLACES,
    security=OPEN_TO_VISITORS,
    responses=refusals(404, 429, 503),
)
async def get_place(
    place_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> LocationOut:
    return LocationOut.of(await marketplace.map_desk.details(actor, place_id))
