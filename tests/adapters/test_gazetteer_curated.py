"""Stations, parks, hospitals and the like, by the names that people type."""

import asyncio

import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, curated, store
from haulage_adapters.embedded.gazetteer.index import Index, meters
from haulage_adapters.embedded.gazetteer.tiers import Tier

pytestmark = pytest.mark.usefixtures("whole_country")
AT_LEAST = 400
NEAR_METERS = 200
"""A large building and the street in front of it: its own position is good to about 150 m."""


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
    ("1 times sq", "Times Square"),
    ("20 lincoln center", "Lincoln Center"),
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
    ("home depot", "Home Depot Flatiron"),
    ("home depot brooklyn", "Home Depot Bedford-Stuyvesant"),
    ("whole foods gowanus", "Whole Foods Gowanus"),
    ("trader joes", "Trader Joe's Union Square"),
    ("marriot marquis", "New York Marriott Marquis"),
    ("stuy town", "Stuyvesant Town"),
    ("lutheran hospital", "NYU Langone Hospital Brooklyn"),
    ("city tech", "New York City College of Technology"),
    ("apple store 5th avenue", "Apple Fifth Avenue"),
    ("katz deli", "Katz's Delicatessen"),
    ("court sq", "Court Square Station"),
    ("pier 11", "Pier 11"),
    ("bmcc", "Borough of Manhattan Community College"),
    ("randalls island", "Randall's Island Park"),
    ("gramercy park", "Gramercy Park"),
]

ADDRESSES = [
    ("Empire State Building", "350 5th Ave"),
    ("Chrysler Building", "405 Lexington Ave"),
    ("Carnegie Hall", "881 7th Ave"),
    ("Metropolitan Museum of Art", "1000 5th Ave"),
    ("Guggenheim Museum", "1071 5th Ave"),
    ("Neue Galerie", "1048 5th Ave"),
    ("Jewish Museum", "1109 5th Ave"),
    ("Museum of the City of New York", "1220 5th Ave"),
    ("El Museo del Barrio", "1230 5th Ave"),
    ("Bergdorf Goodman", "754 5th Ave"),
    ("Apple Fifth Avenue", "767 5th Ave"),
    ("Trump Tower", "725 5th Ave"),
    ("Tiffany & Co.", "727 5th Ave"),
    ("Saks Fifth Avenue", "611 5th Ave"),
    ("Temple Emanu-El", "1 E 65th St"),
    ("The Pierre", "2 E 61st St"),
    ("The Carlyle", "35 E 76th St"),
    ("St. Regis New York", "2 E 55th St"),
    ("Four Seasons New York", "57 E 57th St"),
    ("Park Hyatt New York", "153 W 57th St"),
    ("Museum of Modern Art", "11 W 53rd St"),
    ("The Roosevelt Hotel", "45 E 45th St"),
    ("The Algonquin", "59 W 44th St"),
    ("MetLife Building", "200 Park Ave"),
    ("Seagram Building", "375 Park Ave"),
    ("Bloomberg Tower", "731 Lexington Ave"),
    ("Lotte New York Palace", "455 Madison Ave"),
    ("InterContinental Barclay", "111 E 48th St"),
    ("Macy's Herald Square", "151 W 34th St"),
    ("The New Yorker Hotel", "481 8th Ave"),
    ("Port Authority Bus Terminal", "625 8th Ave"),
    ("Hotel Chelsea", "222 W 23rd St"),
    ("London Terrace", "410 W 24th St"),
    ("Home Depot Flatiron", "40 W 23rd St"),
    ("School of Visual Arts", "209 E 23rd St"),
    ("Poster House", "119 W 23rd St"),
    ("Trader Joe's Union Square", "142 E 14th St"),
    ("Lenox Hill Hospital", "100 E 77th St"),
    ("Mount Sinai Hospital", "1468 Madison Ave"),
    ("Memorial Sloan Kettering", "1275 York Ave"),
    ("Metropolitan Hospital", "1901 1st Ave"),
    ("Bellevue Hospital", "462 1st Ave"),
    ("Marymount Manhattan College", "221 E 71st St"),
    ("Dakota Apartments", "1 W 72nd St"),
    ("New-York Historical Society", "170 Central Park W"),
    ("Zabar's", "2245 Broadway"),
    ("Beacon Theatre", "2124 Broadway"),
    ("Apollo Theater", "253 W 125th St"),
    ("Studio Museum in Harlem", "144 W 125th St"),
    ("Woolworth Building", "233 Broadway"),
]


@pytest.mark.parametrize(("text", "name"), TYPED)
def test_a_place_is_first_or_second_by_the_names_that_people_type(places, text, name):
    offered = [each.main_text for each in asyncio.run(places.suggest(text))]
    assert name in offered[:2]


@pytest.mark.parametrize("text", ["350 5th ave", "broadway", "5th ave", "brooklyn", "hoboken", "astoria"])
def test_places_do_not_push_addresses_and_cities_aside(places, text):
    assert asyncio.run(places.suggest(text))[0].precision != "place"


@pytest.mark.parametrize("text", ["newark penn station", "penn station newark", "newark penn sta"])
def test_a_place_of_another_city_is_not_taken_for_one_of_ours(places, text):
    found = asyncio.run(places.suggest(text))
    assert "Pennsylvania Station" not in [each.main_text for each in found]


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


@pytest.mark.parametrize(("name", "address"), ADDRESSES)
def test_a_place_lies_where_its_address_does(places, name, address):
    location = asyncio.run(places.geocode(f"{address}, New York, NY"))[0]
    point = next(place.point for place in curated.places() if place.name == name)
    assert location.components.street_number == address.split()[0]
    assert meters(location.place.point, point) < NEAR_METERS
