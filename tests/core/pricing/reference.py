"""The price rules a second time, in plain decimal arithmetic, read from the requirements alone."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

Lines = dict[str, Decimal]

CENT = Decimal("0.01")
BASE = {"delivery": "15", "moving": "35", "pickup": "12"}
PER_MINUTE = {"delivery": "0.75", "moving": "0.75", "pickup": "0.60"}
URGENCY = {"standard": "1", "express": "1.3", "urgent": "1.6"}
PER_MILE, MOVING_FEE, PER_POUND_OVER_FIFTY = Decimal(2), Decimal(15), Decimal("0.25")
FRAGILE, ASSEMBLY, PEAK, POOR_WEATHER = Decimal(10), Decimal(25), Decimal(5), Decimal(8)
TAX = Decimal("0.0825")


def to_cents(dollars: Decimal) -> Decimal:
    return dollars.quantize(CENT, ROUND_HALF_UP)


def price(
    service: str,
    miles: Decimal,
    minutes: Decimal,
    urgency: str = "standard",
    pounds: Decimal = Decimal(25),
    *,
    fragile: bool = False,
    assembly: bool = False,
    peak: bool = False,
    poor_weather: bool = False,
) -> Lines:
    """Each shown line to the cent; totals are sums of shown lines; tax on the subtotal."""
    base = Decimal(BASE[service])
    distance = to_cents(PER_MILE * miles)
    time = to_cents(Decimal(PER_MINUTE[service]) * minutes)
    urgent = to_cents((Decimal(URGENCY[urgency]) - 1) * (base + distance + time))
    extras = to_cents(PER_POUND_OVER_FIFTY * max(Decimal(0), pounds - 50))
    extras += MOVING_FEE * (service == "moving") + FRAGILE * fragile + ASSEMBLY * assembly
    extras += PEAK * peak + POOR_WEATHER * poor_weather
    subtotal = base + distance + time + urgent + extras
    taxes = to_cents(TAX * subtotal)
    driver = to_cents(subtotal / 2)
    return {
        "base_fare_cents": base,
        "distance_fee_cents": distance,
        "time_fee_cents": time,
        "urgency_fee_cents": urgent,
        "extra_fees_cents": extras,
        "subtotal_cents": subtotal,
        "taxes_cents": taxes,
        "total_cents": subtotal + taxes,
        "driver_share_cents": driver,
        "platform_share_cents": subtotal - driver,
    }


def as_written(value: float | Decimal | Fraction) -> Decimal:
    """The decimal that the number is written as; whole numbers and decimals are their own."""
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
