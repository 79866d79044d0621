"""Payouts wait for three days after something changed by which an account is robbed."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.payouts.method import PayoutMethod

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
        return f"Instant payouts are on hold until {_in_words(self.until)}, because {_BECAUSE[self.reason]}."


@attrs.define
class PayoutsHeld(RuleBroken):
    """Instant payouts are on hold."""

    code = "payouts_held"
    hold: PayoutHold

    @property
    def message(self) -> str:
        return self.hold.notice


@attrs.define
class PayoutMethodHeld(RuleBroken):
    """The method is so new that no payout goes there yet."""

    code = "payout_method_held"
    field = "method_id"
    method: PayoutMethod
    until: datetime

    @property
    def message(self) -> str:
        where, when = self.method.in_words, _in_words(self.until)
        return f"No payout goes to your {where} before {when}, because it is a new payout method."


def held_since_added(added_at: datetime, hold: PayoutHold | None, *, is_first: bool) -> datetime | None:
    """Until when no payout goes to a method that is added now; None where it is paid to at once.

    The first method of a driver takes nothing away from another, and without it there would be no payout at
    all; unless it comes while payouts are on hold, such as after a new password."""
    if is_first and not (hold is not None and hold.holds_at(added_at)):
        return None
    return added_at + HELD_FOR


def new_method_notice(method: PayoutMethod, hold: PayoutHold) -> str:
    """What the driver reads of a new method, and of the hold that it began."""
    if method.held_until is None:
        return hold.notice
    return (
        f"No payout goes to it, and instant payouts are on hold, until {_in_words(method.held_until)}. A "
        "weekly payout to it that falls due before then is passed over; you can ask for it afterwards."
    )


def require_method_not_held(method: PayoutMethod, now: datetime) -> None:
    """Raises ``PayoutMethodHeld``."""
    if method.held_until is not None and method.is_held_at(now):
        raise PayoutMethodHeld(method, method.held_until)


def require_not_held(hold: PayoutHold | None, now: datetime) -> None:
    """Raises ``PayoutsHeld``."""
    if hold is not None and hold.holds_at(now):
        raise PayoutsHeld(hold)


def _in_words(at: datetime) -> str:
    """On the platform's clock."""
    local = platform_time(at)
    clock = f"{local.hour % 12 or 12}:{local:%M %p %Z}"
    return f"{local:%B} {local.day}, {local.year} at {clock}"
