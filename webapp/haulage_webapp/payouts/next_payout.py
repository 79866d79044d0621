"""A driver's next weekly payout, and the entries of the books that its parts come from."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payouts.next_payout import BalancePart
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.next_payout import BalanceEntryOut, NextPayoutOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Part = Annotated[BalancePart, QueryParameter(description="The part of the balance.")]


@get(
    "/drivers/{driver_id:str}/next-payout",
    operation_id="get_next_payout",
    summary="A driver's next weekly payout, as things stand, and why it is so much (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def get_next_payout(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> NextPayoutOut:
    return NextPayoutOut.of(await marketplace.payouts.next(actor, driver_id))


@get(
    "/drivers/{driver_id:str}/balance-entries",
    operation_id="list_balance_entries",
    summary="What a part of a driver's balance comes from, newest first (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def list_balance_entries(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    part: Part = BalancePart.AVAILABLE,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[BalanceEntryOut]:
    found = await marketplace.payouts.next.entries(actor, driver_id, part, PageRequest(limit, cursor))
    return PageOut.of(found, lambda line: BalanceEntryOut.of(line, part))


ROUTES = [get_next_payout, list_balance_entries]
