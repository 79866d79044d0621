"""How people drive: recording, reports, events and contests."""

from datetime import date
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from haulage.behaviour import ContestStatus, Period
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.behaviour import (
    ContestIn,
    DataPointList,
    DataPointOut,
    DecisionIn,
    DriverReportOut,
    DrivingEventOut,
    PointsIn,
    RecordedOut,
    TracedEventOut,
)
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.work_tables import CONTEST_TABLE, ContestColumn
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.request_validation import LONG_LIST
from haulage_webapp.security import does

WantedPeriod = Annotated[Period, QueryParameter()]
LastDay = Annotated[
    date | None,
    QueryParameter(name="date", description="The last day of the period; today unless it is said."),
]
SEEING = refusals(401, 403, 404)
CHANGING = refusals(401, 403, 404, 409)


@post(
    "/behaviour/points",
    operation_id="record_driving",
    summary="Send readings of the device; any order, any number of times",
    tags=["driving"],
    status_code=200,
    opt=does(Action.RECORD_DRIVING) | LONG_LIST,
    responses=CHANGING,
)
async def record_driving(
    data: JSONBody[PointsIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> RecordedOut:
    return RecordedOut.of(await marketplace.behaviour.record(actor, data.to_core()))


@get(
    "/behaviour/points",
    operation_id="list_driving_points",
    summary="One's own latest data points, oldest first",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVING),
    responses=SEEING,
)
async def list_driving_points(marketplace: InjectedMarketplace, actor: InjectedActor) -> DataPointList:
    points = await marketplace.behaviour.see.points(actor)
    return DataPointList([DataPointOut.of(point) for point in points])


@get(
    "/behaviour/report",
    operation_id="get_own_driving_report",
    summary="How one drove over a day, a week or a month",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVING),
    responses=SEEING,
)
async def get_own_driving_report(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    period: WantedPeriod = Period.WEEK,
    last_day: LastDay = None,
) -> DriverReportOut:
    return DriverReportOut.of(await marketplace.behaviour.see.own_report(actor, period, last_day))


@get(
    "/behaviour/drivers/{driver_id:str}/report",
    operation_id="get_driving_report",
    summary="How a driver drove (admins)",
    tags=["administration"],
    opt=does(Action.SEE_DRIVING),
    responses=SEEING,
)
async def get_driving_report(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    period: WantedPeriod = Period.WEEK,
    last_day: LastDay = None,
) -> DriverReportOut:
    see = marketplace.behaviour.see
    return DriverReportOut.of(await see.report_of(actor, driver_id, period, last_day))


@get(
    "/behaviour/events/{event_id:str}",
    operation_id="get_driving_event",
    summary="One event with its trace, for its driver and for admins",
    tags=["driving"],
    opt=does(Action.SEE_DRIVING_EVENT),
    responses=SEEING,
)
async def get_driving_event(
    event_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TracedEventOut:
    return TracedEventOut.of(await marketplace.behaviour.see.event(actor, event_id))


@post(
    "/behaviour/events/{event_id:str}/contest",
    operation_id="contest_driving_event",
    summary="Object to an event, once and with a reason",
    tags=["driving"],
    status_code=200,
    opt=does(Action.CONTEST_DRIVING_EVENT),
    responses=CHANGING,
)
async def contest_driving_event(
    event_id: FromPath[str],
    data: JSONBody[ContestIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DrivingEventOut:
    return DrivingEventOut.of(await marketplace.behaviour.contest(actor, event_id, data.reason))


@get(
    "/behaviour/contests",
    operation_id="list_driving_contests",
    summary="Contested events, those contested last first (admins)",
    tags=["administration"],
    opt=does(Action.DECIDE_DRIVING_CONTEST),
    responses=refusals(401, 403),
)
async def list_driving_contests(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Annotated[ContestStatus | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DrivingEventOut]:
    page = PageRequest(limit, cursor)
    return PageOut.of(await marketplace.behaviour.contests(actor, page, status=status), DrivingEventOut.of)


@post(
    "/behaviour/events/{event_id:str}/contest/decision",
    operation_id="decide_driving_contest",
    summary="Uphold or reject a contest; an upheld one takes its event out of every score (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.DECIDE_DRIVING_CONTEST),
    responses=CHANGING,
)
async def decide_driving_contest(
    event_id: FromPath[str],
    data: JSONBody[DecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DrivingEventOut:
    decide = marketplace.behaviour.decide
    return DrivingEventOut.of(await decide(actor, event_id, data.decision, data.reason))


@get(
    "/behaviour/contests/export",
    operation_id="export_driving_contests",
    summary="Contested events as CSV, those contested last first (admins)",
    opt=does(Action.DECIDE_DRIVING_CONTEST),
    **AS_CSV,
)
async def export_driving_contests(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[ContestColumn] | None, QueryParameter(max_items=len(ContestColumn))] = None,
    status: Annotated[ContestStatus | None, QueryParameter()] = None,
) -> Stream:
    pages = await marketplace.export_lists.contests(actor, status)
    return csv_file("appeals", CONTEST_TABLE, columns, pages)


ROUTES = [
    export_driving_contests,
    record_driving,
    list_driving_points,
    get_own_driving_report,
    get_driving_report,
    get_driving_event,
    contest_driving_event,
    list_driving_contests,
    decide_driving_contest,
]
