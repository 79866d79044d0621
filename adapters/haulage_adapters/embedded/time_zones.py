"""Time zones by position, from the polygons of timezone-boundary-builder in the package tzfpy."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from haulage.kernel.geo import Point
from haulage.kernel.local_time import PLATFORM_ZONE

WHOLLY_PLATFORM = ((38.0, -80.0), (41.9, -71.8))
"""A rectangle around New York in which nothing but the platform's zone is: most trips begin there, and
need no polygons in memory (35 MB)."""


class EmbeddedTimeZones:
    """Answers within microseconds."""

    def zone_at(self, point: Point) -> ZoneInfo:
        (south, west), (north, east) = WHOLLY_PLATFORM
        if south <= point.lat <= north and west <= point.lng <= east:
            return PLATFORM_ZONE
        import tzfpy

        try:
            return ZoneInfo(tzfpy.get_tz(point.lng, point.lat))
        except (ZoneInfoNotFoundError, ValueError):  # a zone that this machine's clock data lacks
            return PLATFORM_ZONE
