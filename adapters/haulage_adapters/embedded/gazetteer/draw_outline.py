"""``python -m haulage_adapters.embedded.gazetteer.draw_outline nation-10m.json`` writes ``outline.json``.

The argument is the outline of the United States from the npm package us-atlas (ISC), which is made from
the cartographic boundary files of the U.S. Census Bureau. Lands smaller than a tenth of a degree across
are left out, and corners within about a kilometre of the line between their neighbours.
"""

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

from haulage_adapters.embedded.gazetteer.outline import FILE, SCALE
from haulage_adapters.embedded.gazetteer.polygons import thinned

TOLERANCE_DEGREES = 0.008
SMALLEST_DEGREES = 0.1


def rings_of(topology: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """The outer rings of a TopoJSON nation, longitude and latitude of each corner."""
    (scale_x, scale_y), (move_x, move_y) = (topology["transform"][name] for name in ("scale", "translate"))
    arcs = []
    for arc in topology["arcs"]:
        xs, ys = accumulate(x for x, _ in arc), accumulate(y for _, y in arc)
        arcs.append([(x * scale_x + move_x, y * scale_y + move_y) for x, y in zip(xs, ys, strict=True)])
    nation = topology["objects"]["nation"]["geometries"][0]
    outer = [polygon[0] for polygon in nation["arcs"]]
    return [[corner for number in ring for corner in _arc(arcs, number)] for ring in outer]


def _arc(arcs: list[list[tuple[float, float]]], number: int) -> list[tuple[float, float]]:
    """A negative number is the complement of an arc that runs backwards."""
    return arcs[number] if number >= 0 else arcs[~number][::-1]


def _wide(ring: list[tuple[float, float]]) -> bool:
    lngs, lats = zip(*ring, strict=True)
    return bool(max(max(lngs) - min(lngs), max(lats) - min(lats)) >= SMALLEST_DEGREES)


def main(source: Path) -> None:
    rings = [
        thinned(ring, TOLERANCE_DEGREES) for ring in rings_of(json.loads(source.read_text())) if _wide(ring)
    ]
    whole = [[round(degrees * SCALE) for corner in ring for degrees in corner] for ring in rings]
    FILE.write_text(json.dumps(whole, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
