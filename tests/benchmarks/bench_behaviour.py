"""Driving events: the streaming detector, driver by driver, against all drivers in columns."""

import random
from collections.abc import Callable
from typing import Any

from measuring import Report, WrongAnswer, interleaved

from haulage.behaviour import Detector, DriverStream, DrivingEvent, Fix, in_order

try:
    from numpy_behaviour import FixColumns, NumpyDetector
except ImportError:
    NumpyDetector = None

DRIVERS = {"small": 50, "full": 1_000}
POINTS = {"small": 400, "full": 1_000}
ROUNDS = {"small": 2, "full": 5}
START = 1_772_636_400_000_000
"""A Wednesday in March 2026, in microseconds since 1970."""

STREAMING, BATCH, LATE = "streaming detector", "NumPy batch", "streams with lateness and days"


def _drive(chance: random.Random, count: int) -> list[Fix]:
    """Stops, starts, a street with a limit, a detour, a gap now and then; speeds waver as receivers do."""
    fixes, at, speed, wanted = [], START, 0.0, 30.0
    limit, off_route = 35.0, 0.0
    for _ in range(count):
        at += 1_000_000 if chance.random() < 0.995 else chance.randrange(1, 60) * 1_000_000
        if chance.random() < 0.03:
            wanted = chance.choice((0.0, 0.0, 25.0, 34.0, 48.0))
            limit = chance.choice((25.0, 35.0, 55.0))
            off_route = chance.choice((0.0, 0.0, 40.0, 800.0))
        speed = max(0.0, speed + (wanted - speed) * chance.uniform(0, 0.3) + chance.gauss(0, 0.4))
        fixes.append(Fix(at, speed, 40.7 + len(fixes) * 1e-4, -73.9, limit, off_route))
    return fixes


def _stream(fleet: list[list[Fix]]) -> list[list[DrivingEvent]]:
    found = []
    for fixes in fleet:
        detector = Detector()
        events = detector.feed(fixes)
        events += detector.flush()
        found.append(events)
    return found


def _late(fleet: list[list[Fix]]) -> list[list[DrivingEvent]]:
    """As the server takes them: in batches of fifty, through the window, with each day's totals."""
    found = []
    for fixes in fleet:
        stream, events = DriverStream(), []
        for start in range(0, len(fixes), 50):
            events += stream.take(fixes[start : start + 50]).settled.events
        events += stream.close().events
        found.append(events)
    return found


def run(report: Report) -> None:
    chance = random.Random(11)
    fleet = [_drive(chance, POINTS[report.size]) for _ in range(DRIVERS[report.size])]
    points = sum(map(len, fleet))
    streamed = [in_order(events) for events in _stream(fleet)]
    if not any(streamed) or [in_order(events) for events in _late(fleet)] != streamed:
        raise WrongAnswer("the streams and the detector differ")
    ways: list[tuple[str, Callable[[], Any]]] = [
        (STREAMING, lambda: _stream(fleet)),
        (LATE, lambda: _late(fleet)),
    ]
    if NumpyDetector is None:
        report.absent("behaviour", BATCH)
    else:
        columns, detector = FixColumns.of(fleet), NumpyDetector()
        events = detector.events(columns)
        rows = [events.event(row) for row in range(len(events))]
        if rows != [(number, event) for number, each in enumerate(streamed) for event in each]:
            raise WrongAnswer("the batch and the detector differ")
        ways.append((BATCH, lambda: detector.events(columns)))
    seconds = interleaved(ways, ROUNDS[report.size])
    for name, _ in ways:
        report.row("behaviour", name, points / seconds[name], "points/s")
    if BATCH in seconds:
        report.at_least("NumPy batch: times faster than streaming", 8, seconds[STREAMING] / seconds[BATCH])
