"""Quotes: the core against Decimal, and a whole request against its decoding and encoding alone.

Like is set against like. Through the public API both sides take a value that is ready and give a frozen
fare. On the inner path both take ready numbers and give a bare tuple. "Trip and all" starts at the
request's floats on both sides, and gives frozen fares too.
"""

import random
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

import attrs
import msgspec
from measuring import Report, WrongAnswer, interleaved

from haulage.kernel import measures
from haulage.kernel.measures import Ratio, exact
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
    quote_fare,
)
from haulage.pricing.fare import Lines, fare_lines
from haulage.pricing.tariff import RateCard

try:
    from numpy_fares import NumpyFares, TripColumns
except ImportError:
    NumpyFares = None

CHECKED = {"small": 2_000, "full": 50_000}
TIMED = 500
"""A few milliseconds of work: among many rounds, some are not interrupted."""

ROUNDS = {"small": 40, "full": 200}
BATCH = {"small": 20_000, "full": 100_000}
BATCH_ROUNDS = {"small": 5, "full": 20}
TIMES_OF_DAY, WEATHERS = tuple(TimeOfDay), tuple(Weather)
CENT = Decimal("0.01")
BASE = {"delivery": Decimal(15), "moving": Decimal(35), "pickup": Decimal(12)}
MINUTE = {"delivery": Decimal("0.75"), "moving": Decimal("0.75"), "pickup": Decimal("0.6")}
URGENCY = {"standard": Decimal(1), "express": Decimal("1.3"), "urgent": Decimal("1.6")}
TAX = Decimal("0.0825")


class Body(msgspec.Struct):
    """A quote's body as it comes over the wire."""

    service: ServiceType
    miles: float
    minutes: float
    weight: float
    urgency: FareUrgency
    fragile: bool
    assembly: bool
    peak: bool
    poor_weather: bool


class Answer(msgspec.Struct):
    """A fare as it goes over the wire."""

    base_fare_cents: int
    distance_fee_cents: int
    time_fee_cents: int
    urgency_fee_cents: int
    extra_fees_cents: int
    subtotal_cents: int
    taxes_cents: int
    total_cents: int
    driver_share_cents: int
    platform_share_cents: int
    tariff: str


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)


class DecimalTrip(NamedTuple):
    """A trip's numbers, ready for the reference."""

    service: str
    miles: Decimal
    minutes: Decimal
    weight: Decimal
    urgency: str
    fragile: bool
    assembly: bool
    peak: bool
    poor_weather: bool


DecimalFare = attrs.make_class(
    "DecimalFare",
    [field.name for field in attrs.fields(Fare) if field.name != "tariff"],
    frozen=True,
    slots=False,
)
"""What the core gives, in dollars."""


def decimal_lines(trip: DecimalTrip) -> tuple[Decimal, ...]:
    """The calculator as one writes it with decimals, figures and all."""
    service, miles, minutes, weight, urgency, fragile, assembly, peak, poor_weather = trip
    base, distance = BASE[service], cents(2 * miles)
    time = cents(MINUTE[service] * minutes)
    hurry = cents((base + distance + time) * (URGENCY[urgency] - 1))
    extras = Decimal(15 if service == "moving" else 0)
    if weight > 50:
        extras += cents(Decimal("0.25") * (weight - 50))
    extras += 10 * fragile + 25 * assembly + 5 * peak + 8 * poor_weather
    subtotal = base + distance + time + hurry + extras
    taxes = cents(subtotal * TAX)
    driver = cents(subtotal / 2)
    return base, distance, time, hurry, extras, subtotal, taxes, subtotal + taxes, driver, subtotal - driver


def decimal_trip(body: Body) -> DecimalTrip:
    return DecimalTrip(
        body.service,
        Decimal(str(body.miles)),
        Decimal(str(body.minutes)),
        Decimal(str(body.weight)),
        body.urgency,
        body.fragile,
        body.assembly,
        body.peak,
        body.poor_weather,
    )


def trip_of(body: Body) -> Trip:
    return Trip(
        body.service,
        body.miles,
        body.minutes,
        body.urgency,
        Load(body.weight, body.fragile, body.assembly),
        Conditions(TIMES_OF_DAY[body.peak], WEATHERS[body.poor_weather]),
    )


def card_of(body: Body) -> RateCard:
    return STANDARD_TARIFF.cards[
        body.service,
        body.urgency,
        body.fragile,
        body.assembly,
        TIMES_OF_DAY[body.peak],
        WEATHERS[body.poor_weather],
    ]


def ready_numbers(body: Body) -> tuple[RateCard, Ratio, Ratio, Ratio]:
    """What the inner path takes; the decoder has checked the bounds."""
    return (
        card_of(body),
        exact(body.miles).as_integer_ratio(),
        exact(body.minutes).as_integer_ratio(),
        exact(body.weight).as_integer_ratio(),
    )


def inner(card: RateCard, miles: Ratio, minutes: Ratio, pounds: Ratio) -> Lines:
    return fare_lines(card, miles, minutes, pounds, DEMONSTRATION_TAX)


def answer_of(fare: Fare) -> Answer:
    return Answer(
        fare.base_fare_cents,
        fare.distance_fee_cents,
        fare.time_fee_cents,
        fare.urgency_fee_cents,
        fare.extra_fees_cents,
        fare.subtotal_cents,
        fare.taxes_cents,
        fare.total_cents,
        fare.driver_share_cents,
        fare.platform_share_cents,
        fare.tariff,
    )


def _bodies(count: int) -> list[Body]:
    chance = random.Random(3)
    return [
        Body(
            chance.choice(tuple(ServiceType)),
            round(chance.uniform(0.5, 50), 1),
            float(chance.randrange(10, 181, 5)),
            float(chance.randint(1, 500)),
            chance.choice(tuple(FareUrgency)),
            *(chance.random() < 0.3 for _ in range(4)),
        )
        for _ in range(count)
    ]


def _never_seen(count: int) -> list[Body]:
    """Bodies whose numbers do not come again: nothing kept from earlier ones helps."""
    chance = random.Random(4)
    return [
        msgspec.structs.replace(
            body,
            miles=round(chance.uniform(0.5, 50), 5),
            minutes=round(chance.uniform(10, 180), 5),
            weight=round(chance.uniform(1, 500), 5),
        )
        for body in _bodies(count)
    ]


def _columns(bodies: list[Body]) -> "TripColumns":
    return TripColumns.of(trip_of(body) for body in bodies)


def run(report: Report) -> None:
    _core_against_decimal(report)
    _over_the_wire(report)
    _batch(report)


def _check(bodies: list[Body]) -> None:
    for body in bodies:
        lines = attrs.astuple(quote_fare(trip_of(body), tax=DEMONSTRATION_TAX))[:-1]
        plain = tuple(int(line * 100) for line in decimal_lines(decimal_trip(body)))
        if not lines == plain == inner(*ready_numbers(body)):
            raise WrongAnswer(f"the core and Decimal differ on {body}")


def _core_against_decimal(report: Report) -> None:
    _check(_bodies(CHECKED[report.size]))
    _check(_never_seen(CHECKED[report.size]))
    bodies, strangers = _bodies(TIMED), _never_seen(TIMED)
    trips, decimals = [trip_of(body) for body in bodies], [decimal_trip(body) for body in bodies]
    numbers = [ready_numbers(body) for body in bodies]
    decimal_all, core_all = "Decimal, trip and all", "core, trip and all"
    decimal_ready, core_ready = "Decimal, trips ready", "core, trips ready"
    decimal_inner, core_inner = "Decimal, inner path", "core, inner path"
    core_strange = "core, trip and all, no number seen before"

    def price_strangers() -> list[Fare]:
        measures._as_written.cache_clear()
        return [quote_fare(trip_of(body), tax=DEMONSTRATION_TAX) for body in strangers]

    ways: list[tuple[str, Callable[[], Any]]] = [
        (decimal_all, lambda: [DecimalFare(*decimal_lines(decimal_trip(body))) for body in bodies]),
        (core_all, lambda: [quote_fare(trip_of(body), tax=DEMONSTRATION_TAX) for body in bodies]),
        (core_strange, price_strangers),
        (decimal_ready, lambda: [DecimalFare(*decimal_lines(trip)) for trip in decimals]),
        (core_ready, lambda: [quote_fare(trip, tax=DEMONSTRATION_TAX) for trip in trips]),
        (decimal_inner, lambda: [decimal_lines(trip) for trip in decimals]),
        (core_inner, lambda: [inner(*each) for each in numbers]),
    ]
    seconds = interleaved(ways, ROUNDS[report.size])
    for name, _ in ways:
        report.row("quotes", name, len(bodies) / seconds[name], "quotes/s")
    report.at_least(
        "core, trip and all: times faster than Decimal", 2, seconds[decimal_all] / seconds[core_all]
    )
    report.at_least(
        "core through the public API: times faster than Decimal",
        2,
        seconds[decimal_ready] / seconds[core_ready],
    )
    report.at_least(
        "core's inner path, trip by trip: times faster than Decimal",
        5,
        seconds[decimal_inner] / seconds[core_inner],
    )


def _over_the_wire(report: Report) -> None:
    bodies = _bodies(TIMED)
    encoder = msgspec.json.Encoder()
    decoder, answers = msgspec.json.Decoder(Body), msgspec.json.Decoder(Answer)
    raw = [encoder.encode(body) for body in bodies]

    def whole(data: bytes) -> bytes:
        return encoder.encode(answer_of(quote_fare(trip_of(decoder.decode(data)), tax=DEMONSTRATION_TAX)))

    def bare(data: bytes) -> bytes:
        lines = inner(*ready_numbers(decoder.decode(data)))
        return encoder.encode(Answer(*lines, STANDARD_TARIFF.version))

    for data, body in zip(raw, bodies, strict=True):
        fare = answer_of(quote_fare(trip_of(body), tax=DEMONSTRATION_TAX))
        if not answers.decode(whole(data)) == answers.decode(bare(data)) == fare:
            raise WrongAnswer("the quote over the wire differs")
    ready = answers.decode(whole(raw[0]))
    floor, through_values, through_numbers = (
        "decode and encode alone",
        "decode, price and encode",
        "decode, price and encode, inner path",
    )
    ways: list[tuple[str, Callable[[], Any]]] = [
        (floor, lambda: [(decoder.decode(data), encoder.encode(ready)) for data in raw]),
        (through_values, lambda: [whole(data) for data in raw]),
        (through_numbers, lambda: [bare(data) for data in raw]),
    ]
    seconds = interleaved(ways, ROUNDS[report.size])
    for name, _ in ways:
        report.row("quotes", name, len(bodies) / seconds[name], "quotes/s")
    for name in (through_values, through_numbers):
        report.at_most(f"{name}, over decode and encode alone", 3, seconds[name] / seconds[floor])


def _batch(report: Report) -> None:
    count = BATCH[report.size]
    name = f"NumPy batch of {count:,}"
    if NumpyFares is None:
        report.absent("quotes", name)
        return
    bodies = _bodies(count)
    calculator, columns = NumpyFares(DEMONSTRATION_TAX), _columns(bodies)
    numbers, decimals = [ready_numbers(body) for body in bodies], [decimal_trip(body) for body in bodies]
    fares = calculator.quote(columns)
    table = zip(*(getattr(fares, field.name).tolist() for field in attrs.fields(DecimalFare)), strict=True)
    if list(table) != [inner(*each) for each in numbers]:
        raise WrongAnswer("the batch and the core differ")
    ways: list[tuple[str, Callable[[], Any]]] = [
        ("the same rows in a loop", lambda: [inner(*each) for each in numbers]),
        ("the same rows in a Decimal loop", lambda: [decimal_lines(trip) for trip in decimals]),
        (name, lambda: calculator.quote(columns)),
    ]
    seconds = interleaved(ways, BATCH_ROUNDS[report.size])
    for way, _ in ways:
        report.row("quotes", way, count / seconds[way], "quotes/s")
    report.at_least(
        "NumPy batch: times faster than the core's inner path in a loop",
        15,
        seconds["the same rows in a loop"] / seconds[name],
    )
    report.at_least(
        "core's inner path, over columns: times faster than Decimal",
        5,
        seconds["the same rows in a Decimal loop"] / seconds[name],
    )
