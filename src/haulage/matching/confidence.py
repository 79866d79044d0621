"""How far a score rests on what was measured. Display only: it never changes the order (OP-21)."""

from fractions import Fraction

from haulage.matching.driver import FleetDriver
from haulage.matching.policy import SCORE_UNITS, MatchPolicy
from haulage.matching.request import MatchRequest

INPUTS = 5


def measured_inputs(request: MatchRequest, driver: FleetDriver, policy: MatchPolicy) -> int:
    """How many of five are known: fresh location, rating, capacity, hours, vehicle."""
    located_at = driver.located_at
    fresh = (
        located_at is not None and (request.now - located_at).total_seconds() < policy.fresh_location_seconds
    )
    return (
        fresh
        + (driver.rating is not None)
        + driver.capacity_confirmed
        + driver.hours_confirmed
        + driver.vehicle.described
    )


def confidence(score_units: int, measured: int) -> Fraction:
    """The score, in ten-thousandths, times the share of the inputs that are measured."""
    return Fraction(score_units * measured, SCORE_UNITS * INPUTS)
