"""What a payout costs."""

from litestar import get

from haulage.kernel.policy import Action
from haulage.payouts import STANDARD_FEES
from haulage_adapters.wire.payout_fees import PayoutFeesOut
from haulage_webapp.security import OPEN_TO_VISITORS, does


@get(
    "/payout-fees",
    operation_id="get_payout_fees",
    summary="The parts that are kept of an instant payout; a standard payout is free",
    tags=["prices"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def get_payout_fees() -> PayoutFeesOut:
    return PayoutFeesOut.of(STANDARD_FEES)


ROUTES = [get_payout_fees]
