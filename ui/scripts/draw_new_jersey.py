"""Hoboken and Jersey City for the bundled map: their land, and what is known of their streets.

No package has their streets as lines. The lines here go through a street's known addresses, from the lowest
number to the highest (random-address-extended, MIT), or between the ends in ``street_ends.csv``: schematic, as
the map says.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import shapely
from shapely.geometry import LineString, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from haulage_adapters.embedded.gazetteer.sources import E7, Box, addresses

ADAPTERS = Path(__file__).resolve().parent.parent.parent / "adapters/haulage_adapters"
SERVED = ADAPTERS / "embedded/service_area/new_york.geojson"
TOWNS = ("Hoboken", "Jersey City")

METRE = 1 / 95_000
AROUND = Box(south=40.66, north=40.765, west=-74.13, east=-74.01)
LEAST_METRES = 150
APART_METRES = 40
FARTHEST_METRES = 1_300
"""Between two addresses in a row: farther apart, the street may go another way."""
STRAIGHT_DEGREES = 40
"""A line that turns more at an address has met a wrong one."""

LonLat = tuple[float, float]
_SUFFIXES = {"STREET": "ST", "AVENUE": "AVE", "BOULEVARD": "BLVD"}


def served_towns(land: BaseGeometry) -> BaseGeometry:
    """Both towns, as far as they are land."""
    zones = json.loads(SERVED.read_text())["features"]
    towns = [shape(zone["geometry"]).buffer(0) for zone in zones if zone["properties"]["name"] in TOWNS]
    return unary_union(towns).intersection(land)


def streets(land: BaseGeometry) -> list[LineString]:
    """A line for each street of which two places are known."""
    known: dict[tuple[str, str], list[tuple[int, LonLat]]] = defaultdict(list)
    for written, city, state, _, lat, lng in addresses(AROUND):
        named = re.match(r"(\d+)\S* +([^,#]+)", written)
        if state == "NJ" and named and city.title() in TOWNS:
            words = [_SUFFIXES.get(word, word) for word in named[2].upper().split()]
            known[city.title(), " ".join(words)].append((int(named[1]), (lng / E7, lat / E7)))
    inside = shapely.prepared.prep(land)
    drawn = [line for houses in known.values() for line in _lines(sorted(houses))]
    return [line for line in drawn if line.length > LEAST_METRES * METRE and inside.covers(line)]


def _lines(houses: list[tuple[int, LonLat]]) -> Iterator[LineString]:
    """The houses in a row, cut where the row makes no sense."""
    row: list[LonLat] = []
    for _, place in houses:
        gap = math.dist(row[-1], place) if row else 0
        if row and gap < APART_METRES * METRE:
            continue
        if row and ((gap > FARTHEST_METRES * METRE and len(houses) > 2) or _turns(row, place)):
            if len(row) > 1:
                yield LineString(row)
            row = []
        row.append(place)
    if len(row) > 1:
        yield LineString(row)


def _turns(row: list[LonLat], place: LonLat) -> bool:
    if len(row) < 2:
        return False
    turn = abs(_course(row[-1], place) - _course(row[-2], row[-1])) % (2 * math.pi)
    return math.degrees(min(turn, 2 * math.pi - turn)) > STRAIGHT_DEGREES


def _course(a: LonLat, b: LonLat) -> float:
    return math.atan2((b[0] - a[0]) * 0.76, b[1] - a[1])
