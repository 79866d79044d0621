"""Days as the platform's clock counts them."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from haulage.overview import comparable_spans, latest_days

NEW_YORK_NOON = datetime(2026, 11, 25, 17, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_the_last_of_thirty_days_is_today_on_the_platforms_clock() -> None:
    spans = latest_days(datetime(2026, 11, 25, 3, 0, tzinfo=UTC))
    assert (len(spans), spans[-1].day, spans[0].day) == (30, date(2026, 11, 24), date(2026, 10, 26))
    assert spans[-1].since == datetime(2026, 11, 24, 5, 0, tzinfo=UTC)
    assert all(before.until == after.since for before, after in pairwise(spans))


def test_a_day_of_a_clock_change_has_23_or_25_hours() -> None:
    def hours(day: date) -> float:
        noon = datetime(day.year, day.month, day.day, 17, tzinfo=UTC)
        (span,) = latest_days(noon, 1)
        return (span.until - span.since) / HOUR

    assert [hours(date(2026, 3, 8)), hours(date(2026, 11, 1)), hours(date(2026, 11, 2))] == [23, 25, 24]


def test_today_is_compared_until_the_clock_showed_the_same() -> None:
    today, yesterday, last_week = comparable_spans(NEW_YORK_NOON)
    assert (today.until - today.since) / HOUR == 12
    assert (yesterday.day, (yesterday.until - yesterday.since) / HOUR) == (date(2026, 11, 24), 12)
    assert (last_week.day, last_week.day.weekday()) == (date(2026, 11, 18), today.day.weekday())


def test_half_a_day_with_a_clock_change_ends_when_the_clock_showed_the_same() -> None:
    _today, yesterday, _last_week = comparable_spans(datetime(2026, 3, 9, 16, 0, tzinfo=UTC))
    assert (yesterday.until - yesterday.since) / HOUR == 11
    _today, _yesterday, last_week = comparable_spans(datetime(2026, 11, 8, 17, 0, tzinfo=UTC))
    assert (last_week.until - last_week.since) / HOUR == 13
