"""A matched driver as shown to a customer, kept so that only shown drivers can be chosen (OP-09)."""

from collections.abc import Mapping

import attrs

from haulage.kernel.driver_price import DriverEstimate
from haulage.kernel.vehicles import Vehicle


@attrs.frozen
class Offer:
    """One row of 'Available Drivers': ``rank`` 1 is the best match.

    Score, factors and confidence run 0-100; arrival is in whole minutes. Name and vehicle are those
    of the moment of the offer.
    """

    quote_id: str
    driver_id: str
    rank: int
    driver_name: str
    vehicle: Vehicle
    rating: float | None
    total_jobs: int
    score: float
    factors: Mapping[str, float]
    confidence: float
    miles_away: float
    arrival_minutes: int
    estimate: DriverEstimate
