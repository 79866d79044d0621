"""Reading the rows of addresses into columns, in the order in which they come."""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable

from haulage_adapters.embedded.gazetteer import houses, words
from haulage_adapters.embedded.gazetteer.builder.numbering import Numbering
from haulage_adapters.embedded.gazetteer.keys import BOROUGHS, E7, NEW_YORK, WHOLE_NEW_YORK, area_key
from haulage_adapters.embedded.gazetteer.sources import Neighborhood, Row, Zip

_NOISE = re.compile(r"<null>|\b(?:unit|apt|lot)\s*$", re.IGNORECASE)
_CITY_NOISE = re.compile(r"\s+CDP$|\s*\(.*\)$", re.IGNORECASE)

SOUTH_E7, NORTH_E7 = 404_900_000, 409_200_000
"""New York City lies between; rows elsewhere are not looked for in its outlines."""


class Gathered:
    """One column for each part of an address, and the strings whose numbers they hold."""

    def __init__(self, zips: list[Zip], neighborhoods: list[Neighborhood]) -> None:
        self.zips = zips
        self.neighborhoods = neighborhoods
        self.zip_of = {each.code: each for each in zips}
        self.names, self.areas, self.displays = Numbering(), Numbering(), Numbering()
        self.codes, self.odd = Numbering(), Numbering()
        self.odd.of("")
        for each in zips:
            self.codes.of(each.code)
        self.shown_cities: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.name, self.area, self.display = array("I"), array("I"), array("I")
        self.value, self.tail, self.code, self.hood = array("I"), array("I"), array("H"), array("H")
        self.lat, self.lng = array("i"), array("i")
        self.area_of_zip: dict[str, str] = {}
        self._streets: dict[str, tuple[int, int]] = {}
        self._cities: dict[tuple[str, str, str], str] = {}
        self._last_hood = 0

    def read(self, rows: Iterable[Row]) -> None:
        """Take every row, and the cities where there is none; then number all strings sorted."""
        for written, city, state, code, lat, lng in rows:
            house = houses.read(written)
            street = written[house[1] :] if house else written
            known = self._streets.get(street)
            if known is None:
                known = self._streets[street] = self._street(street)
            if known[0] < 0:
                continue
            hood = self._hood(lat / E7, lng / E7) if state == "NY" and SOUTH_E7 < lat < NORTH_E7 else 0
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
        self._read_post_offices()
        self._sort_numbers()

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
            return area_key(state, NEW_YORK, borough)
        known = self._cities.get((city, state, code))
        if known is None:
            shown = _CITY_NOISE.sub("", words.shown(city)).strip()
            post = self.zip_of.get(code)
            if any(letter.isdigit() for letter in shown) or not words.key_of(shown):
                shown = post.names[0] if post else code
            known = area_key(state, words.key_of(shown))
            self.shown_cities[known][shown] += 1
            self._cities[city, state, code] = known
        return known

    def _read_post_offices(self) -> None:
        """Cities where the packages know no address are places too."""
        for each in self.zips:
            borough = BOROUGHS.get(each.county, "") if each.state == "NY" else ""
            city = NEW_YORK if borough else words.key_of(each.names[0])
            key = self.area_of_zip[each.code] = area_key(each.state, city, borough)
            self.areas.of(key)
            if not borough:
                self.shown_cities[key][each.names[0]] += 1
        self.areas.of(WHOLE_NEW_YORK)

    def _sort_numbers(self) -> None:
        for column, numbering in (("name", self.names), ("area", self.areas), ("code", self.codes)):
            numbers: array[int] = getattr(self, column)
            setattr(self, column, array(numbers.typecode, map(numbering.ranks().__getitem__, numbers)))
