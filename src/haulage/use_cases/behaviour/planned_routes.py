"""A driver's planned route, and how far from it they were."""

from collections.abc import Sequence

import attrs

from haulage.behaviour import Fix, PlannedRoute, planned_route_of
from haulage.behaviour.fix import TRUSTED_ACCURACY_METERS
from haulage.kernel.errors import Unavailable
from haulage.kernel.recently_used import RecentlyUsed
from haulage.orders import Order
from haulage.ports.maps.routes import Routes
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage

RECENT_ORDERS = 10
"""Ours: fixes that come late belong to one of so many orders."""

REMEMBERED = 2_000
"""Routes that a process keeps; an order's is the same whenever it is asked for."""


@attrs.define(eq=False)
class PlannedRoutes:
    """The engine's routes from pickup to dropoff. One that follows no street is not measured against.

    Without *routes*, where the engine knows no streets at all, nobody is asked anything.
    """

    storage: Storage
    routes: Routes | None
    _known: RecentlyUsed[str, PlannedRoute | None] = attrs.field(
        factory=lambda: RecentlyUsed(REMEMBERED), init=False
    )

    async def measured(self, driver_id: str, fixes: Sequence[Fix]) -> list[Fix]:
        """The fixes with their distances from the route of the order that was on board then."""
        if self.routes is None:
            return list(fixes)
        trips = [
            (order, planned)
            for order in await self._loaded(driver_id, fixes)
            if (planned := await self._planned_route(order)) is not None
        ]
        return [_measured(fix, trips) for fix in fixes]

    async def _loaded(self, driver_id: str, fixes: Sequence[Fix]) -> list[Order]:
        """The driver's orders that were under way at the time of any of these fixes."""
        wanted = OrderFilter(driver_id=driver_id)
        page = await self.storage.read(lambda unit: unit.orders.list(wanted, PageRequest(RECENT_ORDERS)))
        return [order for order in page.items if any(_carried(order, fix) for fix in fixes)]

    async def _planned_route(self, order: Order) -> PlannedRoute | None:
        if order.id in self._known:
            return self._known[order.id]
        assert order.picked_up_at is not None
        assert self.routes is not None
        try:
            route = await self.routes.route(order.pickup.point, order.dropoff.point, at=order.picked_up_at)
        except Unavailable:
            return None
        planned = None if route.approximate else planned_route_of(route.polyline)
        self._known[order.id] = planned
        return planned


def _carried(order: Order, fix: Fix) -> bool:
    """From the pickup on and until the end."""
    if order.picked_up_at is None or fix.time < order.picked_up_at:
        return False
    return order.completed_at is None or fix.time <= order.completed_at


def _measured(fix: Fix, trips: Sequence[tuple[Order, PlannedRoute]]) -> Fix:
    """A position that is less accurate than a street is wide says nothing of a route."""
    if fix.accuracy_meters is not None and fix.accuracy_meters > TRUSTED_ACCURACY_METERS:
        return fix
    off = [planned.meters_off(fix.point) for order, planned in trips if _carried(order, fix)]
    return fix._replace(off_route_meters=min(off)) if off else fix
