"""Limits kept in one process's memory."""

from datetime import UTC, datetime, timedelta

import pytest

from haulage.kernel.rate_limit import RateLimit, TooManyRequests
from haulage.ports.runtime.limits import Limited
from haulage_adapters.limits.in_process import InProcessLimits

pytestmark = pytest.mark.anyio

TWO_A_MINUTE = {limited: RateLimit(2, timedelta(minutes=1)) for limited in Limited}


class Watch:
    """A clock that stands until it is turned."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 2, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


async def test_callers_and_limits_are_counted_apart() -> None:
    limits = InProcessLimits(Watch(), TWO_A_MINUTE)
    for who in ("192.0.2.1", "192.0.2.2"):
        for limited in Limited:
            await limits.take(limited, who)
            await limits.take(limited, who)
            with pytest.raises(TooManyRequests):
                await limits.take(limited, who)


async def test_whoever_waits_as_long_as_told_is_served() -> None:
    watch = Watch()
    limits = InProcessLimits(watch, TWO_A_MINUTE)
    for _ in range(2):
        await limits.take(Limited.ROUTES, "192.0.2.1")
    with pytest.raises(TooManyRequests) as refused:
        await limits.take(Limited.ROUTES, "192.0.2.1")
    watch.at += timedelta(seconds=refused.value.retry_after_seconds)
    await limits.take(Limited.ROUTES, "192.0.2.1")


async def test_memory_is_bounded_and_the_caller_of_longest_ago_is_forgotten() -> None:
    limits = InProcessLimits(Watch(), TWO_A_MINUTE, max_callers=2)
    for who in ("first", "first", "second", "third"):
        await limits.take(Limited.PLACES, who)
    await limits.take(Limited.PLACES, "first")
    await limits.take(Limited.PLACES, "third")
    with pytest.raises(TooManyRequests):
        await limits.take(Limited.PLACES, "third")
