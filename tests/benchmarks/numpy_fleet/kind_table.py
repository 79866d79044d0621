"""Points of every kind of driver as one array for a request."""

import numpy as np

from haulage.kernel.recently_used import RecentlyUsed
from haulage.kernel.vehicles import VehicleType
from haulage.matching import FleetDriver, MatchPolicy, MatchRequest
from haulage.matching.kinds import EXCLUDED, MAX_TABLES, Kind, Kinds
from haulage.matching.policy import FULL_MARKS

from .cell_store import Floats

BYTES_A_WEEK = 21
VEHICLES = {vehicle: number for number, vehicle in enumerate(VehicleType)}


class KindTable:
    """Like :class:`haulage.matching.kinds.Kinds`, with whole tables worked out in a few calls."""

    def __init__(self, policy: MatchPolicy) -> None:
        self._policy = policy
        self._kinds = Kinds(policy)
        self._vehicles = np.empty(0, np.int8)
        self._open_hours = np.empty((0, BYTES_A_WEEK), np.uint8)
        self._ready_now = np.empty(0, np.bool_)
        self._is_approved = np.empty(0, np.bool_)
        self._tables: RecentlyUsed[object, Floats] = RecentlyUsed(MAX_TABLES)

    def number(self, driver: FleetDriver) -> int:
        return self._kinds.number(driver)

    def points(self, request: MatchRequest) -> Floats:
        """What vehicle and availability bring, by kind number; a kind that does not fit is ruled out."""
        asked = (request.service_type, request.is_scheduled, request.week_hour, request.required)
        table = self._tables.get(asked)
        if table is None or len(table) < len(self._kinds):
            self._take_over_new_kinds()
            table = self._tables[asked] = self._table(request)
        return table

    def _table(self, request: MatchRequest) -> Floats:
        weights, by_vehicle = self._policy.weights, self._policy.vehicle_points[request.service_type]
        points = np.array(
            [
                float(weights.vehicle_match * by_vehicle[vehicle] + weights.availability * FULL_MARKS)
                for vehicle in VEHICLES
            ]
        )
        at_work = self._open_hours[:, request.week_hour // 8] >> (request.week_hour % 8) & 1
        fits = (at_work == 1) & (self._is_approved if request.is_scheduled else self._ready_now)
        if request.required:
            fits &= np.fromiter(
                (request.required <= kind.offers for kind in self._kinds.all), np.bool_, len(fits)
            )
        return np.where(fits, points.take(self._vehicles), EXCLUDED)

    def _take_over_new_kinds(self) -> None:
        fresh = self._kinds.all[len(self._vehicles) :]
        if not fresh:
            return
        self._vehicles = np.concatenate(
            [self._vehicles, np.array([VEHICLES[kind.vehicle] for kind in fresh], np.int8)]
        )
        self._open_hours = np.concatenate([self._open_hours, np.stack([_hours(kind) for kind in fresh])])
        self._ready_now = np.concatenate([self._ready_now, [kind.ready_now for kind in fresh]])
        self._is_approved = np.concatenate([self._is_approved, [kind.is_approved for kind in fresh]])


def _hours(kind: Kind) -> "np.typing.NDArray[np.uint8]":
    week = kind.open_hours & (1 << 8 * BYTES_A_WEEK) - 1
    return np.frombuffer(week.to_bytes(BYTES_A_WEEK, "little"), np.uint8)
