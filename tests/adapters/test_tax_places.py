"""Positions as places that tax: certain ones only."""

import asyncio

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.pricing import TaxPlace
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces
from haulage_adapters.embedded.tax_places import EmbeddedTaxPlaces

pytestmark = pytest.mark.usefixtures("whole_country")


@pytest.fixture(scope="module")
def places() -> EmbeddedTaxPlaces:
    return EmbeddedTaxPlaces(EmbeddedPlaces())


@pytest.mark.parametrize(
    ("point", "place"),
    [
        (Point(40.7484, -73.9857), TaxPlace("NY", "New York", "10118")),
        (Point(40.7033, -73.9881), TaxPlace("NY", "Kings", "11201")),
        (Point(40.7440, -74.0324), TaxPlace("NJ", "Hudson", "07030")),
        (Point(48.8584, 2.2945), TaxPlace()),
        (Point(39.5, -50.0), TaxPlace()),
    ],
    ids=["the Empire State Building", "Brooklyn", "Hoboken", "Paris", "the sea"],
)
def test_a_position_is_in_its_state_county_and_zip_code(
    places: EmbeddedTaxPlaces, point: Point, place: TaxPlace
) -> None:
    found = asyncio.run(places.place(point))
    assert (found.state, found.county) == (place.state, place.county)
    assert found.zip_code is None or place.zip_code is None or found.zip_code[:3] == place.zip_code[:3]


def test_in_the_park_of_a_borough_the_county_is_known(places: EmbeddedTaxPlaces) -> None:
    found = asyncio.run(places.place(Point(40.7829, -73.9654)))
    assert (found.state, found.county) == ("NY", "new york")


def test_far_from_every_address_a_state_counts_only_where_it_is_everywhere_around(
    places: EmbeddedTaxPlaces,
) -> None:
    """In the Adirondacks, and on the lake that parts New York from Vermont."""
    assert asyncio.run(places.place(Point(43.95, -74.3))) in (TaxPlace("NY"), TaxPlace())
    assert asyncio.run(places.place(Point(44.53, -73.33))).county is None


def test_a_county_and_a_zip_code_must_be_in_their_state(places: EmbeddedTaxPlaces) -> None:
    asyncio.run(places.require_known(TaxPlace("NY", "Kings", "11201")))
    asyncio.run(places.require_known(TaxPlace("NY")))
    for place in (TaxPlace("NJ", "Kings"), TaxPlace("NJ", None, "11201"), TaxPlace("NY", None, "99999")):
        with pytest.raises(InvalidInput):
            asyncio.run(places.require_known(place))
