"""The price of a chosen driver, and the ceiling under which drivers are looked for."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.driver_price import ESTIMATE_TARIFF, DriverEstimate, DriverRates, driver_estimate
from haulage.kernel.services import MatchUrgency, ServiceType
from haulage.pricing import (
    DEMONSTRATION_TAX,
    Conditions,
    Load,
    SalesTax,
    TimeOfDay,
    Trip,
    Weather,
    driver_extra_fees_cents,
    fare_of_driver,
    price_ceiling_cents,
    quote_fare,
)

DELIVERY, MOVING, PICKUP = ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP
LOW, MEDIUM, HIGH = MatchUrgency.LOW, MatchUrgency.MEDIUM, MatchUrgency.HIGH
DEFAULT_RATES = DriverRates(per_mile_cents=2_50, minimum_fare_cents=25_00)

MULTIPLIERS = {
    (DELIVERY, LOW): "1",
    (DELIVERY, MEDIUM): "1.1",
    (DELIVERY, HIGH): "1.3",
    (MOVING, LOW): "1.5",
    (MOVING, MEDIUM): "1.65",
    (MOVING, HIGH): "1.95",
    (PICKUP, LOW): "1.2",
    (PICKUP, MEDIUM): "1.32",
    (PICKUP, HIGH): "1.56",
}


def estimate(
    miles: str | int,
    service: ServiceType = DELIVERY,
    urgency: MatchUrgency = LOW,
    rates: DriverRates = DEFAULT_RATES,
    extras: int = 0,
) -> DriverEstimate:
    multiplier = ESTIMATE_TARIFF.multiplier(service, urgency)
    return driver_estimate(rates, miles=Fraction(miles), multiplier=multiplier, extra_fees_cents=extras)


@pytest.mark.parametrize(("service", "urgency"), MULTIPLIERS)
def test_service_and_urgency_multiply(service: ServiceType, urgency: MatchUrgency) -> None:
    assert ESTIMATE_TARIFF.multiplier(service, urgency) == Fraction(MULTIPLIERS[service, urgency])


def test_a_default_driver_takes_five_miles_for_the_minimum_of_twenty_five_dollars() -> None:
    assert estimate(5) == DriverEstimate(
        distance_cents=12_50, top_up_cents=12_50, multiplier_cents=0, extra_fees_cents=0
    )
    assert estimate(5).total_cents == 25_00


def test_beyond_ten_miles_a_default_driver_charges_by_the_mile() -> None:
    assert estimate(10) == DriverEstimate(25_00, 0, 0, 0)
    assert estimate(12) == DriverEstimate(30_00, 0, 0, 0)


def test_the_minimum_is_multiplied_like_the_distance() -> None:
    assert estimate(5, MOVING, HIGH) == DriverEstimate(12_50, 12_50, 23_75, 0)
    assert estimate(20, MOVING, HIGH) == DriverEstimate(50_00, 0, 47_50, 0)


def test_both_multipliers_are_rounded_once() -> None:
    # 2.50 x 10.07 = 25.175; x 1.32 = 33.231. Rounded after each of the three steps it would be 33.24.
    steps = estimate("10.07", PICKUP, MEDIUM)
    assert steps.total_cents == 33_23
    assert (steps.distance_cents, steps.top_up_cents, steps.multiplier_cents) == (25_18, 0, 8_05)


def test_half_a_cent_after_every_factor_is_a_cent() -> None:
    rates = DriverRates(per_mile_cents=1, minimum_fare_cents=1)
    assert estimate(1, MOVING, rates=rates).total_cents == 2


def test_extra_fees_are_added_after_the_multipliers() -> None:
    assert estimate(5, MOVING, HIGH, extras=35_00).total_cents == 48_75 + 35_00


def test_moving_has_no_service_fee_here_because_it_is_in_the_multiplier() -> None:
    conditions = Conditions(TimeOfDay.PEAK, Weather.POOR)
    load = Load(54, fragile=True, assembly=True)
    assert driver_extra_fees_cents(Load()) == 0
    assert driver_extra_fees_cents(load, conditions) == 1_00 + 10_00 + 25_00 + 5_00 + 8_00


RATES = st.builds(DriverRates, st.integers(0, 20_00), st.integers(0, 200_00))
MILES = st.fractions(Fraction(1, 100), 500, max_denominator=1000)
JOBS = st.sampled_from(sorted(MULTIPLIERS))


@given(RATES, st.integers(1, 50_000), JOBS, st.integers(0, 100_00))
def test_every_estimate_is_that_of_plain_decimal_arithmetic(
    rates: DriverRates, hundredths: int, job: tuple[ServiceType, MatchUrgency], extras: int
) -> None:
    miles = Decimal(hundredths) / 100
    asked = max(Decimal(rates.minimum_fare_cents), rates.per_mile_cents * miles) * Decimal(MULTIPLIERS[job])
    lines = estimate(str(miles), *job, rates=rates, extras=extras)
    assert lines.total_cents == int(asked.quantize(Decimal(1), ROUND_HALF_UP)) + extras
    assert lines.distance_cents == int((rates.per_mile_cents * miles).quantize(Decimal(1), ROUND_HALF_UP))


@given(RATES, MILES, JOBS, st.integers(0, 100_00))
def test_the_lines_of_an_estimate_add_up_and_none_is_negative(
    rates: DriverRates, miles: Fraction, job: tuple[ServiceType, MatchUrgency], extras: int
) -> None:
    lines = driver_estimate(
        rates, miles=miles, multiplier=ESTIMATE_TARIFF.multiplier(*job), extra_fees_cents=extras
    )
    parts = (lines.distance_cents, lines.top_up_cents, lines.multiplier_cents, lines.extra_fees_cents)
    assert sum(parts) == lines.total_cents
    assert min(parts) >= 0
    assert lines.distance_cents + lines.top_up_cents >= rates.minimum_fare_cents


@given(RATES, MILES, MILES, JOBS)
def test_further_never_has_a_lower_estimate(
    rates: DriverRates, miles: Fraction, more: Fraction, job: tuple[ServiceType, MatchUrgency]
) -> None:
    near, far = (
        driver_estimate(rates, miles=length, multiplier=ESTIMATE_TARIFF.multiplier(*job)).total_cents
        for length in (miles, miles + more)
    )
    assert near <= far


def test_the_estimate_is_the_subtotal_that_is_taxed_and_split() -> None:
    fare = fare_of_driver(estimate(5), Load(), tax=DEMONSTRATION_TAX)
    assert (fare.subtotal_cents, fare.taxes_cents, fare.total_cents) == (25_00, 2_06, 27_06)
    assert (fare.driver_share_cents, fare.platform_share_cents) == (12_50, 12_50)


def test_the_lines_of_a_drivers_fare_are_top_up_distance_multipliers_and_extras() -> None:
    fare = fare_of_driver(estimate(5, MOVING, HIGH, extras=10_00), Load(), tax=DEMONSTRATION_TAX)
    assert fare.base_fare_cents == 12_50
    assert fare.distance_fee_cents == 12_50
    assert fare.time_fee_cents == 0
    assert fare.urgency_fee_cents == 23_75
    assert fare.extra_fees_cents == 10_00
    assert fare.subtotal_cents == 58_75
    assert fare.tariff == "standard-2+driver-estimate-1"


def test_assembly_in_a_drivers_fare_is_taxed_at_its_own_rate() -> None:
    untaxed_assembly = SalesTax(service=Fraction(1, 10), assembly=Fraction(0))
    fare = fare_of_driver(estimate(5, extras=25_00), Load(assembly=True), tax=untaxed_assembly)
    assert (fare.subtotal_cents, fare.taxes_cents) == (50_00, 2_50)


def calculator_subtotal(service: ServiceType, miles: float, minutes: float) -> int:
    return quote_fare(Trip(service, miles, minutes), tax=DEMONSTRATION_TAX).subtotal_cents


def test_one_mile_in_five_minutes_would_shut_every_default_driver_out_by_the_subtotal_alone() -> None:
    subtotal = calculator_subtotal(DELIVERY, 1, 5)
    assert subtotal * 12 == 24_90 * 10
    assert estimate(1).total_cents == 25_00
    assert price_ceiling_cents(DELIVERY, subtotal) == 42_00


@pytest.mark.parametrize(
    ("service", "subtotal", "ceiling"),
    [
        (DELIVERY, 20_75, 42_00),
        (DELIVERY, 35_00, 42_00),
        (DELIVERY, 35_01, 42_01),
        (DELIVERY, 40_00, 48_00),
        (DELIVERY, 40_02, 48_02),
        (DELIVERY, 40_04, 48_05),
        (PICKUP, 12_00, 42_00),
        (MOVING, 79_99, 96_00),
        (MOVING, 100_00, 120_00),
    ],
)
def test_the_ceiling_is_a_fifth_above_the_larger_of_two_prices(
    service: ServiceType, subtotal: int, ceiling: int
) -> None:
    assert price_ceiling_cents(service, subtotal) == ceiling


@pytest.mark.parametrize(
    ("service", "miles_at_25_mph"), [(DELIVERY, 1.53), (PICKUP, 3.77), (DELIVERY, 0.1), (PICKUP, 0.1)]
)
def test_on_short_trips_only_the_starting_price_lets_default_drivers_in(
    service: ServiceType, miles_at_25_mph: float
) -> None:
    subtotal = calculator_subtotal(service, miles_at_25_mph, miles_at_25_mph / 25 * 60)
    asked = estimate(str(miles_at_25_mph), service).total_cents
    assert subtotal * 12 < asked * 10
    assert asked <= price_ceiling_cents(service, subtotal)


@pytest.mark.parametrize(("service", "miles_at_25_mph"), [(DELIVERY, 1.55), (PICKUP, 3.79)])
def test_a_little_further_the_subtotal_alone_would_do(service: ServiceType, miles_at_25_mph: float) -> None:
    subtotal = calculator_subtotal(service, miles_at_25_mph, miles_at_25_mph / 25 * 60)
    assert subtotal * 12 >= estimate(str(miles_at_25_mph), service).total_cents * 10
