"""Reading orders: one, many, and one as it happens."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import TypeAlias

import attrs

from haulage.drivers import DriverNotApproved
from haulage.kernel.errors import Forbidden, NotFound
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.orders import Order, OrderEvent
from haulage.ports.events import OrderBells
from haulage.ports.storage import OrderFilter, Page, PageRequest, Storage, UnitOfWork
from haulage.use_cases.drivers.own_driver import own_profile

EVENT_BATCH = 100
LOOK_AGAIN_SECONDS = 2.0
"""Ours: a ring may be lost between processes, so the log is read this often at the least."""


@attrs.frozen
class SeeOrder:
    """One order, for its customer, its driver and admins."""

    storage: Storage

    async def __call__(self, actor: Actor, order_id: str) -> Order:
        return await self.storage.read(lambda unit: visible_order(unit, actor, order_id))


async def visible_order(unit: UnitOfWork, actor: Actor, order_id: str, what: str = "Order") -> Order:
    """The order, or ``NotFound`` by the name *what* when it is missing or none of the actor's business."""
    order = await unit.orders.get(order_id)
    facts = Facts(
        what,
        owner_id=order.customer_id if order else None,
        driver_id=order.driver_id if order else None,
    )
    authorize(actor, Action.SEE_ORDER, facts)
    if order is None:
        raise NotFound(what)
    return order


@attrs.frozen
class ListOrders:
    """Orders, narrowed to what the actor may see (ORD-05 to ORD-07)."""

    storage: Storage

    async def __call__(self, actor: Actor, wanted: OrderFilter, page: PageRequest) -> Page[Order]:
        """Customers see their own and drivers theirs; only admins see everybody's.

        Open orders hold addresses and telephone numbers: only approved drivers see them (OP-25).
        """
        narrowed = self._narrow(actor, wanted)

        async def look(unit: UnitOfWork) -> Page[Order]:
            if narrowed.available and not (await own_profile(unit, actor)).is_approved:
                raise DriverNotApproved
            return await unit.orders.list(narrowed, page)

        return await self.storage.read(look)

    def _narrow(self, actor: Actor, wanted: OrderFilter) -> OrderFilter:
        authorize(actor, Action.LIST_ORDERS)
        if wanted.available:
            authorize(actor, Action.LIST_AVAILABLE_ORDERS)
            return OrderFilter(service_type=wanted.service_type, available=True, open_to=actor.driver_id)
        if actor.is_admin:
            authorize(actor, Action.LIST_ALL_ORDERS)
            return wanted
        if wanted.driver_id is not None:
            if wanted.driver_id != actor.driver_id:
                raise Forbidden
            return wanted
        if wanted.customer_id not in (None, actor.user_id):
            raise Forbidden
        return attrs.evolve(wanted, customer_id=actor.user_id)


See: TypeAlias = Callable[[UnitOfWork], Awaitable[Order]]
"""The order, for somebody who may see it; raises for others."""


async def _at_once() -> None:
    """Nothing has to be asked before the next look."""


@attrs.frozen
class FollowOrder:
    """An order's events, from a sequence number on, until the order has ended."""

    storage: Storage
    bells: OrderBells
    look_again_seconds: float = LOOK_AGAIN_SECONDS

    async def __call__(
        self,
        actor: Actor,
        order_id: str,
        after: int = 0,
        *,
        renew: Callable[[], Awaitable[Actor]] | None = None,
    ) -> AsyncIterator[Sequence[OrderEvent]]:
        """Yield batches as they happen; an empty batch says that nothing has for a while.

        Who may see the order is decided again for every batch, and with *renew* who asks as well, so
        that losing the right or the session ends the stream with a refusal.
        """
        asking = _Asking(actor, order_id, renew)
        async for events in self.as_seen(order_id, asking.see, after, asking.again):
            yield events

    async def as_seen(
        self, order_id: str, see: See, after: int = 0, before_next: Callable[[], Awaitable[None]] = _at_once
    ) -> AsyncIterator[Sequence[OrderEvent]]:
        """The same for whoever *see* shows the order to; what it raises ends the stream."""
        await self.storage.read(see)
        async with self.bells.listen(order_id) as bell:
            while True:
                order, events = await self.storage.read(partial(_news, see=see, after=after))
                if events:
                    after = events[-1].sequence
                yield events
                if order.is_final and len(events) < EVENT_BATCH:
                    return
                if len(events) < EVENT_BATCH:
                    await bell.wait(self.look_again_seconds)
                await before_next()


class _Asking:
    """Somebody who may see the order, asked again who they are as often as they look."""

    def __init__(self, actor: Actor, order_id: str, renew: Callable[[], Awaitable[Actor]] | None) -> None:
        self._actor = actor
        self._order_id = order_id
        self._renew = renew

    async def see(self, unit: UnitOfWork) -> Order:
        return await visible_order(unit, self._actor, self._order_id)

    async def again(self) -> None:
        if self._renew is not None:
            self._actor = await self._renew()


async def _news(unit: UnitOfWork, see: See, after: int) -> tuple[Order, Sequence[OrderEvent]]:
    order = await see(unit)
    return order, await unit.orders.events_after(order.id, after, EVENT_BATCH)
