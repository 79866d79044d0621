"""Finding what a text means: streets, numbers on them, and places, by how little has to be forgiven.

Every doubt costs: a word that was mistyped or left out, a number that is not known, a distance. What
costs least comes first; what costs more than ``MOST`` is not offered, so that nonsense finds nothing.
"""

import heapq
import math
from collections.abc import Iterable, Iterator

import attrs

from haulage.kernel.geo import Point
from haulage.ports.maps.routes import BIAS_RADIUS_METERS
from haulage_adapters.embedded.gazetteer import curated, estimates, grid, query
from haulage_adapters.embedded.gazetteer.crossings import Crossing
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import METERS_PER_DEGREE, Index
from haulage_adapters.embedded.gazetteer.keys import E7
from haulage_adapters.embedded.gazetteer.meeting import Meetable, in_areas
from haulage_adapters.embedded.gazetteer.names import ENOUGH_NEAR, NOBODY, SHORT, Names
from haulage_adapters.embedded.gazetteer.naming import Typed, is_street, name_cost
from haulage_adapters.embedded.gazetteer.placing import Spot
from haulage_adapters.embedded.gazetteer.query import Query
from haulage_adapters.embedded.gazetteer.regions import MISTYPED, STARTED, Region, Regions, names_state
from haulage_adapters.embedded.gazetteer.tiers import SERVED, SERVED_CITIES

SERVICE_CITY = Point(40.7128, -74.0060)
"""New York's City Hall: where the platform works, and so where people are who say nothing else."""

MOST = 2.6
GOOD = 0.45
"""An answer this cheap needs no search for mistyped words."""

FAR, FARTHER = 0.6, 0.12
"""The cost of lying outside the bias radius, and of every doubling of the distance beyond."""

FAR_IN_REGION = 0.1
"""The share of that where a city, state or ZIP code was named."""

NO_NUMBER, OTHER_REGION, OTHER_ZIP, PLACE = 0.9, 0.6, 0.4, 0.05
OTHER_BOROUGH = 0.15
"""The cost of Brooklyn where New York was named: its mail says Brooklyn, and New York is Manhattan's."""

OUTSIDE_MANHATTAN = 0.05
"""The cost of a street elsewhere, where neither a place was named nor a position is known."""

EXACT_FAR, STREETS_FAR = 8, 2_000

NEVER_A_CITY = frozenset({"ave", "blvd", "rd", "ln", "dr"})
"""Types that begin no city's name: the street goes on there."""

LONGEST_STREET = 10
"""Words of a street's name; nobody waits for more of them to be tried as one."""


@attrs.frozen
class Match:
    """Something that was found: *target* names it.

    p is a curated place, s a street, x one of two streets that meet, g a cross street that no package lists,
    a an area, z a ZIP code, h a neighborhood.
    """

    target: str
    cost: float
    distance: float
    spot: Spot | None = None
    crossing: Crossing | None = None

    @property
    def rank(self) -> tuple[float, float, str]:
        return (round(self.cost, 3), self.distance, self.target)

    @property
    def key(self) -> tuple[str, str, int]:
        """What makes it the same as another match."""
        if self.crossing is not None:
            return (self.target, "&", self.crossing.other)
        if self.spot is None:
            return (self.target, "", 0)
        return (self.target, self.spot.house.text, self.spot.nearest if self.spot.known else -1)


@attrs.frozen
class _Near:
    """Who asks, and the areas around."""

    lat: float
    lng: float
    areas: frozenset[int]
    served: frozenset[int]
    """Where streets are looked for that nobody named a city of; none where who asks is elsewhere."""

    @property
    def everywhere(self) -> bool:
        """Whether who asks may be anywhere in the served area."""
        return bool(self.served) and (self.lat, self.lng) == (SERVICE_CITY.lat, SERVICE_CITY.lng)

    def distance(self, lat: float, lng: float) -> float:
        """Metres, along the meridian and the parallel."""
        east = (lng - self.lng) * math.cos(math.radians((lat + self.lat) / 2))
        return METERS_PER_DEGREE * math.hypot(lat - self.lat, east)


class Search:
    """Looks texts up in an index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._regions = Regions(index)
        self._names = Names(index)
        self._crossings = estimates.crossings(index)
        self._meetable = Meetable(index, self._names)
        places = (index.area_called(*each) for each in SERVED_CITIES)
        self._served = frozenset(each for each in places if each is not None)
        self._other_boroughs = frozenset(
            each for each in self._served if each != index.manhattan and index.area(each).borough
        )

    def find(self, text: str, *, near: Point | None, limit: int) -> list[Match]:
        """The best matches, best first."""
        at = near or SERVICE_CITY
        # Rounded, so that a person who walks does not make the index look for its areas again.
        rounded = (round(at.lat, 1), round(at.lng, 1))
        around = self._index.areas_near(*rounded, float(BIAS_RADIUS_METERS))
        served = self._served if SERVED.holds(at) else NOBODY
        here = _Near(at.lat, at.lng, around, served)
        pool: dict[tuple[str, str, int], Match] = {}
        for match in (*self._corners(text, here), *_named_places(text, here)):
            pool[match.key] = match
        readings = query.read(text)
        for forgiving in (False, True):
            for reading in readings:
                for found in self._matches(reading, here, forgiving=forgiving):
                    match = attrs.evolve(found, cost=found.cost + reading.cost)
                    known = pool.get(match.key)
                    if match.cost <= MOST and (known is None or match.rank < known.rank):
                        pool[match.key] = match
            if pool and min(match.cost for match in pool.values()) <= GOOD:
                break
        return self._varied(heapq.nsmallest(limit * 3, pool.values(), key=lambda match: match.rank), limit)

    def _corners(self, text: str, here: _Near) -> Iterator[Match]:
        """Where two streets meet, if the text names two; mistyped ones where no others do."""
        pairs = query.read_crossings(text)
        for forgiving in (False, True):
            found = [
                corner
                for one, other in pairs
                for corner in self._corners_of(one, other, here, forgiving=forgiving)
            ]
            if found:
                yield from found
                return

    def _corners_of(self, one: Query, other: Query, here: _Near, *, forgiving: bool) -> Iterator[Match]:
        splits = (other.comma,) if other.comma else range(len(other.words), 0, -1)
        for count in splits:
            street, rest = other.words[:count], other.words[count:]
            regions = [*self._regions_of(rest, here, forgiving=False)] if rest else [None]
            found = [
                corner
                for region in regions
                for corner in self._meeting(one.words, street, region, here, forgiving=forgiving)
            ]
            yield from found
            if found:
                return

    def _meeting(
        self,
        one: tuple[Typed, ...],
        other: tuple[Typed, ...],
        region: Region | None,
        here: _Near,
        *,
        forgiving: bool,
    ) -> Iterator[Match]:
        areas = region.reach if region else here.served or here.areas
        ones, others = (self._meetable.likely(words, areas, forgiving=forgiving) for words in (one, other))
        for cost, street in ones:
            for more, meeting in others:
                crossing = self._crossings.find(street, meeting)
                if crossing is None:
                    continue
                doubt = self._elsewhere(crossing.one, crossing.nearest, region)
                doubt += region.cost if region else 0.0
                distance = here.distance(crossing.point.lat, crossing.point.lng)
                yield Match(f"x{crossing.one}", cost + more + doubt, distance, crossing=crossing)

    @staticmethod
    def _varied(matches: list[Match], limit: int) -> list[Match]:
        """Streets without their number are not worth a line where the same street has one."""
        numbered = {match.target for match in matches if match.spot}
        return [match for match in matches if match.spot or match.target not in numbered][:limit]

    def _matches(self, reading: Query, here: _Near, *, forgiving: bool) -> Iterator[Match]:
        words = reading.words
        if reading.house is None:
            for region in self._regions_of(words, here, forgiving=forgiving):
                yield from self._places(region, here, sure=names_state(words) and not region.cost)
        for count in self._splits(reading, forgiving=forgiving):
            street, rest = words[:count], words[count:]
            if not rest:
                yield from self._streets(reading.house, street, None, here, forgiving=forgiving)
                continue
            if rest[0].word in NEVER_A_CITY:
                continue
            closed = (*street[:-1], attrs.evolve(street[-1], open=False))
            if self._names.common(closed, forgiving=forgiving) == NOBODY:
                continue
            for region in self._regions_of(rest, here, forgiving=forgiving):
                if not (here.served and self._is_no_address(closed, region, here)):
                    yield from self._streets(reading.house, closed, region, here, forgiving=forgiving)

    @staticmethod
    def _is_no_address(street: tuple[Typed, ...], region: Region, here: _Near) -> bool:
        """Whether nobody in the served area means a street of a region far away: its name is mistyped, or all
        that is said of the street is a number (`2 broadway` is no 2nd Street in Broadway, North Carolina)."""
        if region.reach & here.areas:
            return False
        is_bare_number = len(street) == 1 and street[0].raw.isdigit()
        return is_bare_number or (region.cost >= MISTYPED and not region.zips)

    @staticmethod
    def _splits(reading: Query, *, forgiving: bool) -> Iterable[int]:
        """How many words belong to the street: those before the comma, or any number of them."""
        count = len(reading.words)
        if reading.comma and not forgiving:
            return (reading.comma,)
        return range(min(count, LONGEST_STREET), 0, -1)

    def _regions_of(self, words: tuple[Typed, ...], here: _Near, *, forgiving: bool) -> Iterator[Region]:
        if here.served and is_street(words):
            return  # "st" begins Stirling, "22nd St" is a post office of Chicago, and nobody means them
        found = self._regions.named(words, forgiving=forgiving)
        sure = any(not each.cost for each in found)
        for each in found:
            if not (here.served and self._unlikely(each, words, here, sure=sure)):
                yield self._near_one(each, here)
        if len(words) == 1 and words[0].open and len(words[0].raw) < SHORT:
            areas = [each for each in map(self._index.area, here.areas) if each.begins(words[0].raw)]
            if areas:
                numbers = frozenset(each.number for each in areas)
                named = tuple(f"a{number}" for number in sorted(numbers))
                yield Region(numbers, cost=0.1, named=named, reach=numbers)

    @staticmethod
    def _near_one(region: Region, here: _Near) -> Region:
        """Of cities of one name (Brooklyn, and that of Ohio), or begun alike, those around."""
        near = region.reach & here.areas
        if not here.served or not near or region.cost > STARTED:
            return region
        named = tuple(each for each in region.named if each[0] != "a" or int(each[1:]) in near)
        return attrs.evolve(region, areas=region.areas & near, named=named, reach=near)

    @staticmethod
    def _unlikely(region: Region, words: tuple[Typed, ...], here: _Near, *, sure: bool) -> bool:
        """Whether a region far away is one that nobody in the served area means: guessed, not named."""
        if not region.cost or region.reach & here.areas:
            return False
        return sure or region.cost > MISTYPED or words[-1].raw.isdigit()

    def _places(self, region: Region, here: _Near, *, sure: bool) -> Iterator[Match]:
        """What a region names; whoever names its state as well is *sure*, however far it is."""
        for target in region.named:
            number = int(target[1:])
            if target[0] == "a":
                point = self._index.area(number).point
                size = self._index.columns["area_size"][number]
            elif target[0] == "z":
                point, size = self._index.zip_point(number), 1
            else:
                point, size = self._index.hoods[number - 1].point, 3
            distance = here.distance(point.lat, point.lng)
            far = self._far(distance) * (FAR_IN_REGION if sure else 1.0)
            cost = region.cost + PLACE + far - 0.2 * math.log2(max(1, size)) * bool(far)
            yield Match(target, max(cost, region.cost), distance)

    @staticmethod
    def _far(distance: float) -> float:
        if distance <= BIAS_RADIUS_METERS:
            return 0.0
        return FAR + FARTHER * math.log2(distance / BIAS_RADIUS_METERS)

    def _streets(
        self,
        house: House | None,
        words: tuple[Typed, ...],
        region: Region | None,
        here: _Near,
        *,
        forgiving: bool,
    ) -> Iterator[Match]:
        areas = region.reach if region else here.served or here.areas
        if not areas:
            return
        yield from self._cross_streets(house, words, region, here, areas)
        near = 0
        for fit, name in self._names.fitting(words, areas, alone=region is None, forgiving=forgiving):
            cost = fit + (region.cost if region else 0.0)
            if cost > MOST:
                break
            streets = list(in_areas(self._index, name, areas))
            near += len(streets)
            for street in streets:
                yield from self._on_street(street, house, cost, region, here)
            if region is None and not here.served and near < ENOUGH_NEAR:
                yield from self._far_streets(name, house, cost, set(streets), here)

    def _cross_streets(
        self,
        house: House | None,
        words: tuple[Typed, ...],
        region: Region | None,
        here: _Near,
        areas: frozenset[int],
    ) -> Iterator[Match]:
        """Streets of Manhattan's grid that no package lists."""
        if self._index.manhattan not in areas:
            return
        for street in grid.missing(self._index, words):
            cost = name_cost(words, street.name) + (region.cost if region else 0.0)
            middle = grid.middle(self._index, street)
            if cost > MOST or middle is None:
                continue
            spot = grid.place(self._index, street, house) if house else None
            point = (spot or middle).point
            doubt = self._outside(self._index.manhattan, (spot or middle).nearest, region)
            number = street.number if street.side == "e" else -street.number
            without = NO_NUMBER if house else 0.0
            cost += doubt + (spot.cost if spot else without)
            yield Match(f"g{number}", cost, here.distance(point.lat, point.lng), spot)

    def _far_streets(
        self, name: int, house: House | None, cost: float, known: set[int], here: _Near
    ) -> Iterator[Match]:
        """Outside the bias radius only the nearest streets that have the number, or are named so."""
        if house is not None:
            points = self._index.points_numbered(name, house.value)
            nearest = heapq.nsmallest(EXACT_FAR, points, key=lambda point: self._distance(point, here))
            streets = dict.fromkeys(map(self._index.street_at, nearest))
        else:
            firsts = self._index.streets_named(name)[:STREETS_FAR]
            streets = dict.fromkeys(
                heapq.nsmallest(
                    3, firsts, key=lambda street: self._distance(self._index.street_point[street], here)
                )
            )
        for street in streets:
            if street not in known:
                yield from self._on_street(street, house, cost, None, here)

    def _distance(self, point: int, here: _Near) -> float:
        return here.distance(self._index.lat[point] / E7, self._index.lng[point] / E7)

    def _on_street(
        self, street: int, house: House | None, cost: float, region: Region | None, here: _Near
    ) -> Iterator[Match]:
        found = estimates.spots(self._index, street, house) if house else []
        for spot in found:
            doubt = self._elsewhere(street, spot.nearest, region)
            if (
                region is None
                and here.everywhere
                and self._index.street_area[street] != self._index.manhattan
            ):
                doubt += OUTSIDE_MANHATTAN
            distance = here.distance(spot.point.lat, spot.point.lng)
            far = self._far(distance) * (1.0 if region is None else FAR_IN_REGION)
            yield Match(f"s{street}", cost + spot.cost + doubt + far, distance, spot)
        if not found:
            points = self._index.points_of(street)
            middle = points[len(points) // 2]
            inside = [self._elsewhere(street, point, region) for point in (points[0], middle, points[-1])]
            distance = self._distance(middle, here)
            far = self._far(distance) * (1.0 if region is None else FAR_IN_REGION)
            yield Match(f"s{street}", cost + (NO_NUMBER if house else 0.0) + min(inside) + far, distance)

    def _elsewhere(self, street: int, point: int, region: Region | None) -> float:
        return self._outside(self._index.street_area[street], point, region)

    def _outside(self, area: int, point: int, region: Region | None) -> float:
        if region is None:
            return 0.0
        code = self._index.point_zip[point]
        inside = region.holds(area, code, self._index.point_hood[point])
        other_borough = self._index.manhattan in region.areas and area in self._other_boroughs
        other_zip = bool(region.begun) and not self._index.zip_code(code).startswith(region.begun)
        return OTHER_REGION * (not inside) + OTHER_ZIP * other_zip + OTHER_BOROUGH * other_borough


def _named_places(text: str, here: _Near) -> Iterator[Match]:
    """Stations, parks and the like that a text names, for those who are around."""
    if not here.served:
        return
    for cost, place in curated.find(text):
        yield Match(f"p{place.number}", cost, here.distance(place.point.lat, place.point.lng))
