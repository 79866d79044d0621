"""How long what is kept, for everybody to read."""

from typing import Literal

import msgspec
from litestar import get

from haulage.kernel.policy import Action
from haulage.use_cases.retention import SCHEDULE, RetentionRule
from haulage_webapp.security import OPEN_TO_VISITORS, does


class RetentionPeriodOut(msgspec.Struct):
    """*what* is kept for *period*, and *why*. At its end it is deleted, emptied, or goes with its owner's
    account; what is kept has a law or a reason that asks for it."""

    key: str
    what: str
    period: str
    why: str
    end: Literal["deleted", "emptied", "with_account", "kept"]

    @classmethod
    def of(cls, rule: RetentionRule) -> "RetentionPeriodOut":
        return cls(rule.key, rule.what or "", rule.period, rule.why, rule.removal.value)


class RetentionOut(msgspec.Struct):
    """Everything that says something about people."""

    periods: list[RetentionPeriodOut]


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
