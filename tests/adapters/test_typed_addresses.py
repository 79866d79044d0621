"""Addresses as people type them, in `typed_addresses.txt`, are found where they are."""

import asyncio
from pathlib import Path

import attrs
import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces
from haulage_adapters.embedded.gazetteer.index import meters

pytestmark = pytest.mark.usefixtures("whole_country")

WANTED = 0.95
LEAST = 200
UNKNOWN = "not known: nothing, or something around, and never another state"


@attrs.frozen
class Typed:
    """One line of the table."""

    group: str
    text: str
    point: Point
    meters: float

    def is_found(self, locations):
        return any(meters(each.place.point, self.point) <= self.meters for each in locations[:2])


def table():
    group, rows, unknown = "", [], []
    for line in Path(__file__).with_name("typed_addresses.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            group = line.removeprefix("# ")
        elif line and not line.startswith(";") and group == UNKNOWN:
            unknown.append(line)
        elif line and not line.startswith(";"):
            text, lat, lng, apart = line.split("|")
            rows.append(Typed(group, text, Point(float(lat), float(lng)), float(apart)))
    return rows, unknown


ROWS, NOT_KNOWN = table()
GROUPS = tuple(dict.fromkeys(row.group for row in ROWS))


@pytest.fixture(scope="module")
def found():
    """What was found for every text."""

    async def ask():
        places = EmbeddedPlaces()
        return {text: await places.geocode(text, limit=5) for text in texts}

    texts = [row.text for row in ROWS] + NOT_KNOWN
    return asyncio.run(ask())


@pytest.mark.parametrize("group", GROUPS)
def test_what_people_type_is_found_first_or_second(found, group):
    rows = [row for row in ROWS if row.group == group]
    missed = [row.text for row in rows if not row.is_found(found[row.text])]
    assert len(missed) <= (1 - WANTED) * len(rows), missed


def test_at_least_half_of_them_are_in_no_package(found):
    known = [row.text for row in ROWS if found[row.text] and found[row.text][0].precision == "house"]
    assert len(ROWS) >= LEAST
    assert len(known) <= len(ROWS) / 2


@pytest.mark.parametrize("text", NOT_KNOWN)
def test_what_is_not_known_is_never_answered_by_another_state_or_as_if_it_were(found, text):
    states = {each.components.administrative_area_level1 for each in found[text]}
    assert states <= {"NY", "NJ"}
    assert all(each.precision != "house" for each in found[text])


def test_only_places_outside_the_area_by_name_are_answered_far_away(found):
    for row in ROWS:
        if not row.group.startswith("outside"):
            states = {each.components.administrative_area_level1 for each in found[row.text][:1]}
            assert states <= {"NY", "NJ"}, row.text
