"""What a circle does: the whole table, under both policies."""

import attrs
import pytest

from haulage.deliveries import Consequence, Crossing, GeofencePolicy, Standing, Stop, consequence
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType

FAR = Point(40.70, -73.95)
WAITING = Standing(
    ServiceType.DELIVERY,
    pickup=Point(40.758, -73.9855),
    dropoff=FAR,
    is_waiting=True,
    is_running=False,
    is_picked_up=False,
)
RUNNING = attrs.evolve(WAITING, is_waiting=False, is_running=True)
LOADED = attrs.evolve(RUNNING, is_picked_up=True)
DONE = attrs.evolve(LOADED, is_running=False)
AUTO, PROMPT = GeofencePolicy.AUTO, GeofencePolicy.PROMPT
INTO, OUT_OF = Crossing.ENTER, Crossing.LEAVE


@pytest.mark.parametrize(
    ("stop", "crossing", "standing", "auto", "prompt"),
    [
        (Stop.PICKUP, INTO, WAITING, Consequence.START, Consequence.ASK_TO_START),
        (Stop.PICKUP, INTO, RUNNING, None, None),
        (Stop.PICKUP, OUT_OF, WAITING, None, None),
        (Stop.PICKUP, OUT_OF, RUNNING, Consequence.CONFIRM_PICKUP, Consequence.CONFIRM_PICKUP),
        (Stop.PICKUP, OUT_OF, LOADED, None, None),
        (Stop.DROPOFF, INTO, WAITING, None, None),
        (Stop.DROPOFF, INTO, RUNNING, None, None),
        (Stop.DROPOFF, INTO, LOADED, Consequence.COMPLETE, Consequence.ASK_TO_COMPLETE),
        (Stop.DROPOFF, INTO, DONE, None, None),
        (Stop.DROPOFF, OUT_OF, LOADED, None, None),
    ],
)
def test_what_follows(
    stop: Stop,
    crossing: Crossing,
    standing: Standing,
    auto: Consequence | None,
    prompt: Consequence | None,
) -> None:
    assert consequence(stop, crossing, standing, AUTO) is auto
    assert consequence(stop, crossing, standing, PROMPT) is prompt


def test_a_moving_job_is_asked_about_because_the_unloading_comes_after() -> None:
    moving = attrs.evolve(LOADED, service=ServiceType.MOVING)
    assert consequence(Stop.DROPOFF, INTO, moving, AUTO) is Consequence.ASK_TO_COMPLETE


@pytest.mark.parametrize(("north", "follows"), [(0.00179, "ask_to_complete"), (0.00181, "complete")])
def test_stops_under_two_hundred_meters_apart_need_the_drivers_word(north: float, follows: str) -> None:
    near = attrs.evolve(LOADED, dropoff=Point(LOADED.pickup.lat + north, LOADED.pickup.lng))
    assert consequence(Stop.DROPOFF, INTO, near, AUTO) == follows
