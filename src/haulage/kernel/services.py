"""What is sold, and how urgently: each vocabulary has its own type, joined one to one (OP-07)."""

from enum import StrEnum


class ServiceType(StrEnum):
    DELIVERY = "delivery"
    MOVING = "moving"
    PICKUP = "pickup"


class ItemClass(StrEnum):
    """The customer's first choice in the booking wizard."""

    SMALL = "small"
    LARGE = "large"


class FareUrgency(StrEnum):
    """Urgency as the price calculator speaks of it."""

    STANDARD = "standard"
    EXPRESS = "express"
    URGENT = "urgent"


class MatchUrgency(StrEnum):
    """Urgency as matching and stored orders speak of it."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


SERVICE_OF_CLASS = {ItemClass.SMALL: ServiceType.DELIVERY, ItemClass.LARGE: ServiceType.MOVING}
"""Small items are delivered and large ones moved, unless the caller says otherwise (OP-06)."""

ASSUMED_ITEM_POUNDS = {ItemClass.SMALL: 25, ItemClass.LARGE: 150}
"""The wizard's weight for an item that nobody weighed (BKG-15)."""

MAX_HELPERS = 1
"""Ours: a driver comes alone or with one extra helper."""

MATCH_URGENCY = dict(zip(FareUrgency, MatchUrgency, strict=True))
FARE_URGENCY = dict(zip(MatchUrgency, FareUrgency, strict=True))
