"""Opening the indexes: the best one that is kept, else the area's at once and the country's behind it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from haulage_adapters.embedded.gazetteer import columns, store
from haulage_adapters.embedded.gazetteer.opened import Opened
from haulage_adapters.embedded.gazetteer.tiers import Tier

log = logging.getLogger(__name__)


class Indexes:
    """What is open. Nothing is opened before the first question; *report* receives what takes long."""

    def __init__(self, folder: Path | None, report: Callable[[str], None] = log.info) -> None:
        self._folder = folder
        self._report = report
        self._best: Opened | None = None
        self._country_failed = False
        self._running: dict[str, asyncio.Task[Opened]] = {}

    async def first(self) -> Opened:
        """The best index that is there; the area's is built where there is none."""
        return self._best or await self._shared("first", self._open_first)

    async def country(self) -> Opened:
        """The whole country's, however long that takes; the area's for good where it cannot be built."""
        best = await self.first()
        if best.tier is Tier.COUNTRY or self._country_failed:
            return best
        return await self._shared("country", self._open_country)

    async def _shared(self, name: str, work: Callable[[], Coroutine[Any, Any, Opened]]) -> Opened:
        """All who ask at once wait for the same opening; one who gives up does not end it."""
        running = self._running.get(name)
        if running is None or running.done() or running.get_loop() is not asyncio.get_running_loop():
            running = self._running[name] = asyncio.create_task(work())
        return await asyncio.shield(running)

    async def _open_first(self) -> Opened:
        for tier in (Tier.COUNTRY, Tier.AREA):
            known = await asyncio.to_thread(store.load, self._folder, tier)
            if known is not None:
                return self._take(tier, known)
        self._report(store.BUILDING[Tier.AREA])
        try:
            return self._take(Tier.AREA, await store.built(self._folder, Tier.AREA))
        except store.NotBuilt as problem:
            log.warning("The index of places is built in this process: %s", problem)
            return self._take(Tier.AREA, await asyncio.to_thread(_built_here))

    async def _open_country(self) -> Opened:
        self._report(store.BUILDING[Tier.COUNTRY])
        try:
            return self._take(Tier.COUNTRY, await store.built(self._folder, Tier.COUNTRY))
        except store.NotBuilt as problem:
            log.warning("Places are those of the New York area until the next start: %s", problem)
            self._country_failed = True
            return await self.first()

    def _take(self, tier: Tier, known: dict[str, columns.Column]) -> Opened:
        self._best = Opened(tier, known)
        return self._best


def _built_here() -> dict[str, columns.Column]:
    from haulage_adapters.embedded.gazetteer.builder import build

    return columns.hold(build(Tier.AREA))
