"""The figures of matching: weights, tiers and tables, and the bound that they imply.

A policy is never edited once matches have been shown by it: new figures are a new version.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm

import attrs

from haulage.kernel.services import ServiceType
from haulage.kernel.vehicles import VehicleType

FULL_MARKS = 100
"""Every factor, and with it the score, runs from 0 to this."""

SCORE_UNITS = 10_000
"""Scores are rounded half up to four decimals (OP-20): whole numbers of one ten-thousandth."""


@attrs.frozen
class Weights:
    """What share of the score each factor decides (MAT-04). Together they are 1."""

    distance: Fraction
    vehicle_match: Fraction
    capacity: Fraction
    availability: Fraction
    rating: Fraction
    price: Fraction

    def __attrs_post_init__(self) -> None:
        shares = attrs.astuple(self)
        if any(share < 0 for share in shares) or sum(shares) != 1:
            raise ValueError("weights must not be negative and must add up to 1")


@attrs.frozen
class DistanceTier:
    """Drivers at most *within_miles* away get *points*; the edge belongs to the tier (OP-17)."""

    within_miles: int
    points: int


@attrs.frozen(eq=False)
class MatchPolicy:
    """One version of the algorithm's figures; the same only as itself.

    ``tiers`` run outward with falling points, which is what makes a search from the inside exact:
    see :meth:`best_beyond`.
    """

    version: str
    weights: Weights
    tiers: tuple[DistanceTier, ...]
    points_beyond_tiers: int
    vehicle_points: Mapping[ServiceType, Mapping[VehicleType, int]]
    best_rating: int
    unrated_points: int
    easy_load: Fraction
    full_load_points: int
    cheap_share: Fraction
    fresh_location_seconds: int

    def __attrs_post_init__(self) -> None:
        ladder = (*self.tiers, DistanceTier(2**31, self.points_beyond_tiers))
        if any(a.within_miles >= b.within_miles or a.points < b.points for a, b in pairwise(ladder)):
            raise ValueError("tiers must run outward with points that do not rise")

    @cached_property
    def whole_weights(self) -> tuple[int, ...]:
        """The weights in the order of the factors, as whole numbers of 1 / :attr:`weight_scale`."""
        return tuple(int(weight * self.weight_scale) for weight in attrs.astuple(self.weights))

    @cached_property
    def weight_scale(self) -> int:
        return lcm(*(weight.denominator for weight in attrs.astuple(self.weights)))

    @cached_property
    def most_besides_distance(self) -> Fraction:
        """The most that the five other factors can bring together."""
        return (1 - self.weights.distance) * FULL_MARKS

    def best_beyond(self, next_points: int) -> Fraction:
        """The best score of any driver in a tier of *next_points* or further out.

        No factor of a driver depends on other drivers (OP-20), so once the drivers nearer than that
        are all scored, and enough of them are above this bound, nobody further out can displace
        them.
        """
        return self.weights.distance * next_points + self.most_besides_distance


STANDARD_MATCH_POLICY = MatchPolicy(
    version="v2.1",  # MAT-14
    weights=Weights(  # MAT-04
        distance=Fraction(25, 100),
        vehicle_match=Fraction(20, 100),
        capacity=Fraction(15, 100),
        availability=Fraction(15, 100),
        rating=Fraction(15, 100),
        price=Fraction(10, 100),
    ),
    tiers=(  # MAT-06, OP-17
        DistanceTier(2, 100),
        DistanceTier(5, 90),
        DistanceTier(10, 75),
        DistanceTier(20, 50),
        DistanceTier(30, 25),
    ),
    points_beyond_tiers=0,
    vehicle_points={  # OP-18
        ServiceType.DELIVERY: dict(zip(VehicleType, (100, 100, 80, 70), strict=True)),
        ServiceType.MOVING: dict(zip(VehicleType, (50, 70, 90, 100), strict=True)),
        ServiceType.PICKUP: dict(zip(VehicleType, (100, 90, 80, 70), strict=True)),
    },
    best_rating=5,
    unrated_points=80,  # OP-20
    easy_load=Fraction(80, 100),  # OP-18
    full_load_points=60,
    cheap_share=Fraction(1, 2),  # OP-20
    fresh_location_seconds=300,  # OP-21
)
