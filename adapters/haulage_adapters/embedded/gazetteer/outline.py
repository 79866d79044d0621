"""Where the United States end: coarse, for telling a town across the border from one on this side."""

import functools
import json
from array import array
from pathlib import Path

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.polygons import Outline

FILE = Path(__file__).with_name("outline.json")
"""Rings of whole thousandths of a degree, longitude and latitude in turn; see ``draw_outline``."""
SCALE = 1000


@functools.cache
def _lands() -> tuple[Outline, ...]:
    """One outline for each body of land, so that most are ruled out by their bounding box."""
    rings = (array("d", (each / SCALE for each in ring)) for ring in json.loads(FILE.read_text()))
    return tuple(Outline.of([ring]) for ring in rings)


def in_the_country(point: Point) -> bool:
    """Whether a position lies within the outline. Near a coast or a border this errs by a kilometre."""
    return any(land.holds(point.lat, point.lng) for land in _lands())
