"""Days as the platform's clock counts them, each as a span of instants."""

from datetime import UTC, date, datetime, time, timedelta

import attrs

from haulage.kernel.local_time import PLATFORM_ZONE, platform_time

DAYS_SHOWN = 30
"""Ours: a month of days, today among them."""

_DAY, _WEEK = timedelta(days=1), timedelta(days=7)


@attrs.frozen
class Span:
    """Part of a day: *since* is inside and *until* is not."""

    day: date
    since: datetime
    until: datetime


def midnight(day: date) -> datetime:
    """When the day begins. On a day of a clock change it has 23 or 25 hours."""
    return datetime.combine(day, time(), PLATFORM_ZONE).astimezone(UTC)


def latest_days(now: datetime, days: int = DAYS_SHOWN) -> list[Span]:
    """So many whole days, oldest first, with today as the last."""
    today = platform_time(now).date()
    shown = [today - _DAY * back for back in range(days - 1, -1, -1)]
    return [Span(day, midnight(day), midnight(day + _DAY)) for day in shown]


def comparable_spans(now: datetime) -> tuple[Span, Span, Span]:
    """Today until now, and yesterday and the same weekday of last week until the clock showed the same.

    A day that is half over is compared with halves.
    """
    local = platform_time(now)
    today = local.date()
    yesterday, last_week = today - _DAY, today - _WEEK
    return (
        Span(today, midnight(today), now),
        _until_clock_shows(yesterday, local.time()),
        _until_clock_shows(last_week, local.time()),
    )


def _until_clock_shows(day: date, clock: time) -> Span:
    """A time that the clock skips there is taken as if it had not been changed yet."""
    return Span(day, midnight(day), datetime.combine(day, clock, PLATFORM_ZONE).astimezone(UTC))
