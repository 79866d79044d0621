"""When a pickup is at peak, by the platform's clock."""

from datetime import datetime, time

from haulage.kernel.local_time import platform_time
from haulage.pricing.trip import TimeOfDay

PEAK_WINDOWS = ((time(7), time(9)), (time(17), time(19)))
"""7-9 AM and 5-7 PM, start inclusive and end exclusive, every day (PUB-19, OP-13)."""


def time_of_day(at: datetime) -> TimeOfDay:
    """Peak or not at this instant, which must carry an offset."""
    local = platform_time(at).time()
    at_peak = any(start <= local < end for start, end in PEAK_WINDOWS)
    return TimeOfDay.PEAK if at_peak else TimeOfDay.OFF_PEAK
