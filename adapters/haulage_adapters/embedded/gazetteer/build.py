"""Building the gazetteer: a million rows of the packages become columns, in about twenty seconds.

Names (of streets), areas (a city, or one borough of New York), streets (a name in an area) and points (a
number on a street) are numbered in sorted order, so that a range of one column answers what belongs to
what, and the same data always makes the same file.
"""

import json
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, TypeAlias

import attrs

from haulage_adapters.embedded.gazetteer import columns, houses, sources, words
from haulage_adapters.embedded.gazetteer.sources import Neighborhood, Zip

NEW_YORK = "new york"
BOROUGHS = {
    "New York County": "Manhattan",
    "Kings County": "Brooklyn",
    "Queens County": "Queens",
    "Bronx County": "Bronx",
    "Richmond County": "Staten Island",
}
"""The borough of each of the city's counties."""

CELLS_PER_DEGREE = 100
CELLS_AROUND = 360 * CELLS_PER_DEGREE
"""Cells of a hundredth of a degree, numbered from the south pole eastward: about a kilometre."""

E7 = 10_000_000
_NOISE = re.compile(r"<null>|\b(?:unit|apt|lot)\s*$", re.IGNORECASE)
_CITY_NOISE = re.compile(r"\s+CDP$|\s*\(.*\)$", re.IGNORECASE)
_PART_OF_TOWN = re.compile(r"\s*\([^)]*\)")


def cell_of(lat_e7: int, lng_e7: int) -> int:
    """The number of the cell that a position lies in."""
    row = (lat_e7 + 90 * E7) * CELLS_PER_DEGREE // E7
    return row * CELLS_AROUND + (lng_e7 + 180 * E7) * CELLS_PER_DEGREE // E7


Made: TypeAlias = dict[str, Any]
"""Columns by name: arrays of numbers, and texts as bytes."""


def build() -> bytes:
    """The packed columns of everything that the packages know."""
    return columns.pack(_Builder(sources.zips(), sources.neighborhoods()).columns())


@attrs.define
class _Numbering:
    """Strings that get numbers in the order in which they come."""

    ids: dict[str, int] = attrs.field(factory=dict)

    def of(self, text: str) -> int:
        return self.ids.setdefault(text, len(self.ids))

    def ranks(self) -> "array[int]":
        """For each number in order of coming, its number in sorted order."""
        ranks = array("I", bytes(4 * len(self.ids)))
        for rank, text in enumerate(sorted(self.ids)):
            ranks[self.ids[text]] = rank
        return ranks


AREA_PARTS = "|"
"""Divides state, city and borough in the key of an area."""


class _Builder:
    def __init__(self, zips: list[Zip], neighborhoods: list[Neighborhood]) -> None:
        self.zips = zips
        self.neighborhoods = neighborhoods
        self.zip_of = {each.code: each for each in zips}
        self.names, self.areas, self.displays = _Numbering(), _Numbering(), _Numbering()
        self.codes, self.odd = _Numbering(), _Numbering()
        self.odd.of("")
        for each in zips:
            self.codes.of(each.code)
        self.shown_cities: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.aliases: defaultdict[str, set[str]] = defaultdict(set)
        self.name, self.area, self.display = array("I"), array("I"), array("I")
        self.value, self.tail, self.code, self.hood = array("I"), array("I"), array("H"), array("H")
        self.lat, self.lng = array("i"), array("i")
        self._streets: dict[str, tuple[int, int]] = {}
        self._cities: dict[tuple[str, str, str], str] = {}
        self._last_hood = 0

    def columns(self) -> Made:
        self._read_addresses()
        self._read_post_offices()
        order = self._order()
        made: Made = {}
        self._pack_points(made, order)
        self._pack_streets(made, order)
        self._pack_names(made)
        self._pack_areas(made)
        self._pack_zips(made)
        self._pack_cells(made)
        made["facts"] = json.dumps(self._facts()).encode()
        return made

    def _read_addresses(self) -> None:
        for written, city, state, code, lat, lng in sources.addresses():
            house = houses.read(written)
            street = written[house[1] :] if house else written
            known = self._streets.get(street)
            if known is None:
                known = self._streets[street] = self._street(street)
            if known[0] < 0:
                continue
            hood = self._hood(lat / E7, lng / E7) if state == "NY" and 404900000 < lat < 409200000 else 0
            borough = self.neighborhoods[hood - 1].borough if hood else ""
            self.name.append(known[0])
            self.display.append(known[1])
            self.area.append(self.areas.of(self._area(city, state, code, borough)))
            self.value.append(house[0].value if house else 0)
            self.tail.append(self.odd.of(house[0].text) if house and not house[0].exact else 0)
            self.code.append(self.codes.of(code))
            self.hood.append(hood)
            self.lat.append(lat)
            self.lng.append(lng)

    def _street(self, written: str) -> tuple[int, int]:
        """The numbers of a street's name and of how it is shown; -1 where nothing is left of it."""
        text = _NOISE.sub("", written.partition(",")[0]).strip(" -#.")
        key = words.key_of(text)
        if not key:
            return -1, -1
        return self.names.of(key), self.displays.of(words.shown(text))

    def _hood(self, lat: float, lng: float) -> int:
        """The neighbourhood of New York around a position, from 1; 0 outside. Rows come in clusters."""
        if self._last_hood and self.neighborhoods[self._last_hood - 1].outline.holds(lat, lng):
            return self._last_hood
        for place, each in enumerate(self.neighborhoods, 1):
            if each.outline.holds(lat, lng):
                self._last_hood = place
                return place
        return 0

    def _area(self, city: str, state: str, code: str, borough: str) -> str:
        """The key of an area; cities without a name are called after their post office."""
        if borough:
            return AREA_PARTS.join((state, NEW_YORK, borough))
        known = self._cities.get((city, state, code))
        if known is None:
            shown = _CITY_NOISE.sub("", words.shown(city)).strip()
            post = self.zip_of.get(code)
            if any(letter.isdigit() for letter in shown) or not words.key_of(shown):
                shown = post.names[0] if post else code
            known = AREA_PARTS.join((state, words.key_of(shown), ""))
            self.shown_cities[known][shown] += 1
            self._cities[city, state, code] = known
        return known

    def _read_post_offices(self) -> None:
        """Cities where the packages know no address are places too."""
        for each in self.zips:
            borough = BOROUGHS.get(each.county, "") if each.state == "NY" else ""
            key = AREA_PARTS.join((each.state, NEW_YORK if borough else words.key_of(each.names[0]), borough))
            self.areas.of(key)
            if not borough:
                self.shown_cities[key][each.names[0]] += 1
        self.areas.of(AREA_PARTS.join(("NY", NEW_YORK, "")))

    def _order(self) -> list[int]:
        """The rows by name, area, value and text, each known once; renumbers names and areas sorted."""
        name_ranks, area_ranks = self.names.ranks(), self.areas.ranks()
        self.name = array("I", map(name_ranks.__getitem__, self.name))
        self.area = array("I", map(area_ranks.__getitem__, self.area))
        keys = [
            name << 50 | area << 33 | value
            for name, area, value in zip(self.name, self.area, self.value, strict=True)
        ]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return self._without_doubles(order, keys)

    def _without_doubles(self, order: list[int], keys: list[int]) -> list[int]:
        kept: list[int] = []
        seen: set[tuple[int, int, int, int]] = set()
        last = -1
        for row in order:
            if keys[row] != last:
                seen, last = set(), keys[row]
            point = (self.tail[row], self.lat[row], self.lng[row], self.code[row])
            if point not in seen:
                seen.add(point)
                kept.append(row)
        return kept

    def _pack_points(self, made: Made, order: list[int]) -> None:
        for name, column in (
            ("point_value", self.value),
            ("point_tail", self.tail),
            ("point_zip", self.code),
            ("point_hood", self.hood),
            ("point_lat", self.lat),
            ("point_lng", self.lng),
        ):
            made[name] = array(column.typecode, map(column.__getitem__, order))
        made["odd"], made["odd_start"] = columns.texts(list(self.odd.ids))

    def _pack_streets(self, made: Made, order: list[int]) -> None:
        """Streets by name and area, where each one's points begin, and how it is mostly written."""
        area, name, first = array("I"), array("I"), array("I")
        display, names_first = array("I"), array("I")
        ways: Counter[int] = Counter()
        by_area: defaultdict[int, list[int]] = defaultdict(list)
        last = (-1, -1)
        for place, row in enumerate(order):
            here = (self.name[row], self.area[row])
            if here != last:
                if ways:
                    display.append(ways.most_common(1)[0][0])
                    ways.clear()
                while len(names_first) <= here[0]:
                    names_first.append(len(area))
                by_area[here[1]].append(len(area))
                name.append(here[0])
                area.append(here[1])
                first.append(place)
                last = here
            ways[self.display[row]] += 1
        display.append(ways.most_common(1)[0][0])
        while len(names_first) <= len(self.names.ids):
            names_first.append(len(area))
        first.append(len(order))
        made["street_area"], made["street_name"], made["street_point"] = area, name, first
        made["street_display"], made["name_street"] = display, names_first
        made["display"], made["display_start"] = columns.texts(list(self.displays.ids))
        made["area_streets"], made["area_streets_start"] = _lists(by_area, len(self.areas.ids))
        self._by_number(made)

    def _by_number(self, made: Made) -> None:
        """For each name, its points by value: where in the country that number exists."""
        values, names_first, first = made["point_value"], made["name_street"], made["street_point"]
        order = array("I", bytes(4 * len(values)))
        for name in range(len(names_first) - 1):
            start, end = first[names_first[name]], first[names_first[name + 1]]
            order[start:end] = array("I", sorted(range(start, end), key=values.__getitem__))
        made["point_by_number"] = order

    def _pack_names(self, made: Made) -> None:
        keys = sorted(self.names.ids)
        made["name"], made["name_start"] = columns.texts(keys)
        postings: defaultdict[str, list[int]] = defaultdict(list)
        for number, key in enumerate(keys):
            for word in dict.fromkeys(key.split()):
                postings[word].append(number)
        vocabulary = sorted(postings)
        made["word"] = "\n".join(vocabulary).encode()
        made["word_names"], made["word_names_start"] = _lists(
            {place: postings[word] for place, word in enumerate(vocabulary)}, len(vocabulary)
        )

    def _pack_areas(self, made: Made) -> None:
        keys = sorted(self.areas.ids)
        number = {key: place for place, key in enumerate(keys)}
        shown, lats, lngs, sizes = [], array("f"), array("f"), array("H")
        spots = self._spots(made, number)
        for key in keys:
            _, city, borough = key.split(AREA_PARTS)
            best = self.shown_cities.get(key)
            shown.append(best.most_common(1)[0][0] if best else words.shown(city))
            lat, lng, size = spots[number[key]]
            lats.append(lat)
            lngs.append(lng)
            sizes.append(size)
            self._call(key, f"a{number[key]}", city, borough)
        made["area"], made["area_start"] = columns.texts(keys)
        made["area_shown"], made["area_shown_start"] = columns.texts(shown)
        made["area_lat"], made["area_lng"], made["area_size"] = lats, lngs, sizes
        made["area_by_lat"] = array("I", sorted(range(len(keys)), key=lats.__getitem__))
        for place, each in enumerate(self.neighborhoods, 1):
            if each.lived_in:
                whole = _PART_OF_TOWN.sub("", each.name)
                for part in {each.name, whole, *whole.split("-")}:
                    self._alias(part, f"h{place}")
                    self._alias(f"{part} {each.borough}", f"h{place}")

    def _call(self, key: str, what: str, city: str, borough: str) -> None:
        names = [city]
        if borough:
            names = [borough, f"{borough} {NEW_YORK}", f"the {borough}"]
        elif key == AREA_PARTS.join(("NY", NEW_YORK, "")):
            names += ["nyc", "new york city"]
        for name in names:
            self._alias(name, what)

    def _alias(self, name: str, what: str) -> None:
        phrase = words.key_of(name)
        if phrase:
            self.aliases[phrase].add(what)

    def _spots(self, made: Made, number: dict[str, int]) -> dict[int, tuple[float, float, int]]:
        """The middle of each area and the count of its ZIP codes, which stands for its people."""
        offices: defaultdict[int, list[Zip]] = defaultdict(list)
        for each in self.zips:
            borough = BOROUGHS.get(each.county, "") if each.state == "NY" else ""
            city = NEW_YORK if borough else words.key_of(each.names[0])
            offices[number[AREA_PARTS.join((each.state, city, borough))]].append(each)
        whole = AREA_PARTS.join(("NY", NEW_YORK, ""))
        offices[number[whole]] = [
            each for each in self.zips if each.state == "NY" and each.county in BOROUGHS
        ]
        spots = {}
        for area in range(len(number)):
            standard = [each for each in offices[area] if each.standard] or offices[area]
            if standard:
                middle = sorted(standard, key=lambda each: each.code)[: max(1, len(standard))]
                spots[area] = (
                    sum(each.lat for each in middle) / len(middle),
                    sum(each.lng for each in middle) / len(middle),
                    len(standard),
                )
            else:
                spots[area] = (*self._middle(made, area), 1)
        return spots

    def _middle(self, made: Made, area: int) -> tuple[float, float]:
        """Of the first points of the area's streets."""
        start, end = made["area_streets_start"][area], made["area_streets_start"][area + 1]
        points = [made["street_point"][street] for street in made["area_streets"][start:end]]
        lats = [made["point_lat"][point] for point in points]
        lngs = [made["point_lng"][point] for point in points]
        return sum(lats) / len(lats) / E7, sum(lngs) / len(lngs) / E7

    def _pack_zips(self, made: Made) -> None:
        codes = list(self.codes.ids)
        number = {key: place for place, key in enumerate(sorted(self.areas.ids))}
        lats, lngs, area = array("f"), array("f"), array("I")
        reaches: defaultdict[int, set[int]] = defaultdict(set)
        middles: dict[int, tuple[int, int]] = {}
        first, areas = made["street_point"], made["street_area"]
        for street in range(len(areas)):
            for point in range(first[street], first[street + 1]):
                code = made["point_zip"][point]
                reaches[code].add(areas[street])
                middles.setdefault(code, (made["point_lat"][point], made["point_lng"][point]))
        for place, text in enumerate(codes):
            each = self.zip_of.get(text)
            lat, lng = (each.lat, each.lng) if each else (m / E7 for m in middles[place])
            lats.append(lat)
            lngs.append(lng)
            area.append(self._zip_area(each, number) if each else min(reaches[place]))
            for name in each.names if each else ():
                self._alias(name, f"z{place}")
        made["zip"] = "\n".join(codes).encode()
        made["zip_lat"], made["zip_lng"], made["zip_area"] = lats, lngs, area
        made["zip_areas"], made["zip_areas_start"] = _lists(
            {code: sorted(found) for code, found in reaches.items()}, len(codes)
        )
        made["zip_by_lat"] = array("I", sorted(range(len(codes)), key=lats.__getitem__))
        made["alias"] = "\n".join(
            f"{phrase}\t{' '.join(sorted(self.aliases[phrase]))}" for phrase in sorted(self.aliases)
        ).encode()

    @staticmethod
    def _zip_area(each: Zip, number: dict[str, int]) -> int:
        borough = BOROUGHS.get(each.county, "") if each.state == "NY" else ""
        city = NEW_YORK if borough else words.key_of(each.names[0])
        return number[AREA_PARTS.join((each.state, city, borough))]

    @staticmethod
    def _pack_cells(made: Made) -> None:
        """The points of each cell, for those who ask what is near."""
        cells = array("I", map(cell_of, made["point_lat"], made["point_lng"]))
        order = array("I", sorted(range(len(cells)), key=cells.__getitem__))
        known, first, last = array("I"), array("I"), -1
        for place, point in enumerate(order):
            if cells[point] != last:
                last = cells[point]
                known.append(last)
                first.append(place)
        first.append(len(order))
        made["cell"], made["cell_start"], made["cell_points"] = known, first, order

    def _facts(self) -> dict[str, object]:
        return {
            "neighborhoods": [
                {
                    "code": each.code,
                    "name": each.name,
                    "borough": each.borough,
                    "lived_in": each.lived_in,
                    "rings": [
                        [(round(lng, 6), round(lat, 6)) for lng, lat in ring] for ring in each.outline.rings
                    ],
                }
                for each in self.neighborhoods
            ]
        }


def _lists(
    entries: "dict[int, list[int]] | defaultdict[int, list[int]]", count: int
) -> "tuple[array[int], array[int]]":
    """Lists of numbers end to end, and where each begins."""
    body, starts = array("I"), array("I", [0])
    for place in range(count):
        body.extend(_of(entries, place))
        starts.append(len(body))
    return body, starts


def _of(entries: dict[int, list[int]], place: int) -> Iterable[int]:
    return entries.get(place, ())
