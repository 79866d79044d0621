"""Estimates of drivers' arrivals by the routing engine, cached while they hold."""

from datetime import datetime, timedelta

import attrs

from haulage.drivers import DriverPosition
from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point, great_circle_miles, quick_minutes
from haulage.kernel.measures import METERS_PER_MILE
from haulage.kernel.recently_used import RecentlyUsed
from haulage.orders import Order, Stop
from haulage.ports.maps.routes import Route, Routes

QUICK_ENGINE = "quick-estimate"

REFRESH_AFTER = timedelta(seconds=15)
"""Ours: how often the engine is asked again for a driver who moves; each question may cost money."""

MAX_ENTRIES = 2_000
"""Ours: forecasts cached by one process; those asked for longest ago are dropped first."""


@attrs.frozen
class Arrival:
    """When the driver gets to a stop, by the route from their last position."""

    stop: Stop
    at: datetime
    estimated_at: datetime
    route: Route


@attrs.define
class Forecasts:
    """One process's cache of routes and arrivals of the orders that somebody watches.

    They are shown and never charged for, so where the engine fails the quick estimate over the
    straight line stands in (OP-63). *speed* is how many times as fast as the road the drivers of a
    demonstration go; elsewhere it is 1.
    """

    routes: Routes
    speed: float = 1.0
    _trips: RecentlyUsed[str, Route] = attrs.field(init=False)
    _arrivals: RecentlyUsed[str, Arrival] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._trips, self._arrivals = RecentlyUsed(MAX_ENTRIES), RecentlyUsed(MAX_ENTRIES)

    async def trip(self, order: Order) -> Route:
        """The route from pickup to dropoff."""
        known = self._trips.get(order.id)
        if known is not None:
            return known
        found = await self._route(order.pickup.point, order.dropoff.point, order.created_at)
        if found.engine != QUICK_ENGINE:
            self._trips[order.id] = found
        return found

    async def arrival(self, order: Order, stop: Stop, position: DriverPosition, now: datetime) -> Arrival:
        """The instant counts down by itself between two estimates; a driver who moves is estimated anew."""
        known = self._known_arrival(order, stop, position, now)
        if known is not None:
            return known
        route = await self._route(position.point, _point_of(order, stop), now)
        fresh = Arrival(stop, position.at + self._lasting(route.duration_seconds), now, route)
        self._arrivals[order.id] = fresh
        return fresh

    async def arrival_time(
        self, order: Order, stop: Stop, position: DriverPosition, now: datetime
    ) -> datetime:
        """Only when they get there, for which no line is drawn: nobody looks at it."""
        known = self._known_arrival(order, stop, position, now)
        if known is not None:
            return known.at
        target = _point_of(order, stop)
        try:
            seconds = (await self.routes.leg(position.point, target, at=now)).duration_seconds
        except Unavailable:
            seconds = quick_route(position.point, target).duration_seconds
        return position.at + self._lasting(seconds)

    def _known_arrival(
        self, order: Order, stop: Stop, position: DriverPosition, now: datetime
    ) -> Arrival | None:
        known = self._arrivals.get(order.id)
        if known is None or known.stop is not stop or _is_outdated(known, position, now):
            return None
        return known

    def _lasting(self, seconds: int) -> timedelta:
        return timedelta(seconds=seconds / self.speed)

    async def _route(self, start: Point, end: Point, at: datetime) -> Route:
        try:
            return await self.routes.route(start, end, at=at)
        except Unavailable:
            return quick_route(start, end)


def quick_route(start: Point, end: Point) -> Route:
    """The straight line at the quick speed, for display only (OP-99)."""
    miles = great_circle_miles(start, end)
    return Route(
        distance_meters=round(miles * float(METERS_PER_MILE)),
        duration_seconds=quick_minutes(miles) * 60,
        engine=QUICK_ENGINE,
        polyline=(start, end),
        approximate=True,
    )


def _point_of(order: Order, stop: Stop) -> Point:
    return (order.pickup if stop is Stop.PICKUP else order.dropoff).point


def _is_outdated(known: Arrival, position: DriverPosition, now: datetime) -> bool:
    return position.at > known.estimated_at and now - known.estimated_at >= REFRESH_AFTER
