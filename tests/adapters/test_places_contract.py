"""What every engine of places promises, whichever data it has: the port's one contract."""

import asyncio

import pytest

from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.ports.maps.routes import MAX_POPULAR_PLACES, MAX_SEARCH_LENGTH, MAX_SUGGESTIONS
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

pytestmark = pytest.mark.usefixtures("whole_country")
ENGINES = {"embedded": EmbeddedPlaces}
EMPIRE_STATE = "350 5th Ave, New York, NY 10118"
HOSTILE = [
    "",
    "   ",
    "\0",
    "a\0b",
    "%_%",
    "(.*)+$",
    "'; DROP TABLE streets; --",
    "../../etc/passwd",
    "\N{DELIVERY TRUCK}" * 40,
    "\u202e350 5th Ave",
    "\ud800 main st",
    "שדרות רוטשילד",
    "1" * MAX_SEARCH_LENGTH,
    "st " * 66,
    ",,,,,",
    "-5",
]


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    return ENGINES[request.param]()


def ask(question):
    return asyncio.run(question)


def test_a_suggestion_names_a_location(engine):
    for suggestion in ask(engine.suggest("350 5th a")):
        location = ask(engine.details(suggestion.place_id))
        assert location.place_id == suggestion.place_id
        assert suggestion.main_text in location.formatted_address


def test_an_address_has_its_parts_in_english(engine):
    first = ask(engine.geocode(EMPIRE_STATE))[0]
    parts = first.components
    assert (parts.street_number, parts.postal_code, parts.country) == ("350", "10118", "US")
    assert (parts.borough, parts.administrative_area_level1) == ("Manhattan", "NY")
    assert "street_address" in first.types
    assert abs(first.place.point.lat - 40.7484) < 0.002
    assert abs(first.place.point.lng + 73.9857) < 0.002


def test_what_is_near_comes_first(engine):
    boise = Point(43.615, -116.2)
    here, there = ask(engine.suggest("main st")), ask(engine.suggest("main st", near=boise))
    assert here[0].place_id != there[0].place_id
    assert ask(engine.details(there[0].place_id)).components.administrative_area_level1 == "ID"


def test_a_position_has_an_address_that_is_near(engine):
    found = ask(engine.reverse(Point(40.7484, -73.9857)))
    assert found.components.borough == "Manhattan"
    assert abs(found.place.point.lat - 40.7484) < 0.002


@pytest.mark.parametrize(
    "point", [Point(51.5, -0.12), Point(0, 0), Point(90, 0), Point(-90, 180), Point(43.65, -79.38)]
)
def test_a_position_outside_the_country_has_none(engine, point):
    assert ask(engine.reverse(point)) is None


@pytest.mark.parametrize(
    "text", ["10 Downing Street, London, UK", "12 rue de Rivoli Paris France", "qzxv wvut"]
)
def test_what_lies_abroad_or_nowhere_is_not_found(engine, text):
    assert ask(engine.suggest(text)) == ()
    assert ask(engine.geocode(text)) == ()


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_gets_an_answer(engine, text):
    assert len(ask(engine.suggest(text, limit=3))) <= 3
    assert len(ask(engine.geocode(text, limit=3))) <= 3


@pytest.mark.parametrize("length", [MAX_SEARCH_LENGTH + 1, 10_000])
def test_a_text_that_is_too_long_is_refused_by_name(engine, length):
    with pytest.raises(InvalidInput) as refused:
        ask(engine.suggest("x" * length))
    assert refused.value.field == "text"
    with pytest.raises(InvalidInput) as refused:
        ask(engine.geocode("x" * length))
    assert refused.value.field == "address"


@pytest.mark.parametrize("limit", [0, -1, MAX_SUGGESTIONS + 1])
def test_a_limit_out_of_bounds_is_refused_by_name(engine, limit):
    with pytest.raises(InvalidInput) as refused:
        ask(engine.suggest("main", limit=limit))
    assert refused.value.field == "limit"


@pytest.mark.parametrize(
    "place_id", ["", "nonsense", "~~~~~", "zip~99999", "\0", "address~NY~~~~1~2", "x" * 5000]
)
def test_an_id_that_was_never_given_is_not_found(engine, place_id):
    with pytest.raises(NotFound):
        ask(engine.details(place_id))


def test_popular_places_are_few_and_exist(engine):
    popular = ask(engine.popular())
    assert 0 < len(popular) <= 2 * MAX_POPULAR_PLACES
    for suggestion in popular:
        assert ask(engine.details(suggestion.place_id)).components.country == "US"
