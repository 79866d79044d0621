"""Time limits of the event loop."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from haulage.ports.runtime.deadlines import TookTooLong


async def within(work: Callable[[], Awaitable[object]], limit: timedelta) -> None:
    """A ``TimeoutError`` that the work itself raises is not mistaken for the end of its time."""
    timeout = asyncio.timeout(limit.total_seconds())
    try:
        async with timeout:
            await work()
    except TimeoutError:
        if timeout.expired():
            raise TookTooLong(limit) from None
        raise
