"""The overview: how much happened on which day, and what waits for somebody to decide it."""

from haulage.overview.days import DAYS_SHOWN, Span, comparable_spans, latest_days
from haulage.overview.figures import DayFigures, Figures, Waiting
from haulage.overview.opened import HourPaid, OpenedDay, Paid, hours_of, opened_day

__all__ = [
    "DAYS_SHOWN",
    "DayFigures",
    "Figures",
    "HourPaid",
    "OpenedDay",
    "Paid",
    "Span",
    "Waiting",
    "comparable_spans",
    "hours_of",
    "latest_days",
    "opened_day",
]
