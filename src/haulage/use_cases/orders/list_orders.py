"""Read one order, or list many."""

import attrs

from haulage.claims import CLAIMABLE_WITHIN, ClaimKind
from haulage.drivers import require_may_work
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.drivers.own_driver import own_profile
from haulage.services.orders.visible_order import visible_order

FOLLOWED_AFTERWARDS = CLAIMABLE_WITHIN[ClaimKind.NOT_DELIVERED]
"""Ours: as long as customers can say that nothing arrived, drivers can bring proofs, and people decide."""


@attrs.frozen
class SeeOrder:
    """One order, for its customer, its driver and admins."""

    storage: Storage

    async def __call__(self, actor: Actor, order_id: str) -> Order:
        return await self.storage.read(lambda unit: visible_order(unit, actor, order_id))

    async def id_of(self, number: int) -> str:
        """The id of the order with this public number; who may see it is decided by what is done with it.
        Raises ``NotFound``."""
        order = await self.storage.read(lambda unit: unit.orders.get_by_number(number))
        if order is None:
            raise NotFound("Order")
        return order.id


@attrs.frozen
class ListOrders:
    """Orders, narrowed to what the actor may see (ORD-05 to ORD-07)."""

    storage: Storage

    async def __call__(self, actor: Actor, wanted: OrderFilter, page: PageRequest) -> Page[Order]:
        """Customers see their own and drivers theirs; only admins see everybody's.

        Open orders hold addresses and telephone numbers: only approved drivers see them (OP-25).
        """
        narrowed = self._narrow(actor, wanted)

        async def query(unit: UnitOfWork) -> Page[Order]:
            if narrowed.available:
                require_may_work(await own_profile(unit, actor))
            return await unit.orders.list(narrowed, page)

        return await self.storage.read(query)

    def _narrow(self, actor: Actor, wanted: OrderFilter) -> OrderFilter:
        authorize(actor, Action.LIST_ORDERS)
        if wanted.text is not None:
            authorize(actor, Action.LIST_ALL_ORDERS)  # a search looks into what others may not know
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
