"""What a driver earned and was paid out over some days."""

from datetime import date
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from haulage.kernel.policy import Action
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.earnings import EarningsSummaryOut, PayoutAnalyticsOut, WeekEarningsOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does

First = Annotated[
    date | None,
    QueryParameter(name="from", description="The first day; 29 days before the last unless it is named."),
]
Last = Annotated[
    date | None, QueryParameter(name="to", description="The last day; today unless it is named.")
]


@get(
    "/drivers/{driver_id:str}/earnings-summary",
    operation_id="get_earnings_summary",
    summary="What a driver earned and was paid out over some days (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def get_earnings_summary(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    first: First = None,
    last: Last = None,
) -> EarningsSummaryOut:
    return EarningsSummaryOut.of(await marketplace.payouts.earnings.summary(actor, driver_id, first, last))


@get(
    "/drivers/{driver_id:str}/payout-analytics",
    operation_id="get_payout_analytics",
    summary="How a driver's instant payouts did over some days (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def get_payout_analytics(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    first: First = None,
    last: Last = None,
) -> PayoutAnalyticsOut:
    return PayoutAnalyticsOut.of(await marketplace.payouts.earnings.analytics(actor, driver_id, first, last))


@get(
    "/drivers/{driver_id:str}/earnings-weeks",
    operation_id="list_earnings_weeks",
    summary="What a driver earned in each of the last twelve weeks, oldest first (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def list_earnings_weeks(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[WeekEarningsOut]:
    found = await marketplace.payouts.earnings.weeks(actor, driver_id)
    return PageOut.whole(WeekEarningsOut.of(each) for each in found)


ROUTES = [get_earnings_summary, get_payout_analytics, list_earnings_weeks]
