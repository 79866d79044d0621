"""What crossing a circle does to a delivery, under the policy in force (OP-49)."""

from enum import StrEnum

import attrs

from haulage.deliveries.geofence import Crossing, meters_between
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType

NEAR_METERS = 200.0
"""OP-49: stops nearer to each other than this need the driver's own word that it is done."""


class GeofencePolicy(StrEnum):
    """Whether a circle acts by itself; an operator's choice (OP-49)."""

    AUTO = "geofence_auto"
    PROMPT = "geofence_prompt"


class Stop(StrEnum):
    PICKUP = "pickup"
    DROPOFF = "dropoff"


class Consequence(StrEnum):
    """What is done, or what the driver is asked to confirm."""

    START = "start"
    CONFIRM_PICKUP = "confirm_pickup"
    COMPLETE = "complete"
    ASK_TO_START = "ask_to_start"
    ASK_TO_COMPLETE = "ask_to_complete"


@attrs.frozen
class Standing:
    """How far the delivery is. ``is_waiting`` is before its start; ``ends_by_hand`` is where something of the
    customer's belongs to the end, such as a PIN."""

    service: ServiceType
    pickup: Point
    dropoff: Point
    is_waiting: bool
    is_running: bool
    is_picked_up: bool
    ends_by_hand: bool = False


def consequence(
    stop: Stop, crossing: Crossing, standing: Standing, policy: GeofencePolicy
) -> Consequence | None:
    """None where nothing follows.

    Coming to the pickup begins the job, and leaving it means that the goods are on board (OP-22). Coming
    to the dropoff ends a delivery; a moving job is asked about, because the unloading comes after it.
    """
    match stop, crossing:
        case Stop.PICKUP, Crossing.ENTER if standing.is_waiting:
            return Consequence.START if policy is GeofencePolicy.AUTO else Consequence.ASK_TO_START
        case Stop.PICKUP, Crossing.LEAVE if standing.is_running and not standing.is_picked_up:
            return Consequence.CONFIRM_PICKUP
        case Stop.DROPOFF, Crossing.ENTER if standing.is_running and standing.is_picked_up:
            asks = policy is GeofencePolicy.PROMPT or _must_ask(standing)
            return Consequence.ASK_TO_COMPLETE if asks else Consequence.COMPLETE
        case _:
            return None


def _must_ask(standing: Standing) -> bool:
    near = meters_between(standing.pickup, standing.dropoff) < NEAR_METERS
    return near or standing.ends_by_hand or standing.service is ServiceType.MOVING
