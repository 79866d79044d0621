"""Payouts wait for three days after something changed by which an account is robbed."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import platform_time

HELD_FOR = timedelta(hours=72)
"""Ours: whoever got hold of an account, and did not mean to, has three days to say so."""


class HoldReason(StrEnum):
    """What changed."""

    NEW_METHOD = "new_method"
    NEW_PASSWORD = "new_password"  # noqa: S105  (the name of a reason)


_BECAUSE = {
    HoldReason.NEW_METHOD: "a payout method was added",
    HoldReason.NEW_PASSWORD: "your password was changed",
}


@attrs.frozen
class PayoutHold:
    """Why no instant payout goes to a driver, and until when."""

    driver_id: str
    reason: HoldReason
    since: datetime

    @property
    def until(self) -> datetime:
        return self.since + HELD_FOR

    def holds_at(self, now: datetime) -> bool:
        return now < self.until

    @property
    def notice(self) -> str:
        """What the driver reads; the time is the platform's."""
        local = platform_time(self.until)
        clock = f"{local.hour % 12 or 12}:{local:%M %p %Z}"
        when = f"{local:%B} {local.day}, {local.year} at {clock}"
        return f"Instant payouts are on hold until {when}, because {_BECAUSE[self.reason]}."


@attrs.define
class PayoutsHeld(RuleBroken):
    """Instant payouts are on hold."""

    code = "payouts_held"
    hold: PayoutHold

    @property
    def message(self) -> str:
        return self.hold.notice


def require_not_held(hold: PayoutHold | None, now: datetime) -> None:
    """Raises ``PayoutsHeld``."""
    if hold is not None and hold.holds_at(now):
        raise PayoutsHeld(hold)
