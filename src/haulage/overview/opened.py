"""One day opened: what was paid on it, by service and by hour (ADM-05)."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import FIRST_YEAR, platform_time
from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType
from haulage.overview.days import Span, midnight

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


@attrs.frozen
class Paid:
    """So many orders that were paid, and their prices without tips."""

    orders: int = 0
    revenue_cents: Cents = 0

    @property
    def average_cents(self) -> Cents | None:
        """An order's price on average, half a cent rounded up; none where nothing was paid."""
        return half_up(self.revenue_cents, self.orders) if self.orders else None


@attrs.frozen
class HourPaid:
    """What was paid in the hour that begins at *since*."""

    since: datetime
    paid: Paid


@attrs.frozen
class OpenedDay:
    """A day of the platform. Every service is there, and every hour in its order: the parts of either
    add up to ``paid``."""

    day: date
    paid: Paid
    by_service: Mapping[ServiceType, Paid]
    by_hour: Sequence[HourPaid]


def hours_of(day: date, now: datetime) -> list[Span]:
    """The hours of a day on the platform's clock: 24, or 23 or 25 where the clock is changed.

    A day that has not begun by *now* is refused, and so is one that no clock here shows.
    """
    if day.year < FIRST_YEAR:
        raise InvalidInput("day", f"must not be before the year {FIRST_YEAR}")
    if day > platform_time(now).date():
        raise InvalidInput("day", "must not be after today")
    since, until = midnight(day), midnight(day + _DAY)
    hours = (until - since) // _HOUR
    return [Span(day, since + _HOUR * place, since + _HOUR * (place + 1)) for place in range(hours)]


def opened_day(hours: Sequence[Span], paid: Sequence[Mapping[ServiceType, Paid]]) -> OpenedDay:
    """A day of what was *paid* in each of its *hours*, by service."""
    return OpenedDay(
        hours[0].day,
        _together([each for by_service in paid for each in by_service.values()]),
        {
            service: _together([by_service.get(service, Paid()) for by_service in paid])
            for service in ServiceType
        },
        [
            HourPaid(hour.since, _together(list(by_service.values())))
            for hour, by_service in zip(hours, paid, strict=True)
        ],
    )


def _together(parts: Sequence[Paid]) -> Paid:
    return Paid(sum(each.orders for each in parts), sum(each.revenue_cents for each in parts))
