"""Made-up speed limits for the demonstration: 25 or 35, by chance and always the same in one place."""

from collections.abc import Sequence
from random import Random

from haulage.kernel.geo import Point
from haulage.ports.maps.roads import SpeedLimits

SAMPLE_LIMITS_MPH = (25.0, 35.0)
"""The sample limit is one of these (BEH-06)."""

BLOCKS_PER_DEGREE = 400
"""A limit holds for about three hundred yards."""


class SimulatedLimits(SpeedLimits):
    """Drawn for each block of the map from *seed*, so that going back does not change them."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    async def limits(self, points: Sequence[Point]) -> Sequence[float | None]:
        return [self._limit(point) for point in points]

    def _limit(self, point: Point) -> float:
        block = f"{self._seed}/{point.lat * BLOCKS_PER_DEGREE // 1}/{point.lng * BLOCKS_PER_DEGREE // 1}"
        return Random(block).choice(SAMPLE_LIMITS_MPH)  # noqa: S311 - a sample, not a secret
