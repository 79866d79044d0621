"""A customer's next order, in the few words that a header has room for."""

from datetime import datetime

import attrs

from haulage.drivers import DriverPosition
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, next_order
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.orders.tracking import Live, TrackOrder, seen_position

MOST_OPEN = 20
"""Ours: so many open orders are looked at. Nobody waits for more drivers than that at a time."""


@attrs.frozen
class NextOrder:
    """``order`` is the next of ``open`` orders, or else the latest that has ended; None without any.

    ``live`` belongs to it, and is None once it has ended.
    """

    as_of: datetime
    open: int
    order: Order | None = None
    live: Live | None = None


@attrs.frozen
class SeeNextOrder:
    """One's own, whatever else one is. What nobody has paid for does not count: no driver comes for it."""

    storage: Storage
    clock: Clock
    track: TrackOrder

    async def __call__(self, actor: Actor) -> NextOrder:
        authorize(actor, Action.LIST_ORDERS)
        if actor.user_id is None:
            raise Unauthenticated
        customer_id, now = actor.user_id, self.clock.now()

        async def query(unit: UnitOfWork) -> tuple[int, Order | None, DriverPosition | None]:
            wanted = OrderFilter(customer_id=customer_id, is_paid=True)
            page = await unit.orders.list(attrs.evolve(wanted, is_open=True), PageRequest(MOST_OPEN, None))
            order = next_order(page.items)
            if order is not None:
                return len(page.items), order, await seen_position(unit, order)
            latest = await unit.orders.list(wanted, PageRequest(1, None))
            return 0, next(iter(latest.items), None), None

        open_orders, order, position = await self.storage.read(query)
        live = await self.track.live_at(order, position, now) if order and not order.is_final else None
        return NextOrder(now, open_orders, order, live)
