"""What administrators see first: what waits, the day's figures, and who is on the road."""

from litestar import get

from haulage.kernel.policy import Action
from haulage_adapters.wire.overview import LiveMapOut, OverviewOut
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
    "/overview/map",
    operation_id="get_live_map",
    summary="Drivers who are online and orders under way (admins); looking is in the audit trail",
    tags=["administration"],
    opt=does(Action.SEE_LIVE_MAP),
    responses=refusals(401, 403),
)
async def get_live_map(marketplace: InjectedMarketplace, actor: InjectedActor) -> LiveMapOut:
    return LiveMapOut.of(await marketplace.overview.live_map(actor))


ROUTES = [get_overview, get_live_map]
