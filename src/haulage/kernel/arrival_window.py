"""The hours within which a driver comes to the pickup of a trip that is booked ahead."""

from datetime import datetime, timedelta

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import instant

WINDOW_HOURS = (1, 2)
"""Ours: short enough to wait at home for, long enough to be kept in traffic."""


def checked_window_end(start: datetime | None, end: datetime | None) -> datetime | None:
    """The end in UTC, or None where an exact time is booked. Raises ``InvalidInput``."""
    if end is None:
        return None
    if start is None:
        raise InvalidInput("scheduled_until", "needs a scheduled_time, from which the window counts")
    until = instant(end, field="scheduled_until")
    if until - instant(start, field="scheduled_time") not in [
        timedelta(hours=hours) for hours in WINDOW_HOURS
    ]:
        hours = " or ".join(str(each) for each in WINDOW_HOURS)
        raise InvalidInput("scheduled_until", f"must be {hours} hours after scheduled_time")
    return until


def held_until(start: datetime, end: datetime | None, minutes: float) -> datetime:
    """Until when a job holds its driver, who is not taken for another one before (OP-95).

    A window and the next one do not overlap: whoever comes late in the first is still within the second.
    """
    done = start + timedelta(minutes=minutes)
    return done if end is None else max(done, end)
