"""Reading the gazetteer's columns: names, streets, points, areas and ZIP codes by number."""

import json
import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

import attrs

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.columns import Column
from haulage_adapters.embedded.gazetteer.keys import AREA_PARTS, E7, NEW_YORK
from haulage_adapters.embedded.gazetteer.polygons import Outline
from haulage_adapters.embedded.gazetteer.words import suffix_of

LAST_CROSS_STREET = 155
"""North of it Manhattan narrows and the grid of 1811 ends."""

METERS_PER_DEGREE = 111_195
"""Of latitude, on a sphere."""


def meters(a: Point, b: Point) -> float:
    """The straight line between points that are not far apart, to a tenth of a percent."""
    north = a.lat - b.lat
    east = (a.lng - b.lng) * math.cos(math.radians((a.lat + b.lat) / 2))
    return METERS_PER_DEGREE * math.hypot(north, east)


@attrs.frozen
class Area:
    """A city, or one borough of New York; *key* is its canonical city."""

    number: int
    state: str
    key: str
    borough: str
    shown: str
    point: Point
    size: int

    @property
    def new_york(self) -> bool:
        return self.key == NEW_YORK and self.state == "NY"

    def begins(self, letters: str) -> bool:
        """Whether its name begins so."""
        return self.key.startswith(letters) or self.borough.lower().startswith(letters)

    @property
    def called(self) -> str:
        """What people write before the state: the borough, but New York for Manhattan."""
        return self.borough if self.borough not in ("", "Manhattan") else self.shown


@attrs.frozen
class CrossStreet:
    """A numbered street of Manhattan; *side* is `e` or `w` of Fifth Avenue."""

    side: str
    number: int

    @property
    def name(self) -> str:
        """Its canonical words."""
        return f"{self.side} {self.number} st"

    @property
    def shown(self) -> str:
        """As people write it: W 23rd St."""
        return f"{self.side.upper()} {self.number}{suffix_of(self.number)} St"


@attrs.frozen
class Hood:
    """A neighbourhood of New York."""

    number: int
    code: str
    name: str
    borough: str
    lived_in: bool
    outline: Outline

    @property
    def point(self) -> Point:
        """The middle of its box, or of its largest ring where that lies outside."""
        west, south, east, north = self.outline.box
        if self.outline.holds((south + north) / 2, (west + east) / 2):
            return Point(round((south + north) / 2, 6), round((west + east) / 2, 6))
        ring = max(self.outline.rings, key=len)
        lng, lat = (sum(axis) / len(axis) for axis in (ring[::2], ring[1::2]))
        return Point(round(lat, 6), round(lng, 6))


def _by_length(texts: Iterable[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for text in texts:
        found.setdefault(len(text), []).append(text)
    return found


class Index:
    """All columns under their meanings. Numbers are those of the build and mean nothing outside."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = columns
        self.street_area = columns["street_area"]
        self.street_name = columns["street_name"]
        self.street_point = columns["street_point"]
        self.name_street = columns["name_street"]
        self.point_value = columns["point_value"]
        self.point_tail = columns["point_tail"]
        self.point_zip = columns["point_zip"]
        self.point_hood = columns["point_hood"]
        self.by_number = columns["point_by_number"]
        self.lat, self.lng = columns["point_lat"], columns["point_lng"]
        self.area_lat, self.area_lng = columns["area_lat"], columns["area_lng"]
        self.area = lru_cache(maxsize=1024)(self._area)
        self.areas_near = lru_cache(maxsize=4)(self._areas_near)

    def _text(self, column: str, number: int) -> str:
        starts = self.columns[f"{column}_start"]
        return bytes(self.columns[column][starts[number] : starts[number + 1]]).decode()

    def _find(self, column: str, text: str) -> int | None:
        """The number of a text in a sorted column."""
        low, high = 0, len(self.columns[f"{column}_start"]) - 1
        while low < high:
            middle = (low + high) // 2
            if self._text(column, middle) < text:
                low = middle + 1
            else:
                high = middle
        known = low < len(self.columns[f"{column}_start"]) - 1 and self._text(column, low) == text
        return low if known else None

    def name(self, number: int) -> str:
        """The canonical words of a street's name."""
        return self._text("name", number)

    def name_called(self, key: str) -> int | None:
        return self._find("name", key)

    def area_called(self, state: str, city: str, borough: str = "") -> int | None:
        return self._find("area", AREA_PARTS.join((state, city, borough)))

    def _area(self, number: int) -> Area:
        state, city, borough = self._text("area", number).split(AREA_PARTS)
        point = Point(round(self.area_lat[number], 5), round(self.area_lng[number], 5))
        shown = self._text("area_shown", number)
        return Area(number, state, city, borough, shown, point, self.columns["area_size"][number])

    def area_state(self, number: int) -> str:
        start = self.columns["area_start"][number]
        return bytes(self.columns["area"][start : start + 2]).decode()

    def _areas_near(self, lat: float, lng: float, reach: float) -> frozenset[int]:
        """The areas whose middle lies within *reach* metres of a position."""
        here, by_lat = Point(lat, lng), self.columns["area_by_lat"]
        margin = reach / METERS_PER_DEGREE
        start = bisect_left(by_lat, lat - margin, key=self.area_lat.__getitem__)
        end = bisect_right(by_lat, lat + margin, key=self.area_lat.__getitem__)
        return frozenset(
            area
            for area in by_lat[start:end]
            if meters(here, Point(self.area_lat[area], self.area_lng[area])) <= reach
        )

    @cached_property
    def words(self) -> list[str]:
        """Every word of every street, sorted."""
        return bytes(self.columns["word"][:]).decode().split("\n")

    @cached_property
    def words_by_length(self) -> dict[int, list[str]]:
        return _by_length(self.words)

    def names_with(self, word: int) -> memoryview:
        """The names that hold a word, by their numbers."""
        starts = self.columns["word_names_start"]
        return self.columns["word_names"][starts[word] : starts[word + 1]]

    def streets_named(self, name: int) -> range:
        return range(self.name_street[name], self.name_street[name + 1])

    def street_in(self, name: int, area: int) -> int | None:
        streets = self.streets_named(name)
        found = bisect_left(self.street_area, area, streets.start, streets.stop)
        return found if found < streets.stop and self.street_area[found] == area else None

    def names_in(self, area: int) -> memoryview:
        """The names of the streets of an area."""
        starts = self.columns["area_names_start"]
        return self.columns["area_names"][starts[area] : starts[area + 1]]

    def street_shown(self, street: int) -> str:
        return self._text("display", self.columns["street_display"][street])

    @cached_property
    def cross_streets(self) -> dict[CrossStreet, int]:
        """Manhattan's numbered cross streets that have known addresses."""
        found = {}
        for side in "ew":
            for number in range(1, LAST_CROSS_STREET + 1):
                street = CrossStreet(side, number)
                name = self.name_called(street.name)
                known = None if name is None else self.street_in(name, self.manhattan)
                if known is not None:
                    found[street] = known
        return found

    @cached_property
    def manhattan(self) -> int:
        """The number of that area; -1 in an index that does not know it."""
        found = self.area_called("NY", NEW_YORK, "Manhattan")
        return -1 if found is None else found

    def points_of(self, street: int) -> range:
        return range(self.street_point[street], self.street_point[street + 1])

    def points_numbered(self, name: int, value: int) -> memoryview:
        """The points of that number on all streets of a name."""
        streets = self.streets_named(name)
        start, end = self.street_point[streets.start], self.street_point[streets.stop]
        low = bisect_left(self.by_number, value, start, end, key=self.point_value.__getitem__)
        high = bisect_right(self.by_number, value, low, end, key=self.point_value.__getitem__)
        return self.by_number[low:high]

    def street_at(self, point: int) -> int:
        """The street that a point belongs to."""
        return bisect_right(self.street_point, point) - 1

    def point(self, number: int) -> Point:
        return Point(self.lat[number] / E7, self.lng[number] / E7)

    def tail(self, point: int) -> str:
        """The text of an odd number, empty where the value says it all."""
        return self._text("odd", self.point_tail[point]) if self.point_tail[point] else ""

    def zip_code(self, number: int) -> str:
        return self._text("zip", number)

    def zip_called(self, code: str) -> int | None:
        return self._find("zip", code)

    def zips_begun(self, letters: str) -> range:
        """The ZIP codes that begin so; they are numbered in their order."""
        numbers = range(len(self.columns["zip_area"]))
        first = bisect_left(numbers, letters, key=self.zip_code)
        return range(first, bisect_left(numbers, f"{letters}~", first, key=self.zip_code))

    def zip_point(self, number: int) -> Point:
        return Point(round(self.columns["zip_lat"][number], 5), round(self.columns["zip_lng"][number], 5))

    def zip_area(self, number: int) -> int:
        """The city of a ZIP code's post office."""
        return int(self.columns["zip_area"][number])

    def areas_of_zip(self, number: int) -> memoryview:
        """The areas that hold addresses with this ZIP code."""
        starts = self.columns["zip_areas_start"]
        return self.columns["zip_areas"][starts[number] : starts[number + 1]]

    @cached_property
    def phrases(self) -> list[str]:
        """The names of areas, ZIP codes and neighbourhoods, sorted."""
        return bytes(self.columns["alias"][:]).decode().split("\n")

    @cached_property
    def phrases_by_length(self) -> dict[int, list[str]]:
        return _by_length(self.phrases)

    def targets_of(self, phrase: int) -> list[str]:
        """What a phrase names: areas (a), ZIP codes (z) or neighbourhoods (h), by their numbers."""
        return self._text("alias_target", phrase).split(" ")

    @cached_property
    def hoods(self) -> list[Hood]:
        """New York's neighbourhoods; number 0 stands for none and is not among them."""
        facts = json.loads(bytes(self.columns["facts"][:]))
        return [
            Hood(
                number,
                each["code"],
                each["name"],
                each["borough"],
                each["lived_in"],
                Outline.of(array("d", ring) for ring in each["rings"]),
            )
            for number, each in enumerate(facts["neighborhoods"], 1)
        ]

    def hood_at(self, point: Point) -> Hood | None:
        """The neighbourhood around a position, by its outline."""
        return next((hood for hood in self.hoods if hood.outline.holds(point.lat, point.lng)), None)

    def points_in_cell(self, cell: int) -> Iterator[int]:
        cells = self.columns["cell"]
        found = bisect_left(cells, cell)
        if found < len(cells) and cells[found] == cell:
            starts = self.columns["cell_start"]
            yield from self.columns["cell_points"][starts[found] : starts[found + 1]]
