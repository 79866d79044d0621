"""Addresses of the packages, typed as people type them, are found; so are their positions.

``nox -s soak -- places`` tries a thousand of them.
"""

import asyncio
import math
import os
import random

import pytest

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import EmbeddedPlaces, sources

pytestmark = pytest.mark.usefixtures("whole_country")
COUNT = int(os.environ.get("HAULAGE_TEST_ADDRESSES", "125"))
WANTED = 0.99
NEAR_METERS = 150
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="module")
def samples():
    """As many of the New York area as of the whole country."""
    rows = list(sources.addresses())
    around = [row for row in rows if 404e6 < row[4] < 411e6 and -744e6 < row[5] < -735e6]
    luck = random.Random(20)
    return luck.sample(around, COUNT) + luck.sample(rows, COUNT)


@pytest.fixture(scope="module")
def places():
    return EmbeddedPlaces()


def written(row):
    street, city, state, code, *_ = row
    return f"{street}, {city}, {state} {code}"


def truncated(row, luck):
    return written(row)[: -luck.randint(1, 9)]


def lower_cased(row, luck):
    return written(row).lower().replace(",", "")


def misspelled(row, luck):
    """One slip between two letters of the street: exchanged, left out, replaced or added."""
    street = row[0]
    at = [n for n in range(len(street) - 1) if street[n].isalpha() and street[n + 1].isalpha()]
    if at:
        n = luck.choice(at)
        slips = (
            street[:n] + street[n + 1] + street[n] + street[n + 2 :],
            street[:n] + street[n + 1 :],
            street[:n] + luck.choice(LETTERS) + street[n + 1 :],
            street[:n] + luck.choice(LETTERS) + street[n:],
        )
        street = luck.choice(slips)
    return written((street, *row[1:]))


def is_near(point, row):
    lat, lng = row[4] / 1e7, row[5] / 1e7
    east = (point.lng - lng) * math.cos(math.radians(lat))
    return math.hypot(point.lat - lat, east) * 111_195 <= NEAR_METERS


def is_same(location, row):
    number = row[0].split(maxsplit=1)[0].upper()
    parts = location.components
    return is_near(location.place.point, row) or (
        (parts.street_number or "").upper() == number and parts.postal_code == row[3]
    )


@pytest.mark.parametrize(("typed", "every"), [(truncated, 1), (lower_cased, 1), (misspelled, 4)])
def test_sampled_addresses_are_found_however_they_are_typed(places, samples, typed, every):
    """Slips are looked for the longest, and in fewer of them."""
    luck = random.Random(7)
    samples = samples[::every]

    async def missed():
        found = [(row, await places.geocode(typed(row, luck))) for row in samples]
        return [row for row, answers in found if not any(is_same(each, row) for each in answers)]

    lost = asyncio.run(missed())
    assert len(lost) <= (1 - WANTED) * len(samples), lost[:10]


def test_sampled_positions_are_named_by_the_address_that_is_there(places, samples):
    async def missed():
        found = [(row, await places.reverse(Point(row[4] / 1e7, row[5] / 1e7))) for row in samples]
        return [row for row, answer in found if answer is None or not _is_there(answer, row)]

    lost = asyncio.run(missed())
    assert len(lost) <= (1 - WANTED) * len(samples), lost[:10]


def _is_there(answer, row):
    point = answer.place.point
    return abs(point.lat - row[4] / 1e7) < 1e-6 and abs(point.lng - row[5] / 1e7) < 1e-6
