"""How long what is kept, for everybody to read."""

from litestar import get

from haulage.kernel.policy import Action
from haulage.use_cases.retention import SCHEDULE
from haulage_adapters.wire.retention import RetentionOut, RetentionPeriodOut
from haulage_webapp.security import OPEN_TO_VISITORS, does


@get(
    "/retention",
    operation_id="get_retention",
    summary="How long everything that says something about people is kept",
    tags=["status"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def get_retention() -> RetentionOut:
    return RetentionOut([RetentionPeriodOut.of(rule) for rule in SCHEDULE if rule.what is not None])


ROUTES = [get_retention]
