"""Places, and the routes between them: what an embedded or an outside map engine answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point

BIAS_RADIUS_METERS = 50_000
"""Suggestions prefer what lies within this distance of the person who types (MAP-06)."""

MAX_SUGGESTIONS = 20
"""The longest list of suggestions that is asked for at once."""

MAX_POPULAR_PLACES = 15
"""The longest list of popular places (MAP-11)."""

MAX_SEARCH_LENGTH = 200
"""The longest text that is searched for; no address of the country is longer."""


@attrs.frozen
class Step:
    """A part of a way that one instruction describes (MAP-03)."""

    instruction: str
    distance_meters: int
    duration_seconds: int
    start: Point
    end: Point


@attrs.frozen
class Leg:
    """How far and how long, without the way: enough for a price, an arrival or a cell of a matrix."""

    distance_meters: int
    duration_seconds: int


@attrs.frozen
class Route:
    """A way by road: metres and seconds as engines measure them, and which engine it was.

    The polyline runs from start to end; an *approximate* one was measured on no street and is drawn dashed.
    """

    distance_meters: int
    duration_seconds: int
    engine: str
    polyline: tuple[Point, ...] = ()
    steps: tuple[Step, ...] = ()
    approximate: bool = False
    name: str = ""

    @property
    def leg(self) -> Leg:
        """Its distance and its time alone."""
        return Leg(self.distance_meters, self.duration_seconds)


@attrs.define
class RouteCalculationError(Unavailable):
    """The route engine gave no valid route; no price is made without one (MAP-24, OP-63)."""

    service: str = "maps"
    message: str = "Route Calculation Error"


@attrs.define
class NoRoute(RouteCalculationError):
    """The engine answered that no road connects these places: asking again will not help."""

    code = "no_route"
    message: str = "Route Calculation Error: no road connects these places"


class Routes(Protocol):
    """Finds ways. Raises ``RouteCalculationError`` rather than invent one."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        """The way from *start* to *end* for somebody who sets out at this instant."""
        ...

    async def leg(self, start: Point, end: Point, *, at: datetime) -> Leg:
        """The distance and the time of what ``route`` answers, for whoever shows no line.

        To draw one may take longer than all the rest.
        """
        ...

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        """The ways worth choosing between, best first: the first is what ``route`` answers (MAP-23)."""
        ...

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg | None, ...]:
        """How far and how long from each of *starts* to *end*, in their order (MAP-04).

        None stands for a start from which no road leads there.
        """
        ...
