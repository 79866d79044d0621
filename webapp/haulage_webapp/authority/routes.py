"""What may be booked between two places, and the table behind it."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from haulage.kernel.geo import Point
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action
from haulage.ports.runtime.limits import Limited
from haulage_adapters.wire.authority import AuthorityTableOut, TripCheckOut
from haulage_adapters.wire.common import Instant
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.limits import limited
from haulage_webapp.maps.places import Latitude, Longitude
from haulage_webapp.security import OPEN_TO_VISITORS, does


@get(
    "/authority/trip",
    operation_id="check_trip",
    summary="Which services may be booked between two places, and why others may not",
    tags=["quotes"],
    opt=does(Action.CALCULATE_FARE) | limited(Limited.ROUTES),
    security=OPEN_TO_VISITORS,
    responses=refusals(409, 429, 503),
)
async def check_trip(
    from_lat: Latitude,
    from_lng: Longitude,
    to_lat: Latitude,
    to_lng: Longitude,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    at: Annotated[Instant | None, QueryParameter(description="When it begins; now if left out.")] = None,
) -> TripCheckOut:
    ends = Point(from_lat, from_lng), Point(to_lat, to_lng)
    when = None if at is None else instant(at, field="at")
    return TripCheckOut.of(await marketplace.authority.check_trip(actor, *ends, when))


@get(
    "/authority/rows",
    operation_id="get_authority_table",
    summary="What trips from state to state need, as an operator confirmed it",
    tags=["authority"],
    opt=does(Action.SEE_AUTHORITY),
    responses=refusals(401, 403),
)
async def get_authority_table(marketplace: InjectedMarketplace, actor: InjectedActor) -> AuthorityTableOut:
    return AuthorityTableOut.of(await marketplace.authority.table.see(actor))


ROUTES = (check_trip, get_authority_table)
