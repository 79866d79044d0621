"""Reports over a day, a week and a month of the driver's own calendar, and contests."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import attrs
import pytest

from core.behaviour.drives import START, a_drive, mps
from haulage.behaviour import (
    ContestStatus,
    Decision,
    DrivingEvent,
    EventType,
    Fix,
    Period,
    Severity,
    Totals,
    decide,
    make_fix,
    open_contest,
    report,
    score,
    score_drive,
    window,
)
from haulage.behaviour.contest import MAX_REASON_LENGTH
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.local_time import PLATFORM_ZONE

TODAY = date(2026, 3, 4)


def an_event(at: datetime, severity: Severity = Severity.LOW) -> DrivingEvent:
    return DrivingEvent(EventType.HARSH_BRAKING, severity, at, at, 4.0, Point(40.75, -73.98), speed_mph=20.0)


@pytest.mark.parametrize(
    ("period", "last", "first"),
    [
        (Period.DAY, date(2026, 3, 4), date(2026, 3, 4)),
        (Period.WEEK, date(2026, 3, 4), date(2026, 2, 26)),
        (Period.MONTH, date(2026, 3, 4), date(2026, 2, 5)),
        (Period.MONTH, date(2026, 3, 31), date(2026, 3, 1)),
        (Period.MONTH, date(2026, 1, 15), date(2025, 12, 16)),
    ],
)
def test_a_period_ends_with_its_day(period: Period, last: date, first: date) -> None:
    assert window(period, last, PLATFORM_ZONE).first == first


def test_a_day_is_the_drivers_own() -> None:
    over = window(Period.DAY, TODAY, PLATFORM_ZONE)
    assert over.start == datetime(2026, 3, 4, 5, tzinfo=UTC)
    hawaii = window(Period.DAY, TODAY, ZoneInfo("Pacific/Honolulu"))
    assert hawaii.start == datetime(2026, 3, 4, 10, tzinfo=UTC)


def test_the_day_of_a_clock_change_is_as_long_as_it_is() -> None:
    spring = window(Period.DAY, date(2026, 3, 8), PLATFORM_ZONE)
    assert spring.end.astimezone(UTC) - spring.start.astimezone(UTC) == timedelta(hours=23)


def test_an_event_belongs_to_the_day_it_began_on() -> None:
    over = window(Period.DAY, TODAY, PLATFORM_ZONE)
    inside = [an_event(over.start), an_event(over.end - timedelta(microseconds=1))]
    outside = [an_event(over.start - timedelta(microseconds=1)), an_event(over.end)]
    made = report(Period.DAY, over, {}, inside + outside)
    assert made.metrics.harsh_braking_events == 2


def test_the_last_ten_events_are_shown_newest_first_and_all_count() -> None:
    events = [an_event(START + timedelta(minutes=n)) for n in range(12)]
    made = report(Period.DAY, window(Period.DAY, TODAY, PLATFORM_ZONE), {}, events)
    assert made.last_events == tuple(reversed(events[2:]))
    assert made.metrics.harsh_braking_events == 12


def test_an_excused_event_is_shown_and_does_not_count() -> None:
    """The scores are exactly those of a drive without it."""
    drive = a_drive(mps(30, 21, 21, 17, 17))
    scored = score_drive(drive)
    totals = {TODAY: Totals(points=5, micrometers=100, max_speed_mph=67.0)}
    excused = frozenset({scored.events[0].key})
    over = window(Period.WEEK, TODAY, PLATFORM_ZONE)
    made = report(Period.WEEK, over, totals, scored.events, excused=excused)
    assert made.metrics == score(totals[TODAY], scored.events[1:])
    assert len(made.last_events) == 2


def test_days_of_a_report_are_scored_by_themselves() -> None:
    yesterday = TODAY - timedelta(days=1)
    days = {yesterday: Totals(points=1, micrometers=5), TODAY: Totals(points=2, micrometers=7)}
    events = [an_event(START - timedelta(days=1)), an_event(START), an_event(START + timedelta(hours=1))]
    made = report(Period.WEEK, window(Period.WEEK, TODAY, PLATFORM_ZONE), days, events)
    assert [(day.day, day.metrics.points, day.metrics.harsh_braking_events) for day in made.days] == [
        (yesterday, 1, 1),
        (TODAY, 2, 2),
    ]
    assert made.metrics.points == 3


def test_a_contest_is_decided_once() -> None:
    contest = open_contest("evt_1", "drv_1", " A child ran out. ", START)
    assert contest.reason == "A child ran out."
    upheld = decide(contest, Decision.UPHOLD, by="usr_1", reason="Seen on the camera.", now=START)
    assert upheld.status is ContestStatus.UPHELD
    assert upheld.is_decided
    with pytest.raises(IllegalMove):
        decide(upheld, Decision.REJECT, by="usr_1", reason="No.", now=START)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_a_contest_needs_a_reason(reason: str) -> None:
    with pytest.raises(InvalidInput):
        open_contest("evt_1", "drv_1", reason, START)


HERE = Point(40.75, -73.98)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed_mph", -1),
        ("speed_mph", 251),
        ("speed_mph", float("nan")),
        ("heading_deg", 361),
        ("heading_deg", float("inf")),
        ("accuracy_meters", -1),
        ("limit_mph", True),
        ("off_route_meters", float("nan")),
    ],
)
def test_a_fix_that_cannot_be_believed_names_its_field(name: str, value: float) -> None:
    figures = {"speed_mph": 20.0} | {name: value}
    with pytest.raises(InvalidInput) as refused:
        make_fix(START, HERE, **figures)
    assert refused.value.field == name


def test_a_fix_needs_an_offset() -> None:
    with pytest.raises(InvalidInput):
        make_fix(datetime(2026, 3, 4), HERE, 20)  # noqa: DTZ001 - that is the point
    made: Fix = make_fix(START, HERE, 20, heading_deg=360)
    assert make_fix(START, HERE, 20, heading_deg=0).heading_deg == 0
    assert (made.time, made.point) == (START, HERE)
    assert attrs.asdict(HERE) == {"lat": made.lat, "lng": made.lng}


def test_a_contest_has_a_reason_of_bounded_length() -> None:
    longest = "x" * MAX_REASON_LENGTH
    assert open_contest("evt_1", "drv_1", longest, START).reason == longest
    for wrong in ("", " ", longest + "x"):
        with pytest.raises(InvalidInput, match="reason"):
            open_contest("evt_1", "drv_1", wrong, START)
