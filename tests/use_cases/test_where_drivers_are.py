"""What quotes tell of where drivers are: their squares of the map, however many pickups one asks from."""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import attrs
import pytest

from builders import NOON, a_position, an_online_driver
from core.matching.builders import a_request
from haulage.kernel.geo import Point, coarse, great_circle_miles
from haulage.matching import GridFleet
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.drivers.driver_search import FleetFeed

pytestmark = pytest.mark.anyio

CENTER = Point(40.7359, -73.9911)
FLEET = 60
PICKUPS = 150
DEGREES_AROUND = 0.04


@attrs.frozen
class Entries:
    """A storage that has these drivers."""

    entries: Sequence[FleetEntry]

    async def read(self, _work: Any) -> Sequence[FleetEntry]:
        return self.entries


def somewhere(luck: Random, around: Point = CENTER) -> Point:
    lat, lng = (luck.uniform(-DEGREES_AROUND, DEGREES_AROUND) for _ in range(2))
    return Point(around.lat + lat, around.lng + lng)


def elsewhere_in_the_square(luck: Random, point: Point) -> Point:
    square = coarse(point)
    while True:
        moved = Point(point.lat + luck.uniform(-0.01, 0.01), point.lng + luck.uniform(-0.013, 0.013))
        if coarse(moved) == square and great_circle_miles(moved, point) > 0.05:
            return moved


async def index_of(places: Sequence[Point]) -> GridFleet:
    fleet = GridFleet()
    entries = [
        FleetEntry(
            an_online_driver(id, user_id=f"u{id}"), a_position(id, point=point), busy=False, changed_at=NOON
        )
        for id, point in ((f"drv_{number:02}", place) for number, place in enumerate(places))
    ]
    await FleetFeed(cast("Storage", Entries(entries)), fleet).catch_up()
    return fleet


def found_by(fleet: GridFleet, pickups: Sequence[Point]) -> list[list[tuple[str, float, object]]]:
    """Who is found from each pickup, in their order, how far away and with which score."""
    return [
        [
            (found.driver.id, found.miles, found.score)
            for found in fleet.top(a_request(pickup_location=pickup, now=NOON), 5)
        ]
        for pickup in pickups
    ]


async def test_from_wherever_one_asks_the_answers_tell_no_more_than_the_square() -> None:
    """Every driver of a dense fleet moves within their square, and none of the answers changes."""
    luck = Random(20270301)
    places = [somewhere(luck) for _ in range(FLEET)]
    pickups = [somewhere(luck) for _ in range(PICKUPS)]
    answers = found_by(await index_of(places), pickups)
    assert all(len(answer) == 5 for answer in answers)
    moved = [elsewhere_in_the_square(luck, place) for place in places]
    assert found_by(await index_of(moved), pickups) == answers


async def test_distances_from_many_pickups_meet_in_the_middle_of_the_square() -> None:
    """An attacker takes the place that fits all distances best, and is as far off as the square is wide."""
    luck = Random(7)
    places = [somewhere(luck) for _ in range(FLEET)]
    pickups = [somewhere(luck) for _ in range(PICKUPS)]
    received: dict[str, list[tuple[Point, float]]] = {}
    for pickup, answer in zip(pickups, found_by(await index_of(places), pickups), strict=True):
        for id, miles, _ in answer:
            received.setdefault(id, []).append((pickup, miles))
    located = [id for id, distances in received.items() if len(distances) >= 3]
    assert len(located) > FLEET / 2
    for id in located:
        middle = coarse(places[int(id.removeprefix("drv_"))])
        assert all(
            great_circle_miles(pickup, middle) == pytest.approx(miles) for pickup, miles in received[id]
        )
