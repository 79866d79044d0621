"""What a driver asks for a trip: their own rates, times the service and the urgency (OP-10)."""

from collections.abc import Mapping
from fractions import Fraction

import attrs

from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import MatchUrgency, ServiceType

LEAST_PER_MILE_CENTS: Cents = 50
"""Ours: below it a mile costs more than it brings (the IRS puts a mile driven for business at $0.725 in
2026), and the score would put whoever asks nothing first."""

LEAST_MINIMUM_FARE_CENTS: Cents = 5_00
"""Ours: ten times the least charge (``LEAST_CHARGE_CENTS``), so that the price of an order is one that a card
can pay, and the card's fixed fee of $0.30 leaves most of it."""


@attrs.frozen
class DriverRates:
    """A driver's price list: cents a mile and the least they drive for."""

    per_mile_cents: Cents
    minimum_fare_cents: Cents


@attrs.frozen
class EstimateTariff:
    """The multipliers that turn a driver's rates into an estimate (MAT-08, MAT-09)."""

    version: str
    service: Mapping[ServiceType, Fraction]
    urgency: Mapping[MatchUrgency, Fraction]

    def multiplier(self, service: ServiceType, urgency: MatchUrgency) -> Fraction:
        return self.service[service] * self.urgency[urgency]


ESTIMATE_TARIFF = EstimateTariff(
    version="driver-estimate-1",
    service={
        ServiceType.DELIVERY: Fraction(1),
        ServiceType.MOVING: Fraction(3, 2),
        ServiceType.PICKUP: Fraction(6, 5),
    },
    urgency={
        MatchUrgency.LOW: Fraction(1),
        MatchUrgency.MEDIUM: Fraction(11, 10),
        MatchUrgency.HIGH: Fraction(13, 10),
    },
)


@attrs.frozen
class DriverEstimate:
    """The estimate by its lines, in cents: together they are :attr:`total_cents` (OP-35).

    The distance at the driver's own rate, the top-up to their minimum fare, what the service and
    urgency multipliers add, and the extra fees of the price calculator.
    """

    distance_cents: Cents
    top_up_cents: Cents
    multiplier_cents: Cents
    extra_fees_cents: Cents

    @property
    def total_cents(self) -> Cents:
        return self.distance_cents + self.top_up_cents + self.multiplier_cents + self.extra_fees_cents


def driver_estimate(
    rates: DriverRates, *, miles: Fraction, multiplier: Fraction, extra_fees_cents: Cents = 0
) -> DriverEstimate:
    """Rounded once, after every factor: a driver's minimum is multiplied like their distance."""
    by_distance, minimum = rates.per_mile_cents * miles.numerator, rates.minimum_fare_cents
    wished_price = max(minimum * miles.denominator, by_distance)
    distance = half_up(by_distance, miles.denominator)
    total = half_up(wished_price * multiplier.numerator, miles.denominator * multiplier.denominator)
    top_up = minimum - distance if by_distance < wished_price else 0
    return DriverEstimate(
        distance_cents=distance,
        top_up_cents=top_up,
        multiplier_cents=total - distance - top_up,
        extra_fees_cents=extra_fees_cents,
    )
