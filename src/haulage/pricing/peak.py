"""When a pickup is at peak, by the clock of its place."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.pricing.trip import TimeOfDay

PEAK_WINDOWS = ((time(7), time(9)), (time(17), time(19)))
"""7-9 AM and 5-7 PM, start inclusive and end exclusive, every day (PUB-19, OP-13)."""


def time_of_day(at: datetime, zone: ZoneInfo = PLATFORM_ZONE) -> TimeOfDay:
    """Peak or not at this instant, which must carry an offset, on the clocks of *zone*: the pickup's."""
    local = at.astimezone(zone).time()
    at_peak = any(start <= local < end for start, end in PEAK_WINDOWS)
    return TimeOfDay.PEAK if at_peak else TimeOfDay.OFF_PEAK
