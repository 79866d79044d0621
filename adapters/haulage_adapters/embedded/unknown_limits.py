"""No map here knows a speed limit, so nobody is said to speed."""

from collections.abc import Sequence

from haulage.kernel.geo import Point
from haulage.ports.maps.roads import SpeedLimits


class UnknownLimits(SpeedLimits):
    async def limits(self, points: Sequence[Point]) -> Sequence[float | None]:
        return [None] * len(points)
