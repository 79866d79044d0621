"""The figures of the calibrated estimate, and what they say about a route."""

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime

import attrs

from haulage.kernel.local_time import platform_time
from haulage_adapters.embedded.calibrated.geography import Area, Shore
from haulage_adapters.embedded.calibrated.shore_route import ShoreRoute

Knots = tuple[tuple[float, float], ...]
"""Miles and the figure that holds there, ascending; between them by the logarithm of the miles."""

HOURS = 24


@attrs.frozen
class Calibration:
    """How far and how long, compared with the straight line.

    Minutes are ``miles x minutes_per_mile(miles)`` times the factors of the hour, of the areas passed
    and of the share of the route across Manhattan's avenues and over crossings; a factor above one is
    slower. A trip's hour is the platform's.
    """

    source: str
    along_factor: float
    across_factor: float
    road_factor: float
    long_road_factor: Knots
    minutes_per_mile: Knots
    hour_factor: tuple[tuple[float, ...], ...]
    """Monday to Sunday, by the hour; each figure stands for the middle of its hour."""
    area_factor: Mapping[Area, float]
    across_slowness: float
    crossing_slowness: float
    elsewhere_road_factor: Knots
    elsewhere_mph: Knots
    """Outside the New York area, the same at every hour: nobody has measured it here."""

    def miles(self, route: ShoreRoute) -> float:
        """Miles by road."""
        total = route.crossing_miles
        for leg in route.legs:
            if leg.shore is None:
                total += leg.miles * at_miles(self.elsewhere_road_factor, leg.miles)
            elif leg.shore is Shore.MANHATTAN:
                total += leg.along * self.along_factor + leg.across * self.across_factor
            else:
                total += leg.miles * self.road_factor * at_miles(self.long_road_factor, leg.miles)
        return total

    def minutes(self, route: ShoreRoute, miles: float, at: datetime) -> float:
        """Minutes for these miles to somebody who sets out at this instant."""
        if not miles:
            return 0.0
        if route.legs[0].shore is None:
            return miles / at_miles(self.elsewhere_mph, miles) * 60
        return miles * at_miles(self.minutes_per_mile, miles) * self.at_hour(at) * self.along_route(route)

    def along_route(self, route: ShoreRoute) -> float:
        """The factors of the areas passed and of the shares across avenues and over crossings."""
        areas, across, crossing = shares(route)
        logarithm = self.across_slowness * across + self.crossing_slowness * crossing
        for area, share in areas.items():
            logarithm += math.log(self.area_factor[area]) * share
        return math.exp(logarithm)

    def at_hour(self, at: datetime) -> float:
        """The factor of the hour of the week."""
        return sum(self.hour_factor[day][hour] * share for day, hour, share in hours_of(at))


def hours_of(at: datetime) -> Sequence[tuple[int, int, float]]:
    """The two hours of the week whose middles an instant lies between: day, hour and share."""
    local = platform_time(at)
    past_middle = (local.weekday() * HOURS + local.hour + local.minute / 60 - 0.5) % (7 * HOURS)
    first = int(past_middle)
    second = (first + 1) % (7 * HOURS)
    share = past_middle - first
    return (first // HOURS, first % HOURS, 1 - share), (second // HOURS, second % HOURS, share)


def shares(route: ShoreRoute) -> tuple[dict[Area, float], float, float]:
    """The shares of a route by area, across Manhattan's avenues, and over crossings."""
    land = sum(leg.miles for leg in route.legs)
    total = land + route.crossing_miles
    areas: dict[Area, float] = {}
    across = 0.0
    for leg in route.legs:
        part = leg.miles / land / len(leg.areas) if land else 1 / len(leg.areas) / len(route.legs)
        for area in leg.areas:
            areas[area] = areas.get(area, 0.0) + part
        if leg.shore is Shore.MANHATTAN and leg.miles:
            across += leg.across / (leg.along + leg.across) * leg.miles
    return areas, across / total if total else 0.0, route.crossing_miles / total if total else 0.0


def at_miles(knots: Knots, miles: float) -> float:
    """The figure at so many miles; beyond either end the figure of that end."""
    after = bisect_right(knots, miles, key=lambda knot: knot[0])
    if after == 0:
        return knots[0][1]
    if after == len(knots):
        return knots[-1][1]
    (low, before), (high, behind) = knots[after - 1], knots[after]
    share = math.log(miles / low) / math.log(high / low)
    return math.exp(math.log(before) * (1 - share) + math.log(behind) * share)
