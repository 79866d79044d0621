"""Addresses and places: found by text, and named by where they are."""

from enum import StrEnum
from typing import Protocol

import attrs

from haulage.kernel.geo import Place, Point
from haulage.service_area import ServiceArea


class Precision(StrEnum):
    """What a position stands for: an address exactly, or something that is not one."""

    HOUSE = "house"
    """A known house number."""

    APPROXIMATE = "approximate"
    """A house number that is not known, placed between or beside known ones."""

    PLACE = "place"
    """A station, park, hospital or the like, known by its name."""

    INTERSECTION = "intersection"
    """The corner of two streets."""

    STREET = "street"
    """The middle of a street: its house number is missing."""

    AREA = "area"
    """The middle of a city, borough, neighborhood or ZIP code."""


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
    *approximate* location is any but a known house number; *precision* says which kind. ``outside`` is why no
    trip can begin or end here, None where one can: engines leave it to ``judged_by``.
    """

    place: Place
    formatted_address: str
    place_id: str
    components: AddressComponents
    types: tuple[str, ...] = ()
    precision: Precision = Precision.HOUSE
    outside: str | None = None

    @property
    def approximate(self) -> bool:
        """Whether the position is not that of a known house number."""
        return self.precision is not Precision.HOUSE

    def judged_by(self, area: ServiceArea) -> "Location":
        """The same with what somebody is told who chooses a place outside the service area."""
        return attrs.evolve(self, outside=area.outside(self.place.point))


@attrs.frozen
class Suggestion:
    """A line offered while somebody types (MAP-02); its place id finds the location."""

    place_id: str
    main_text: str
    secondary_text: str
    types: tuple[str, ...] = ()
    precision: Precision = Precision.HOUSE

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
        """The best known places, of which those served are offered before anything is typed (MAP-11)."""
        ...
