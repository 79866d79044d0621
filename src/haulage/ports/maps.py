"""Routes between places."""

from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.geo import Point


@attrs.frozen
class Step:
    """A part of a way that one instruction describes (MAP-03)."""

    instruction: str
    distance_meters: int
    duration_seconds: int
    start: Point
    end: Point


@attrs.frozen
class Route:
    """A way by road: metres and seconds as engines measure them, and which engine it was.

    The polyline runs from start to end; an *approximate* one follows no street and is drawn dashed.
    """

    distance_meters: int
    duration_seconds: int
    engine: str
    polyline: tuple[Point, ...] = ()
    steps: tuple[Step, ...] = ()
    approximate: bool = False


class Routes(Protocol):
    """Finds ways. Raises ``Unavailable`` with 'Route Calculation Error' rather than invent one."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        """The way from *start* to *end* for somebody who sets out at this instant."""
        ...
