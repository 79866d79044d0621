"""The reference scorer: one driver, one request, exact arithmetic (OP-17 to OP-21).

Two indexes that add the same numbers in a different order would disagree in the last bit of a
float, and so about ties. Everything here is therefore exact: factors are ``Fraction``, the weighted
sum is one integer division, and the only rounding is the documented one to four decimals, halves
up. An index may use floats to decide whom *not* to score, with a margin; the score and the order of
what it returns come from here.

The one measured quantity is the distance. A tier or the pool ends :data:`EDGE_SLACK_MILES` behind
its edge, so that a driver standing on the edge is inside whatever the last bit of a sine says.
"""

from fractions import Fraction
from functools import lru_cache

import attrs

from haulage.kernel.driver_price import DriverEstimate, driver_estimate
from haulage.kernel.geo import great_circle_miles, quick_minutes
from haulage.kernel.money import Cents
from haulage.matching.confidence import confidence, measured_inputs
from haulage.matching.driver import FleetDriver
from haulage.matching.policy import FULL_MARKS, SCORE_UNITS, STANDARD_MATCH_POLICY, MatchPolicy
from haulage.matching.request import MatchRequest

EDGE_SLACK_MILES = 1e-9
"""About two micrometers: more than the error of a distance, less than anybody can measure."""

TIE_DECIMALS = 6
"""Equal scores: the nearer driver wins, to a millionth of a mile (OP-20)."""

_FULL = Fraction(FULL_MARKS)


@attrs.frozen
class Factors:
    """The six factors of MAT-03, exactly, each 0 to 100."""

    distance: Fraction
    vehicle_match: Fraction
    capacity: Fraction
    availability: Fraction
    rating: Fraction
    price: Fraction


@attrs.frozen
class MatchResult:
    """One driver who fits, and how well.

    The score has four decimals; shown with one, by :func:`~haulage.matching.shown.one_decimal`.
    ``miles`` is the straight line from driver to pickup and ``estimated_arrival`` its quick
    estimate in whole minutes, which a caller with a road engine replaces (OP-21). ``estimate`` is
    the driver's price, before tax.
    """

    driver: FleetDriver
    units: int
    """The score in whole ten-thousandths."""
    factors: Factors
    miles: float
    estimated_arrival: int
    estimate: DriverEstimate
    measured_inputs: int
    """How many of the five inputs of OP-21 are measured."""

    @property
    def confidence(self) -> Fraction:
        """The score times the share of inputs that are measured. For display only (OP-21)."""
        return confidence(self.units, self.measured_inputs)

    @property
    def score(self) -> Fraction:
        """0 to 100, to four decimals."""
        return Fraction(self.units, SCORE_UNITS)

    @property
    def estimated_price_cents(self) -> Cents:
        return self.estimate.total_cents

    @property
    def rank(self) -> tuple[int, float, Fraction, str]:
        """Sorts the best first: score, then nearer, then higher rating, then smaller id (OP-20)."""
        return (
            -self.units,
            round(self.miles, TIE_DECIMALS),
            -(self.driver.rating or _whole(0)),
            self.driver.id,
        )


class Scorer:
    """Scores drivers for one request; what depends on the request alone is worked out once."""

    def __init__(self, request: MatchRequest, policy: MatchPolicy = STANDARD_MATCH_POLICY) -> None:
        self.request = request
        self.policy = policy
        self.multiplier = request.multiplier
        self.reach = float(request.max_distance_miles) + EDGE_SLACK_MILES
        self._vehicle_points = policy.vehicle_points[request.service_type]
        self._easy_weight = request.weight / policy.easy_load
        self._easy_volume = request.volume / policy.easy_load
        ceiling, dear = request.max_price_cents, 1 - policy.cheap_share
        self._price_scale = (FULL_MARKS * dear.denominator, ceiling * dear.numerator)
        self._cheap_cents = ceiling * policy.cheap_share.numerator // policy.cheap_share.denominator

    def accepts(self, driver: FleetDriver) -> bool:
        """Whether the driver's standing, hours and equipment allow this job, wherever they are."""
        request = self.request
        return (
            (driver.is_approved if request.is_scheduled else driver.ready_now)
            and bool(driver.open_hours >> request.week_hour & 1)
            and request.required <= driver.offers
            and (driver.works_with_helper or not request.needs_helper)
            and driver.id not in request.excluded_driver_ids
            and self.is_permitted(driver)
        )

    def is_permitted(self, driver: FleetDriver) -> bool:
        """Whether the driver has the credentials that the law asks for (OP-102)."""
        need = self.request.carrier_need
        return need is None or need.met_by(driver.credentials, self.request.day)

    def score(self, driver: FleetDriver) -> MatchResult | None:
        """The driver's match, or None when they are excluded."""
        request = self.request
        if driver.current_location is None or not self.accepts(driver):
            return None
        miles = great_circle_miles(request.pickup_location, driver.current_location)
        capacity = self._capacity(driver)
        if miles > self.reach or capacity is None:
            return None
        estimate = driver_estimate(
            driver.rates,
            miles=request.trip_miles,
            multiplier=self.multiplier,
            extra_fees_cents=request.extra_fees_cents,
        )
        price = self._price(estimate.total_cents)
        if price is None:
            return None
        factors = Factors(
            self._distance(miles),
            _whole(self._vehicle_points[driver.vehicle.type]),
            capacity,
            _FULL,
            self._rating(driver),
            price,
        )
        return MatchResult(
            driver,
            self._score_units(factors),
            factors,
            miles,
            quick_minutes(miles),
            estimate,
            measured_inputs(request, driver, self.policy),
        )

    def _distance(self, miles: float) -> Fraction:
        for tier in self.policy.tiers:
            if miles <= tier.within_miles + EDGE_SLACK_MILES:
                return _whole(tier.points)
        return _whole(self.policy.points_beyond_tiers)

    def _capacity(self, driver: FleetDriver) -> Fraction | None:
        """Full marks while the load is easy, then a straight fall to a full vehicle (OP-18)."""
        room = driver.vehicle.capacity
        if room.weight >= self._easy_weight and room.volume >= self._easy_volume:
            return _FULL
        load = max(self.request.weight / room.weight, self.request.volume / room.volume)
        if load > 1:
            return None
        easy = self.policy.easy_load
        return FULL_MARKS - (FULL_MARKS - self.policy.full_load_points) * (load - easy) / (1 - easy)

    def _rating(self, driver: FleetDriver) -> Fraction:
        rating = driver.rating
        if rating is None:
            return _whole(self.policy.unrated_points)
        return Fraction(rating.numerator * FULL_MARKS, rating.denominator * self.policy.best_rating)

    def _price(self, estimate: Cents) -> Fraction | None:
        """Full marks up to half the ceiling, then a straight fall to none at the ceiling (OP-20)."""
        ceiling = self.request.max_price_cents
        if estimate <= self._cheap_cents:
            return _FULL
        if estimate > ceiling:
            return None
        points, whole = self._price_scale
        return Fraction((ceiling - estimate) * points, whole)

    def _score_units(self, factors: Factors) -> int:
        """The weighted sum in ten-thousandths: one exact quotient, rounded once, halves up."""
        f = factors
        total, below_all = 0, 1
        for weight, factor in zip(
            self.policy.whole_weights,
            (f.distance, f.vehicle_match, f.capacity, f.availability, f.rating, f.price),
            strict=True,
        ):
            below = factor.denominator
            total = total * below + weight * factor.numerator * below_all
            below_all *= below
        scale = self.policy.weight_scale * below_all
        return (2 * SCORE_UNITS * total + scale) // (2 * scale)


@lru_cache(maxsize=FULL_MARKS + 1)
def _whole(points: int) -> Fraction:
    return Fraction(points)


def score_driver(
    request: MatchRequest, driver: FleetDriver, policy: MatchPolicy = STANDARD_MATCH_POLICY
) -> MatchResult | None:
    """One driver's match for a request, or None when a rule excludes them.

    Excluded are drivers without a location, further away than the pool, not at work, lacking a
    special requirement, too small for the load, or above the price ceiling.
    """
    return Scorer(request, policy).score(driver)
