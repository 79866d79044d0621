"""Packing cities, ZIP codes and neighbourhoods, and every name that people have for them."""

import functools
import json
import re
from array import array
from collections import defaultdict

from haulage_adapters.embedded.gazetteer import columns, words
from haulage_adapters.embedded.gazetteer.builder.gathering import Gathered
from haulage_adapters.embedded.gazetteer.builder.numbering import Made, lists
from haulage_adapters.embedded.gazetteer.keys import AREA_PARTS, BOROUGHS, E7, NEW_YORK, WHOLE_NEW_YORK
from haulage_adapters.embedded.gazetteer.sources import Zip

_PART_OF_TOWN = re.compile(r"\s*\([^)]*\)")


class RegionPacking:
    """Adds regions to the columns of streets that are made already."""

    def __init__(self, gathered: Gathered, made: Made) -> None:
        self._gathered = gathered
        self._made = made
        self._keys = sorted(gathered.areas.ids)
        self._number = {key: place for place, key in enumerate(self._keys)}
        self._aliases: defaultdict[str, set[str]] = defaultdict(set)
        self._first_points: defaultdict[int, list[int]] = defaultdict(list)
        for street, area in enumerate(made["street_area"]):
            self._first_points[area].append(made["street_point"][street])
        self._key_of = functools.cache(words.key_of)

    def pack(self) -> None:
        self._pack_areas()
        self._pack_neighborhoods()
        self._pack_zips()
        phrases = sorted(self._aliases)
        targets = [" ".join(sorted(self._aliases[phrase])) for phrase in phrases]
        self._made["alias"] = "\n".join(phrases).encode()
        self._made["alias_target"], self._made["alias_target_start"] = columns.texts(targets)

    def _pack_areas(self) -> None:
        made = self._made
        shown, lats, lngs, sizes = [], array("f"), array("f"), array("H")
        spots = self._spots()
        for number, key in enumerate(self._keys):
            _, city, borough = key.split(AREA_PARTS)
            best = self._gathered.shown_cities.get(key)
            shown.append(best.most_common(1)[0][0] if best else words.shown(city))
            lat, lng, size = spots[number]
            lats.append(lat)
            lngs.append(lng)
            sizes.append(size)
            self._call(key, f"a{number}", city, borough)
        made["area"], made["area_start"] = columns.texts(self._keys)
        made["area_shown"], made["area_shown_start"] = columns.texts(shown)
        made["area_lat"], made["area_lng"], made["area_size"] = lats, lngs, sizes
        made["area_by_lat"] = array("I", sorted(range(len(shown)), key=lats.__getitem__))

    def _call(self, key: str, what: str, city: str, borough: str) -> None:
        names = [city]
        if borough:
            names = [borough, f"{borough} {NEW_YORK}", f"the {borough}"]
        elif key == WHOLE_NEW_YORK:
            names += ["nyc", "new york city"]
        for name in names:
            self._alias(name, what)

    def _alias(self, name: str, what: str) -> None:
        phrase = self._key_of(name)
        if phrase:
            self._aliases[phrase].add(what)

    def _spots(self) -> dict[int, tuple[float, float, int]]:
        """The middle of each area and the count of its ZIP codes, which stands for its people."""
        offices: defaultdict[int, list[Zip]] = defaultdict(list)
        for each in self._gathered.zips:
            offices[self._number[self._gathered.area_of_zip[each.code]]].append(each)
        offices[self._number[WHOLE_NEW_YORK]] = [
            each for each in self._gathered.zips if each.state == "NY" and each.county in BOROUGHS
        ]
        spots = {}
        for area in range(len(self._keys)):
            standard = [each for each in offices[area] if each.standard] or offices[area]
            if standard:
                spots[area] = (
                    sum(each.lat for each in standard) / len(standard),
                    sum(each.lng for each in standard) / len(standard),
                    len(standard),
                )
            else:
                spots[area] = (*self._middle(area), 1)
        return spots

    def _middle(self, area: int) -> tuple[float, float]:
        """Of the first points of the area's streets."""
        made = self._made
        points = self._first_points[area]
        lats = [made["point_lat"][point] for point in points]
        lngs = [made["point_lng"][point] for point in points]
        return sum(lats) / len(lats) / E7, sum(lngs) / len(lngs) / E7

    def _pack_neighborhoods(self) -> None:
        facts = []
        for place, each in enumerate(self._gathered.neighborhoods, 1):
            rings = [[round(degrees, 6) for degrees in ring] for ring in each.outline.rings]
            facts.append(
                {
                    "code": each.code,
                    "name": each.name,
                    "borough": each.borough,
                    "lived_in": each.lived_in,
                    "rings": rings,
                }
            )
            if each.lived_in:
                whole = _PART_OF_TOWN.sub("", each.name)
                for part in {each.name, whole, *whole.split("-")}:
                    self._alias(part, f"h{place}")
                    self._alias(f"{part} {each.borough}", f"h{place}")
        self._made["facts"] = json.dumps({"neighborhoods": facts}).encode()

    def _pack_zips(self) -> None:
        made, zip_of = self._made, self._gathered.zip_of
        codes = sorted(self._gathered.codes.ids)
        reaches, middles = self._zip_points()
        lats, lngs, area = array("f"), array("f"), array("I")
        for place, text in enumerate(codes):
            each = zip_of.get(text)
            lat, lng = (each.lat, each.lng) if each else middles[place]
            lats.append(lat)
            lngs.append(lng)
            area.append(self._number[self._gathered.area_of_zip[text]] if each else min(reaches[place]))
            for name in each.names if each else ():
                self._alias(name, f"z{place}")
        made["zip"], made["zip_start"] = columns.texts(codes)
        made["zip_lat"], made["zip_lng"], made["zip_area"] = lats, lngs, area
        made["zip_areas"], made["zip_areas_start"] = lists(
            {code: sorted(found) for code, found in reaches.items()}, len(codes)
        )
        made["zip_by_lat"] = array("I", sorted(range(len(codes)), key=lats.__getitem__))

    def _zip_points(self) -> tuple[dict[int, set[int]], dict[int, tuple[float, float]]]:
        """The areas that each ZIP code reaches into, and one position in it."""
        made = self._made
        reaches: defaultdict[int, set[int]] = defaultdict(set)
        middles: dict[int, tuple[float, float]] = {}
        first = made["street_point"]
        for street, area in enumerate(made["street_area"]):
            for code in set(made["point_zip"][first[street] : first[street + 1]]):
                reaches[code].add(area)
        for point, code in enumerate(made["point_zip"]):
            if code not in middles:
                middles[code] = (made["point_lat"][point] / E7, made["point_lng"][point] / E7)
        return reaches, middles
