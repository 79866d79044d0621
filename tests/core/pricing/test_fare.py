"""The price calculator: each figure by hand, and every quote against plain decimal arithmetic."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import attrs
import pytest
from cattrs.preconf.json import make_converter
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import a_quote
from core.pricing import reference
from core.pricing.strategies import CONDITIONS, LOADS, MILES, MINUTES, POUNDS, SERVICES, TRIPS, URGENCIES
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.services import FareUrgency, ServiceType
from haulage.pricing import (
    DEMONSTRATION_TAX,
    STANDARD_TARIFF,
    Conditions,
    Fare,
    Load,
    TimeOfDay,
    Trip,
    Weather,
    extra_fees_cents,
    quote_fare,
    tariff_of,
)
from haulage.pricing.quote import Quote, replay
from haulage.pricing.tariff import FIRST_TARIFF

DELIVERY, MOVING, PICKUP = ServiceType.DELIVERY, ServiceType.MOVING, ServiceType.PICKUP


def fare(
    service: ServiceType = DELIVERY,
    miles: Any = 5,
    minutes: Any = 20,
    urgency: FareUrgency = FareUrgency.STANDARD,
    **load: Any,
) -> Fare:
    return quote_fare(Trip(service, miles, minutes, urgency, Load(**load)), tax=DEMONSTRATION_TAX)


def extras(
    service: ServiceType = DELIVERY,
    time_of_day: TimeOfDay = TimeOfDay.OFF_PEAK,
    weather: Weather = Weather.NORMAL,
    **load: Any,
) -> int:
    return extra_fees_cents(service, Load(**load), Conditions(time_of_day, weather))


def test_five_miles_and_twenty_minutes_of_delivery_cost_forty_dollars_before_tax() -> None:
    assert fare() == Fare(
        base_fare_cents=15_00,
        distance_fee_cents=10_00,
        time_fee_cents=15_00,
        urgency_fee_cents=0,
        extra_fees_cents=0,
        subtotal_cents=40_00,
        taxes_cents=3_30,
        total_cents=43_30,
        driver_share_cents=20_00,
        platform_share_cents=20_00,
        tariff="standard-2",
    )


def test_an_urgent_move_with_everything_adds_up_by_hand() -> None:
    trip = Trip(
        MOVING,
        Decimal("12.34"),
        47,
        FareUrgency.URGENT,
        Load(Decimal("173.5"), fragile=True, assembly=True),
        Conditions(TimeOfDay.PEAK, Weather.POOR),
    )
    assert quote_fare(trip, tax=DEMONSTRATION_TAX) == Fare(
        base_fare_cents=35_00,
        distance_fee_cents=24_68,
        time_fee_cents=35_25,
        urgency_fee_cents=56_96,  # 0.6 x 94.93 = 56.958
        extra_fees_cents=93_88,  # 15 + 30.875, half up, + 10 + 25 + 5 + 8
        subtotal_cents=245_77,
        taxes_cents=20_28,  # 20.276
        total_cents=266_05,
        driver_share_cents=122_89,  # the odd cent
        platform_share_cents=122_88,
        tariff="standard-2",
    )


@pytest.mark.parametrize(("service", "cents"), [(DELIVERY, 15_00), (MOVING, 35_00), (PICKUP, 12_00)])
def test_each_service_has_its_base_fare(service: ServiceType, cents: int) -> None:
    assert fare(service).base_fare_cents == cents


@pytest.mark.parametrize("service", ServiceType)
def test_a_mile_costs_two_dollars_for_each_service(service: ServiceType) -> None:
    assert fare(service, miles=7).distance_fee_cents == 14_00


@pytest.mark.parametrize(("service", "cents"), [(DELIVERY, 7_50), (MOVING, 7_50), (PICKUP, 6_00)])
def test_ten_minutes_cost_less_for_a_pickup(service: ServiceType, cents: int) -> None:
    assert fare(service, minutes=10).time_fee_cents == cents


@pytest.mark.parametrize(
    ("urgency", "cents"),
    [(FareUrgency.STANDARD, 0), (FareUrgency.EXPRESS, 12_00), (FareUrgency.URGENT, 24_00)],
)
def test_urgency_is_its_own_line_over_base_distance_and_time(urgency: FareUrgency, cents: int) -> None:
    hurried = fare(urgency=urgency)
    assert hurried.urgency_fee_cents == cents
    assert hurried.subtotal_cents == 40_00 + cents


def test_urgency_raises_no_extras() -> None:
    plain = fare(MOVING, urgency=FareUrgency.URGENT)
    laden = fare(MOVING, urgency=FareUrgency.URGENT, weight_pounds=250, fragile=True, assembly=True)
    assert laden.urgency_fee_cents == plain.urgency_fee_cents
    assert laden.extra_fees_cents - plain.extra_fees_cents == 50_00 + 10_00 + 25_00


def test_urgency_is_taken_of_the_lines_as_shown() -> None:
    # 0.3 x (15.00 + 0.10 + 0.75) = 4.755; of the distance as it is, 0.095, it would be 4.7535.
    hurried = fare(miles=Decimal("0.0475"), minutes=1, urgency=FareUrgency.EXPRESS)
    assert (hurried.distance_fee_cents, hurried.time_fee_cents) == (10, 75)
    assert hurried.urgency_fee_cents == 4_76


def test_only_moving_has_a_service_fee() -> None:
    assert [extras(service) for service in (DELIVERY, MOVING, PICKUP)] == [0, 15_00, 0]


@pytest.mark.parametrize(
    ("pounds", "cents"),
    [(1, 0), (50, 0), (Decimal("50.01"), 0), (Decimal("50.02"), 1), (51, 25), (54, 1_00), (500, 112_50)],
)
def test_each_pound_over_fifty_costs_a_quarter(pounds: Any, cents: int) -> None:
    assert extras(weight_pounds=pounds) == cents


def test_fragile_peak_weather_and_assembly_have_their_fees() -> None:
    assert extras(fragile=True) == 10_00
    assert extras(assembly=True) == 25_00
    assert extras(time_of_day=TimeOfDay.PEAK) == 5_00
    assert extras(weather=Weather.POOR) == 8_00


def test_an_unweighed_item_counts_as_twenty_five_pounds() -> None:
    assert Load().weight_pounds == 25


@pytest.mark.parametrize(
    ("miles", "cents"),
    [("0.0024", 0), ("0.0025", 1), ("1.2349", 2_47), ("1.2375", 2_48), ("1.2325", 2_47)],
)
def test_half_a_cent_of_distance_is_a_cent(miles: str, cents: int) -> None:
    assert fare(miles=Decimal(miles)).distance_fee_cents == cents


def test_tax_is_eight_and_a_quarter_percent_of_the_subtotal_rounded_half_up() -> None:
    half_a_cent = fare(miles=1, minutes=Decimal("4"))  # 20.00: 1.65 exactly
    assert (half_a_cent.subtotal_cents, half_a_cent.taxes_cents) == (20_00, 1_65)
    assert DEMONSTRATION_TAX.on(42_00, assembly_cents=0) == 3_47  # 3.465
    assert DEMONSTRATION_TAX.on(41_99, assembly_cents=0) == 3_46  # 3.464175


def test_the_odd_cent_is_the_drivers() -> None:
    odd = fare(miles=Decimal("5.005"))
    assert odd.subtotal_cents == 40_01
    assert (odd.driver_share_cents, odd.platform_share_cents) == (20_01, 20_00)


@given(TRIPS)
def test_every_fare_is_that_of_plain_decimal_arithmetic(trip: Trip) -> None:
    lines = quote_fare(trip, tax=DEMONSTRATION_TAX)
    plain = reference.price(
        trip.service,
        Decimal(trip.miles.numerator) / Decimal(trip.miles.denominator),
        Decimal(trip.minutes.numerator) / Decimal(trip.minutes.denominator),
        trip.urgency,
        Decimal(trip.load.weight_pounds.numerator) / Decimal(trip.load.weight_pounds.denominator),
        fragile=trip.load.fragile,
        assembly=trip.load.assembly,
        peak=trip.conditions.time_of_day is TimeOfDay.PEAK,
        poor_weather=trip.conditions.weather is Weather.POOR,
    )
    assert {name: Decimal(getattr(lines, name)) / 100 for name in plain} == plain


@given(SERVICES, MILES, MINUTES, URGENCIES, POUNDS)
def test_floats_decimals_and_whole_numbers_are_priced_as_they_are_written(
    service: ServiceType, miles: Any, minutes: Any, urgency: FareUrgency, pounds: Any
) -> None:
    lines = fare(service, miles, minutes, urgency, weight_pounds=pounds)
    written = map(reference.as_written, (miles, minutes, pounds))
    miles_read, minutes_read, pounds_read = written
    plain = reference.price(service, miles_read, minutes_read, urgency, pounds_read)
    assert {name: Decimal(getattr(lines, name)) / 100 for name in plain} == plain


@given(st.integers(1, 50_000), SERVICES, URGENCIES)
def test_the_same_number_in_any_type_has_the_same_price(
    hundredths: int, service: ServiceType, urgency: FareUrgency
) -> None:
    spellings = (hundredths / 100, Decimal(hundredths) / 100, Fraction(hundredths, 100))
    assert len({fare(service, miles, 20, urgency) for miles in spellings}) == 1


@given(TRIPS)
def test_the_parts_of_a_fare_sum_to_its_totals(trip: Trip) -> None:
    lines = quote_fare(trip, tax=DEMONSTRATION_TAX)
    parts = (
        lines.base_fare_cents,
        lines.distance_fee_cents,
        lines.time_fee_cents,
        lines.urgency_fee_cents,
        lines.extra_fees_cents,
    )
    assert min(parts) >= 0
    assert sum(parts) == lines.subtotal_cents
    assert lines.subtotal_cents + lines.taxes_cents == lines.total_cents
    assert lines.driver_share_cents + lines.platform_share_cents == lines.subtotal_cents
    assert lines.driver_share_cents - lines.platform_share_cents in (0, 1)
    assert lines.driver_share_cents > 0


def dearer(trip: Trip, **changes: Any) -> bool:
    """Whether no line of the changed trip costs less."""
    before = attrs.astuple(quote_fare(trip, tax=DEMONSTRATION_TAX))[:-1]
    after = attrs.astuple(quote_fare(attrs.evolve(trip, **changes), tax=DEMONSTRATION_TAX))[:-1]
    return all(more >= less for less, more in zip(before, after, strict=True))


@given(TRIPS, MILES)
def test_further_never_costs_less(trip: Trip, more: Any) -> None:
    assert dearer(trip, miles=trip.miles + Fraction(more))


@given(TRIPS, MINUTES)
def test_longer_never_costs_less(trip: Trip, more: Any) -> None:
    assert dearer(trip, minutes=trip.minutes + Fraction(more))


@given(TRIPS, POUNDS)
def test_heavier_never_costs_less(trip: Trip, more: Any) -> None:
    heavier = attrs.evolve(trip.load, weight_pounds=trip.load.weight_pounds + Fraction(more))
    assert dearer(trip, load=heavier)


@given(TRIPS, URGENCIES, URGENCIES)
def test_more_urgent_never_costs_less(trip: Trip, one: FareUrgency, other: FareUrgency) -> None:
    words = list(FareUrgency)
    less, more = sorted((one, other), key=words.index)
    assert dearer(attrs.evolve(trip, urgency=less), urgency=more)


@given(TRIPS, LOADS, CONDITIONS)
def test_nothing_but_the_load_and_the_conditions_is_in_the_extras(
    trip: Trip, load: Load, conditions: Conditions
) -> None:
    changed = attrs.evolve(trip, load=load, conditions=conditions)
    before, after = (quote_fare(each, tax=DEMONSTRATION_TAX) for each in (trip, changed))
    assert before.urgency_fee_cents == after.urgency_fee_cents
    assert after.extra_fees_cents == extra_fees_cents(trip.service, load, conditions)


def a_converter() -> Any:
    """JSON in which fractions are written out, as any store of quotes must."""
    converter = make_converter()
    converter.register_unstructure_hook(Fraction, str)
    converter.register_structure_hook(Fraction, lambda written, _: Fraction(written))
    return converter


CONVERTER = a_converter()


@settings(deadline=None)  # the converter writes its code when it is first used
@given(TRIPS)
def test_a_stored_quote_can_be_priced_again_to_the_same_byte(trip: Trip) -> None:
    quote = a_quote(trip=trip, fare=quote_fare(trip, tax=DEMONSTRATION_TAX))
    stored = json.dumps(CONVERTER.unstructure(quote))
    again = CONVERTER.structure(json.loads(stored), Quote)
    assert again == quote
    assert CONVERTER.dumps(replay(again)) == CONVERTER.dumps(quote.fare)


def test_a_quote_from_an_unknown_tariff_is_not_priced_by_another() -> None:
    quote = a_quote()
    strange = attrs.evolve(quote, fare=attrs.evolve(quote.fare, tariff="standard-0"))
    with pytest.raises(NotFound, match=r"^Tariff not found$"):
        replay(strange)


def test_an_extra_helper_costs_25_dollars_and_half_a_dollar_a_minute() -> None:
    alone, helped = fare(), fare(helpers=1)
    assert helped.helper_fee_cents == 25_00 + 20 * 50
    assert helped.extra_fees_cents - alone.extra_fees_cents == helped.helper_fee_cents
    assert helped.subtotal_cents - alone.subtotal_cents == helped.helper_fee_cents


def test_a_hurry_does_not_raise_the_helper() -> None:
    assert fare(urgency=FareUrgency.URGENT, helpers=1).helper_fee_cents == fare(helpers=1).helper_fee_cents


@given(TRIPS)
def test_without_a_helper_the_first_tariff_and_the_one_in_force_agree(trip: Trip) -> None:
    first = quote_fare(trip, FIRST_TARIFF, tax=DEMONSTRATION_TAX)
    assert attrs.evolve(first, tariff=STANDARD_TARIFF.version) == quote_fare(trip, tax=DEMONSTRATION_TAX)


@pytest.mark.parametrize("helpers", [-1, 2])
def test_a_driver_brings_one_helper_at_most(helpers: int) -> None:
    with pytest.raises(InvalidInput, match="helpers"):
        Load(25, helpers=helpers)


def test_every_tariff_is_found_by_its_version() -> None:
    assert tariff_of("standard-2") is STANDARD_TARIFF
    assert tariff_of("standard-1") is FIRST_TARIFF


def test_a_service_may_be_named_by_its_word_and_no_other() -> None:
    assert Trip("moving", 5, 20).service is MOVING
    with pytest.raises(ValueError, match="teleport"):
        Trip("teleport", 5, 20)
