"""The speed limits under a driver's fixes, asked for together with what was driven just before."""

from collections.abc import Sequence

import attrs

from haulage.behaviour import Fix
from haulage.behaviour.drive import once_each
from haulage.behaviour.fix import MICROSECONDS, TRUSTED_ACCURACY_METERS
from haulage.kernel.recently_used import RecentlyUsed
from haulage.ports.maps.roads import SpeedLimits

LATELY = 60 * MICROSECONDS
"""Ours: fixes so much older than a batch still tell on which road it begins."""

MOST_BEFORE = 10
"""Ours: so many of them are enough for it."""

FIXES_OF_DRIVER = 30
"""Fixes, so that a batch which is sent again finds those from before it."""

DRIVERS = 2_000
"""Remembered by a process; whoever drove longest ago is forgotten first."""


@attrs.define(eq=False)
class SpeedLimitsOnRoute:
    """One position does not identify a road: single positions of a device are read together as a drive."""

    limits: SpeedLimits
    _driven: RecentlyUsed[str, list[Fix]] = attrs.field(factory=lambda: RecentlyUsed(DRIVERS), init=False)

    async def limited(self, driver_id: str, fixes: Sequence[Fix]) -> list[Fix]:
        """The fixes with their limits, by time. A position that wavers by more than a street has none."""
        exact = sorted((fix for fix in fixes if _is_exact(fix)), key=lambda fix: fix.at)
        wavering = [fix._replace(limit_mph=None) for fix in fixes if not _is_exact(fix)]
        if not exact:
            return wavering
        before = self._before(driver_id, exact)
        limits = await self.limits.limits([fix.point for fix in (*before, *exact)])
        of_these = zip(exact, limits[len(before) :], strict=True)
        return [*(fix._replace(limit_mph=limit) for fix, limit in of_these), *wavering]

    def _before(self, driver_id: str, fixes: Sequence[Fix]) -> list[Fix]:
        """What was driven before these, which are remembered for the next."""
        driven = self._driven.get(driver_id, [])
        self._driven[driver_id] = once_each([*driven, *fixes[-FIXES_OF_DRIVER:]])[-FIXES_OF_DRIVER:]
        first = fixes[0].at
        return [fix for fix in driven if first - LATELY <= fix.at < first][-MOST_BEFORE:]


def _is_exact(fix: Fix) -> bool:
    return fix.accuracy_meters is None or fix.accuracy_meters <= TRUSTED_ACCURACY_METERS
