"""Manhattan's grid, and addresses of the served area in whatever order people type them."""

import asyncio
import statistics

import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, avenues, grid, houses, store
from haulage_adapters.embedded.gazetteer.avenues import RULES
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import Index, meters
from haulage_adapters.embedded.gazetteer.queens import queens
from haulage_adapters.embedded.gazetteer.tiers import Tier

pytestmark = pytest.mark.usefixtures("whole_country")

LOS_ANGELES = Point(34.0522, -118.2437)
MEDIAN_METERS = 60
"""The most that half of the known addresses may lie from where the grid would put them."""


@pytest.fixture(scope="module")
def places():
    return EmbeddedPlaces()


@pytest.fixture(scope="module")
def index():
    return Index(store.load(None, Tier.COUNTRY))


def found(places, text, *, near=None):
    return asyncio.run(places.geocode(text, near=near, limit=5))


def first(places, text):
    return found(places, text)[0].place.address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("222 W 23rd St", "222 W 23rd St, New York, NY 10011"),
        ("222 w 23", "222 W 23rd St, New York, NY 10011"),
        ("222 West Twenty-Third Street", "222 W 23rd St, New York, NY 10011"),
        ("222 W 23rd St, New York, NY 10011", "222 W 23rd St, New York, NY 10011"),
        ("200 w 79th st", "200 W 79th St, New York, NY 10024"),
        ("w 79th st 200", "200 W 79th St, New York, NY 10024"),
        ("333 E 14th St", "333 E 14th St, New York, NY 10003"),
        ("310 e 74th st manhattan", "310 E 74th St, New York, NY 10021"),
        ("200 w 61 st", "200 W 61st St, New York, NY 10023"),
        ("w 23rd st", "W 23rd St, New York, NY"),
    ],
)
def test_every_cross_street_of_manhattan_is_found(places, text, address):
    assert first(places, text) == address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("5 ave 350", "350 5th Ave, New York, NY 10118"),
        ("fifth avenue 350", "350 5th Ave, New York, NY 10118"),
        ("brooklyn, 350 5th ave", "350 5th Ave, Brooklyn, NY 11215"),
        ("brooklyn 350 5th ave", "350 5th Ave, Brooklyn, NY 11215"),
        ("broadway 1500 new york", "1500 Broadway, New York, NY 10019"),
    ],
)
def test_the_number_may_follow_the_street_and_the_city_may_come_first(places, text, address):
    assert first(places, text) == address


@pytest.mark.parametrize(
    ("text", "address", "lat", "lng"),
    [
        ("broadway & 42nd", "Broadway & W 42nd St, New York, NY 10018", 40.7558, -73.9866),
        ("5th ave & e 42nd st, new york", "5th Ave & E 42nd St, New York, NY 10110", 40.7536, -73.9808),
        ("5th ave and 34th st", "5th Ave & E 34th St, New York, NY 10118", 40.7484, -73.9848),
        ("8th ave and 34th st, manhattan", "8th Ave & W 34th St, New York, NY 10119", 40.7521, -73.9934),
        ("corner of steinway st and 30th ave", "Steinway St & 30th Ave, Queens, NY 11103", 40.7639, -73.9150),
    ],
)
def test_the_corner_of_two_streets_is_found_where_it_is(places, text, address, lat, lng):
    location = found(places, text)[0]
    assert location.place.address == address
    assert location.precision == "intersection"
    assert meters(location.place.point, Point(lat, lng)) < MEDIAN_METERS
    assert asyncio.run(places.details(location.place_id)) == location


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("515 malcolm x blvd", "515 Lenox Ave, New York, NY 10037"),
        ("220 central park s", "220 W 59th St, New York, NY 10019"),
        ("15 cpw", "15 Central Park W, New York, NY 10023"),
        ("432 park ave", "432 Park Ave, New York, NY 10152"),
        ("727 5th ave, new york, ny", "727 5th Ave, New York, NY 10022"),
    ],
)
def test_manhattans_other_names_and_new_york_alone_mean_manhattan(places, text, address):
    assert first(places, text).rpartition(" ")[0] == address.rpartition(" ")[0]


def test_a_corner_is_found_on_a_street_that_no_package_lists(places):
    """Its ZIP code is that of the nearest known address, which may lie across a border."""
    location = found(places, "8th ave & w 23rd st, new york")[0]
    assert location.components.route == "8th Ave & W 23rd St"
    assert location.precision == "intersection"
    assert meters(location.place.point, Point(40.7452, -73.9983)) < MEDIAN_METERS
    assert asyncio.run(places.details(location.place_id)) == location


def test_streets_that_do_not_meet_have_no_corner(places):
    assert all(each.precision != "intersection" for each in found(places, "steinway st & w 42nd st"))


@pytest.mark.parametrize("text", ["8th ave & e 14th st", "8 av and 14"])
def test_a_corner_is_on_the_side_of_fifth_avenue_where_its_avenue_is(places, text):
    assert first(places, text) == "8th Ave & W 14th St, New York, NY 10014"


def test_numbers_on_the_grid_are_marked_approximate_and_found_again_by_their_id(places):
    for text in ("222 W 23rd St", "333 E 14th St", "w 23rd st"):
        location = found(places, text)[0]
        assert location.approximate
        assert asyncio.run(places.details(location.place_id)) == location


def apart(index, streets, place):
    """Meters between known addresses and where the other addresses put their numbers."""
    for street, known in streets:
        for point in index.points_of(known):
            value = index.point_value[point]
            if not 0 < value < houses.HYPHENATED:
                continue
            estimate = place(index, street, House(str(value), value))
            if estimate:
                yield meters(estimate.point, index.point(point))


def test_half_of_the_addresses_of_cross_streets_lie_within_sixty_meters_of_where_the_grid_puts_them(index):
    streets = [each for each in index.cross_streets.items() if each[0].number >= 14]
    found = list(apart(index, streets, grid.place))
    assert len(found) > 500
    assert statistics.median(found) < MEDIAN_METERS


def test_half_of_the_addresses_of_avenues_lie_within_sixty_meters_of_where_the_rule_puts_them(index):
    named = ((street, index.name(index.street_name[street])) for street in range(len(index.street_area)))
    manhattan = [(s, s) for s, name in named if name in RULES and index.street_area[s] == index.manhattan]
    found = list(apart(index, manhattan, avenues.place))
    assert len(found) > 250
    assert statistics.median(found) < MEDIAN_METERS


@pytest.mark.parametrize(
    ("text", "lat", "lng"),
    [
        ("350 w 23rd st", 40.7466, -74.0007),
        ("350 w 22nd st", 40.7459, -74.0013),
        ("600 11th ave", 40.7624, -73.9975),
        ("1200 2nd ave", 40.7624, -73.9631),
        ("300 central park west", 40.7882, -73.9675),
        ("1000 park ave", 40.7790, -73.9586),
        ("170 e 83rd st", 40.7771, -73.9554),
    ],
)
def test_a_number_of_no_package_lies_within_a_block_and_is_marked_approximate(places, text, lat, lng):
    location = found(places, text)[0]
    assert location.approximate
    assert meters(location.place.point, Point(lat, lng)) < 130
    assert asyncio.run(places.details(location.place_id)) == location


@pytest.mark.parametrize(
    "text", ["222 W 23rd St", "100 main st", "350 5th ave", "5 ave", "broadway", "200 washington st"]
)
def test_streets_outside_the_served_area_are_not_offered_to_who_names_no_city(places, text):
    cities = {
        (each.components.locality, each.components.administrative_area_level1) for each in found(places, text)
    }
    assert cities <= {("New York", "NY"), ("Hoboken", "NJ"), ("Jersey City", "NJ")}


@pytest.mark.parametrize("text", ["jfk boulevrd", "penn sttion", "nonsense lane 12345678", "2 broadway"])
def test_what_is_not_known_is_not_answered_by_another_state(places, text):
    states = {each.components.administrative_area_level1 for each in found(places, text)}
    assert states <= {"NY", "NJ"}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("austin tx", "Austin, TX"),
        ("philadelphia", "Philadelphia, PA"),
        (
            "1600 pennsylvania ave nw washington dc",
            "1600 Pennsylvania Avenue Northwest, Washington, DC 20500",
        ),
        ("broadway yonkers", None),
    ],
)
def test_who_names_a_city_elsewhere_finds_it(places, text, address):
    cities = {each.components.locality for each in found(places, text)}
    if address is None:
        assert "Yonkers" in cities
    else:
        assert first(places, text) == address


def test_people_elsewhere_still_find_the_streets_around_them(places):
    nearest = found(places, "sunset blvd", near=LOS_ANGELES)[0]
    assert nearest.components.administrative_area_level1 == "CA"


def test_half_of_the_addresses_of_queens_lie_within_sixty_meters_of_where_the_others_put_them(index):
    queens_area = index.area_called("NY", "new york", "Queens")
    found = []
    for street in range(len(index.street_area)):
        if index.street_area[street] != queens_area:
            continue
        for point in index.points_of(street):
            value = index.point_value[point]
            estimate = queens(index).place(street, House(houses.text_of(value), value))
            if estimate:
                found.append(meters(estimate.point, index.point(point)))
    assert len(found) > 1_000
    assert statistics.median(found) < MEDIAN_METERS


@pytest.mark.parametrize(
    ("text", "lat", "lng"),
    [
        ("300 washington st, hoboken", 40.7402, -74.0296),
        ("washington st & 12th st, hoboken", 40.7502, -74.0266),
        ("41-17 main st, flushing", 40.7585, -73.8299),
        ("205 e houston st", 40.7223, -73.9874),
        ("120 orchard st", 40.7191, -73.9897),
    ],
)
def test_streets_that_no_package_lists_are_known_by_their_ends(places, text, lat, lng):
    location = found(places, text)[0]
    assert location.approximate
    assert meters(location.place.point, Point(lat, lng)) < 130
    assert asyncio.run(places.details(location.place_id)) == location
