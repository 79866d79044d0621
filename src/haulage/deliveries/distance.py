"""How far a driver really went (DRV-16)."""

from collections.abc import Iterable

import attrs

from haulage.kernel.geo import Point, great_circle_miles

STEP_MILES = 0.015
"""Ours: 25 yards or so. What is nearer than this is the wavering of a parked receiver."""


@attrs.frozen
class Path:
    """The length of a way up to its last corner."""

    miles: float = 0.0
    corner: Point | None = None


def lengthened(path: Path, points: Iterable[Point]) -> Path:
    """The path with these points at its end."""
    miles, corner = path.miles, path.corner
    for point in points:
        step = 0.0 if corner is None else great_circle_miles(corner, point)
        if corner is None or step >= STEP_MILES:
            miles, corner = miles + step, point
    return Path(miles, corner)
