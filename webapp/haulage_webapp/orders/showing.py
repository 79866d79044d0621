"""Answers that show one order, each by its reader's view."""

from collections.abc import Callable

from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.services.orders.order_views import plain_view
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.orders import OrderOut
from haulage_webapp.idempotency import KeyedRequest, Reply


async def shown_order(marketplace: Marketplace, actor: Actor, order: Order) -> OrderOut:
    """The order as the actor may see it now."""
    return OrderOut.of(order, await marketplace.orders.see_views.one(actor, order))


def order_reply(keyed_request: KeyedRequest, status: int = 200) -> Callable[[Order], Reply]:
    """Writes the stored reply of a step that leaves the order changed. Whenever it is given again, it is
    narrowed to what its caller may see then."""

    def write(order: Order) -> Reply:
        return Reply.of(
            status, OrderOut.of(order, plain_view(keyed_request.actor, order, calls_enabled=True))
        )

    return write
