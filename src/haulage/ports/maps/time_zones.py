"""Which clock people read at a place."""

from typing import Protocol
from zoneinfo import ZoneInfo

from haulage.kernel.geo import Point


class TimeZones(Protocol):
    """Embedded data: answers at once and for every point of the globe."""

    def zone_at(self, point: Point) -> ZoneInfo:
        """The IANA zone of the place; at sea, that of its longitude."""
        ...
