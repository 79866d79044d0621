"""How long what is kept, for everybody to read."""

from typing import Literal

from haulage.use_cases.retention import RetentionRule
from haulage_adapters.wire.common import Out


class RetentionPeriodOut(Out):
    """*what* is kept for *period*, and *why*. At its end it is deleted, emptied, or goes with its owner's
    account; what is kept has a law or a reason that asks for it."""

    key: str
    what: str
    period: str
    why: str
    end: Literal["deleted", "emptied", "with_account", "retained"]

    @classmethod
    def of(cls, rule: RetentionRule) -> "RetentionPeriodOut":
        return cls(rule.key, rule.what or "", rule.period, rule.why, rule.removal.value)


class RetentionOut(Out):
    """Everything that says something about people."""

    periods: list[RetentionPeriodOut]
