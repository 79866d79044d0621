"""A country of drivers: a tenth in New York, the rest in fifty metropolitan areas of falling size.

Seven in ten of an area's drivers cluster around its middle (sigma five miles), the others are spread
over thirty by thirty miles. Jobs come where drivers are: nine in ten beside one, most others from an
area's rim, two in a hundred from the country.
"""

import random
from datetime import UTC, datetime, time
from typing import Any

import numpy as np

from haulage.drivers import DriverPosition
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.services import FARE_URGENCY, MatchUrgency, ServiceType
from haulage.kernel.vehicles import Capacity, Vehicle, VehicleType
from haulage.matching import FleetDriver, MatchRequest
from haulage.pricing import (
    DEMONSTRATION_TAX,
    Load,
    Trip,
    driver_extra_fees_cents,
    price_ceiling_cents,
    quote_fare,
)

NEW_YORK = (40.73, -73.95)
AREAS = 50
MILES_PER_DEGREE = 69.1
MONDAY = datetime(2026, 5, 4, 4, tzinfo=UTC)
"""Midnight in New York."""

POUNDS = {
    VehicleType.PICKUP: 1000,
    VehicleType.VAN: 1800,
    VehicleType.TRUCK: 4000,
    VehicleType.BOX_TRUCK: 8000,
}
CUBIC_FEET = {
    VehicleType.PICKUP: 50,
    VehicleType.VAN: 250,
    VehicleType.TRUCK: 500,
    VehicleType.BOX_TRUCK: 1000,
}


class SyntheticFleet:
    """The same fleet for the same size and seed."""

    def __init__(self, size: int, seed: int = 1) -> None:
        draw, country = np.random.default_rng(seed), np.random.default_rng(99)
        middles = np.vstack(
            [[NEW_YORK], np.c_[country.uniform(29, 47, AREAS), country.uniform(-122, -71, AREAS)]]
        )
        shares = 1 / np.sqrt(np.arange(1, AREAS + 1))
        area = draw.choice(AREAS + 1, size=size, p=np.r_[0.10, 0.90 * shares / shares.sum()])
        clustered = draw.random(size) < 0.7
        north, east = (
            np.where(clustered, np.clip(draw.normal(0, 5, size), -15, 15), draw.uniform(-15, 15, size))
            for _ in range(2)
        )
        self.middles, self.area = middles, area
        self.lat = middles[area, 0] + north / MILES_PER_DEGREE
        self.lng = middles[area, 1] + east / (MILES_PER_DEGREE * np.cos(np.radians(self.lat)))
        self.drivers = self._drivers(size, draw)

    def _drivers(self, size: int, draw: np.random.Generator) -> list[FleetDriver]:
        vehicles = [
            Vehicle(
                kind,
                "Ford",
                "F",
                2020,
                Capacity(POUNDS[kind] * tenths // 10, CUBIC_FEET[kind] * tenths // 10),
            )
            for kind in VehicleType
            for tenths in (8, 9, 10, 11, 12)
        ]
        kinds = draw.choice(4, size=size, p=[0.35, 0.3, 0.2, 0.15]) * 5 + draw.integers(0, 5, size)
        hours = {
            (start, end): WorkingHours(every_day=HoursRange(time(start), time(end % 24)))
            for start in range(5, 11)
            for end in range(16, 25)
        }
        columns: list[Any] = [
            self.lat.tolist(),
            self.lng.tolist(),
            kinds.tolist(),
            np.clip(draw.normal(4.6, 0.25, size), 3, 5).round(2).tolist(),
            draw.integers(0, 600, size).tolist(),
            draw.integers(5, 11, size).tolist(),
            draw.integers(16, 25, size).tolist(),
            draw.integers(150, 351, size).tolist(),
            (draw.integers(15, 41, size) * 100).tolist(),
        ]
        return [
            FleetDriver(
                id=f"d{number:07d}",
                vehicle=vehicles[kind],
                working_hours=hours[start, end],
                rates=DriverRates(per_mile, minimum),
                rating=rating,
                total_jobs=jobs,
                is_online=True,
                is_available=True,
                is_approved=True,
                current_location=Point(lat, lng),
                located_at=MONDAY,
            )
            for number, (lat, lng, kind, rating, jobs, start, end, per_mile, minimum) in enumerate(
                zip(*columns, strict=True)
            )
        ]

    def requests(self, count: int, seed: int = 7) -> list[MatchRequest]:
        chance = random.Random(seed)
        return [self._request(chance) for _ in range(count)]

    def _request(self, chance: random.Random) -> MatchRequest:
        near = chance.randrange(len(self.lat))
        lat, lng = self.middles[self.area[near]]
        manner = chance.random()
        if manner < 0.90:
            lat, lng = self.lat[near] + chance.gauss(0, 0.02), self.lng[near] + chance.gauss(0, 0.02)
        elif manner < 0.98:
            lat, lng = (
                lat + chance.choice((-1, 1)) * chance.uniform(0.19, 0.25),
                lng + chance.uniform(-0.25, 0.25),
            )
        else:
            lat, lng = lat + chance.uniform(0.35, 0.5), lng + chance.uniform(-0.2, 0.2)
        service = chance.choices(tuple(ServiceType), (6, 3, 1))[0]
        is_move = service is ServiceType.MOVING
        pounds = round(chance.uniform(200, 3000) if is_move else chance.uniform(5, 200), 1)
        feet = pounds * (0.12 if is_move else 0.06)
        item = Item("load", pounds, Dimensions(24, 24, round(3 * feet, 2)))
        urgency = chance.choice(tuple(MatchUrgency))
        miles = round(chance.uniform(1, 18), 2)
        load = Load(weight_pounds=item.weight)
        trip = Trip(service, miles, round(miles / 25 * 60, 1), FARE_URGENCY[urgency], load)
        fare = quote_fare(trip, tax=DEMONSTRATION_TAX)
        return MatchRequest(
            service_type=service,
            pickup_location=Point(float(lat), float(lng)),
            trip_miles=miles,
            max_price_cents=price_ceiling_cents(service, fare.subtotal_cents),
            now=MONDAY.replace(hour=4 + chance.randint(7, 19)),
            items=(item,),
            urgency=urgency,
            extra_fees_cents=driver_extra_fees_cents(load),
        )

    def moves(self, count: int, seed: int = 5) -> list[DriverPosition]:
        """A report of *count* drivers about a hundred yards from where they were."""
        draw = np.random.default_rng(seed)
        who = draw.choice(len(self.lat), size=count, replace=count > len(self.lat))
        lat = (self.lat[who] + draw.normal(0, 0.001, count)).tolist()
        lng = (self.lng[who] + draw.normal(0, 0.001, count)).tolist()
        at = MONDAY.replace(second=1)
        return [
            DriverPosition(self.drivers[n].id, Point(a, b), at)
            for n, a, b in zip(who.tolist(), lat, lng, strict=True)
        ]
