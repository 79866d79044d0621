"""The first start of the embedded places: the area's index at once, the country's behind it."""

import asyncio
import subprocess
import sys

import pytest

from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, store
from haulage_adapters.embedded.gazetteer.engine import AREA_ALONE
from haulage_adapters.embedded.gazetteer.tiers import Tier

EMPIRE_STATE = "350 5th Ave, New York, NY 10118"
LOS_ANGELES = Point(34.0522, -118.2437)
SOON = 1.5
"""Seconds: long enough to open the area's index, too short to build the country's."""

TEXTS = (
    "350 5th a",
    "broadway",
    "31-20 37th ave queens",
    "hoboken",
    "10036",
    "williamsburg",
    "12 union st",
    "chicago",
)


def start_build(path):
    return subprocess.Popen(
        [sys.executable, "-m", "haulage_adapters.embedded.gazetteer", path, Tier.AREA.value]
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the area's index alone, made by two processes at once, and how they ended."""
    folder = tmp_path_factory.mktemp("places")
    path = folder / store.file_name(Tier.AREA)
    return folder, [process.wait() for process in [start_build(path), start_build(path)]]


@pytest.fixture
def area(built, tmp_path, monkeypatch):
    """The same where the user's cache is empty."""
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "nobody"))
    return built[0]


def ask(question):
    return asyncio.run(question)


def test_of_two_processes_that_build_at_once_one_builds_and_both_are_content(built):
    folder, statuses = built
    assert statuses == [0, 0]
    assert store.sound(folder / store.file_name(Tier.AREA))
    assert sorted(path.suffix for path in folder.iterdir()) == [".bin", ".lock"]


def test_a_process_that_finds_the_index_built_leaves_it_alone(built):
    path = built[0] / store.file_name(Tier.AREA)
    before = path.stat()
    assert start_build(path).wait() == 0
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_rebuilt_index_is_the_same_to_the_byte(built, tmp_path):
    again = tmp_path / "again.bin"
    assert start_build(again).wait() == 0
    assert again.read_bytes() == (built[0] / store.file_name(Tier.AREA)).read_bytes()


def test_the_area_is_answered_before_the_country_is_built(area):
    reports = []
    places = EmbeddedPlaces(area, report=reports.append)
    assert ask(places.geocode(EMPIRE_STATE))[0].place.address == EMPIRE_STATE
    assert ask(places.reverse(Point(40.7484, -73.9857))).components.borough == "Manhattan"
    assert ask(places.popular())
    assert set(reports) == {AREA_ALONE}


def test_an_id_of_the_area_is_the_countrys_too(area, whole_country):
    small, large = EmbeddedPlaces(area, patience_seconds=60), EmbeddedPlaces(whole_country.parent)
    given = {each.place_id for text in TEXTS for each in ask(small.suggest(text))}
    assert len(given) > 20
    for place_id in given:
        assert ask(large.details(place_id)).place_id == place_id


def test_a_server_says_that_an_address_far_away_has_to_wait(area):
    places = EmbeddedPlaces(area, patience_seconds=SOON)
    with pytest.raises(Unavailable):
        ask(places.geocode("1200 Getty Center Dr, Los Angeles, CA 90049"))
    with pytest.raises(Unavailable):
        ask(places.details("street~CA~los-angeles~~getty-ctr-dr"))


def test_who_types_at_a_server_gets_what_is_known_without_waiting_for_the_country(area):
    places = EmbeddedPlaces(area, patience_seconds=60)
    assert ask(places.suggest("chicago"))[0].main_text == "Chicago"
    assert ask(places.suggest("1200 getty center dr", near=LOS_ANGELES)) == ()


def test_a_folder_that_cannot_be_written_is_no_obstacle(area, tmp_path):
    obstacle = tmp_path / "file"
    obstacle.write_text("no folder")
    places = EmbeddedPlaces(obstacle / "places")
    assert ask(places.geocode(EMPIRE_STATE))[0].place.address == EMPIRE_STATE
    assert obstacle.read_text() == "no folder"


def test_building_ahead_into_a_folder_that_cannot_be_written_is_refused(tmp_path):
    obstacle = tmp_path / "file"
    obstacle.write_text("no folder")
    with pytest.raises(Unavailable, match="not built"):
        ask(store.build(obstacle / "places", print))
