"""The ``SpeedLimits`` port over Valhalla: the limit of the road that a drive was matched to."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence

from haulage.kernel.geo import Point
from haulage.ports.maps.roads import SpeedLimits
from haulage_adapters.http_client.client import Limits, ServiceClient
from haulage_adapters.http_client.failures import OutsideFailure
from haulage_adapters.http_client.ttl_cache import TtlCache
from haulage_adapters.road_engines.engine import REMEMBERED_SECONDS, rounded
from haulage_adapters.road_engines.traces import traces
from haulage_adapters.road_engines.valhalla_trace import ask_trace, read_trace

log = logging.getLogger(__name__)

PATIENCE = Limits(budget_seconds=1.0, attempt_seconds=0.7, attempts=2, max_bytes=1_000_000)
"""A device waits for it with every batch; a limit that comes later is not worth the waiting."""

MOST_TRACES = 8
"""Ours: asked about in one batch, the longest first; fixes that jump about have no limits."""

REMEMBERED_TRACES = 200
"""A batch whose answer was lost is sent again."""

QUIET_SECONDS = 600.0
"""Fixes come every few seconds: an engine that fails is written down once, and again if it goes on."""


class MatchedLimits(SpeedLimits):
    """Limits of the roads under a drive. Who does not answer in time does not know.

    Its line has a breaker of its own: a server that routes, but matches no traces, goes on routing.
    A lone point has no limit, because the nearest road need not be the one that was driven.
    """

    def __init__(self, line: ServiceClient, *, now: Callable[[], float] = time.monotonic) -> None:
        self._line = line
        self._remembered = TtlCache[tuple[float | None, ...]](
            size=REMEMBERED_TRACES, seconds=REMEMBERED_SECONDS, now=now
        )
        self._now = now
        self._quiet_until = -math.inf

    async def aclose(self) -> None:
        """Close the line."""
        await self._line.aclose()

    async def limits(self, points: Sequence[Point]) -> Sequence[float | None]:
        places = [rounded(point) for point in points]
        found: list[float | None] = [None] * len(places)
        longest = sorted(traces(places), key=lambda cut: cut.start - cut.stop)[:MOST_TRACES]
        answers = await asyncio.gather(*(self._limits_or_none(tuple(places[cut])) for cut in longest))
        for cut, limits in zip(longest, answers, strict=True):
            found[cut] = limits
        return found

    async def _limits_or_none(self, trace: tuple[Point, ...]) -> Sequence[float | None]:
        try:
            return await self._remembered.get(trace, lambda: self._ask(trace))
        except OutsideFailure as failure:
            self._log_failure(failure)
            return [None] * len(trace)

    async def _ask(self, trace: tuple[Point, ...]) -> tuple[float | None, ...]:
        question = ask_trace(trace)
        limits = await self._line.ask(
            question.method,
            question.path,
            lambda answer: read_trace(answer, len(trace)),
            json=question.json,
        )
        return tuple(limits)

    def _log_failure(self, failure: OutsideFailure) -> None:
        if self._now() >= self._quiet_until:
            log.warning("speed limits are unknown, and nobody is said to speed: %s", failure)
            self._quiet_until = self._now() + QUIET_SECONDS
