"""The port of places over the gazetteer."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.kernel.geo import Point
from haulage.ports.maps import MAX_SEARCH_LENGTH, MAX_SUGGESTIONS, Location, Suggestion
from haulage_adapters.embedded.gazetteer import identifiers, nearest, store
from haulage_adapters.embedded.gazetteer.answers import Answers
from haulage_adapters.embedded.gazetteer.identifiers import Found
from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.search import Match, Search

T = TypeVar("T")

BEING_BUILT = "The index of places is being prepared. Please try again in a minute."

POPULAR = (
    ("NY", "new york"),
    ("CA", "los angeles"),
    ("IL", "chicago"),
    ("TX", "houston"),
    ("AZ", "phoenix"),
    ("PA", "philadelphia"),
    ("TX", "san antonio"),
    ("CA", "san diego"),
    ("TX", "dallas"),
    ("FL", "jacksonville"),
    ("TX", "ft worth"),
    ("TX", "austin"),
    ("CA", "san jose"),
    ("OH", "columbus"),
    ("NC", "charlotte"),
)
"""The country's fifteen most populous cities, in canonical words (MAP-11; Census Bureau, July 2024)."""


class EmbeddedPlaces:
    """Places of the United States from data that packages ship, with no network and no key.

    Nothing is opened before the first question, or before ``prepare``. Questions are answered outside
    the event loop, each in a few milliseconds. Without a folder the index lies in the user's cache. Who
    asks while it is being built waits *patience_seconds* at most, and is then told ``Unavailable``.
    """

    def __init__(self, folder: Path | None = None, *, patience_seconds: float | None = None) -> None:
        self._folder = folder
        self._patience = patience_seconds
        self._opened: _Opened | None = None
        self._opening: asyncio.Task[_Opened] | None = None

    async def prepare(self) -> None:
        """Open the index now, however long that takes."""
        await self._open()

    async def suggest(
        self, text: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Suggestion, ...]:
        _check(text, limit, field="text")
        return await self._ask(lambda known: known.suggest(text, near, limit))

    async def details(self, place_id: str) -> Location:
        return await self._ask(lambda known: known.answers.location(identifiers.find(known.index, place_id)))

    async def geocode(
        self, address: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Location, ...]:
        _check(address, limit, field="address")
        return await self._ask(lambda known: known.geocode(address, near, limit))

    async def reverse(self, point: Point) -> Location | None:
        return await self._ask(lambda known: known.reverse(point))

    async def popular(self) -> tuple[Suggestion, ...]:
        return await self._ask(lambda known: known.popular())

    async def _ask(self, question: "Callable[[_Opened], T]") -> T:
        try:
            known = await asyncio.wait_for(self._open(), self._patience)
        except TimeoutError:
            raise Unavailable("places", BEING_BUILT) from None
        return await asyncio.to_thread(question, known)

    async def _open(self) -> "_Opened":
        """All who ask at once wait for the same opening; one who gives up does not end it."""
        if self._opened is not None:
            return self._opened
        opening = self._opening
        if opening is None or opening.done() or opening.get_loop() is not asyncio.get_running_loop():
            opening = self._opening = asyncio.create_task(asyncio.to_thread(_open, self._folder))
        self._opened = await asyncio.shield(opening)
        return self._opened


def _open(folder: Path | None) -> "_Opened":
    return _Opened(Index(store.opened(folder)))


class _Opened:
    """The index and those who read it."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.search = Search(index)
        self.answers = Answers(index)

    def suggest(self, text: str, near: Point | None, limit: int) -> tuple[Suggestion, ...]:
        return tuple(map(self.answers.suggestion, self._find(text, near, limit)))

    def geocode(self, address: str, near: Point | None, limit: int) -> tuple[Location, ...]:
        return tuple(map(self.answers.location, self._find(address, near, limit)))

    def reverse(self, point: Point) -> Location | None:
        found = nearest.found_at(self.index, point)
        return None if found is None else self.answers.location(found)

    def popular(self) -> tuple[Suggestion, ...]:
        numbers = (self.index.area_called(state, city) for state, city in POPULAR)
        return tuple(self.answers.suggestion(Found("a", each)) for each in numbers if each is not None)

    def _find(self, text: str, near: Point | None, limit: int) -> list[Found]:
        matches = self.search.find(text, near=near, limit=limit)
        return [_found(match) for match in matches]


def _found(match: Match) -> Found:
    return Found(match.target[0], int(match.target[1:]), match.spot)


def _check(text: str, limit: int, *, field: str) -> None:
    if len(text) > MAX_SEARCH_LENGTH:
        raise InvalidInput(field, f"must be at most {MAX_SEARCH_LENGTH} characters")
    if not 1 <= limit <= MAX_SUGGESTIONS:
        raise InvalidInput("limit", f"must be between 1 and {MAX_SUGGESTIONS}")
