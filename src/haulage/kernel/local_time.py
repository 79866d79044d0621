"""Instants with an offset, and the hours that people keep on their own clocks."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import InvalidInput

PLATFORM_ZONE = ZoneInfo("America/New_York")
"""Where the platform's day begins and its drivers' hours are read (OP-92)."""


_LAST_ZONE = timezone(timedelta(hours=-12))

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""By their numbers, Monday = 0."""

FIRST_YEAR, LAST_YEAR = 1970, 9000
"""Ours: no clock here shows another year, and at the ends of the calendar other zones fall off it."""


def instant(value: datetime, *, field: str) -> datetime:
    """The same instant in UTC; a time without an offset is refused, naming the *field*."""
    if value.utcoffset() is None:
        raise InvalidInput(field, "must carry an offset from UTC")
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise InvalidInput(field, f"must be between the years {FIRST_YEAR} and {LAST_YEAR}")
    return value.astimezone(UTC)


def bounds_of_year(year: int, zone: ZoneInfo = PLATFORM_ZONE) -> tuple[datetime, datetime]:
    """From the first instant of a calendar year on the clocks of the zone up to the first of the next."""
    return datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)


def is_over_everywhere(year: int, now: datetime) -> bool:
    """Whether no clock on Earth shows the year any more: the last are 12 hours behind UTC."""
    return now.astimezone(_LAST_ZONE).year > year


def platform_time(at: datetime) -> datetime:
    """What the platform's clocks show at this instant."""
    return at.astimezone(PLATFORM_ZONE)


@attrs.frozen
class HoursRange:
    """Opening hours on one clock, checked by the hour (MAT-10, OP-19).

    The start hour counts and the end hour does not. An end before the start spans midnight; equal
    ends mean the whole day.
    """

    start: time
    end: time

    @property
    def all_day(self) -> bool:
        return self.start == self.end

    @property
    def overnight(self) -> bool:
        return self.end < self.start

    def covers_own_day(self, hour: int) -> bool:
        """Whether *hour* of the day on which the range begins is inside."""
        if self.all_day:
            return True
        return self.start.hour <= hour and (self.overnight or hour < self.end.hour)

    def covers_next_day(self, hour: int) -> bool:
        """Whether *hour* of the following day is inside: only an overnight range reaches it."""
        return self.overnight and hour < self.end.hour


@attrs.frozen
class WorkingHours:
    """When a driver works: one range for every day, or ranges by weekday where they are recorded.

    ``by_weekday`` maps Monday = 0 to Sunday = 6; a weekday that is missing from it is a day off.
    """

    every_day: HoursRange | None = None
    by_weekday: Mapping[int, HoursRange] | None = None

    @property
    def recorded(self) -> bool:
        return bool(self.by_weekday) or self.every_day is not None

    def cover(self, at: datetime) -> bool:
        """Whether the hour of this instant, on the platform's clock, is a working hour."""
        local = platform_time(at)
        today, yesterday = self._range(local.weekday()), self._range((local.weekday() - 1) % 7)
        return bool(
            (today and today.covers_own_day(local.hour))
            or (yesterday and yesterday.covers_next_day(local.hour))
        )

    def _range(self, weekday: int) -> HoursRange | None:
        if self.by_weekday:
            return self.by_weekday.get(weekday)
        return self.every_day
