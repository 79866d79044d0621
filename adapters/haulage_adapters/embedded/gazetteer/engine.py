"""The port of places over the gazetteer."""

import asyncio
import functools
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from haulage.kernel.errors import InvalidInput, NotFound, Unavailable
from haulage.kernel.geo import Point
from haulage.ports.maps.places import Location, Suggestion
from haulage.ports.maps.routes import MAX_SEARCH_LENGTH, MAX_SUGGESTIONS
from haulage_adapters.embedded.gazetteer.opened import Answer, Opened
from haulage_adapters.embedded.gazetteer.opening import Indexes
from haulage_adapters.embedded.gazetteer.tiers import Tier

T = TypeVar("T")
log = logging.getLogger(__name__)

BEING_BUILT = "The index of places is being prepared. Please try again in a minute."
AREA_ALONE = (
    "These are places around New York; the index of the whole country's addresses is not built yet "
    "(haulage maps build does it)."
)


class EmbeddedPlaces:
    """Places of the United States from data that packages ship, with no network and no key.

    Nothing is opened before the first question, or before ``prepare``. Questions are answered outside
    the event loop, each in a few milliseconds. Without a folder the index lies in the user's cache.

    Where no index is kept, that of the New York area is built in two or three seconds and answers what it
    can; the whole country's is built by ``prepare``, or for a question that needs it. Who asks such a
    question waits *patience_seconds* at most and then gets what the area knows; where that is nothing,
    ``Unavailable``. *report* receives what takes long.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        patience_seconds: float | None = None,
        report: Callable[[str], None] = log.info,
    ) -> None:
        self._report = report
        self._patience = patience_seconds
        self._indexes = Indexes(folder, report)
        # One thread: questions hold the interpreter anyway, and each thread more keeps memory of its own.
        self._thread = ThreadPoolExecutor(1, "places")

    async def prepare(self) -> None:
        """Open the whole country's index, however long that takes; the area's answers meanwhile."""
        await self._indexes.country()

    async def suggest(
        self, text: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Suggestion, ...]:
        _check(text, limit, field="text")
        # Somebody who types at a server gets what is known at once; the next keystroke asks again.
        waits = self._patience is None
        return await self._ask(lambda known: known.suggest(text, near, limit), waits=waits)

    async def details(self, place_id: str) -> Location:
        found = await self._ask(lambda known: known.details(place_id))
        if found is None:
            raise NotFound("Place")
        return found

    async def geocode(
        self, address: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Location, ...]:
        _check(address, limit, field="address")
        return await self._ask(lambda known: known.geocode(address, near, limit))

    async def reverse(self, point: Point) -> Location | None:
        return await self._ask(lambda known: known.reverse(point))

    async def popular(self) -> tuple[Suggestion, ...]:
        return await self._ask(lambda known: known.popular())

    async def _ask(self, question: Callable[[Opened], Answer[T]], *, waits: bool = True) -> T:
        try:
            known = await asyncio.wait_for(self._indexes.first(), self._patience)
        except TimeoutError:
            raise Unavailable("places", BEING_BUILT) from None
        answer, certain = await self._answer(question, known)
        if certain or not waits:
            if known.tier is Tier.AREA:
                self._report(AREA_ALONE)
            return answer
        try:
            known = await asyncio.wait_for(self._indexes.country(), self._patience)
        except TimeoutError:
            if not answer:
                raise Unavailable("places", BEING_BUILT) from None
            return answer
        return (await self._answer(question, known))[0]

    async def _answer(self, question: Callable[[Opened], Answer[T]], known: Opened) -> Answer[T]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, functools.partial(question, known))


def _check(text: str, limit: int, *, field: str) -> None:
    if len(text) > MAX_SEARCH_LENGTH:
        raise InvalidInput(field, f"must be at most {MAX_SEARCH_LENGTH} characters")
    if not 1 <= limit <= MAX_SUGGESTIONS:
        raise InvalidInput("limit", f"must be between 1 and {MAX_SUGGESTIONS}")
