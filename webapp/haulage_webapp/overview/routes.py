"""What administrators see first: what waits, the day's figures, and who is on the road."""

from datetime import date
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from haulage.kernel.policy import Action
from haulage_adapters.wire.overview import LiveMapOut, OpenedDayOut, OverviewOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@get(
    "/overview",
    operation_id="get_overview",
    summary="What waits for a decision, and the figures of today and the last 30 days (admins)",
    tags=["administration"],
    opt=does(Action.SEE_OVERVIEW),
    responses=refusals(401, 403),
)
async def get_overview(marketplace: InjectedMarketplace, actor: InjectedActor) -> OverviewOut:
    return OverviewOut.of(await marketplace.overview(actor))


@get(
    "/overview/day",
    operation_id="get_overview_day",
    summary="What was paid on one day, by service and by hour (admins)",
    tags=["administration"],
    opt=does(Action.SEE_OVERVIEW),
    responses=refusals(401, 403),
)
async def get_overview_day(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    day: Annotated[date, QueryParameter(description="On New York's clocks; today at the latest.")],
) -> OpenedDayOut:
    return OpenedDayOut.of(await marketplace.overview.day(actor, day))


@get(
    "/overview/map",
    operation_id="get_live_map",
    summary="Drivers who are online and orders under way (admins); looking is in the audit trail",
    tags=["administration"],
    opt=does(Action.SEE_LIVE_MAP),
    responses=refusals(401, 403),
)
async def get_live_map(marketplace: InjectedMarketplace, actor: InjectedActor) -> LiveMapOut:
    return LiveMapOut.of(await marketplace.overview.live_map(actor))


ROUTES = [get_overview, get_overview_day, get_live_map]
