"""The price calculator (PRC-02 to PRC-12, with the decisions OP-08 and OP-12).

Every line is rounded half-up to whole cents where it is shown, and every total is the sum of the
lines above it, so that what a customer reads adds up to the cent.

The formula is :func:`fare_lines`, in whole numbers and without a branch: what it says of one trip it
says of columns of trips as well, so a batch has no formula of its own.
"""

from fractions import Fraction
from typing import TypeAlias

import attrs

from haulage.kernel.measures import Ratio
from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType
from haulage.pricing.sales_tax import SalesTax
from haulage.pricing.tariff import STANDARD_TARIFF, RateCard, Tariff
from haulage.pricing.trip import CALM, Conditions, Load, Trip

Lines: TypeAlias = tuple[Cents, Cents, Cents, Cents, Cents, Cents, Cents, Cents, Cents, Cents]
"""The amounts of a :class:`Fare`, in its order."""


@attrs.frozen(slots=False)  # with slots, making it would take as long as pricing it
class Fare:
    """A price by its lines, in cents.

    ``subtotal`` is the sum of the five lines above it, ``total`` is subtotal plus taxes, and the
    two shares are the pre-tax halves, an estimate until the processing fee is known (OP-02).
    ``tariff`` is the version of the price list that made it. ``helper_fee_cents`` is the part of the extra
    fees that an extra helper costs.
    """

    base_fare_cents: Cents
    distance_fee_cents: Cents
    time_fee_cents: Cents
    urgency_fee_cents: Cents
    extra_fees_cents: Cents
    subtotal_cents: Cents
    taxes_cents: Cents
    total_cents: Cents
    driver_share_cents: Cents
    platform_share_cents: Cents
    tariff: str
    helper_fee_cents: Cents = 0


def quote_fare(trip: Trip, tariff: Tariff = STANDARD_TARIFF, *, tax: SalesTax) -> Fare:
    """Urgency raises travel, not extras: a sofa is no heavier for a hurry (OP-08).

    *tax* comes from a :class:`~haulage.pricing.sales_tax.SalesTaxTable`.
    """
    load, at = trip.load, trip.conditions
    card = tariff.cards[trip.service, trip.urgency, load.fragile, load.assembly, at.time_of_day, at.weather]
    helper = helper_fee_cents(load, trip.minutes, tariff)
    lines = fare_lines(
        card,
        trip.miles.as_integer_ratio(),
        trip.minutes.as_integer_ratio(),
        load.weight_pounds.as_integer_ratio(),
        tax,
        helper,
    )
    return Fare(*lines, tariff.version, helper)


def fare_lines(
    card: RateCard, miles: Ratio, minutes: Ratio, pounds: Ratio, tax: SalesTax, helper: Cents = 0
) -> Lines:
    """Every amount of a fare, from a card of :attr:`Tariff.cards` and three exact quantities.

    Nothing is checked here: :class:`~haulage.pricing.trip.Trip` does that.
    """
    base, per_mile, per_minute, urgency, extras, assembly, heavy_above, per_pound, share = card
    miles_count, mile_parts = miles
    minutes_count, minute_parts = minutes
    added, travel_parts = urgency
    distance = half_up(per_mile * miles_count, mile_parts)
    time = half_up(per_minute * minutes_count, minute_parts)
    hurry = half_up((base + distance + time) * added, travel_parts)
    extras = extras + heavy_fee_cents(pounds, heavy_above, per_pound) + helper
    return add_up(base, distance, time, hurry, extras, assembly, share, tax)


def helper_fee_cents(load: Load, minutes: Fraction, tariff: Tariff = STANDARD_TARIFF) -> Cents:
    """What extra helpers cost: an amount for the order, and so much a minute of the trip. An extra: no hurry
    raises it (OP-08)."""
    if not load.helpers:
        return 0
    by_time = half_up(tariff.helper_per_minute_cents * minutes.numerator, minutes.denominator)
    return load.helpers * (tariff.helper_cents + by_time)


def heavy_fee_cents(pounds: Ratio, above_pounds: int, per_pound_cents: Cents) -> Cents:
    """Each pound over the limit, and parts of a pound in proportion."""
    count, parts = pounds
    over = count - above_pounds * parts
    return half_up(per_pound_cents * over * (over > 0), parts)


def add_up(
    base: Cents,
    distance: Cents,
    time: Cents,
    urgency: Cents,
    extras: Cents,
    assembly: Cents,
    driver_share: Ratio,
    tax: SalesTax,
) -> Lines:
    """Sum the lines, tax the sum and halve it; the odd cent is the driver's (OP-12)."""
    subtotal = base + distance + time + urgency + extras
    taxes = tax.on(subtotal, assembly_cents=assembly)
    share, parts = driver_share
    driver = half_up(subtotal * share, parts)
    total, platform = subtotal + taxes, subtotal - driver
    return base, distance, time, urgency, extras, subtotal, taxes, total, driver, platform


def extra_fees_cents(
    service: ServiceType, load: Load, conditions: Conditions = CALM, tariff: Tariff = STANDARD_TARIFF
) -> Cents:
    """Everything that is not travel: the service's own fee, the load and the conditions."""
    return tariff.service_fee_cents[service] + driver_extra_fees_cents(load, conditions, tariff)


def driver_extra_fees_cents(
    load: Load, conditions: Conditions = CALM, tariff: Tariff = STANDARD_TARIFF
) -> Cents:
    """The extras of a driver's estimate: the moving fee is in their multiplier already (OP-10)."""
    fixed = tariff.fixed_extras_cents(
        fragile=load.fragile,
        assembly=load.assembly,
        time_of_day=conditions.time_of_day,
        weather=conditions.weather,
    )
    pounds = load.weight_pounds.as_integer_ratio()
    return fixed + heavy_fee_cents(pounds, tariff.heavy_above_pounds, tariff.heavy_per_pound_cents)
