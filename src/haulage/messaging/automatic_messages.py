"""Automatic messages (OP-46): their causes, and the rules of when a driver is near or late."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.messaging.preferences import AutoMessages

NEAR = timedelta(minutes=10)
LATE = timedelta(minutes=15)
"""OP-46."""

FRESH = timedelta(hours=2)
"""Ours: older updates are announced by nobody, such as after a day without any server."""


class Cause(StrEnum):
    """Why the server writes by itself; the customer is told of each once an order.

    A driver's name is news again when it is another one's, and so is each driver who does not come, and each
    time to which the pickup is moved.
    """

    ORDER_CONFIRMATION = "order_confirmation"
    DRIVER_ASSIGNED = "driver_assigned"
    DRIVER_LOST = "driver_lost"
    PICKUP_MOVED = "pickup_moved"
    DRIVER_ARRIVING = "driver_arriving"
    DELIVERY_COMPLETE = "delivery_complete"
    DELAYS = "delays"


TEMPLATE = {
    Cause.ORDER_CONFIRMATION: "system_order_confirmed",
    Cause.DRIVER_ASSIGNED: "system_driver_assigned",
    Cause.DRIVER_LOST: "system_driver_lost",
    Cause.PICKUP_MOVED: "system_pickup_moved",
    Cause.DRIVER_ARRIVING: "system_driver_arriving",
    Cause.DELIVERY_COMPLETE: "system_delivered",
    Cause.DELAYS: "system_delayed",
}


_FLAG = {Cause.DRIVER_LOST: Cause.DRIVER_ASSIGNED, Cause.PICKUP_MOVED: Cause.ORDER_CONFIRMATION}


def is_wanted(cause: Cause, preferences: AutoMessages) -> bool:
    """Each cause has the flag of its name; who wants to hear who comes, hears too that nobody does yet,
    and who wants the confirmation hears of another time."""
    wanted: bool = getattr(preferences, _FLAG.get(cause, cause).value)
    return wanted


@attrs.frozen
class Expected:
    """When a driver is foreseen at a stop, and when they were promised there."""

    at: datetime
    promised: datetime | None

    def is_near(self, now: datetime) -> bool:
        """Ten minutes away or less."""
        return self.at - now <= NEAR

    @property
    def is_late(self) -> bool:
        """More than a quarter of an hour behind the promise."""
        return self.promised is not None and self.at - self.promised > LATE


@attrs.frozen
class WatchPauses:
    """How often an arrival is looked at. All figures are ours."""

    shortest: timedelta = timedelta(seconds=15)
    longest: timedelta = timedelta(minutes=2)
    before_start: timedelta = timedelta(hours=1)
    """How long before a pickup it is first asked whether its driver can still be there in time."""

    def next_look(self, expected: Expected | None, now: datetime) -> datetime:
        """Oftener the nearer they come, so that nobody is told of ten minutes when five are left."""
        if expected is None:
            return now + self.shortest * 2
        left = (expected.at - NEAR - now) / 3
        return now + min(max(left, self.shortest), self.longest)

    def next_look_before_start(self, promised: datetime | None, now: datetime) -> datetime:
        """Seldom: nobody is late who has long to go."""
        return (
            now + self.longest if promised is None else max(now + self.longest, promised - self.before_start)
        )


STANDARD_PAUSES = WatchPauses()
