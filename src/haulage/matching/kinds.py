"""Drivers of one kind: what decides, before place, load and price, whether they can be had at all.

A fleet has few kinds, so an index keeps a small number with each driver and works a kind out once
for many requests.
"""

import attrs

from haulage.kernel.recently_used import RecentlyUsed
from haulage.kernel.vehicles import VehicleType
from haulage.matching.driver import FleetDriver
from haulage.matching.policy import FULL_MARKS, MatchPolicy
from haulage.matching.request import MatchRequest

EXCLUDED = -1e9
"""Points of a kind that cannot take the request: no other factor makes up for it."""

MAX_TABLES = 64


@attrs.frozen
class Kind:
    """Vehicle type, hours, standing and equipment: two drivers with the same are interchangeable."""

    vehicle: VehicleType
    open_hours: int
    ready_now: bool
    is_approved: bool
    offers: frozenset[str]
    works_with_helper: bool


def kind_of(driver: FleetDriver) -> Kind:
    return Kind(
        driver.vehicle.type,
        driver.open_hours,
        driver.ready_now,
        driver.is_approved,
        driver.offers,
        driver.works_with_helper,
    )


class KindPoints(dict[int, float]):
    """Kind number to vehicle and availability points for one sort of request, filled in as asked."""

    def __init__(self, kinds: list[Kind], request: MatchRequest, policy: MatchPolicy) -> None:
        super().__init__()
        self._kinds = kinds
        self._scheduled, self._hour = request.is_scheduled, request.week_hour
        self._required, self._needs_helper = request.required, request.needs_helper
        weights = policy.weights
        self._points = {
            vehicle: float(weights.vehicle_match * points + weights.availability * FULL_MARKS)
            for vehicle, points in policy.vehicle_points[request.service_type].items()
        }

    def __missing__(self, number: int) -> float:
        kind = self._kinds[number]
        fits = (
            (kind.is_approved if self._scheduled else kind.ready_now)
            and kind.open_hours >> self._hour & 1
            and self._required <= kind.offers
            and (kind.works_with_helper or not self._needs_helper)
        )
        points = self[number] = self._points[kind.vehicle] if fits else EXCLUDED
        return points


class Kinds:
    """Numbers for the kinds of one fleet, and the points of each for the requests lately seen."""

    def __init__(self, policy: MatchPolicy) -> None:
        self._policy = policy
        self._numbers: dict[Kind, int] = {}
        self._kinds: list[Kind] = []
        self._tables: RecentlyUsed[object, KindPoints] = RecentlyUsed(MAX_TABLES)

    def __len__(self) -> int:
        return len(self._kinds)

    @property
    def all(self) -> list[Kind]:
        """The kinds by their numbers."""
        return self._kinds

    def number(self, driver: FleetDriver) -> int:
        kind = kind_of(driver)
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = len(self._kinds)
            self._kinds.append(kind)
        return number

    def points(self, request: MatchRequest) -> KindPoints:
        kind_key = (
            request.service_type,
            request.is_scheduled,
            request.week_hour,
            request.required,
            request.needs_helper,
        )
        table = self._tables.get(kind_key)
        if table is None:
            table = self._tables[kind_key] = KindPoints(self._kinds, request, self._policy)
        return table
