"""How much longer a trip takes than an engine without traffic says (OP-99)."""

from datetime import datetime

import attrs

from haulage.kernel.geo import Point
from haulage.kernel.local_time import instant
from haulage_adapters.embedded.calibrated.calibration import Calibration, Knots, at_miles
from haulage_adapters.embedded.calibrated.shore_route import find_shore_route
from haulage_adapters.embedded.calibrated.table import NEW_YORK

FREE_FLOW_SHARE: Knots = ((4.0, 0.46), (8.0, 0.55), (16.0, 0.65), (64.0, 0.8), (200.0, 0.9))
"""A free-flow engine's time over the real one, by the miles of the trip.

0.46 is measured on trips in Manhattan, half of them under two miles (OP-99). Longer trips run on
expressways, where free flow is nearer to the truth: those figures are beliefs.
"""

TYPICAL_PACE = 1.19
"""The table's factors of hour and route together, median of the 6,536 trips that it was fitted on.

The measured share holds at this pace, so that the factor of a typical trip is one over the share.
"""


@attrs.frozen
class Traffic:
    """Turns free-flow time into the time of the hour, by the table of the embedded estimate."""

    calibration: Calibration = NEW_YORK

    def slowness(self, start: Point, end: Point, *, miles: float, at: datetime) -> float:
        """What to multiply free-flow time by on a trip of so many road miles that begins at *at*.

        Never below one. Outside the New York area it is one: nobody has measured the share there.
        """
        moment = instant(at, field="at")
        route = find_shore_route(start, end)
        if route.legs[0].shore is None:
            return 1.0
        pace = self.calibration.at_hour(moment) * self.calibration.along_route(route) / TYPICAL_PACE
        return max(1.0, pace / at_miles(FREE_FLOW_SHARE, miles))
