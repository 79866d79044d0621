"""What has happened in the demonstration before anybody looks: orders in every state."""

from enum import StrEnum

import attrs

from haulage.items import preset_of
from haulage.kernel.cargo import Item
from haulage.kernel.geo import Place
from haulage.kernel.services import FareUrgency, ItemClass
from haulage_adapters.demonstration.places import PLACES


class Ending(StrEnum):
    """How far an order has come."""

    UNPAID = "unpaid"
    OPEN = "open"
    """Paid, and waiting for a driver."""
    ASSIGNED = "assigned"
    EN_ROUTE = "en_route"
    IN_PROGRESS = "in_progress"
    PICKED_UP = "picked_up"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    CANCELLED_UNPAID = "cancelled_unpaid"


class Complaint(StrEnum):
    """What the customer says of a delivery afterwards."""

    NONE = "none"
    OPEN = "open"
    """That nothing came; nobody has decided."""
    DECIDED = "decided"
    """The same, and it was found to have been delivered."""
    BROKEN_LAMP = "broken_lamp"
    """That a lamp arrived broken; nobody has decided."""


@attrs.frozen
class Load:
    """What is carried, in words for people and in figures for the price."""

    words: str
    items: tuple[Item, ...]
    item_class: ItemClass = ItemClass.SMALL


def _items(**counted: int) -> tuple[Item, ...]:
    """So many of each usual thing; a name has underscores for the dashes of its id."""
    return tuple(preset_of(name.replace("_", "-")).item(count) for name, count in counted.items())


LOADS = (
    Load("Desk chair and a floor lamp", _items(office_chair=1, floor_lamp=1)),
    Load("Three-seat sofa", _items(sofa=1), ItemClass.LARGE),
    Load("Framed mirror", _items(mirror=1)),
    Load("Six moving boxes", _items(moving_box_medium=6), ItemClass.LARGE),
    Load("Road bicycle", _items(bicycle=1)),
    Load("Bed frame and mattress", _items(bed_frame=1, mattress_queen=1), ItemClass.LARGE),
    Load("Television, 55 inches", _items(tv_medium=1)),
    Load("Bookcase and two boxes of books", _items(bookcase=1, moving_box_small=2), ItemClass.LARGE),
)


@attrs.frozen
class Scene:
    """One order of the story: who wanted what carried where, how long ago, and what came of it."""

    minutes_ago: float
    customer: int
    pickup: Place
    dropoff: Place
    load: Load
    ending: Ending
    urgency: FareUrgency = FareUrgency.STANDARD
    hours_ahead: float | None = None
    """From the booking to the appointment; None is as soon as possible."""
    wants_pin: bool = False
    has_photo: bool = True
    """Left at the door with the signature."""
    complaint: Complaint = Complaint.NONE
    driver: int | None = None
    """Whom the customer chooses if they are offered; otherwise the best offer."""
    stars: int | None = None
    """How the customer rates the delivery, if they do."""
    messages: tuple[str, ...] = ()
    """What customer and driver write in turn, once the driver has accepted."""


_PAIRS = (
    (4, 18),
    (0, 13),
    (22, 5),
    (12, 19),
    (29, 7),
    (8, 2),
    (23, 1),
    (16, 14),
    (25, 28),
    (3, 11),
    (31, 30),
    (15, 9),
)
_DAY = 24 * 60
_URGENCIES = (FareUrgency.STANDARD, FareUrgency.STANDARD, FareUrgency.EXPRESS, FareUrgency.URGENT)


_COMPLAINTS = {4: Complaint.DECIDED, 10: Complaint.OPEN}
"""Both of the first customer. The third report is about the lamp below."""

_STARS = {1: 5, 2: 5, 3: 4, 6: 5, 7: 5, 8: 5, 9: 4}
"""The others are not rated yet."""


def _past(number: int) -> Scene:
    """An order of the past week, finished."""
    start, end = _PAIRS[number % len(_PAIRS)]
    return Scene(
        minutes_ago=7 * _DAY - number * 11 * 60,
        customer=number % 4 if number % 2 else 0,
        pickup=PLACES[start],
        dropoff=PLACES[end],
        load=LOADS[number % len(LOADS)],
        ending=Ending.CANCELLED if number % 7 == 5 else Ending.COMPLETED,
        urgency=_URGENCIES[number % len(_URGENCIES)],
        wants_pin=number % 5 == 3,
        has_photo=number % 4 == 0,
        complaint=_COMPLAINTS.get(number, Complaint.NONE),
        driver=0 if number % 3 == 0 else None,
        stars=_STARS.get(number),
    )


_LAMP = Scene(
    minutes_ago=20 * 60,
    customer=1,
    pickup=PLACES[0],
    dropoff=PLACES[11],
    load=LOADS[0],
    ending=Ending.COMPLETED,
    wants_pin=True,
    complaint=Complaint.BROKEN_LAMP,
    driver=1,
    messages=(
        "The floor lamp has a glass shade. Please keep it upright.",
        "It will ride upright, wrapped in a blanket.",
    ),
)
"""For an operator who is told that a lamp arrived broken: proof, PIN and messages stand beside the report."""

STORY = (
    *(_past(number) for number in range(14)),
    _LAMP,
    Scene(58, 4, PLACES[13], PLACES[17], LOADS[4], Ending.CANCELLED_UNPAID),
    Scene(34, 1, PLACES[1], PLACES[15], LOADS[0], Ending.PICKED_UP),
    Scene(26, 2, PLACES[23], PLACES[0], LOADS[6], Ending.PICKED_UP, FareUrgency.EXPRESS),
    Scene(22, 5, PLACES[14], PLACES[5], LOADS[7], Ending.IN_PROGRESS),
    Scene(14, 0, PLACES[2], PLACES[19], LOADS[2], Ending.EN_ROUTE),
    Scene(12, 6, PLACES[29], PLACES[6], LOADS[3], Ending.EN_ROUTE),
    Scene(9, 7, PLACES[12], PLACES[16], LOADS[1], Ending.OPEN),
    Scene(7, 8, PLACES[10], PLACES[8], LOADS[4], Ending.OPEN),
    Scene(5, 3, PLACES[25], PLACES[22], LOADS[0], Ending.ASSIGNED),
    Scene(4, 0, PLACES[3], PLACES[12], LOADS[5], Ending.ASSIGNED, hours_ahead=26),
    Scene(3, 9, PLACES[11], PLACES[7], LOADS[6], Ending.UNPAID),
    Scene(2, 0, PLACES[18], PLACES[9], LOADS[2], Ending.UNPAID),
)
"""Oldest first. The first customer has an order in most states."""
