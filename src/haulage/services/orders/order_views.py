"""Views of orders for an actor, with what must be looked up for them (:mod:`haulage.orders.views`)."""

from collections.abc import Sequence

from haulage.kernel.actor import Actor, Role
from haulage.orders import Order
from haulage.orders.views import PlaceForm, Reader, View, reader_of, view_of
from haulage.ports.storage.unit_of_work import UnitOfWork

NOTHING_KNOWN = View(Reader.STRANGER, places=PlaceForm.AREA)
"""Of an order that is there no more."""


def plain_view(actor: Actor, order: Order, *, calls_enabled: bool = False) -> View:
    """What the actor is shown, where it is known already whether the other side wants to be called."""
    is_operator = actor.is_admin or actor.role is Role.SYSTEM
    reader = reader_of(order, user_id=actor.user_id, driver_id=actor.driver_id, is_admin=is_operator)
    return view_of(reader, order, calls_enabled=calls_enabled, driver_id=actor.driver_id)


async def view_for(unit: UnitOfWork, actor: Actor, order: Order) -> View:
    """What the actor is shown of an order as it was just read."""
    best = plain_view(actor, order, calls_enabled=True)
    if not best.calls_other:
        return best
    other = await _other_user(unit, best, order)
    preferences = await unit.preferences.get(other) if other else None
    return plain_view(actor, order, calls_enabled=preferences is None or preferences.calls_enabled)


async def views_for(unit: UnitOfWork, actor: Actor, orders: Sequence[Order]) -> dict[str, View]:
    """The same for several, by the order's id."""
    return {order.id: await view_for(unit, actor, order) for order in orders}


async def _other_user(unit: UnitOfWork, view: View, order: Order) -> str | None:
    if view.reader is not Reader.CUSTOMER:
        return order.customer_id
    driver = await unit.drivers.get(order.driver_id) if order.driver_id else None
    return driver.user_id if driver else None
