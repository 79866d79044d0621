"""The price calculator (PRC-02 to PRC-12, with the decisions OP-08 and OP-12).

Every line is rounded half-up to whole cents where it is shown, and every total is the sum of the
lines above it, so that what a customer reads adds up to the cent.
"""

import attrs

from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType
from haulage.pricing.sales_tax import SalesTax
from haulage.pricing.tariff import STANDARD_TARIFF, Tariff
from haulage.pricing.trip import CALM, Conditions, Load, TimeOfDay, Trip, Weather


@attrs.frozen
class Fare:
    """A price by its lines, in cents.

    ``subtotal`` is the sum of the five lines above it, ``total`` is subtotal plus taxes, and the
    two shares are the pre-tax halves, an estimate until the processing fee is known (OP-02).
    ``tariff`` is the version of the price list that made it.
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


def quote_fare(trip: Trip, tariff: Tariff = STANDARD_TARIFF, *, tax: SalesTax) -> Fare:
    """Urgency raises travel, not extras: a sofa is no heavier for a hurry (OP-08).

    *tax* comes from a :class:`~haulage.pricing.sales_tax.SalesTaxTable`.
    """
    service, miles, minutes = trip.service, trip.miles, trip.minutes
    base = tariff.base_fare_cents[service]
    distance = half_up(tariff.per_mile_cents[service] * miles.numerator, miles.denominator)
    time = half_up(tariff.per_minute_cents[service] * minutes.numerator, minutes.denominator)
    raised = tariff.urgency[trip.urgency]
    urgency = half_up((base + distance + time) * (raised.numerator - raised.denominator), raised.denominator)
    extras = extra_fees_cents(service, trip.load, trip.conditions, tariff)
    lines = FareLines(base, distance, time, urgency, extras)
    return add_up(lines, trip.load, tariff, tax=tax, version=tariff.version)


@attrs.frozen
class FareLines:
    """The five lines above the subtotal, in cents."""

    base_fare_cents: Cents
    distance_fee_cents: Cents
    time_fee_cents: Cents
    urgency_fee_cents: Cents
    extra_fees_cents: Cents


def add_up(lines: FareLines, load: Load, tariff: Tariff, *, tax: SalesTax, version: str) -> Fare:
    """Sum the lines, tax the sum and halve it; the odd cent is the driver's (OP-12)."""
    subtotal = (
        lines.base_fare_cents
        + lines.distance_fee_cents
        + lines.time_fee_cents
        + lines.urgency_fee_cents
        + lines.extra_fees_cents
    )
    taxes = tax.on(subtotal, assembly_cents=tariff.assembly_cents if load.assembly else 0)
    share = tariff.driver_share
    driver = half_up(subtotal * share.numerator, share.denominator)
    return Fare(
        lines.base_fare_cents,
        lines.distance_fee_cents,
        lines.time_fee_cents,
        lines.urgency_fee_cents,
        lines.extra_fees_cents,
        subtotal,
        taxes,
        subtotal + taxes,
        driver,
        subtotal - driver,
        version,
    )


def extra_fees_cents(
    service: ServiceType, load: Load, conditions: Conditions = CALM, tariff: Tariff = STANDARD_TARIFF
) -> Cents:
    """Everything that is not travel: the service's own fee, the load and the conditions."""
    return tariff.service_fee_cents[service] + driver_extra_fees_cents(load, conditions, tariff)


def driver_extra_fees_cents(
    load: Load, conditions: Conditions = CALM, tariff: Tariff = STANDARD_TARIFF
) -> Cents:
    """The extras of a driver's estimate: the moving fee is in their multiplier already (OP-10)."""
    fees = 0
    pounds = load.weight_pounds
    if pounds > tariff.heavy_above_pounds:
        over = pounds - tariff.heavy_above_pounds
        fees += half_up(tariff.heavy_per_pound_cents * over.numerator, over.denominator)
    if load.fragile:
        fees += tariff.fragile_cents
    if load.assembly:
        fees += tariff.assembly_cents
    if conditions.time_of_day is TimeOfDay.PEAK:
        fees += tariff.peak_cents
    if conditions.weather is Weather.POOR:
        fees += tariff.poor_weather_cents
    return fees
