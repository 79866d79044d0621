"""What the overview counts."""

from datetime import date

import attrs

from haulage.kernel.money import Cents


@attrs.frozen
class Figures:
    """What happened in a span. ``orders`` were paid then, and ``revenue_cents`` is their prices without tips;
    ``deliveries`` were completed then; ``refunded_cents`` was decided then, wherever it was paid."""

    orders: int = 0
    deliveries: int = 0
    revenue_cents: Cents = 0
    refunded_cents: Cents = 0


@attrs.frozen
class DayFigures:
    """The figures of a whole day of the platform."""

    day: date
    figures: Figures


@attrs.frozen
class Waiting:
    """How much waits for somebody to decide it. Each is counted up to ``counted_up_to`` and no further.
    ``applications`` leaves out those whose background check is with others; ``screenings`` are those whose
    waiting period is over."""

    claims: int
    disputes: int
    contests: int
    applications: int
    screenings: int
    dead_jobs: int
    differences: int
    counted_up_to: int
