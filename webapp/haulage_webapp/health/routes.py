"""Whether the process lives, and whether it can serve."""

import msgspec
from litestar import get

from haulage.kernel.policy import Action
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


class ProbeOut(msgspec.Struct):
    status: str


@get(
    "/health/live",
    operation_id="health_live",
    summary="The process runs",
    tags=["health"],
    opt=does(Action.SEE_PUBLIC_PAGE),
)
async def health_live() -> ProbeOut:
    return ProbeOut("ok")


@get(
    "/health/ready",
    operation_id="health_ready",
    summary="The process serves: its storage answers and takes writes",
    tags=["health"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    responses=refusals(503),
)
async def health_ready(marketplace: InjectedMarketplace) -> ProbeOut:
    await marketplace.readiness.check()
    return ProbeOut("ok")
