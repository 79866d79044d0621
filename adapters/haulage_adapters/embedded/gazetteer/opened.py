"""An open index and those who read it; every answer says whether the whole country's could be better."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.ports.maps.places import Location, Suggestion
from haulage_adapters.embedded.gazetteer import identifiers, nearest
from haulage_adapters.embedded.gazetteer.answers import Answers
from haulage_adapters.embedded.gazetteer.columns import Column
from haulage_adapters.embedded.gazetteer.identifiers import Found
from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.search import Match, Search
from haulage_adapters.embedded.gazetteer.tiers import SERVED, Tier

T = TypeVar("T")
Answer: TypeAlias = tuple[T, bool]
"""What was found, and whether that is certain whichever tier is asked."""

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
    ("NY", "new york", "Manhattan"),
    ("NY", "new york", "Brooklyn"),
    ("NY", "new york", "Queens"),
    ("NY", "new york", "Bronx"),
    ("NY", "new york", "Staten Island"),
    ("NJ", "jersey city"),
    ("NJ", "hoboken"),
)
"""The country's fifteen most populous cities, in canonical words (MAP-11; Census Bureau, July 2024), and the
parts of the packaged service area."""

CERTAIN = 1.0
"""A street near who asks that costs no more than this is what was meant: others cost their distance too."""


class Opened:
    """Questions to one index."""

    def __init__(self, tier: Tier, columns: Mapping[str, Column]) -> None:
        self.tier = tier
        self._index = Index(columns)
        self._search = Search(self._index)
        self._answers = Answers(self._index)

    def suggest(self, text: str, near: Point | None, limit: int) -> Answer[tuple[Suggestion, ...]]:
        matches = self._search.find(text, near=near, limit=limit)
        return tuple(map(self._answers.suggestion, _found(matches))), self._certain(matches, near)

    def geocode(self, address: str, near: Point | None, limit: int) -> Answer[tuple[Location, ...]]:
        matches = self._search.find(address, near=near, limit=limit)
        return tuple(map(self._answers.location, _found(matches))), self._certain(matches, near)

    def details(self, place_id: str) -> Answer[Location | None]:
        try:
            found = identifiers.find(self._index, place_id)
        except NotFound:
            return None, self.tier is Tier.COUNTRY
        return self._answers.location(found), True

    def reverse(self, point: Point) -> Answer[Location | None]:
        found = nearest.found_at(self._index, point)
        certain = self.tier is Tier.COUNTRY or SERVED.holds(point)
        return (None if found is None else self._answers.location(found)), certain

    def popular(self) -> Answer[tuple[Suggestion, ...]]:
        numbers = (self._index.area_called(*parts) for parts in POPULAR)
        places = (Found("a", each) for each in numbers if each is not None)
        return tuple(map(self._answers.suggestion, places)), True

    def _certain(self, matches: list[Match], near: Point | None) -> bool:
        """Cities are the same in both tiers; a street that fits well near who asks is not bettered."""
        if self.tier is Tier.COUNTRY:
            return True
        if not matches or (near is not None and not SERVED.holds(near)):
            return False
        return matches[0].target[0] != "s" or matches[0].cost <= CERTAIN


def _found(matches: Iterable[Match]) -> list[Found]:
    return [Found(match.target[0], int(match.target[1:]), match.spot, match.crossing) for match in matches]
