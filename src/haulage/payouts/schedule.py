"""When a payout goes by itself (OP-37)."""

from datetime import date, datetime, time, timedelta
from enum import StrEnum

from haulage.kernel.local_time import PLATFORM_ZONE, platform_time
from haulage.kernel.money import Cents


class PayoutTrigger(StrEnum):
    """Why a payout was made."""

    WEEKLY = "weekly"
    THRESHOLD = "threshold"
    ORDER = "order"
    REQUEST = "request"
    """The driver asked for it."""


MONDAY = 0


def weekly_run_after(at: datetime) -> datetime:
    """The next Monday 00:00 of the platform's clock that is later than *at* (the hour is ours)."""
    local = platform_time(at)
    days = (MONDAY - local.weekday()) % 7 or 7
    return datetime.combine(local.date() + timedelta(days=days), time(), PLATFORM_ZONE)


def week_of(run: datetime) -> date:
    """The Monday that names a weekly run, so that it happens once a driver."""
    day = platform_time(run).date()
    return day - timedelta(days=day.weekday())


def weekly_amount(available_cents: Cents) -> Cents:
    """The whole positive balance."""
    return max(available_cents, 0)


def threshold_amount(available_cents: Cents, threshold_cents: Cents) -> Cents:
    """The whole balance once it has reached the driver's threshold, and nothing before."""
    return available_cents if available_cents >= threshold_cents else 0
