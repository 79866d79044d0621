"""Jobs that come back with the clock: one an hour, a day or a week, whatever restarts in between."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

import attrs

from haulage.jobs.job import Job, JobKind
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import PLATFORM_ZONE, platform_time

LONGEST_CATCH_UP = timedelta(days=14)
"""Ours: rows of jobs that are done are kept for longer, and a row is what keeps a period from being done
twice."""

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)


class Every(StrEnum):
    """How long a period is. Periods follow the clocks of the platform (America/New_York)."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"


_LENGTH = {Every.HOUR: HOUR, Every.DAY: DAY, Every.WEEK: WEEK}


@attrs.frozen
class RecurringJob:
    """*kind* is done exactly once in every period, by one of all processes.

    To have something done by the clock, add a kind to ``JobKind``, its handler to the handlers of the
    assembly, and an entry to ``RECURRING_JOBS`` in ``haulage.use_cases.jobs.schedule``::

        RecurringJob(JobKind.RECONCILE_PAYMENTS, Every.DAY, at=time(3, 30))

    The handler is given the period as the job's subject: the platform's date (``2026-11-23``), the week
    (``2026-W48``) or the hour with its offset (``2026-11-01T01-0400``, because the hour in which clocks
    are turned back comes twice). The subject is also the key: job id ``reconcile_payments:2026-11-23``
    can be enqueued by every process, and is one row. It is due at *at* (and *weekday*, Monday = 0) on the
    platform's clocks; an hourly job is due at the minute of *at*. A time that the clocks skip in spring
    comes an hour later, and one that they show twice in autumn counts the first time.

    After downtime the latest *catch_up* periods that were missed are done, and no others: a handler that
    works off everything since its last run needs only one. A failed job is tried again like any other.
    """

    kind: JobKind
    every: Every
    at: time = time(0)
    weekday: int = 0
    catch_up: int = 1

    def __attrs_post_init__(self) -> None:
        if self.at.tzinfo is not None or (self.every is Every.HOUR and self.at.hour):
            raise InvalidInput("at", "must be a time of day without a zone, or a minute for an hourly job")
        if not 0 <= self.weekday <= 6 or (self.weekday and self.every is not Every.WEEK):
            raise InvalidInput("weekday", "must be 0 (Monday) to 6, and belongs to a weekly job")
        if self.catch_up < 1 or _LENGTH[self.every] * self.catch_up > LONGEST_CATCH_UP:
            raise InvalidInput("catch_up", f"must be at least one period, in {LONGEST_CATCH_UP.days} days")

    def due(self, now: datetime) -> list[Job]:
        """The jobs that must have been enqueued by *now*, the oldest first."""
        periods = self._backwards(now)
        jobs = [Job(self.kind, key, due_at=due_at) for key, due_at in periods]
        return jobs[::-1]

    def _backwards(self, now: datetime) -> Iterator[tuple[str, datetime]]:
        """Each period's key and when its job is due, from the latest that is due."""
        if self.every is Every.HOUR:
            return self._hours(now)
        return self._days(now)

    def _hours(self, now: datetime) -> Iterator[tuple[str, datetime]]:
        """By instants: the platform's offsets are whole hours."""
        start = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
        offset = timedelta(minutes=self.at.minute, seconds=self.at.second)
        if start + offset > now:
            start -= HOUR
        for number in range(self.catch_up):
            each = start - number * HOUR
            yield platform_time(each).strftime("%Y-%m-%dT%H%z"), each + offset

    def _days(self, now: datetime) -> Iterator[tuple[str, datetime]]:
        step = _LENGTH[self.every]
        day = platform_time(now).date()
        if self.every is Every.WEEK:
            day -= timedelta(days=(day.weekday() - self.weekday) % 7)
        if self._instant(day) > now:
            day -= step
        for number in range(self.catch_up):
            each = day - number * step
            yield self._key(each), self._instant(each)

    def _key(self, day: date) -> str:
        if self.every is Every.WEEK:
            year, week, _ = day.isocalendar()
            return f"{year}-W{week:02d}"
        return day.isoformat()

    def _instant(self, day: date) -> datetime:
        return datetime.combine(day, self.at, PLATFORM_ZONE).astimezone(UTC)
