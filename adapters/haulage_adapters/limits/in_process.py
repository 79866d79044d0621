"""The ``RateLimits`` port in one process's memory.

For limits that protect the process itself: several processes each allow the whole figure.
"""

import math
from collections.abc import Mapping
from datetime import datetime

from cachetools import LRUCache

from haulage.kernel.rate_limit import RateLimit, TooManyRequests, take
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.limits import Limited

MAX_CALLERS = 100_000
"""Ours: callers remembered at once, about 20 MB; the one who asked longest ago is forgotten first."""


class InProcessLimits:
    """Remembers one instant a caller and a limit."""

    def __init__(
        self, clock: Clock, limits: Mapping[Limited, RateLimit], max_callers: int = MAX_CALLERS
    ) -> None:
        self._clock = clock
        self._limits = limits
        self._due: LRUCache[tuple[Limited, str], datetime] = LRUCache(max_callers)

    async def take(self, limited: Limited, who: str) -> None:
        key = (limited, who)
        taken = take(self._limits[limited], self._due.get(key), self._clock.now())
        if not taken.allowed:
            raise TooManyRequests(max(1, math.ceil(taken.wait.total_seconds())))
        self._due[key] = taken.due
