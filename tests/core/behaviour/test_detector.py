"""The detector: each rule at its edge, episodes, gaps, and turns that are no braking."""

import math

import pytest

from core.behaviour.drives import METERS_PER_DEGREE, a_drive, a_fix, at_second, kinds, mps, second
from haulage.behaviour import Detector, DrivingEvent, EventType, Fix, Severity
from haulage.behaviour.rules import METERS_PER_SECOND_PER_MPH


def detected(fixes: list[Fix]) -> list[DrivingEvent]:
    detector = Detector()
    return detector.feed(fixes) + detector.flush()


@pytest.mark.parametrize(
    ("drop", "severity"),
    [
        (3.49, None),
        (3.51, Severity.LOW),
        (4.49, Severity.LOW),
        (4.51, Severity.MEDIUM),
        (5.99, Severity.MEDIUM),
        (6.01, Severity.HIGH),
        (7.99, Severity.HIGH),
        (8.01, Severity.CRITICAL),
    ],
)
def test_braking_counts_from_three_and_a_half_meters_a_second_squared(
    drop: float, severity: Severity | None
) -> None:
    events = detected(a_drive(mps(20, 20, 20 - drop, 20 - drop)))
    assert [event.severity for event in events] == ([] if severity is None else [severity])


@pytest.mark.parametrize(
    ("rise", "severity"),
    [
        (2.99, None),
        (3.01, Severity.LOW),
        (3.51, Severity.MEDIUM),
        (4.51, Severity.HIGH),
        (6.01, Severity.CRITICAL),
    ],
)
def test_acceleration_counts_from_three_meters_a_second_squared(
    rise: float, severity: Severity | None
) -> None:
    events = detected(a_drive(mps(10, 10 + rise, 10 + rise)))
    assert [event.severity for event in events] == ([] if severity is None else [severity])


@pytest.mark.parametrize(("before", "after", "change"), [(0, 3, 3.0), (3.5, 0, -3.5)])
def test_a_change_of_exactly_the_limit_is_not_harsh(before: float, after: float, change: float) -> None:
    first, last = before / METERS_PER_SECOND_PER_MPH, after / METERS_PER_SECOND_PER_MPH
    assert (last - first) * METERS_PER_SECOND_PER_MPH == change, "no rounding beside the limit"
    assert detected(a_drive([first, last])) == []


def test_acceleration_is_given_to_the_later_fix() -> None:
    (event,) = detected(a_drive(mps(20, 20, 15, 15)))
    assert (event.start, event.end) == (at_second(2), at_second(2))
    assert event.details["acceleration_mps2"] == pytest.approx(-5)


def test_neighbouring_seconds_are_one_event_at_its_worst() -> None:
    (event,) = detected(a_drive(mps(30, 26, 19, 15, 15)))
    assert (event.type, event.severity) == (EventType.HARSH_BRAKING, Severity.HIGH)
    assert (event.start, event.end) == (at_second(1), at_second(3))
    assert event.point == a_fix(2).point


def test_a_milder_second_between_makes_two_events() -> None:
    assert kinds(detected(a_drive(mps(30, 26, 25, 21)))) == ["harsh_braking"] * 2


def test_a_step_of_two_seconds_counts_and_a_longer_one_is_a_gap() -> None:
    before, stopped = mps(20, 10)
    assert kinds(detected([a_fix(0, before), a_fix(2, stopped)])) == ["harsh_braking"]
    assert detected([a_fix(0, before), a_fix(2.000001, stopped)]) == []


def test_acceleration_is_taken_over_the_time_between_the_fixes() -> None:
    before, after = mps(20, 17)
    assert detected([a_fix(0, before), a_fix(1, after)]) == []
    assert kinds(detected([a_fix(0, before), a_fix(0.5, after)])) == ["harsh_braking"]


def test_a_turn_is_not_read_as_braking() -> None:
    """A quarter circle of 12 m at a steady 18 mph: the position bends away, the speed does not fall."""
    steady = mps(8)[0]
    fixes = []
    for number in range(30):
        angle = min(max(number - 10, 0) * 8 / 12, math.pi / 2)
        north = 8 * min(number, 10) + 12 * math.sin(angle)
        east = 12 * (1 - math.cos(angle)) + 8 * max(0, number - 13)
        fixes.append(
            a_fix(
                number,
                steady,
                lat=40.75 + north / METERS_PER_DEGREE,
                lng=-73.98 + east / METERS_PER_DEGREE,
                heading_deg=math.degrees(angle),
            )
        )
    assert detected(fixes) == []


def test_speeding_needs_a_known_limit() -> None:
    assert detected(a_drive([90] * 10)) == []
    assert kinds(detected(a_drive([90] * 10, limit_mph=35.0))) == ["speeding"]


def test_the_limit_of_the_road_is_noted_with_speeding_alone() -> None:
    (speeding,) = detected(a_drive([90] * 10, limit_mph=35.0))
    (braking,) = detected(a_drive(mps(20, 12, 12), limit_mph=100.0))
    assert (speeding.limit_mph, braking.limit_mph) == (35.0, None)


@pytest.mark.parametrize(
    ("excess", "severity"),
    [
        (5, None),
        (5.01, Severity.LOW),
        (10, Severity.LOW),
        (10.01, Severity.MEDIUM),
        (15.01, Severity.HIGH),
        (20.01, Severity.CRITICAL),
    ],
)
def test_speeding_begins_strictly_five_above_the_limit(excess: float, severity: Severity | None) -> None:
    events = detected(a_drive([25 + excess] * 5, limit_mph=25.0))
    assert [event.severity for event in events] == ([] if severity is None else [severity])


def test_one_noisy_fix_is_no_speeding() -> None:
    speeds = [30.0] * 5 + [31.0] * 2 + [30.0] * 5
    assert detected(a_drive(speeds, limit_mph=25.0)) == []
    (event,) = detected(a_drive([30.0] * 5 + [31.0] * 3 + [30.0] * 5, limit_mph=25.0))
    assert event.seconds == 2
    assert event.details["speed_mph"] == 31


@pytest.mark.parametrize(
    ("minutes", "severity"),
    [
        (10, None),
        (10.1, Severity.LOW),
        (15.1, Severity.MEDIUM),
        (20.1, Severity.HIGH),
        (30.1, Severity.CRITICAL),
    ],
)
def test_idling_counts_after_ten_minutes(minutes: float, severity: Severity | None) -> None:
    events = detected(a_drive([0.0] * (round(minutes * 60) + 1)))
    assert [event.severity for event in events] == ([] if severity is None else [severity])


def test_a_parked_vehicle_whose_engine_is_off_does_not_idle() -> None:
    assert detected(a_drive([0.0] * 1000, engine_off=True)) == []


def test_a_gap_ends_what_goes_on() -> None:
    first, second_half = a_drive([0.0] * 400), [a_fix(500 + n, 0.0) for n in range(400)]
    assert detected(first + second_half) == []


@pytest.mark.parametrize(
    ("meters", "severity"),
    [
        (500, None),
        (501, Severity.LOW),
        (1001, Severity.MEDIUM),
        (1501, Severity.HIGH),
        (2001, Severity.CRITICAL),
    ],
)
def test_leaving_the_route_counts_from_five_hundred_meters(meters: float, severity: Severity | None) -> None:
    events = detected(a_drive([20.0] * 4, off_route_meters=float(meters)))
    assert [event.severity for event in events] == ([] if severity is None else [severity])


def test_without_a_known_route_nobody_leaves_it() -> None:
    assert detected(a_drive([20.0] * 10)) == []


def test_a_fix_that_is_not_newer_changes_nothing() -> None:
    drive = a_drive(mps(20, 20, 15, 15))
    assert detected([*drive[:3], drive[1], drive[2], *drive[3:]]) == detected(drive)


def test_an_event_is_known_by_its_type_and_its_beginning() -> None:
    (event,) = detected(a_drive(mps(20, 15)))
    assert event.key == f"harsh_braking-{second(1)}"
