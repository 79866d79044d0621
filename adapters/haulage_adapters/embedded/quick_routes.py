"""Routes by the quick estimate: the straight line at 25 mph (OP-99)."""

from datetime import datetime

from haulage.kernel.geo import Point, great_circle_miles, quick_minutes
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps import Route


class QuickRoutes:
    """An estimate without a street graph, the same at every hour."""

    engine = "quick-estimate"

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        miles = great_circle_miles(start, end)
        return Route(
            distance_meters=round(miles * float(METERS_PER_MILE)),
            duration_seconds=quick_minutes(miles) * 60,
            engine=self.engine,
        )
