"""The overview: how much happened on which day, and what waits for somebody to decide it."""

from haulage.overview.days import DAYS_SHOWN, Span, comparable_spans, latest_days
from haulage.overview.figures import DayFigures, Figures, Waiting

__all__ = [
    "DAYS_SHOWN",
    "DayFigures",
    "Figures",
    "Span",
    "Waiting",
    "comparable_spans",
    "latest_days",
]
