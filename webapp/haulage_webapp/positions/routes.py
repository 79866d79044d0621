"""Positions: reported by drivers' devices, read by range, followed as they come, and asked who is near."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream

from haulage.kernel.actor import Actor
from haulage.kernel.geo import Point
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.positions import MAX_HISTORY_PAGE, StoredPosition
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.positions.nearby import MOST_DRIVERS, MOST_MILES, STANDARD_MILES
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.positions import (
    FixesIn,
    NearbyDriverOut,
    NearbyDrivers,
    PositionIn,
    PositionOut,
    ReportedOut,
    StoredPositionOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.events import MEDIA_TYPE, PING, events_of, sequence_of, take_seat, until_refused
from haulage_webapp.pagination import Cursor
from haulage_webapp.request_validation import LONG_LIST
from haulage_webapp.security import does, provide_actor

REFUSED = refusals(401, 403, 404, 409)
Since = Annotated[
    datetime | None, QueryParameter(description="From this instant on; without it, from all that is kept.")
]
Until = Annotated[datetime | None, QueryParameter(description="Before this instant; without it, until now.")]
HistoryLimit = Annotated[int, QueryParameter(ge=1, le=MAX_HISTORY_PAGE)]
Number = Annotated[int | None, QueryParameter(ge=0, le=1_000_000_000)]
LastEventId: TypeAlias = Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=10)]


@post(
    "/drivers/me/location",
    operation_id="report_location",
    summary="Say where one is now",
    tags=["driving"],
    status_code=200,
    opt=does(Action.GO_ONLINE),
    responses=REFUSED,
)
async def report_location(
    data: JSONBody[PositionIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PositionOut:
    position = await marketplace.positions.report.now(
        actor,
        data.to_core(),
        accuracy_meters=data.accuracy_m,
        heading=data.heading,
        speed_mph=data.speed_mph,
        address=data.address,
    )
    return PositionOut.of(position)


@post(
    "/drivers/me/positions",
    operation_id="report_positions",
    summary="Say where one has been, in any order and as often as need be",
    description=(
        "For devices that gather fixes, also while they are offline. A driver has one position an instant: "
        "fixes that are sent again change nothing. Fixes that cannot be are named in `refused` and keep no "
        "other out; when none of them can be taken, the first refusal is the answer."
    ),
    tags=["driving"],
    status_code=200,
    opt=does(Action.GO_ONLINE) | LONG_LIST,
    responses=REFUSED,
)
async def report_positions(
    data: JSONBody[FixesIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReportedOut:
    return ReportedOut.of(await marketplace.positions.report(actor, data.to_core()))


@get(
    "/drivers/me/positions",
    operation_id="list_own_positions",
    summary="Where one has been, by time ascending",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403),
)
async def list_own_positions(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    since: Since = None,
    until: Until = None,
    limit: HistoryLimit = 100,
    cursor: Cursor = None,
) -> PageOut[StoredPositionOut]:
    authorize(actor, Action.SEE_OWN_DRIVER)
    page = PageRequest(limit, cursor)
    return await _history(marketplace, actor, actor.driver_id or "", since, until, page)


@get(
    "/drivers/{driver_id:str}/positions",
    operation_id="list_driver_positions",
    summary="Where a driver has been, by time ascending, for the driver and admins",
    tags=["administration"],
    opt=does(Action.SEE_DRIVER_POSITIONS),
    responses=refusals(401, 404),
)
async def list_driver_positions(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    since: Since = None,
    until: Until = None,
    limit: HistoryLimit = 100,
    cursor: Cursor = None,
) -> PageOut[StoredPositionOut]:
    return await _history(marketplace, actor, driver_id, since, until, PageRequest(limit, cursor))


async def _history(
    marketplace: Marketplace,
    actor: Actor,
    driver_id: str,
    since: datetime | None,
    until: datetime | None,
    page: PageRequest,
) -> PageOut[StoredPositionOut]:
    start = instant(since, field="since") if since else None
    end = instant(until, field="until") if until else None
    return PageOut.of(
        await marketplace.positions.history(actor, driver_id, start, end, page), StoredPositionOut.of
    )


@get(
    "/drivers/{driver_id:str}/positions/events",
    operation_id="follow_driver",
    summary="A driver's positions as they come in, as Server-Sent Events, for the driver and admins",
    description=(
        "Each message is named `position`, has its number as the id and a StoredPositionOut as its data. "
        "`Last-Event-ID` or `after` resumes behind that number; without either it begins now."
    ),
    tags=["administration"],
    opt=does(Action.SEE_DRIVER_POSITIONS),
    media_type=MEDIA_TYPE,
    responses={200: events_of(StoredPositionOut), **refusals(401, 404, 429)},
)
async def follow_driver(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
    after: Number = None,
    last_event_id: LastEventId = None,
) -> Stream:
    seen = after if last_event_id is None else sequence_of(last_event_id)
    renew = partial(provide_actor, request, marketplace)
    follow = marketplace.positions.follow(actor, driver_id, seen, renew=renew)
    return await until_refused(_written(follow), take_seat(request, actor.name))


async def _written(batches: AsyncIterator[Sequence[StoredPosition]]) -> AsyncGenerator[bytes, None]:
    async for batch in batches:
        yield b"".join(map(_message, batch)) or PING


def _message(stored: StoredPosition) -> bytes:
    data = msgspec.json.encode(StoredPositionOut.of(stored))
    return b"id: %d\nevent: position\ndata: %s\n\n" % (stored.number, data)


@get(
    "/drivers/available",
    operation_id="find_available_drivers",
    summary="Drivers around a pickup who could take a job now, the nearest first (admins)",
    tags=["administration"],
    opt=does(Action.FIND_AVAILABLE_DRIVERS),
    responses=refusals(401, 403),
)
async def find_available_drivers(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    pickup_lat: Annotated[float, QueryParameter(ge=-90, le=90)],
    pickup_lng: Annotated[float, QueryParameter(ge=-180, le=180)],
    max_distance: Annotated[
        float, QueryParameter(gt=0, le=MOST_MILES, description="Miles as the crow flies.")
    ] = STANDARD_MILES,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_DRIVERS)] = 20,
) -> NearbyDrivers:
    pickup = Point(pickup_lat, pickup_lng)
    found = await marketplace.positions.find_nearby(actor, pickup, max_distance, limit)
    return NearbyDrivers([NearbyDriverOut.of(nearby) for nearby in found])


ROUTES = [
    report_location,
    report_positions,
    list_own_positions,
    find_available_drivers,
    list_driver_positions,
    follow_driver,
]
