"""Turning what was found into the port's suggestions and locations."""

from collections.abc import Callable

import attrs

from haulage.kernel.geo import Place, Point
from haulage.ports.maps.places import AddressComponents, Location, Precision, Suggestion
from haulage_adapters.embedded.gazetteer import curated, grid, identifiers
from haulage_adapters.embedded.gazetteer.crossings import Crossing
from haulage_adapters.embedded.gazetteer.curated import CITIES, CuratedPlace
from haulage_adapters.embedded.gazetteer.identifiers import Found
from haulage_adapters.embedded.gazetteer.index import Area, Hood, Index
from haulage_adapters.embedded.gazetteer.keys import NEW_YORK
from haulage_adapters.embedded.gazetteer.placing import Spot

ADDRESS, ROUTE, ZIP = ("street_address",), ("route",), ("postal_code",)
INTERSECTION = ("intersection",)

STREETS = ("s", "g")
"""The kinds of streets: those of the index, and those of Manhattan's grid alone."""
CITY, BOROUGH, HOOD = ("locality", "political"), ("sublocality", "political"), ("neighborhood", "political")


@attrs.frozen
class _Words:
    """The two lines of a place, its parts and its types."""

    main: str
    secondary: str
    parts: AddressComponents
    types: tuple[str, ...]


class Answers:
    """Words the places of an index."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def suggestion(self, found: Found) -> Suggestion:
        words = self._words(found)
        return Suggestion(self.id_of(found), words.main, words.secondary, words.types, _precision(found))

    def location(self, found: Found) -> Location:
        words = self._words(found)
        whole = ", ".join(part for part in (words.main, words.secondary, "USA") if part)
        return Location(
            place=Place(self.point(found), f"{words.main}, {words.secondary}"),
            formatted_address=whole,
            place_id=self.id_of(found),
            components=words.parts,
            types=words.types,
            precision=_precision(found),
        )

    def id_of(self, found: Found) -> str:
        index, number = self._index, found.number
        if found.crossing is not None:
            return identifiers.of_crossing(index, found.crossing)
        if found.kind in STREETS:
            give = identifiers.of_street if found.kind == "s" else identifiers.of_cross_street
            return give(index, number, found.spot)
        give_id: dict[str, Callable[[], str]] = {
            "p": lambda: identifiers.of_place(number),
            "a": lambda: identifiers.of_area(index.area(number)),
            "z": lambda: identifiers.of_zip(index.zip_code(number)),
            "h": lambda: identifiers.of_hood(index.hoods[number - 1].code),
        }
        return give_id[found.kind]()

    def point(self, found: Found) -> Point:
        """Where it is; areas and streets are at their middle."""
        exact = found.spot or found.crossing
        return exact.point if exact else self._middle(found)

    def _middle(self, found: Found) -> Point:
        index, number = self._index, found.number
        middles: dict[str, Callable[[], Point]] = {
            "p": lambda: curated.places()[number].point,
            "s": lambda: index.point(index.points_of(number)[len(index.points_of(number)) // 2]),
            "g": lambda: self._cross_street_point(number),
            "a": lambda: index.area(number).point,
            "z": lambda: index.zip_point(number),
            "h": lambda: index.hoods[number - 1].point,
        }
        return middles[found.kind]()

    def _words(self, found: Found) -> _Words:
        index, number = self._index, found.number
        if found.crossing is not None:
            return self._corner(found.crossing)
        if found.kind in STREETS:
            return self._street(found)
        words: dict[str, Callable[[], _Words]] = {
            "p": lambda: self._place(curated.places()[number]),
            "a": lambda: self._city(index.area(number)),
            "z": lambda: self._zip(number),
            "h": lambda: self._hood(index.hoods[number - 1]),
        }
        return words[found.kind]()

    def _cross_street_point(self, number: int) -> Point:
        street = identifiers.cross_street(number)
        middle = grid.middle(self._index, street)
        if middle is None:
            raise LookupError(f"{street.shown} has no known neighbors")
        return middle.point

    def _street(self, found: Found) -> _Words:
        spot = found.spot
        if found.kind == "s":
            area = self._index.area(self._index.street_area[found.number])
            route = self._index.street_shown(found.number)
        else:
            area = self._index.area(self._index.manhattan)
            route = identifiers.cross_street(found.number).shown
        if spot is None:
            return _Words(route, f"{area.called}, {area.state}", _parts(area, route=route), ROUTE)
        code = self._index.zip_code(self._index.point_zip[spot.nearest])
        hood = self._hood_of(spot)
        parts = _parts(area, route=route, number=spot.house.text, code=code, hood=hood)
        return _Words(f"{spot.house.text} {route}", f"{area.called}, {area.state} {code}", parts, ADDRESS)

    def _place(self, place: CuratedPlace) -> _Words:
        city = CITIES.get(place.borough)
        key = ("NJ", city, "") if city else ("NY", NEW_YORK, place.borough)
        number = self._index.area_called(*key)
        if number is None:
            raise LookupError(f"{place.borough} is in no index")
        area = self._index.area(number)
        hood = self._index.hood_at(place.point)
        return _Words(place.name, f"{area.called}, {area.state}", _parts(area, hood=hood), (place.kind,))

    def _corner(self, crossing: Crossing) -> _Words:
        area = self._index.area(self._index.street_area[crossing.one])
        code = self._index.zip_code(self._index.point_zip[crossing.nearest])
        shown = " & ".join(grid.shown(self._index, each) for each in (crossing.one, crossing.other))
        parts = _parts(area, route=shown, code=code)
        return _Words(shown, f"{area.called}, {area.state} {code}", parts, INTERSECTION)

    def _hood_of(self, spot: Spot) -> Hood | None:
        number = int(self._index.point_hood[spot.nearest])
        if not number:
            return None
        hood = self._index.hoods[number - 1]
        if spot.known or hood.outline.holds(spot.point.lat, spot.point.lng):
            return hood
        return self._index.hood_at(spot.point)

    def _city(self, area: Area) -> _Words:
        if area.borough:
            return _Words(area.borough, "New York, NY", _parts(area), BOROUGH)
        return _Words(area.shown, area.state, _parts(area), CITY)

    def _zip(self, number: int) -> _Words:
        area, code = self._index.area(self._index.zip_area(number)), self._index.zip_code(number)
        return _Words(code, f"{area.called}, {area.state}", _parts(area, code=code), ZIP)

    def _hood(self, hood: Hood) -> _Words:
        parts = AddressComponents(
            neighborhood=hood.name,
            borough=hood.borough,
            locality="New York",
            administrative_area_level1="NY",
        )
        return _Words(hood.name, f"{hood.borough}, NY", parts, HOOD)


def _precision(found: Found) -> Precision:
    if found.crossing is not None:
        return Precision.INTERSECTION
    if found.kind == "p":
        return Precision.PLACE
    if found.spot is not None:
        return Precision.HOUSE if found.spot.known else Precision.APPROXIMATE
    return Precision.STREET if found.kind in STREETS else Precision.AREA


def _parts(
    area: Area,
    *,
    route: str | None = None,
    number: str | None = None,
    code: str | None = None,
    hood: Hood | None = None,
) -> AddressComponents:
    return AddressComponents(
        street_number=number,
        route=route,
        neighborhood=hood.name if hood else None,
        borough=area.borough or None,
        locality=area.shown,
        administrative_area_level1=area.state,
        postal_code=code,
    )
