"""A driver's own work: jobs to be had and in hand, and the figures of the dashboard."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action
from haulage.ports.storage.payments import OrdersCreated
from haulage_adapters.wire.driver_jobs import DriverFiguresOut, DriverJobsOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@get(
    "/drivers/me/jobs",
    operation_id="list_own_jobs",
    summary="Jobs to be had, the longest waiting first, and those in hand, the next one first",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403, 404),
)
async def list_own_jobs(marketplace: InjectedMarketplace, actor: InjectedActor) -> DriverJobsOut:
    return DriverJobsOut.of(await marketplace.drivers.jobs(actor))


@get(
    "/drivers/me/figures",
    operation_id="get_own_figures",
    summary="What one has driven and earned, today and in all",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403, 404),
)
async def get_own_figures(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    created_from: Annotated[
        datetime | None, QueryParameter(description="Only orders created then or later.")
    ] = None,
    created_until: Annotated[
        datetime | None, QueryParameter(description="Only orders created before then.")
    ] = None,
) -> DriverFiguresOut:
    wanted = OrdersCreated(
        since=instant(created_from, field="created_from") if created_from else None,
        until=instant(created_until, field="created_until") if created_until else None,
    )
    return DriverFiguresOut.of(await marketplace.drivers.jobs.figures(actor, wanted))


ROUTES = [list_own_jobs, get_own_figures]
