"""In which state, county and ZIP code a position is, by the embedded addresses.

An address next to the position says it all. Further away only the state counts, and only where everything
around is in the same one: what is not certain stays out, and the table of taxes refuses where it matters.
"""

import asyncio
import math
from functools import cache
from typing import Any

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.ports.maps.places import Location, Places
from haulage.ports.storage.sales_tax import TaxPlaces
from haulage.pricing.sales_tax import TaxPlace, county_name

AROUND_MILES = 8
"""Ours: about half of what separates the middles of large ZIP codes."""

MILES_PER_DEGREE = 69.0
BOROUGH_COUNTIES = {
    "Manhattan": "New York",
    "Brooklyn": "Kings",
    "Queens": "Queens",
    "The Bronx": "Bronx",
    "Bronx": "Bronx",
    "Staten Island": "Richmond",
}
"""New York's boroughs are counties by other names."""


@attrs.frozen
class EmbeddedTaxPlaces(TaxPlaces):
    """Asks the engine that finds places."""

    places: Places

    async def place(self, point: Point) -> TaxPlace:
        found = await self.places.reverse(point)
        if found is None:
            return TaxPlace()
        if "street_address" in found.types:
            return await asyncio.to_thread(_at_address, found)
        state = found.components.administrative_area_level1
        county = BOROUGH_COUNTIES.get(found.components.borough or "")
        if county is not None:
            return TaxPlace(state, county)
        around = [await self.places.reverse(each) for each in _around(point)]
        states = {each.components.administrative_area_level1 for each in around if each is not None}
        return TaxPlace(state) if states <= {state} else TaxPlace()

    async def require_known(self, place: TaxPlace) -> None:
        known = (await asyncio.to_thread(_states_and_counties)).items()
        if place.county is not None and (place.state, place.county) not in {at for _, at in known}:
            raise InvalidInput("county", f"{place.shown} is not a county")
        if place.zip_code is not None and not any(
            code == place.zip_code and state == place.state for code, (state, _) in known
        ):
            raise InvalidInput("zip_code", f"{place.zip_code} is not in {place.state}")


def _at_address(found: Location) -> TaxPlace:
    """A ZIP code counts where its own state is the address's."""
    parts = found.components
    state, county = _states_and_counties().get(parts.postal_code or "", (None, None))
    agreed = state == parts.administrative_area_level1
    return TaxPlace(
        parts.administrative_area_level1,
        BOROUGH_COUNTIES.get(parts.borough or "", county if agreed else None),
        parts.postal_code if agreed else None,
    )


def _around(point: Point) -> list[Point]:
    north = AROUND_MILES / MILES_PER_DEGREE
    east = north / max(0.1, math.cos(math.radians(point.lat)))
    steps = ((north, 0.0), (-north, 0.0), (0.0, east), (0.0, -east))
    # Nobody is asked for beyond the poles and the date line.
    return [
        Point(point.lat + lat, point.lng + lng)
        for lat, lng in steps
        if abs(point.lat + lat) <= 90 and abs(point.lng + lng) <= 180
    ]


@cache
def _states_and_counties() -> dict[str, tuple[str, str | None]]:
    """State and county of each ZIP code; one that lies in two counties counts to the one of its office."""
    import zipcodes

    listed: Any = zipcodes.list_all
    return {
        each["zip_code"]: (each["state"], county_name(each["county"]) or None)
        for each in listed()
        if each["active"]
    }
