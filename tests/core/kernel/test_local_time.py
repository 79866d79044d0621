"""Instants with an offset, and the hours that drivers keep on the platform's clock."""

from datetime import UTC, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import (
    PLATFORM_ZONE,
    HoursRange,
    WorkingHours,
    bounds_of_year,
    instant,
    is_over_everywhere,
    platform_time,
)

DAY = HoursRange(time(8), time(20))
NIGHT = HoursRange(time(22), time(6))
MONDAY, SATURDAY, SUNDAY = 0, 5, 6


def new_york(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=PLATFORM_ZONE)


def every_day(start: time, end: time) -> WorkingHours:
    return WorkingHours(every_day=HoursRange(start, end))


def test_an_instant_is_kept_in_utc() -> None:
    at = datetime(2026, 5, 4, 12, tzinfo=timezone(timedelta(hours=-4)))
    assert instant(at, field="at") == at
    assert instant(at, field="at").tzinfo is UTC


def test_a_time_without_an_offset_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"^scheduled_time: must carry an offset from UTC$"):
        instant(datetime(2026, 5, 4, 12), field="scheduled_time")  # noqa: DTZ001 - that is the case


@pytest.mark.parametrize(("year", "is_taken"), [(1969, False), (1970, True), (9000, True), (9001, False)])
def test_an_instant_is_of_a_year_that_clocks_show(year: int, is_taken: bool) -> None:
    at = datetime(year, 7, 1, tzinfo=UTC)
    if is_taken:
        assert instant(at, field="at") == at
        return
    with pytest.raises(InvalidInput, match="between the years 1970 and 9000"):
        instant(at, field="at")


def test_the_platforms_clock_is_new_yorks() -> None:
    assert platform_time(datetime(2026, 7, 1, 16, tzinfo=UTC)).hour == 12
    assert platform_time(datetime(2026, 1, 1, 16, tzinfo=UTC)).hour == 11


@pytest.mark.parametrize(
    ("at", "open"),
    [
        ("07:59:59", False),
        ("08:00:00", True),
        ("12:30:00", True),
        ("19:59:59", True),
        ("20:00:00", False),
        ("00:00:00", False),
    ],
)
def test_the_first_hour_counts_and_the_last_does_not(at: str, open: bool) -> None:  # noqa: A002 - the word for it
    assert every_day(time(8), time(20)).cover(new_york(f"2026-05-04T{at}")) is open


def test_hours_are_checked_by_the_hour() -> None:
    half_past = every_day(time(8, 30), time(20, 30))
    assert half_past.cover(new_york("2026-05-04T08:00:00"))
    assert not half_past.cover(new_york("2026-05-04T20:15:00"))


@pytest.mark.parametrize(
    ("at", "open"),
    [("21:59", False), ("22:00", True), ("23:59", True), ("00:00", True), ("05:59", True), ("06:00", False)],
)
def test_an_end_before_the_start_spans_midnight(at: str, open: bool) -> None:  # noqa: A002 - the word for it
    assert every_day(time(22), time(6)).cover(new_york(f"2026-05-04T{at}")) is open


@pytest.mark.parametrize("hour", range(24))
def test_equal_start_and_end_mean_the_whole_day(hour: int) -> None:
    assert every_day(time(9), time(9)).cover(new_york(f"2026-05-04T{hour:02}:30"))


def test_a_weekday_that_is_not_recorded_is_a_day_off() -> None:
    mondays = WorkingHours(by_weekday={MONDAY: DAY})
    assert mondays.cover(new_york("2026-05-04T12:00"))
    assert not mondays.cover(new_york("2026-05-05T12:00"))


def test_recorded_weekdays_win_over_the_single_range() -> None:
    hours = WorkingHours(every_day=HoursRange(time(0), time(0)), by_weekday={MONDAY: DAY})
    assert not hours.cover(new_york("2026-05-04T21:00"))
    assert not hours.cover(new_york("2026-05-05T12:00"))


def test_an_empty_table_of_weekdays_leaves_the_single_range() -> None:
    assert WorkingHours(every_day=DAY, by_weekday={}).cover(new_york("2026-05-05T12:00"))


def test_a_night_shift_ends_on_the_next_day_even_over_the_week_end() -> None:
    sundays = WorkingHours(by_weekday={SUNDAY: NIGHT})
    assert sundays.cover(new_york("2026-05-10T22:00"))
    assert sundays.cover(new_york("2026-05-11T05:59"))
    assert not sundays.cover(new_york("2026-05-10T05:59"))
    assert not sundays.cover(new_york("2026-05-11T22:00"))


def test_one_day_all_day_ends_at_midnight() -> None:
    saturdays = WorkingHours(by_weekday={SATURDAY: HoursRange(time(0), time(0))})
    assert not saturdays.cover(new_york("2026-05-08T23:59"))
    assert saturdays.cover(new_york("2026-05-09T00:00"))
    assert saturdays.cover(new_york("2026-05-09T23:59"))
    assert not saturdays.cover(new_york("2026-05-10T00:00"))


def test_without_hours_nobody_works() -> None:
    nothing = WorkingHours()
    assert not nothing.recorded
    assert not nothing.cover(new_york("2026-05-04T12:00"))


def test_hours_of_either_kind_are_recorded() -> None:
    assert WorkingHours(every_day=DAY).recorded
    assert WorkingHours(by_weekday={MONDAY: DAY}).recorded
    assert not WorkingHours(by_weekday={}).recorded


def test_an_hour_that_the_spring_change_skips_never_comes() -> None:
    two_to_three = every_day(time(2), time(3))
    skipped = datetime(2026, 3, 8, 6, 59, tzinfo=UTC)
    assert not two_to_three.cover(skipped)
    assert not two_to_three.cover(skipped + timedelta(minutes=1))
    assert two_to_three.cover(skipped + timedelta(days=1, minutes=-30))


def test_an_hour_that_the_autumn_change_repeats_comes_twice() -> None:
    one_to_two = every_day(time(1), time(2))
    first = datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    assert [one_to_two.cover(first + timedelta(hours=hours)) for hours in (-1, 0, 1, 2)] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("day", ["2026-03-08", "2026-11-01", "2026-05-04"])
def test_opening_time_is_by_the_clock_on_the_wall_on_every_day(day: str) -> None:
    shop = every_day(time(8), time(20))
    assert not shop.cover(new_york(f"{day}T07:59"))
    assert shop.cover(new_york(f"{day}T08:00"))
    assert shop.cover(new_york(f"{day}T19:59"))
    assert not shop.cover(new_york(f"{day}T20:00"))


HOURS = st.integers(0, 23)
YEAR_OF_HOURS = st.integers(0, 24 * 366).map(
    lambda hour: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hour)
)


@given(start=HOURS, end=HOURS, at=YEAR_OF_HOURS)
def test_a_day_is_either_inside_a_range_or_inside_its_opposite(start: int, end: int, at: datetime) -> None:
    inside = every_day(time(start), time(end)).cover(at)
    if start == end:
        assert inside
    else:
        assert inside is not every_day(time(end), time(start)).cover(at)


def test_a_year_is_over_everywhere_twelve_hours_after_it_is_over_in_utc() -> None:
    noon = datetime(2027, 1, 1, 12, tzinfo=UTC)
    assert is_over_everywhere(2026, noon)
    assert not is_over_everywhere(2026, noon - timedelta(microseconds=1))


def test_a_year_begins_and_ends_on_the_clocks_of_its_zone() -> None:
    honolulu = ZoneInfo("Pacific/Honolulu")
    since, until = bounds_of_year(2026, honolulu)
    assert (since, until) == (datetime(2026, 1, 1, 10, tzinfo=UTC), datetime(2027, 1, 1, 10, tzinfo=UTC))
    assert bounds_of_year(2026)[0] == new_york("2026-01-01")
