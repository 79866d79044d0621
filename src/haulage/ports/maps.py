"""Places, and the ways between them: what an embedded or an outside map engine answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Protocol

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Place, Point

BIAS_RADIUS_METERS = 50_000
"""Suggestions prefer what lies within this distance of the person who types (MAP-06)."""

MAX_SUGGESTIONS = 20
"""The longest list of suggestions that is asked for at once."""

MAX_POPULAR_PLACES = 15
"""The longest list of popular places (MAP-11)."""

MAX_SEARCH_LENGTH = 200
"""The longest text that is searched for; no address of the country is longer."""


@attrs.frozen
class AddressComponents:
    """The parts of an address under the names that map engines share (MAP-01); None where unknown.

    New York's boroughs and neighbourhoods have fields of their own, since people know them by these.
    """

    street_number: str | None = None
    route: str | None = None
    neighborhood: str | None = None
    borough: str | None = None
    locality: str | None = None
    administrative_area_level1: str | None = None
    postal_code: str | None = None
    country: str = "US"


@attrs.frozen
class Location:
    """A place that an engine knows: where, what it is called, and its address in parts (MAP-01).

    ``place.address`` is the short form that people read, ``formatted_address`` the whole one. An
    *approximate* location was interpolated, or stands for an area by its middle.
    """

    place: Place
    formatted_address: str
    place_id: str
    components: AddressComponents
    types: tuple[str, ...] = ()
    approximate: bool = False


@attrs.frozen
class Suggestion:
    """A line offered while somebody types (MAP-02); its place id finds the location."""

    place_id: str
    main_text: str
    secondary_text: str
    types: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """Both texts in one line."""
        return f"{self.main_text}, {self.secondary_text}" if self.secondary_text else self.main_text


class Places(Protocol):
    """Finds places in the United States (MAP-05). Raises ``Unavailable`` rather than invent one.

    Texts are at most ``MAX_SEARCH_LENGTH`` characters: longer ones, and limits that are not between 1
    and ``MAX_SUGGESTIONS``, are ``InvalidInput``. A text that nothing matches finds nothing.
    """

    async def suggest(
        self, text: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Suggestion, ...]:
        """What somebody who has typed this may mean, best first; places near *near* come earlier."""
        ...

    async def details(self, place_id: str) -> Location:
        """The location of a suggestion. Raises ``NotFound`` for an id that this engine never gave."""
        ...

    async def geocode(
        self, address: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Location, ...]:
        """The locations that an address written out may mean, best first."""
        ...

    async def reverse(self, point: Point) -> Location | None:
        """The address nearest to a position, or None where this engine knows none."""
        ...

    async def popular(self) -> tuple[Suggestion, ...]:
        """Places offered before anything is typed, at most ``MAX_POPULAR_PLACES`` (MAP-11)."""
        ...


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
    name: str = ""


@attrs.frozen
class Leg:
    """One cell of a distance matrix: how far and how long, without the way."""

    distance_meters: int
    duration_seconds: int


@attrs.define(eq=False, str=False)
class RouteCalculationError(Unavailable):
    """The engine gave no way that can be believed; no price is made without one (MAP-24, OP-63)."""

    service: str = "maps"
    sentence: str = "Route Calculation Error"


@attrs.define(eq=False, str=False)
class NoRoute(RouteCalculationError):
    """The engine answered that no road connects these places: asking again will not help."""

    code: ClassVar[str] = "no_route"
    sentence: str = "Route Calculation Error: no road connects these places"


class Routes(Protocol):
    """Finds ways. Raises ``RouteCalculationError`` rather than invent one."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        """The way from *start* to *end* for somebody who sets out at this instant."""
        ...

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        """The ways worth choosing between, best first: the first is what ``route`` answers (MAP-23)."""
        ...

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg | None, ...]:
        """How far and how long from each of *starts* to *end*, in their order (MAP-04).

        None stands for a start from which no road leads there.
        """
        ...
