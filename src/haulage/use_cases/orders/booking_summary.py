"""A customer's bookings: each order with its driver, and four figures."""

import attrs

from haulage.claims import Claim, claim_to_show
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Unauthenticated
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderStatus
from haulage.orders.views import View
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_views import views_for


@attrs.frozen
class BookedOrder:
    """An order and whom the customer meets (ORD-15), as far as ``view`` shows them. ``claim`` is the problem
    that they reported, of several the one to be shown."""

    order: Order
    view: View
    driver: DriverProfile | None
    claim: Claim | None


@attrs.frozen
class BookedFigures:
    """``active`` counts orders in progress (OP-96), ``upcoming`` those that are paid and have not begun;
    ``spent_cents`` was paid and not refunded (OP-36)."""

    active: int
    upcoming: int
    completed: int
    spent_cents: Cents


@attrs.frozen
class BookedOrders:
    """One's own bookings, whatever else one is: admins and drivers see no more here than customers."""

    storage: Storage

    async def __call__(self, actor: Actor, page: PageRequest) -> Page[BookedOrder]:
        """Newest first."""
        customer_id = _customer(actor)

        async def query(unit: UnitOfWork) -> Page[BookedOrder]:
            found = await unit.orders.list(OrderFilter(customer_id=customer_id), page)
            ids = {order.driver_id for order in found.items if order.driver_id is not None}
            drivers = {driver_id: await unit.drivers.get(driver_id) for driver_id in ids}
            views = await views_for(unit, actor, found.items)
            claims = await unit.claims.of_orders([order.id for order in found.items])
            booked = [
                BookedOrder(
                    order,
                    views[order.id],
                    drivers[order.driver_id] if order.driver_id else None,
                    claim_to_show(claims.get(order.id, ())),
                )
                for order in found.items
            ]
            return Page(booked, found.next)

        return await self.storage.read(query)

    async def figures(self, actor: Actor) -> BookedFigures:
        """Over all of one's bookings (ORD-14)."""
        customer_id = _customer(actor)

        async def query(unit: UnitOfWork) -> BookedFigures:
            counts = await unit.orders.count_by_status(OrderFilter(customer_id=customer_id, is_paid=True))
            upcoming = counts[OrderStatus.PENDING] + counts[OrderStatus.ASSIGNED]
            spent = await unit.payments.spent_by(customer_id)
            active, completed = counts[OrderStatus.IN_PROGRESS], counts[OrderStatus.COMPLETED]
            return BookedFigures(active, upcoming, completed, spent)

        return await self.storage.read(query)


def _customer(actor: Actor) -> str:
    """A filter without a customer would list everybody's orders."""
    authorize(actor, Action.LIST_ORDERS)
    if actor.user_id is None:
        raise Unauthenticated
    return actor.user_id
