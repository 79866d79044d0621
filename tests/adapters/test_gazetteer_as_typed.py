"""What the gazetteer keeps of an address as it was typed: its number, its type of street, its ZIP code."""

import asyncio

import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces
from haulage_adapters.embedded.gazetteer.index import meters

pytestmark = pytest.mark.usefixtures("whole_country")


@pytest.fixture(scope="module")
def places():
    return EmbeddedPlaces()


def first(places, text):
    return asyncio.run(places.geocode(text))[0]


@pytest.mark.parametrize(
    ("text", "lat", "lng", "apart"),
    [
        ("1200 Grand St, Hoboken, NJ 07030", 40.752, -74.0315, 300),
        ("123 Bedford Ave Brooklyn", 40.7185, -73.9567, 500),
        ("2500 Grand Concourse bronx", 40.8625, -73.8965, 300),
    ],
)
def test_a_number_past_all_known_ones_lies_farther_along_the_street(places, text, lat, lng, apart):
    found = first(places, text)
    assert found.components.street_number == text.split()[0]
    assert found.precision == "approximate"
    assert meters(found.place.point, Point(lat, lng)) <= apart


def test_a_hyphenated_number_far_from_known_ones_keeps_its_street(places):
    found = asyncio.run(places.geocode("31-00 47th Ave Queens"))
    assert found[0].components.street_number == "31-00"
    assert found[0].precision == "approximate"
    assert {each.components.route for each in found} == {"47th Ave"}


def test_a_number_that_was_kept_is_found_again_by_its_id(places):
    found = first(places, "1200 Grand St, Hoboken")
    assert asyncio.run(places.details(found.place_id)) == found


def test_a_street_of_another_type_is_no_match(places):
    found = asyncio.run(places.suggest("2 Hudson Ave Hoboken"))
    assert not [each.main_text for each in found if "Hudson Street" in each.main_text]
    assert first(places, "1 Hudson Pl Hoboken").components.route == "Hudson Place"


def test_a_slip_in_the_type_of_a_well_known_avenue_leaves_no_doubt(places):
    assert first(places, "450 lexington st").components.route == "Lexington Ave"


@pytest.mark.parametrize(
    ("text", "code"),
    [("333 W 23rd St", "10011"), ("200 Mulberry St", "10012"), ("25 St Marks Pl", "10003")],
)
def test_an_estimated_number_has_the_zip_code_of_its_own_street(places, text, code):
    assert first(places, text).components.postal_code == code


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("broadway w 42nd st", "Broadway & W 42nd St"),
        ("lexington ave 86th st", "Lexington Ave & E 86th St"),
        ("amsterdam 79th st", "Amsterdam Ave & W 79th St"),
    ],
)
def test_two_streets_meet_with_no_word_between_them(places, text, shown):
    assert asyncio.run(places.suggest(text))[0].main_text == shown


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("JFK terminal 4", "John F. Kennedy International Airport"),
        ("lga terminal b", "LaGuardia Airport"),
        ("Newark airport", "Newark Liberty International Airport"),
    ],
)
def test_an_airport_is_found_with_its_terminal_and_outside_the_area(places, text, name):
    assert asyncio.run(places.suggest(text))[0].main_text == name


def test_albee_square_is_known_without_its_direction(places):
    assert first(places, "445 albee square").components.postal_code == "11201"
