"""Distances and durations as Americans say them."""

from decimal import ROUND_HALF_UP, Decimal

from haulage.kernel.measures import METERS_PER_MILE

FEET_PER_MILE = 5280
FEET_BELOW_MILES = 0.1
MINUTES_PER_HOUR = 60


def distance_text(meters: int) -> str:
    """``350 ft`` under a tenth of a mile, else ``5.2 mi``."""
    miles = meters / float(METERS_PER_MILE)
    if miles < FEET_BELOW_MILES:
        return f"{round(miles * FEET_PER_MILE, -1):.0f} ft"
    return f"{_tenths(miles):,} mi"


def _tenths(miles: float) -> Decimal:
    """As screens round the miles of a quote, which come in hundredths: one trip has one distance."""
    hundredths = Decimal(miles).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return Decimal(float(hundredths)).quantize(Decimal("0.1"), ROUND_HALF_UP)


def duration_text(seconds: int) -> str:
    """``1 min``, ``18 min``, ``1 hr 5 min``; a begun minute counts as a whole one."""
    hours, minutes = divmod(max(1, -(-seconds // 60)), MINUTES_PER_HOUR)
    parts = [_counted(hours, "hr"), _counted(minutes, "min")]
    return " ".join(part for part in parts if part)


def _counted(count: int, unit: str) -> str:
    return f"{count:,} {unit}" if count else ""
