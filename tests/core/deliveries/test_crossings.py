"""What one more position of a delivery leads to: each kind of crossing once (DRV-19, OP-49)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import attrs

from haulage.deliveries import (
    Consequence,
    DeliveryLog,
    GeofencePolicy,
    ObservedPosition,
    Standing,
    Stop,
)
from haulage.deliveries.log import snapshot
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType

NOON = datetime(2026, 8, 20, 16, tzinfo=UTC)
PICKUP, DROPOFF = Point(40.758, -73.9855), Point(40.70, -73.95)
WAITING = Standing(
    ServiceType.DELIVERY, PICKUP, DROPOFF, is_waiting=True, is_running=False, is_picked_up=False
)
RUNNING = attrs.evolve(WAITING, is_waiting=False, is_running=True)
LOADED = attrs.evolve(RUNNING, is_picked_up=True)
AUTO, PROMPT = GeofencePolicy.AUTO, GeofencePolicy.PROMPT

Followed = tuple[DeliveryLog, list[Consequence | None]]


def stay(
    log: DeliveryLog, stop: Stop, place: Point, standing: Standing, policy: GeofencePolicy, *, minute: int
) -> Followed:
    """Two positions at *place*, half a minute apart, looked at from *stop*."""
    followed: list[Consequence | None] = []
    for seconds in (0, 30):
        at = NOON + timedelta(minutes=minute, seconds=seconds)
        log, then = snapshot(log, stop, standing, ObservedPosition(at, place, 10.0, True), policy)
        followed.append(then)
    return log, followed


def events_of(log: DeliveryLog) -> Sequence[tuple[str, bool]]:
    return [(event.type.value, event.auto_triggered) for event in log.events]


def test_a_delivery_starts_is_loaded_and_ends_by_its_circles() -> None:
    log, then = stay(DeliveryLog(), Stop.PICKUP, PICKUP, WAITING, AUTO, minute=0)
    assert then == [None, Consequence.START]
    log, then = stay(log, Stop.PICKUP, DROPOFF, RUNNING, AUTO, minute=5)
    assert then == [None, Consequence.CONFIRM_PICKUP]
    log, then = stay(log, Stop.DROPOFF, DROPOFF, LOADED, AUTO, minute=10)
    assert then == [None, Consequence.COMPLETE]
    assert events_of(log) == [("pickup_enter", True), ("pickup_leave", True), ("dropoff_enter", True)]
    assert log.request is None


def test_each_stop_keeps_its_own_circle() -> None:
    log, _ = stay(DeliveryLog(), Stop.PICKUP, PICKUP, WAITING, AUTO, minute=0)
    assert (log.pickup.is_inside, log.dropoff.is_inside) == (True, False)
    log, _ = stay(log, Stop.DROPOFF, DROPOFF, LOADED, AUTO, minute=5)
    assert (log.pickup.is_inside, log.dropoff.is_inside) == (True, True)


def test_whoever_comes_again_is_not_started_again() -> None:
    log, _ = stay(DeliveryLog(), Stop.PICKUP, PICKUP, WAITING, AUTO, minute=0)
    log, then = stay(log, Stop.PICKUP, DROPOFF, WAITING, AUTO, minute=5)
    assert then == [None, None]
    log, then = stay(log, Stop.PICKUP, PICKUP, WAITING, AUTO, minute=10)
    assert then == [None, None]
    assert events_of(log) == [("pickup_enter", True)]


def test_what_only_asks_is_kept_until_something_acts() -> None:
    log, then = stay(DeliveryLog(), Stop.PICKUP, PICKUP, WAITING, PROMPT, minute=0)
    assert (then[-1], log.request) == (Consequence.ASK_TO_START, Consequence.ASK_TO_START)
    assert events_of(log) == [("pickup_enter", False)]
    log, _ = stay(log, Stop.PICKUP, DROPOFF, RUNNING, PROMPT, minute=5)
    assert log.request is Consequence.ASK_TO_START
    log, then = stay(log, Stop.DROPOFF, DROPOFF, LOADED, PROMPT, minute=10)
    assert (then[-1], log.request) == (Consequence.ASK_TO_COMPLETE, Consequence.ASK_TO_COMPLETE)


def test_a_crossing_from_which_nothing_follows_can_still_come_in_its_time() -> None:
    log, then = stay(DeliveryLog(), Stop.PICKUP, PICKUP, RUNNING, AUTO, minute=0)
    assert (then, log.events) == ([None, None], ())
    assert log.pickup.is_inside
