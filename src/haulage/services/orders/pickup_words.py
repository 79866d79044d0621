"""The time of a booked pickup in words, for mails and messages."""

from datetime import datetime

from haulage.kernel.local_time import platform_time
from haulage.orders import Order


def pickup_in_words(order: Order) -> str:
    """ "Sat, Nov 28, 2:00 PM to 4:00 PM ET", or "as soon as possible"."""
    if order.scheduled_time is None:
        return "as soon as possible"
    start = platform_time(order.scheduled_time)
    until = f" to {_hour(order.scheduled_until)}" if order.scheduled_until else ""
    return f"{start:%a, %b} {start.day}, {_hour(start)}{until} ET"


def _hour(at: datetime) -> str:
    return f"{platform_time(at):%I:%M %p}".lstrip("0")
