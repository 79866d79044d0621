"""Matching a second time, written apart from the library: decimal and fraction arithmetic only.

It reads drivers and requests and shares no formula with what it checks; the distance alone comes
from the kernel, because it is a measurement and not a rule.
"""

from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from haulage.kernel.geo import great_circle_miles
from haulage.matching import FleetDriver, MatchRequest

VEHICLES = {
    "delivery": {"pickup": 100, "van": 100, "truck": 80, "box_truck": 70},
    "moving": {"pickup": 50, "van": 70, "truck": 90, "box_truck": 100},
    "pickup": {"pickup": 100, "van": 90, "truck": 80, "box_truck": 70},
}
SERVICE = {"delivery": Fraction("1"), "moving": Fraction("1.5"), "pickup": Fraction("1.2")}
URGENCY = {"low": Fraction("1"), "medium": Fraction("1.1"), "high": Fraction("1.3")}
WEIGHTS = [Fraction(text) for text in (".25", ".2", ".15", ".15", ".15", ".1")]


def half_up(value: Fraction, decimals: int = 0) -> Fraction:
    with localcontext() as context:
        context.prec = 60
        near = Decimal(value.numerator) / Decimal(value.denominator)
        return Fraction(near.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def within(miles: float, edge: float | Fraction) -> bool:
    """Inside or on the edge; the last bits of a haversine do not put anybody outside."""
    return Fraction(miles) <= edge + Fraction(1, 10**9)


def distance_factor(miles: float) -> int:
    ladder = {2: 100, 5: 90, 10: 75, 20: 50, 30: 25}
    return next((points for edge, points in ladder.items() if within(miles, edge)), 0)


def at_work(driver: FleetDriver, request: MatchRequest) -> bool:
    local = (request.scheduled_time or request.now).astimezone(ZoneInfo("America/New_York"))
    hours = driver.working_hours
    for days_back in (0, 1):
        day = (local - timedelta(days=days_back)).weekday() if days_back == 0 else (local.weekday() - 1) % 7
        opening = hours.by_weekday.get(day) if hours.by_weekday else hours.every_day
        if opening is None:
            continue
        start, end = opening.start, opening.end
        if start == end:
            inside = days_back == 0
        elif end < start:
            inside = local.hour >= start.hour if days_back == 0 else local.hour < end.hour
        else:
            inside = days_back == 0 and start.hour <= local.hour < end.hour
        if inside:
            return True
    return False


def estimate_cents(driver: FleetDriver, request: MatchRequest) -> int:
    asked = max(Fraction(driver.rates.minimum_fare_cents), driver.rates.per_mile_cents * request.trip_miles)
    asked *= SERVICE[request.service_type.value] * URGENCY[request.urgency.value]
    return int(half_up(asked)) + request.extra_fees_cents


def may_carry(driver: FleetDriver, request: MatchRequest) -> bool:
    """A USDOT number across state lines, the state's certificate within one, and insurance, on the day."""
    need = request.carrier_need
    if need is None:
        return True
    day = (request.scheduled_time or request.now).astimezone(ZoneInfo("America/New_York")).date()
    held = [each for each in driver.credentials if each.expires_on is None or each.expires_on >= day]
    papers = {(each.kind.value, each.state) for each in held}
    wanted = ("usdot", None) if need.origin != need.destination else ("state_certificate", need.origin)
    covers = [each.cover_cents or 0 for each in held if each.kind.value == "insurance"]
    return wanted in papers and max(covers, default=-1) >= need.least_cover_cents


def may_come(driver: FleetDriver, request: MatchRequest) -> bool:
    offered = {word.strip().casefold() for word in driver.vehicle.features | driver.specialties}
    standing = driver.is_approved
    if request.scheduled_time is None:
        standing = driver.is_approved and driver.is_online and driver.is_available
    return (
        standing
        and driver.id not in request.excluded_driver_ids
        and at_work(driver, request)
        and may_carry(driver, request)
        and (driver.works_with_helper or not request.needs_helper)
        and all(requirement.strip().casefold() in offered for requirement in request.special_requirements)
    )


def factors_of(driver: FleetDriver, request: MatchRequest) -> tuple[list[Fraction], float] | None:
    """The six factors and the miles, or None for a driver whom a rule excludes."""
    if driver.current_location is None or not may_come(driver, request):
        return None
    miles = great_circle_miles(request.pickup_location, driver.current_location)
    if not within(miles, request.max_distance_miles):
        return None
    weight = sum((item.weight for item in request.items), Fraction(0))
    volume = Fraction(0)
    for item in request.items:
        if item.dimensions:
            volume += item.dimensions.length * item.dimensions.width * item.dimensions.height / 1728
    load = max(weight / driver.vehicle.capacity.weight, volume / driver.vehicle.capacity.volume)
    price = estimate_cents(driver, request)
    if load > 1 or price > request.max_price_cents:
        return None
    rating = Fraction(80) if driver.rating is None else driver.rating / 5 * 100
    return [
        Fraction(distance_factor(miles)),
        Fraction(VEHICLES[request.service_type.value][driver.vehicle.type.value]),
        Fraction(100) if load <= Fraction("0.8") else 100 - 200 * (load - Fraction("0.8")),
        Fraction(100),
        rating,
        100 * min(Fraction(1), 2 * (1 - Fraction(price, request.max_price_cents))),
    ], miles


def oracle_top(drivers: list[FleetDriver], request: MatchRequest, k: int) -> list[dict[str, Any]]:
    """Everybody scored, sorted by OP-20, cut to *k*."""
    rows = []
    for driver in drivers:
        found = factors_of(driver, request)
        if found is None:
            continue
        factors, miles = found
        score = half_up(sum((w * f for w, f in zip(WEIGHTS, factors, strict=True)), Fraction(0)), 4)
        rows.append(
            {
                "id": driver.id,
                "score": score,
                "factors": factors,
                "miles": miles,
                "price": estimate_cents(driver, request),
                "key": (-score, round(miles, 6), -(driver.rating or 0), driver.id),
            }
        )
    return sorted(rows, key=lambda row: row["key"])[:k]
