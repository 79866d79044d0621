"""Reading the end of an address: city, borough, neighbourhood, state and ZIP code."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache

import attrs
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.keys import NEW_YORK
from haulage_adapters.embedded.gazetteer.naming import Typed
from haulage_adapters.embedded.gazetteer.remembered import remembered
from haulage_adapters.embedded.gazetteer.states import BY_NAME, STATES
from haulage_adapters.embedded.gazetteer.words import CANONICAL, key_of

MOST_PHRASES = 400
"""The longest list of cities that begin alike which is gone into."""

SHORTEST = 3
"""Shorter beginnings name half the country; they are looked for only near who asks."""

MOST_STATES = 12
"""States that begin with one letter: N and M have most."""

NOISE = frozenset({"cdp"})
"""Words that lists of places add to a name and nobody says: census-designated place."""

LONGEST_MISTYPED = 4
"""Words of a city in which slips are looked for."""

STARTED, MISTYPED, OTHER_ZIP, UNREAD = 0.1, 0.5, 1.0, 1.2
LIKE_ENOUGH = 70

MAX_CACHED_PLACES = 15_000
"""Areas and ZIP codes in all the regions that are kept: about a megabyte."""

STATE_KEYS = {key_of(name): code for name, code in BY_NAME.items()}
COUNTRY = (("us",), ("usa",), ("america",), ("us", "of", "america"))


@attrs.frozen
class Region:
    """Where an address may lie: in any of these areas, ZIP codes or neighbourhoods.

    *named* are the targets that the words name themselves, for those who look for the place alone; *begun*
    is the beginning of a ZIP code, *reach* all areas that hold anything of the region.
    """

    areas: frozenset[int]
    zips: frozenset[int] = frozenset()
    hoods: frozenset[int] = frozenset()
    cost: float = 0.0
    named: tuple[str, ...] = ()
    begun: str = ""
    reach: frozenset[int] = frozenset()

    def holds(self, area: int, code: int, hood: int) -> bool:
        """Whether a point lies in it."""
        return area in self.areas or code in self.zips or (hood > 0 and hood in self.hoods)


@attrs.frozen
class _State:
    codes: frozenset[str]
    rest: tuple[Typed, ...]
    cost: float = 0.0


def _weight(regions: tuple[Region, ...]) -> int:
    return 1 + sum(len(each.areas) + len(each.zips) + len(each.reach) + len(each.named) for each in regions)


class Regions:
    """Finds the regions that words name."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.named = remembered(self._named, _weight, MAX_CACHED_PLACES)
        self._similar = lru_cache(maxsize=128)(self._similar_phrases)

    def _named(self, words: tuple[Typed, ...], *, forgiving: bool = True) -> tuple[Region, ...]:
        """The regions that these words may mean, all words being used; *forgiving* allows slips."""
        words = tuple(each for each in _without_country(words) if each.word not in NOISE)
        if not words:
            return ()
        code, rest = _zip(words)
        if code is None:
            found = self._cities(words, forgiving=forgiving)
        elif len(code) == 5:
            found = self._with_zip(code, rest, forgiving=forgiving)
        elif rest:
            found = [
                attrs.evolve(each, begun=code, named=()) for each in self._cities(rest, forgiving=forgiving)
            ]
        else:
            found = self._begun_zips(code)
        return tuple(attrs.evolve(each, reach=self._reach(each)) for each in found)

    def _reach(self, region: Region) -> frozenset[int]:
        """All areas that hold anything of a region."""
        if not region.zips and not region.hoods:
            return region.areas
        areas = set(region.areas)
        for code in region.zips:
            areas.update(self._index.areas_of_zip(code))
            areas.add(self._index.zip_area(code))
        for hood in region.hoods:
            borough = self._index.area_called("NY", NEW_YORK, self._index.hoods[hood - 1].borough)
            if borough is not None:
                areas.add(borough)
        return frozenset(areas)

    def _with_zip(self, code: str, rest: tuple[Typed, ...], *, forgiving: bool) -> list[Region]:
        cities = self._cities(rest, forgiving=forgiving) if rest else []
        found = []
        number = self._index.zip_called(code)
        if number is not None:
            areas = frozenset(self._index.areas_of_zip(number))
            cost = self._agreement(number, areas, rest, cities) if rest else 0.0
            if cost < UNREAD:
                found.append(Region(frozenset(), frozenset({number}), cost=cost, named=(f"z{number}",)))
        return found + [
            attrs.evolve(each, cost=each.cost + OTHER_ZIP, named=()) for each in cities if each.cost < UNREAD
        ]

    def _begun_zips(self, code: str) -> list[Region]:
        if len(code) < 3:
            return []
        found = self._index.zips_begun(code)
        if not found:
            return []
        named = tuple(f"z{number}" for number in found)
        return [Region(frozenset(), frozenset(found), cost=STARTED, named=named)]

    def _agreement(
        self, number: int, areas: frozenset[int], rest: tuple[Typed, ...], cities: list[Region]
    ) -> float:
        """What the words before a ZIP code cost: nothing when they name its city."""
        here = areas | {self._index.zip_area(number)}
        agreeing = [each.cost for each in cities if here & each.areas or number in each.zips]
        if agreeing:
            return min(agreeing)
        written = " ".join(each.word for each in rest)
        likeness = max(
            fuzz.ratio(written, f"{area.key}{middle}{area.state.lower()}".strip())
            for area in map(self._index.area, here)
            for middle in (" ", f" {area.borough.lower()} ")
        )
        return 1.0 - likeness / 200 if likeness >= LIKE_ENOUGH else UNREAD

    def _cities(self, words: tuple[Typed, ...], *, forgiving: bool) -> list[Region]:
        """Regions by city and state, without a ZIP code."""
        found = []
        for state in _states(words):
            if state.rest:
                found += self._phrase(state, forgiving=forgiving)
            elif state.codes:
                areas = frozenset(area for code in state.codes for area in self._areas_in(code))
                found.append(Region(areas, cost=state.cost))
        return found

    def _areas_in(self, code: str) -> range:
        """Areas are numbered by state first."""
        states = range(len(self._index.area_lat))
        start = bisect_left(states, code, key=self._index.area_state)
        return range(start, bisect_right(states, code, start, key=self._index.area_state))

    def _phrase(self, state: _State, *, forgiving: bool) -> list[Region]:
        phrases = self._index.phrases
        phrase = " ".join(each.word for each in state.rest)
        found = []
        start = bisect_left(phrases, phrase)
        if start < len(phrases) and phrases[start] == phrase:
            found.append(self._region([start], state, 0.0))
        lead = " ".join((*(each.word for each in state.rest[:-1]), state.rest[-1].raw))
        if state.rest[-1].open and len(lead) >= SHORTEST:
            first, end = bisect_left(phrases, lead), bisect_right(phrases, f"{lead}\U0010ffff")
            wanted = [place for place in range(first, end) if phrases[place] != phrase]
            if wanted:
                found.append(self._region(wanted[:MOST_PHRASES], state, STARTED))
        known = any(each.areas or each.zips or each.hoods for each in found)
        if forgiving and not known and len(state.rest) <= LONGEST_MISTYPED:
            written = " ".join(each.raw for each in state.rest)
            for place, errors in self._similar(written):
                found.append(self._region([place], state, MISTYPED * errors))
        return [each for each in found if each.areas or each.zips or each.hoods]

    def _similar_phrases(self, written: str) -> list[tuple[int, int]]:
        """Cities that are written nearly so, with the count of slips."""
        if len(written) < 4 or any(letter.isdigit() for letter in written):
            return []
        most = 1 if len(written) < 8 else 2
        found: dict[int, int] = {}
        for key in {written, key_of(written)}:
            for length in range(len(key) - most, len(key) + most + 1):
                phrases = self._index.phrases_by_length.get(length, [])
                close = process.extract(key, phrases, scorer=OSA.distance, score_cutoff=most, limit=20)
                for phrase, errors, _ in close:
                    if errors:
                        place = bisect_left(self._index.phrases, phrase)
                        found[place] = int(min(errors, found.get(place, 9)))
        return sorted(found.items(), key=lambda pair: pair[1])

    def _region(self, places: Iterable[int], state: _State, cost: float) -> Region:
        areas, zips, hoods, named = set(), set(), set(), []
        for each in (target for place in places for target in self._index.targets_of(place)):
            number = int(each[1:])
            if each[0] == "h":
                if not state.codes or "NY" in state.codes:
                    hoods.add(number)
                    named.append(each)
                continue
            area = number if each[0] == "a" else self._index.zip_area(number)
            if state.codes and self._index.area_state(area) not in state.codes:
                continue
            if each[0] == "a":
                areas.add(number)
                named.append(each)
                areas |= self._boroughs(number)
            else:
                zips.add(number)
        return Region(frozenset(areas), frozenset(zips), frozenset(hoods), state.cost + cost, tuple(named))

    def _boroughs(self, number: int) -> set[int]:
        """New York as a whole stands for its boroughs."""
        area = self._index.area(number)
        if not area.new_york or area.borough:
            return set()
        return {
            found
            for name in ("Bronx", "Brooklyn", "Manhattan", "Queens", "Staten Island")
            if (found := self._index.area_called("NY", area.key, name)) is not None
        }


def _without_country(words: tuple[Typed, ...]) -> tuple[Typed, ...]:
    for country in COUNTRY:
        if len(words) > len(country) and tuple(each.word for each in words[-len(country) :]) == country:
            return words[: -len(country)]
    return words


def _zip(words: tuple[Typed, ...]) -> tuple[str | None, tuple[Typed, ...]]:
    """A ZIP code at the end, with or without its four digits more, whole or begun."""
    last = words[-1].raw
    if last.isascii() and last.isdigit():
        before = words[-2].raw if len(words) > 1 else ""
        if before.isascii() and before.isdigit() and len(before) == 5 and len(last) <= 4:
            return before, words[:-2]
        if len(last) == 5 or (len(last) < 5 and words[-1].open):
            return last, words[:-1]
    return None, words


def _states(words: tuple[Typed, ...]) -> list[_State]:
    """The ways to take the last words for a state, that of taking none among them."""
    found = [_State(frozenset(), words)]
    for count in (1, 2, 3):
        if len(words) < count:
            break
        tail, rest = words[-count:], words[:-count]
        key = " ".join(each.word for each in tail)
        if key in STATE_KEYS:
            found.append(_State(frozenset({STATE_KEYS[key]}), rest))
        elif rest:
            found += _begun_states(tail, rest)
    return found


def _begun_states(tail: tuple[Typed, ...], rest: tuple[Typed, ...]) -> list[_State]:
    raw = " ".join(each.raw for each in tail)
    if tail[-1].open:
        begun = {code for name, code in BY_NAME.items() if name.startswith(raw)}
        if 0 < len(begun) <= MOST_STATES:
            return [_State(frozenset(begun), rest, STARTED)]
    if len(raw) < 5 or raw in CANONICAL:
        return []
    alike = {code for code, name in STATES.items() if OSA.distance(raw, name.lower(), score_cutoff=2) <= 2}
    return [_State(frozenset(alike), rest, MISTYPED)] if alike else []


def names_state(words: tuple[Typed, ...]) -> bool:
    """Whether words end in a state, behind something in it."""
    return len(words) > 1 and words[-1].word in STATE_KEYS
