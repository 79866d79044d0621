"""The estimate a browser can show before the server has answered (PRC-13)."""

import attrs

from haulage.kernel.geo import Point, great_circle_miles, quick_minutes
from haulage.kernel.measures import exact
from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType
from haulage.pricing.tariff import STANDARD_TARIFF, Tariff


@attrs.frozen
class QuickEstimate:
    """Straight-line miles, minutes at 25 mph, and base fare plus distance in cents."""

    miles: float
    minutes: int
    price_cents: Cents


def quick_estimate(
    service: ServiceType, pickup: Point, dropoff: Point, tariff: Tariff = STANDARD_TARIFF
) -> QuickEstimate:
    """Never a price to charge: it leaves out time, load, conditions and tax."""
    miles = great_circle_miles(pickup, dropoff)
    cents = tariff.per_mile_cents[service] * exact(miles)
    return QuickEstimate(
        miles=miles,
        minutes=quick_minutes(miles),
        price_cents=tariff.base_fare_cents[service] + half_up(cents.numerator, cents.denominator),
    )
