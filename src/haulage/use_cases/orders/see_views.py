"""See what an actor is shown of orders that were read already."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.orders.views import View
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.orders.order_views import plain_view, views_for


@attrs.frozen
class SeeViews:
    """Views of orders that somebody has been given already."""

    storage: Storage

    async def __call__(self, actor: Actor, orders: Sequence[Order]) -> Mapping[str, View]:
        """By the order's id."""
        if not any(plain_view(actor, order, calls_enabled=True).calls_other for order in orders):
            return {order.id: plain_view(actor, order) for order in orders}
        return await self.storage.read(lambda unit: views_for(unit, actor, orders))

    async def one(self, actor: Actor, order: Order) -> View:
        """Of a single order."""
        return (await self(actor, [order]))[order.id]
