"""Finding the routes between two positions."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage.ports.runtime.limits import Limited
from haulage_adapters.wire.common import Instant, PageOut
from haulage_adapters.wire.maps import RouteOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.limits import limited
from haulage_webapp.maps.places import Latitude, Longitude
from haulage_webapp.security import OPEN_TO_VISITORS, does


@get(
    "/routes",
    operation_id="find_routes",
    summary="The ways by road between two positions, best first",
    tags=["maps"],
    opt=does(Action.FIND_ROUTES) | limited(Limited.ROUTES),
    security=OPEN_TO_VISITORS,
    responses=refusals(429, 503),
)
async def find_routes(
    from_lat: Latitude,
    from_lng: Longitude,
    to_lat: Latitude,
    to_lng: Longitude,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    at: Annotated[Instant | None, QueryParameter(description="When one sets out; now if left out.")] = None,
) -> PageOut[RouteOut]:
    start, end = Point(from_lat, from_lng), Point(to_lat, to_lng)
    return PageOut.whole(
        [RouteOut.of(each) for each in await marketplace.maps.alternatives(actor, start, end, at=at)]
    )


ROUTES = [find_routes]
