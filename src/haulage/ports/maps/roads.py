"""What is known of the road under a position."""

from collections.abc import Sequence
from typing import Protocol

from haulage.kernel.geo import Point


class SpeedLimits(Protocol):
    async def limits(self, points: Sequence[Point]) -> Sequence[float | None]:
        """The limit at each of these points in miles an hour; None where it is not known.

        *points* are in the order of driving, and may be many at one place or far apart.
        Never raises: who does not answer does not know, and nobody speeds where no limit is known (OP-65).
        """
        ...
