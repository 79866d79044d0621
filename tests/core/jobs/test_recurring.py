"""One job a period, on the platform's clocks."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from haulage.jobs import Every, JobKind, RecurringJob
from haulage.kernel.errors import InvalidInput

NEW_YORK = ZoneInfo("America/New_York")
KIND = JobKind.REPORT_DEAD_JOBS


def at(*parts: int, fold: int = 0) -> datetime:
    """An instant by the platform's clocks."""
    return datetime(*parts, tzinfo=NEW_YORK, fold=fold).astimezone(UTC)  # type: ignore[arg-type, misc]


def walked(recurring: RecurringJob, start: datetime, end: datetime) -> dict[str, datetime]:
    """Every period that a process sees due which looks every half hour: when it was to be done."""
    found: dict[str, datetime] = {}
    now = start
    while now < end:
        for job in recurring.due(now):
            assert job.due_at is not None
            assert job.due_at <= now
            assert found.setdefault(job.subject, job.due_at) == job.due_at
        now += timedelta(minutes=30)
    return found


def test_a_daily_job_is_due_at_its_time_on_the_platform_s_date() -> None:
    daily = RecurringJob(KIND, Every.DAY, at=time(3, 30))
    [before] = daily.due(at(2026, 11, 23, 3, 29))
    [after] = daily.due(at(2026, 11, 23, 3, 30))
    assert (before.subject, after.subject) == ("2026-11-22", "2026-11-23")
    assert after.id == "report_dead_jobs:2026-11-23"
    assert after.due_at == datetime(2026, 11, 23, 8, 30, tzinfo=UTC)


def test_a_weekly_job_is_due_on_its_weekday_and_named_by_the_week() -> None:
    weekly = RecurringJob(KIND, Every.WEEK, weekday=0)
    [last] = weekly.due(at(2027, 1, 3, 23, 59))
    [this] = weekly.due(at(2027, 1, 4, 0, 0))
    assert (last.subject, this.subject) == ("2026-W53", "2027-W01")
    assert this.due_at == at(2027, 1, 4)
    [friday] = RecurringJob(KIND, Every.WEEK, weekday=4).due(at(2026, 11, 26, 12))
    assert (friday.subject, friday.due_at) == ("2026-W47", at(2026, 11, 20))


def test_an_hourly_job_is_due_at_its_minute() -> None:
    hourly = RecurringJob(KIND, Every.HOUR, at=time(minute=5))
    [before] = hourly.due(at(2026, 11, 23, 3, 4))
    [after] = hourly.due(at(2026, 11, 23, 3, 5))
    assert (before.due_at, after.due_at) == (at(2026, 11, 23, 2, 5), at(2026, 11, 23, 3, 5))


def test_the_hour_that_comes_twice_has_two_jobs_and_the_one_that_is_skipped_none() -> None:
    hourly = RecurringJob(KIND, Every.HOUR, at=time(minute=5))
    autumn = walked(hourly, at(2026, 11, 1, 0, 30), at(2026, 11, 1, 3))
    assert list(autumn)[1:] == ["2026-11-01T01-0400", "2026-11-01T01-0500", "2026-11-01T02-0500"]
    spring = walked(hourly, at(2026, 3, 8, 0, 30), at(2026, 3, 8, 4))
    assert list(spring)[1:] == ["2026-03-08T01-0500", "2026-03-08T03-0400"]


@pytest.mark.parametrize("moment", [time(0), time(1, 30), time(2, 30), time(23, 59)])
def test_a_year_with_both_clock_changes_has_one_job_a_day(moment: time) -> None:
    found = walked(RecurringJob(KIND, Every.DAY, at=moment), at(2026, 1, 2), at(2027, 1, 2))
    days = [date.fromisoformat(subject) for subject in found]
    assert {later - earlier for earlier, later in pairwise(days)} == {timedelta(days=1)}
    assert len(days) >= 365
    gaps = {later - earlier for earlier, later in pairwise(found.values())}
    assert gaps == {timedelta(hours=23), timedelta(hours=24), timedelta(hours=25)}


def test_a_time_that_the_clocks_skip_comes_an_hour_later() -> None:
    [job] = RecurringJob(KIND, Every.DAY, at=time(2, 30)).due(at(2026, 3, 8, 12))
    assert job.due_at == at(2026, 3, 8, 3, 30)


def test_after_downtime_only_the_latest_periods_are_made_up_for() -> None:
    now = at(2026, 11, 23, 12)
    assert [job.subject for job in RecurringJob(KIND, Every.DAY).due(now)] == ["2026-11-23"]
    three = RecurringJob(KIND, Every.DAY, catch_up=3)
    assert [job.subject for job in three.due(now)] == ["2026-11-21", "2026-11-22", "2026-11-23"]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("at", {"every": Every.HOUR, "at": time(3)}),
        ("at", {"every": Every.DAY, "at": time(3, tzinfo=UTC)}),
        ("weekday", {"every": Every.WEEK, "weekday": 7}),
        ("weekday", {"every": Every.DAY, "weekday": 1}),
        ("catch_up", {"every": Every.DAY, "catch_up": 0}),
        ("catch_up", {"every": Every.WEEK, "catch_up": 3}),
        ("weekday", {"every": Every.WEEK, "weekday": -1}),
        ("catch_up", {"every": Every.DAY, "catch_up": 15}),
    ],
)
def test_what_makes_no_period_is_refused(field: str, wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match=field):
        RecurringJob(KIND, **wrong)  # type: ignore[arg-type]


def test_a_fortnight_is_made_up_for_and_sunday_is_the_last_weekday() -> None:
    assert len(RecurringJob(KIND, Every.DAY, catch_up=14).due(at(2026, 11, 23, 12))) == 14
    [sunday] = RecurringJob(KIND, Every.WEEK, weekday=6).due(at(2026, 11, 23, 12))
    assert sunday.due_at == at(2026, 11, 22)
