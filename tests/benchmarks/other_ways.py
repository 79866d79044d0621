"""What matching is compared with: a loop over objects, and NumPy over every row."""

import math

import numpy as np

from haulage.kernel.driver_price import ESTIMATE_TARIFF
from haulage.kernel.local_time import platform_time
from haulage.kernel.vehicles import VehicleType
from haulage.matching import FleetDriver, MatchRequest

TIERS = ((2.0, 100.0), (5.0, 90.0), (10.0, 75.0), (20.0, 50.0), (30.0, 25.0))
VEHICLES = {
    "delivery": (100.0, 100.0, 80.0, 70.0),
    "moving": (50.0, 70.0, 90.0, 100.0),
    "pickup": (100.0, 90.0, 80.0, 70.0),
}
RADIUS = 3959.0


def naive_top(drivers: list[FleetDriver], request: MatchRequest, k: int) -> list[str]:
    """The obvious loop, in floats, leaving each driver as early as it can."""
    lat, lng = math.radians(request.pickup_location.lat), math.radians(request.pickup_location.lng)
    cos_lat = math.cos(lat)
    hour = platform_time(request.now).hour
    points = dict(zip(VehicleType, VEHICLES[request.service_type.value], strict=True))
    weight, volume, miles = float(request.weight), float(request.volume), float(request.trip_miles)
    factor = float(ESTIMATE_TARIFF.multiplier(request.service_type, request.urgency))
    ceiling, extra, pool = (
        request.max_price_cents,
        request.extra_fees_cents,
        float(request.max_distance_miles),
    )
    found = []
    for driver in drivers:
        if (
            not (driver.is_online and driver.is_available and driver.is_approved)
            or not driver.current_location
        ):
            continue
        place = driver.current_location
        there = math.radians(place.lat)
        half = (
            math.sin((there - lat) / 2) ** 2
            + cos_lat * math.cos(there) * math.sin((math.radians(place.lng) - lng) / 2) ** 2
        )
        away = 2 * RADIUS * math.asin(math.sqrt(half))
        if away > pool:
            continue
        hours = driver.working_hours.every_day
        if not hours or not (hours.start.hour <= hour and (hour < hours.end.hour or hours.end < hours.start)):
            continue
        room = driver.vehicle.capacity
        load = max(weight / room.weight, volume / room.volume)
        price = max(driver.rates.minimum_fare_cents, driver.rates.per_mile_cents * miles) * factor
        estimate = math.floor(price + 0.5) + extra
        if load > 1 or estimate > ceiling:
            continue
        near = next((score for edge, score in TIERS if away <= edge), 0.0)
        rating = 80.0 if driver.rating is None else float(driver.rating) * 20
        score = (
            near * 0.25
            + points[driver.vehicle.type] * 0.2
            + (100.0 if load <= 0.8 else 100 - 200 * (load - 0.8)) * 0.15
            + 15
            + rating * 0.15
            + 10 * min(1.0, 2 * (1 - estimate / ceiling))
        )
        found.append((-round(score, 4), round(away, 6), -rating, driver.id))
    found.sort()
    return [row[3] for row in found[:k]]


class AllRows:
    """Every driver's figures in columns, all scored for every request."""

    def __init__(self, drivers: list[FleetDriver]) -> None:
        kinds = {kind: number for number, kind in enumerate(VehicleType)}
        self.ids = [driver.id for driver in drivers]
        places = np.radians(
            [(d.current_location.lat, d.current_location.lng) for d in drivers if d.current_location]
        )
        self.lat, self.lng = places[:, 0].copy(), places[:, 1].copy()
        self.cos_lat = np.cos(self.lat)
        self.kind = np.array([kinds[d.vehicle.type] for d in drivers])
        self.pounds = np.array([float(d.vehicle.capacity.weight) for d in drivers])
        self.feet = np.array([float(d.vehicle.capacity.volume) for d in drivers])
        hours = [d.working_hours.every_day for d in drivers]
        self.start = np.array([h.start.hour for h in hours if h])
        self.end = np.array([h.end.hour or 24 for h in hours if h])
        self.rating = np.array([80.0 if d.rating is None else float(d.rating) * 20 for d in drivers])
        self.per_mile = np.array([float(d.rates.per_mile_cents) for d in drivers])
        self.minimum = np.array([float(d.rates.minimum_fare_cents) for d in drivers])

    def top(self, request: MatchRequest, k: int) -> list[str]:
        lat, lng = math.radians(request.pickup_location.lat), math.radians(request.pickup_location.lng)
        hour = platform_time(request.now).hour
        half = (
            np.sin((self.lat - lat) / 2) ** 2
            + math.cos(lat) * self.cos_lat * np.sin((self.lng - lng) / 2) ** 2
        )
        away = 2 * RADIUS * np.arcsin(np.sqrt(half))
        load = np.maximum(float(request.weight) / self.pounds, float(request.volume) / self.feet)
        factor = float(ESTIMATE_TARIFF.multiplier(request.service_type, request.urgency))
        price = np.maximum(self.minimum, self.per_mile * float(request.trip_miles)) * factor
        estimate = np.floor(price + 0.5) + request.extra_fees_cents
        near = np.array([score for _, score in TIERS] + [0.0])[
            np.searchsorted([edge for edge, _ in TIERS], away)
        ]
        score = (
            near * 0.25
            + np.array(VEHICLES[request.service_type.value])[self.kind] * 0.2
            + np.minimum(100, 100 - 200 * (load - 0.8)) * 0.15
            + 15
            + self.rating * 0.15
            + 10 * np.minimum(1, 2 * (1 - estimate / request.max_price_cents))
        )
        out = (
            (away > float(request.max_distance_miles))
            | (load > 1)
            | (estimate > request.max_price_cents)
            | (hour < self.start)
            | (hour >= self.end)
        )
        score[out] = -1
        score = score.round(4)
        if len(score) > k:
            last = np.partition(score, len(score) - k)[len(score) - k]
            rows = np.flatnonzero((score >= last) & (score >= 0))
        else:
            rows = np.flatnonzero(score >= 0)
        ranked = sorted(
            rows.tolist(), key=lambda n: (-score[n], round(float(away[n]), 6), -self.rating[n], self.ids[n])
        )
        return [self.ids[n] for n in ranked[:k]]
