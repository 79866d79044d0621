"""Stations, parks, hospitals and the like, by the names that people type."""

import asyncio

import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, curated, store
from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.tiers import Tier

pytestmark = pytest.mark.usefixtures("whole_country")
AT_LEAST = 200


@pytest.fixture(scope="module")
def places():
    return EmbeddedPlaces()


@pytest.fixture(scope="module")
def index():
    return Index(store.load(None, Tier.COUNTRY))


TYPED = [
    ("jfk", "John F. Kennedy International Airport"),
    ("JFK airport", "John F. Kennedy International Airport"),
    ("lga", "LaGuardia Airport"),
    ("laguardia airport", "LaGuardia Airport"),
    ("penn station", "Pennsylvania Station"),
    ("penn staton", "Pennsylvania Station"),
    ("Penn Station, New York", "Pennsylvania Station"),
    ("grand central", "Grand Central Terminal"),
    ("grand central station nyc", "Grand Central Terminal"),
    ("central park", "Central Park"),
    ("empire state building", "Empire State Building"),
    ("empire stat building", "Empire State Building"),
    ("building empire state", "Empire State Building"),
    ("yankee stadium", "Yankee Stadium"),
    ("yankee stadium bronx", "Yankee Stadium"),
    ("citi field", "Citi Field"),
    ("barclays center brooklyn", "Barclays Center"),
    ("brooklyn bridge park", "Brooklyn Bridge Park"),
    ("msg", "Madison Square Garden"),
    ("moma", "Museum of Modern Art"),
    ("the met", "Metropolitan Museum of Art"),
    ("times square", "Times Square"),
    ("rockefeller cent", "Rockefeller Center"),
    ("lincoln center", "Lincoln Center"),
    ("columbia university", "Columbia University"),
    ("nyu", "New York University"),
    ("bellevue hospital", "Bellevue Hospital"),
    ("mt sinai", "Mount Sinai Hospital"),
    ("mount sinai hospital", "Mount Sinai Hospital"),
    ("prospect park", "Prospect Park"),
    ("bronx zoo", "Bronx Zoo"),
    ("staten island ferry", "Whitehall Terminal"),
    ("port authority", "Port Authority Bus Terminal"),
    ("hoboken terminal", "Hoboken Terminal"),
    ("journal square", "Journal Square"),
    ("ikea brooklyn", "IKEA Brooklyn"),
    ("macys", "Macy's Herald Square"),
    ("javits center", "Javits Center"),
    ("queens center mall", "Queens Center"),
    ("st johns university", "St. John's University"),
]


@pytest.mark.parametrize(("text", "name"), TYPED)
def test_a_place_is_first_or_second_by_the_names_that_people_type(places, text, name):
    offered = [each.main_text for each in asyncio.run(places.suggest(text))]
    assert name in offered[:2]


@pytest.mark.parametrize("text", ["350 5th ave", "broadway", "5th ave", "brooklyn", "hoboken", "astoria"])
def test_places_do_not_push_addresses_and_cities_aside(places, text):
    assert asyncio.run(places.suggest(text))[0].precision != "place"


def test_a_place_is_found_again_by_its_id_and_stands_for_itself(places):
    offered = asyncio.run(places.suggest("penn station"))[0]
    location = asyncio.run(places.details(offered.place_id))
    assert location.precision == offered.precision == "place"
    assert location.place.address == "Pennsylvania Station, New York, NY"
    assert location.components.borough == "Manhattan"


def test_people_elsewhere_are_not_offered_new_yorks_places(places):
    offered = asyncio.run(places.suggest("central park", near=Point(34.0522, -118.2437)))
    assert all(each.precision != "place" for each in offered)


def test_every_place_lies_in_its_borough_or_city(index):
    assert len(curated.places()) >= AT_LEAST
    for place in curated.places():
        hood = index.hood_at(place.point)
        assert (hood.borough if hood else None) == (
            None if place.borough in curated.CITIES else place.borough
        ), place.name


def test_no_two_places_share_a_name_or_an_id():
    keys = [key for place in curated.places() for key in place.keys]
    assert len(keys) == len(set(keys))
    assert len({place.slug for place in curated.places()}) == len(curated.places())
