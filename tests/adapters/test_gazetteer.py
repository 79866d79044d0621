"""The embedded places: how people write, numbers between known ones, ids, and the kept file."""

import asyncio
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, houses, store, words
from haulage_adapters.embedded.gazetteer import columns as column_files
from haulage_adapters.embedded.gazetteer.polygons import Outline, thinned

pytestmark = pytest.mark.usefixtures("whole_country")
EMPIRE_STATE = "350 5th Ave, New York, NY 10118"


@pytest.fixture(scope="module")
def places():
    return EmbeddedPlaces()


def first(places, text, near=None):
    found = asyncio.run(places.geocode(text, near=near))
    return found[0] if found else None


@pytest.mark.parametrize(
    "text",
    [
        "350 5th a",
        "350 5 Ave",
        "350 Fifth Avenue",
        "350 fifht avenue",
        "350 5th ave ny 10118",
        "350 5th ave new york",
        "350 5th avenue manhattan",
        "350 5th Ave Apt 4B, New York, NY",
        "350 5th Ave #3",
        "350 5th Ave, Floor 2, New York NY 10118",
        "350 5th Ave, New York, NY 10118, USA",
        "350 5th Ave, New York, NY 10118-0001",
        "350 5TH AVE NEW YORK CITY",
    ],
)
def test_one_address_is_found_however_it_is_written(places, text):
    assert first(places, text).place.address == EMPIRE_STATE


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hoboken NJ", "Hoboken, NJ"),
        ("hoboekn", "Hoboken, NJ"),
        ("jersey city", "Jersey City, NJ"),
        ("brooklyn", "Brooklyn, New York, NY"),
        ("10036", "10036, New York, NY"),
        ("williamsburg", "Williamsburg, Brooklyn, NY"),
        ("broadway brooklyn", "Broadway, Brooklyn, NY"),
        ("union street brooklyn", "Union St, Brooklyn, NY"),
        ("los angeles ca", "Los Angeles, CA"),
    ],
)
def test_areas_and_streets_are_places_too(places, text, found):
    assert first(places, text).place.address == found


def test_a_number_between_known_ones_is_approximate_and_between_them(places):
    known, between = first(places, EMPIRE_STATE), first(places, "348 5th Ave, Manhattan")
    assert between.approximate
    assert not known.approximate
    assert between.components.street_number == "348"
    assert abs(between.place.point.lat - known.place.point.lat) < 0.005


@pytest.mark.parametrize(
    ("text", "lat", "lng"),
    [
        ("31-20 37th Ave, Queens", 40.7546, -73.9300),
        ("55-10 37th Ave, Queens", 40.7521, -73.9090),
        ("104-02 37th Ave, Queens", 40.7530, -73.8650),
    ],
)
def test_a_number_where_few_are_known_is_still_placed_along_the_street(places, text, lat, lng):
    found = first(places, text)
    assert found.approximate
    assert found.components.street_number == text.split()[0]
    assert abs(found.place.point.lat - lat) < 0.003
    assert abs(found.place.point.lng - lng) < 0.003


@pytest.mark.parametrize(
    ("text", "precision"),
    [
        (EMPIRE_STATE, "house"),
        ("348 5th Ave, Manhattan", "approximate"),
        ("broadway brooklyn", "street"),
        ("Hoboken NJ", "area"),
        ("10036", "area"),
        ("williamsburg", "area"),
    ],
)
def test_a_suggestion_and_its_location_say_how_precise_they_are(places, text, precision):
    suggested = asyncio.run(places.suggest(text))[0]
    location = asyncio.run(places.details(suggested.place_id))
    assert suggested.precision == location.precision == precision
    assert location.approximate == (precision != "house")


def test_an_estimate_has_an_id_that_finds_it_again(places):
    between = first(places, "348 5th Ave, Manhattan")
    assert asyncio.run(places.details(between.place_id)) == between


def test_boroughs_and_neighborhoods_come_from_outlines(places):
    parts = first(places, EMPIRE_STATE).components
    assert parts.borough == "Manhattan"
    assert parts.neighborhood == "Midtown South-Flatiron-Union Square"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("W 48 ST", "West 48th Street"),
        ("5 Ave", "Fifth Avenue"),
        ("St. Mark's Pl", "Saint Marks Place"),
        ("Ft Hamilton Pkwy", "Fort Hamilton Parkway"),
        ("42 st", "forty-second street"),
        ("Avenue of the Americas", "6th Ave"),
        ("CR 12", "County Road 12"),
    ],
)
def test_the_ways_to_write_a_street_are_one(one, other):
    assert words.key_of(one) == words.key_of(other)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("W 48 ST", "W 48th ST".replace("ST", "St")),
        ("5 AVE", "5th Ave"),
        ("COUNTY ROAD 12", "County Road 12"),
    ],
)
def test_streets_are_shown_as_people_write_them(written, shown):
    assert words.shown(written) == shown


@given(st.integers(1, 99_999), st.integers(0, 99))
def test_a_hyphenated_number_reads_as_it_was_written(block, house):
    text = f"{block}-{house:02d}"
    read = houses.read(f"{text} 37th Ave")
    assert read is not None
    assert read[0].text == text == houses.text_of(read[0].value)


@given(st.text(max_size=60))
def test_the_canonical_form_of_a_canonical_form_is_itself(text):
    key = words.key_of(text)
    assert words.key_of(key) == key


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200))
def test_every_text_has_an_answer_that_can_be_looked_up(text):
    places = SHARED
    for suggestion in asyncio.run(places.suggest(text, limit=2)):
        assert asyncio.run(places.details(suggestion.place_id)).place_id == suggestion.place_id


SHARED = EmbeddedPlaces()


def test_a_thinned_outline_still_holds_what_it_held():
    square = [(0.0, 0.0), (0.5, 0.00001), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    outline = Outline.around([thinned(square)])
    assert outline.holds(0.5, 0.5)
    assert not outline.holds(1.5, 0.5)
    assert len(thinned(square)) == 5


@pytest.fixture
def stored(tmp_path, whole_country):
    shutil.copy(whole_country, tmp_path)
    return tmp_path / store.file_name()


@pytest.mark.parametrize("harm", ["truncated", "turned", "empty", "other"])
def test_a_damaged_file_is_noticed(stored, harm):
    raw = bytearray(stored.read_bytes())
    if harm == "turned":
        raw[len(raw) // 2] ^= 1
    stored.write_bytes(
        {"truncated": raw[:-1000], "turned": raw, "empty": b"", "other": b"SQLite format 3"}[harm]
    )
    with pytest.raises(column_files.Damaged):
        column_files.load(stored)
    assert not store.sound(stored)


def test_a_number_far_from_all_known_ones_is_the_street_alone(places):
    found = first(places, "99999 5th Ave, Manhattan")
    assert found.types == ("route",)
    assert found.approximate


def test_the_same_text_elsewhere_finds_what_is_there(places):
    chicago = first(places, "michigan ave", near=Point(41.8781, -87.6298))
    assert chicago.components.administrative_area_level1 in ("IL", "IN")
