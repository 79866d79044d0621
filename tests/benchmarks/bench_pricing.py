"""Quotes: the core against Decimal, and a whole request against its decoding and encoding alone."""

import random
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import msgspec
from measuring import Report, WrongAnswer, interleaved

from haulage.kernel.services import FareUrgency, ServiceType
from haulage.pricing import (
    DEMONSTRATION_TAX,
    Conditions,
    Fare,
    Load,
    TimeOfDay,
    Trip,
    Weather,
    quote_fare,
)

QUOTES = {"small": 2_000, "full": 50_000}
ROUNDS = {"small": 2, "full": 5}
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


def decimal_fare(body: Body) -> tuple[Decimal, ...]:
    """The calculator as one writes it with decimals, figures and all."""
    service = body.service.value
    base, distance = BASE[service], cents(2 * Decimal(str(body.miles)))
    time = cents(MINUTE[service] * Decimal(str(body.minutes)))
    urgency = cents((base + distance + time) * (URGENCY[body.urgency.value] - 1))
    extras = Decimal(15 if service == "moving" else 0)
    weight = Decimal(str(body.weight))
    if weight > 50:
        extras += cents(Decimal("0.25") * (weight - 50))
    extras += 10 * body.fragile + 25 * body.assembly + 5 * body.peak + 8 * body.poor_weather
    subtotal = base + distance + time + urgency + extras
    taxes = cents(subtotal * TAX)
    driver = cents(subtotal / 2)
    return base, distance, time, urgency, extras, subtotal, taxes, subtotal + taxes, driver, subtotal - driver


def trip_of(body: Body) -> Trip:
    return Trip(
        body.service,
        body.miles,
        body.minutes,
        body.urgency,
        Load(body.weight, body.fragile, body.assembly),
        Conditions(
            TimeOfDay.PEAK if body.peak else TimeOfDay.OFF_PEAK,
            Weather.POOR if body.poor_weather else Weather.NORMAL,
        ),
    )


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


def run(report: Report) -> None:
    bodies = _bodies(QUOTES[report.size])
    trips = [trip_of(body) for body in bodies]
    for body, trip in zip(bodies, trips, strict=True):
        fare = answer_of(quote_fare(trip, tax=DEMONSTRATION_TAX))
        lines = msgspec.structs.astuple(fare)[:-1]
        if lines != tuple(int(line * 100) for line in decimal_fare(body)):
            raise WrongAnswer(f"the core and Decimal differ on {body}")
    encoder, decoder, answers = (
        msgspec.json.Encoder(),
        msgspec.json.Decoder(Body),
        msgspec.json.Decoder(Answer),
    )
    raw = [encoder.encode(body) for body in bodies]
    ready = answer_of(quote_fare(trips[0], tax=DEMONSTRATION_TAX))

    def whole(data: bytes) -> bytes:
        return encoder.encode(answer_of(quote_fare(trip_of(decoder.decode(data)), tax=DEMONSTRATION_TAX)))

    for data, trip in zip(raw, trips, strict=True):
        if answers.decode(whole(data)) != answer_of(quote_fare(trip, tax=DEMONSTRATION_TAX)):
            raise WrongAnswer("the quote over the wire differs")
    ways: list[tuple[str, Callable[[], Any]]] = [
        ("Decimal", lambda: [decimal_fare(body) for body in bodies]),
        ("core, trip and all", lambda: [quote_fare(trip_of(body), tax=DEMONSTRATION_TAX) for body in bodies]),
        ("core, trips ready", lambda: [quote_fare(trip, tax=DEMONSTRATION_TAX) for trip in trips]),
        ("decode and encode alone", lambda: [(decoder.decode(data), encoder.encode(ready)) for data in raw]),
        ("decode, price and encode", lambda: [whole(data) for data in raw]),
    ]
    seconds = interleaved(ways, ROUNDS[report.size])
    for name, _ in ways:
        report.row("quotes", name, len(bodies) / seconds[name], "quotes/s")
    report.absent("quotes", "NumPy batch of 100,000", "not built")
    report.at_least(
        "core through the public API: times faster than Decimal",
        2,
        seconds["Decimal"] / seconds["core, trip and all"],
    )
    report.at_least(
        "core's inner path: times faster than Decimal", 5, seconds["Decimal"] / seconds["core, trips ready"]
    )
    report.at_most(
        "decode, price and encode over decode and encode alone",
        3,
        seconds["decode, price and encode"] / seconds["decode and encode alone"],
    )
