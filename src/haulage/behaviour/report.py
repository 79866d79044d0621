"""A driver's report over a day, a week or a month of their own calendar."""

import calendar
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

import attrs

from haulage.behaviour.advice import Insight, insights, recommendations, training_needed
from haulage.behaviour.event import DrivingEvent, in_order
from haulage.behaviour.odometer import Totals, beginning, total
from haulage.behaviour.rules import STANDARD_RULES, BehaviourRules
from haulage.behaviour.scores import Metrics, score

SHOWN_EVENTS = 10
"""A report shows the last ten (BEH-05)."""


class Period(StrEnum):
    """One day, seven days, or one month, up to and with a day (BEH-01)."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@attrs.frozen
class Window:
    """The days from *first* to *last*, both counted, on the clocks of *zone*."""

    first: date
    last: date
    zone: ZoneInfo

    @property
    def start(self) -> datetime:
        return beginning(self.first, self.zone)

    @property
    def end(self) -> datetime:
        """The first instant that no longer counts."""
        return beginning(self.last + timedelta(days=1), self.zone)

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def holds(self, event: DrivingEvent) -> bool:
        """An event belongs to the day on which it began."""
        return self.start <= event.start < self.end


def window(period: Period, last: date, zone: ZoneInfo) -> Window:
    """The window that ends with the day *last*."""
    match period:
        case Period.DAY:
            first = last
        case Period.WEEK:
            first = last - timedelta(days=6)
        case Period.MONTH:
            first = _month_before(last) + timedelta(days=1)
    return Window(first, last, zone)


def _month_before(day: date) -> date:
    """The same day of the month before, or that month's last day where it is shorter."""
    year, month = (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


@attrs.frozen
class DayScore:
    """One day of a report, for its chart."""

    day: date
    metrics: Metrics


@attrs.frozen
class Report:
    """Everything that a period says of a driver (BEH-05). ``last_events`` are newest first."""

    period: Period
    window: Window
    metrics: Metrics
    days: tuple[DayScore, ...]
    last_events: tuple[DrivingEvent, ...]
    insights: tuple[Insight, ...]
    recommendations: tuple[str, ...]
    training_needed: tuple[str, ...]


def report(
    period: Period,
    over: Window,
    days: dict[date, Totals],
    events: Iterable[DrivingEvent],
    *,
    excused: frozenset[str] = frozenset(),
    rules: BehaviourRules = STANDARD_RULES,
) -> Report:
    """The report of a window; events whose keys are *excused* are shown and do not count."""
    inside = in_order(event for event in events if over.holds(event))
    counted = [event for event in inside if event.key not in excused]
    driven = {day: days[day] for day in over.days if day in days}
    metrics = score(total(driven.values()), counted, rules)
    return Report(
        period=period,
        window=over,
        metrics=metrics,
        days=tuple(
            DayScore(day, score(of_day, _on(day, counted, over.zone), rules))
            for day, of_day in driven.items()
        ),
        last_events=tuple(reversed(inside[-SHOWN_EVENTS:])),
        insights=insights(metrics),
        recommendations=recommendations(metrics),
        training_needed=training_needed(metrics),
    )


def _on(day: date, events: Sequence[DrivingEvent], zone: ZoneInfo) -> list[DrivingEvent]:
    return [event for event in events if event.start.astimezone(zone).date() == day]
