"""How the people of the demonstration spend their time, and a sample driver as they are now."""

from datetime import datetime, timedelta

import attrs

from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.geo import quick_minutes
from haulage.orders import Order, OrderStatus
from haulage_adapters.demonstration.people import SampleDriver


@attrs.frozen
class Pace:
    """How the people of the demonstration spend their time. All figures are ours."""

    speed: float = 1
    """How many times as fast as the road they drive and load."""
    wander_miles: float = 0.4
    wander_for: timedelta = timedelta(minutes=4)
    arrived_miles: float = 0.03
    longest_step: timedelta = timedelta(seconds=60)
    """However long nobody looked, a driver comes no further than this in one go."""
    wander_every: timedelta = timedelta(seconds=15)
    answer: timedelta = timedelta(seconds=8)
    load: timedelta = timedelta(seconds=50)
    spare: timedelta = timedelta(minutes=5)
    open_for_long: timedelta = timedelta(minutes=10)
    hands_off: timedelta = timedelta(hours=1)
    new_order_every: timedelta = timedelta(seconds=45)
    living_orders: int = 6
    most_orders: int = 2_000
    """From there on the marketplace only finishes what it has."""
    for_people: bool = False
    """Whether people who sign in as drivers are asked by sample customers, and driven where their device is
    silent."""
    ask_people_every: timedelta = timedelta(seconds=40)
    silent_after: timedelta = timedelta(seconds=60)
    """A device that has told of no position for so long is not on the road."""


STANDARD_PACE = Pace()


@attrs.frozen
class CastMember:
    """A sample driver as they are now."""

    sample: SampleDriver
    actor: Actor
    profile: DriverProfile
    position: DriverPosition | None
    somebody_drives: bool
    """Whether a person has signed in as this driver lately."""


def is_in_hand(order: Order, now: datetime, pace: Pace) -> bool:
    """Whether the driver is to be on this job by now; an appointment leaves them free until then."""
    if order.status is OrderStatus.IN_PROGRESS or order.en_route_at is not None or order.is_for_now:
        return True
    assert order.scheduled_time is not None
    return now >= order.scheduled_time - pace.spare - timedelta(minutes=quick_minutes(15))
