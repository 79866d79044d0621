"""What an exact search by rings has in common, whatever stores the drivers.

A search looks at the fleet ring by ring, from the pickup outward, and gives each driver a quick
score in floats. Floats err, so a quick score stands for a range of true scores; only drivers whose
range reaches the last place of the list are scored truly, by the reference. The search may stop
after a ring as soon as the last place is above anything that the rings outside it can bring.

The quick figures are never trusted for more than that. Should a finalist's true score lie outside
its range (a driver in the ten micrometers around a tier's edge, say), the whole pool is scored by
the reference.
"""

import heapq
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter

import attrs

from haulage.kernel.driver_price import DriverRates, driver_estimate
from haulage.kernel.errors import InvalidInput
from haulage.matching.cells import chord_squared, miles_of_chord
from haulage.matching.driver import FleetDriver
from haulage.matching.policy import FULL_MARKS, SCORE_UNITS, STANDARD_MATCH_POLICY, MatchPolicy
from haulage.matching.request import DEFAULT_TOP, MatchRequest
from haulage.matching.scoring import MatchResult, Scorer

FLOAT_ERROR_UNITS = 1e-4
"""No quick score errs by as much, in ten-thousandths: a few sums below a hundred are far from it."""

EDGE_MARGIN_MILES = 1e-8
"""A ring takes in drivers this far behind its edge; the reference decides about them."""

TIE_MARGIN_MILES = 2e-6
"""Further apart than this, two drivers are never equally near."""

FAR_MILES, FAR_MARGIN_MILES = 6000.0, 1e-2
"""Towards the other side of the globe a chord says less about the distance."""


@attrs.frozen
class Ring:
    """The drivers between the ring inside it and *miles*, edge included."""

    miles: float
    chord: float
    """Square of the chord of *miles*."""
    points: float
    """What the distance brings to the score of a driver in this ring."""
    best_beyond_units: int
    """No driver further out has a higher score, in ten-thousandths."""


@attrs.frozen
class QuickFigures:
    """One request's figures as an inner loop needs them: two floats or whole numbers for a formula.

    The estimate in cents, before extra fees, is ``max(per_mile * per_mile_factor, minimum *
    minimum_factor) / divisor``, rounded half up, all whole numbers.
    """

    weight: float
    volume: float
    easy_load: float
    capacity_points: float
    capacity_fall: float
    per_mile_factor: int
    minimum_factor: int
    divisor: int
    extra_cents: int
    ceiling_cents: int
    cheap_cents: float
    price_points: float
    price_fall: float
    rings: tuple[Ring, ...]
    missing_units: int
    """What even the cheapest driver of the fleet lacks of full marks for the price, in ten-thousandths."""

    def settled(self, last: "LastPlace | None", ring: Ring) -> bool:
        """Whether nobody outside the ring can have the last place any more."""
        return last is not None and last.units > ring.best_beyond_units - self.missing_units

    @property
    def most_after_rating(self) -> float:
        """The most that capacity and price can still add, for anybody in this fleet."""
        return self.capacity_points + self.price_points - self.missing_units / SCORE_UNITS


@attrs.frozen
class _PolicyFigures:
    """What the quick figures take from the policy alone."""

    easy_load: float
    capacity_points: float
    capacity_fall: float
    price_points: float


@lru_cache(maxsize=8)
def _policy_figures(policy: MatchPolicy) -> _PolicyFigures:
    weights = policy.weights
    fall = weights.capacity * (FULL_MARKS - policy.full_load_points) / (1 - policy.easy_load)
    return _PolicyFigures(
        easy_load=float(policy.easy_load),
        capacity_points=float(weights.capacity * FULL_MARKS),
        capacity_fall=float(fall),
        price_points=float(weights.price * FULL_MARKS),
    )


def quick_figures(scorer: Scorer, cheapest: DriverRates) -> QuickFigures:
    """Figures for a fleet in which nobody asks less than *cheapest*, which sharpens the bound."""
    request, policy = scorer.request, scorer.policy
    fixed = _policy_figures(policy)
    miles, multiplier = request.trip_miles, scorer.multiplier
    least = driver_estimate(
        cheapest, miles=miles, multiplier=multiplier, extra_fees_cents=request.extra_fees_cents
    ).total_cents
    ceiling, share, cheap = request.max_price_cents, policy.weights.price, policy.cheap_share
    points, whole = FULL_MARKS * share.numerator * cheap.denominator, share.denominator * ceiling
    whole *= cheap.denominator - cheap.numerator
    best_price_units = -((least - ceiling) * points * SCORE_UNITS // whole)
    rings = _rings(policy, request.max_distance_miles)
    missing = max(0, _full_price_units(policy) - max(0, best_price_units))
    return QuickFigures(
        weight=float(request.weight),
        volume=float(request.volume),
        easy_load=fixed.easy_load,
        capacity_points=fixed.capacity_points,
        capacity_fall=fixed.capacity_fall,
        per_mile_factor=miles.numerator * multiplier.numerator,
        minimum_factor=miles.denominator * multiplier.numerator,
        divisor=miles.denominator * multiplier.denominator,
        extra_cents=request.extra_fees_cents,
        ceiling_cents=ceiling,
        cheap_cents=ceiling * cheap.numerator / cheap.denominator,
        price_points=fixed.price_points,
        price_fall=points / whole,
        rings=rings,
        missing_units=missing,
    )


@lru_cache(maxsize=8)
def _full_price_units(policy: MatchPolicy) -> int:
    return math.ceil(policy.weights.price * FULL_MARKS * SCORE_UNITS)


@lru_cache(maxsize=128)
def _rings(policy: MatchPolicy, pool: Fraction) -> tuple[Ring, ...]:
    """The tiers inside the pool, and the pool's own edge in the tier it lies in."""
    inside = [(Fraction(tier.within_miles), tier.points) for tier in policy.tiers if tier.within_miles < pool]
    points = (*(tier.points for tier in policy.tiers), policy.points_beyond_tiers)
    edges = [*inside, (pool, points[len(inside)])]
    made = []
    for number, (miles, here) in enumerate(edges):
        beyond = policy.best_beyond(points[min(number + 1, len(points) - 1)])
        made.append(
            Ring(
                miles=float(miles) + EDGE_MARGIN_MILES,
                chord=chord_squared(float(miles) + EDGE_MARGIN_MILES),
                points=float(policy.weights.distance * here),
                best_beyond_units=math.ceil(beyond * SCORE_UNITS),
            )
        )
    return tuple(made)


@attrs.frozen
class LastPlace:
    """The least that a driver must reach to be among the best: a score, and at that score a chord."""

    units: int
    chord: float

    @property
    def points(self) -> float:
        """A quick score below this cannot stand for enough."""
        return (self.units - 0.5 - 2 * FLOAT_ERROR_UNITS) / SCORE_UNITS


def least_units(quick: float) -> int:
    """The lowest true score, in ten-thousandths, that this quick score may stand for."""
    return math.floor(quick * SCORE_UNITS + (0.5 - FLOAT_ERROR_UNITS))


def most_units(quick: float) -> int:
    """The highest."""
    return math.floor(quick * SCORE_UNITS + (0.5 + FLOAT_ERROR_UNITS))


def with_tie_margin(chord: float) -> float:
    """The chord at which a driver is certainly further away, to a millionth of a mile."""
    miles = miles_of_chord(chord)
    return chord_squared(miles + (TIE_MARGIN_MILES if miles < FAR_MILES else FAR_MARGIN_MILES))


Candidate = tuple[float, float, str]
"""Quick score, square of the chord to the pickup, driver id."""


def last_place(found: Sequence[Candidate], places: int) -> LastPlace | None:
    """What the last of *places* has at least; None while there are places free."""
    if len(found) < places:
        return None
    best = heapq.nsmallest(places, ((-least_units(quick), chord) for quick, chord, _ in found))
    units, chord = best[-1]
    return LastPlace(-units, with_tie_margin(chord))


def finalists(found: Iterable[Candidate], last: LastPlace | None) -> list[Candidate]:
    """Those who may still be among the best. Nobody left out can be."""
    if last is None:
        return list(found)
    finalists = []
    for candidate in found:
        units = most_units(candidate[0])
        if units > last.units or (units == last.units and candidate[1] <= last.chord):
            finalists.append(candidate)
    return finalists


def confirmed(
    scorer: Scorer, finals: Iterable[tuple[float, FleetDriver]], places: int
) -> list[MatchResult] | None:
    """The finalists by their true scores; None when a quick score was not what it promised."""
    results = []
    for quick, driver in finals:
        result = scorer.score(driver)
        if result is None or not least_units(quick) <= result.units <= most_units(quick):
            return None
        results.append(result)
    results.sort(key=attrgetter("rank"))
    return results[:places]


def check_places(places: int) -> int:
    if places < 1:
        raise InvalidInput("top", "must be a whole number above 0")
    return places


def best_matches(
    request: MatchRequest,
    drivers: Iterable[FleetDriver],
    places: int = DEFAULT_TOP,
    policy: MatchPolicy = STANDARD_MATCH_POLICY,
) -> list[MatchResult]:
    """The best of any drivers, by scoring every one: for a stream, or to check an index by."""
    return best_scored(Scorer(request, policy), drivers, check_places(places))


def best_scored(scorer: Scorer, drivers: Iterable[FleetDriver], places: int) -> list[MatchResult]:
    """Like :func:`best_matches`, for a scorer that is there already."""
    results = filter(None, map(scorer.score, drivers))
    return heapq.nsmallest(places, results, key=attrgetter("rank"))
