"""Read an order that the actor may see; others look as if they did not exist."""

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork


async def visible_order(unit: UnitOfWork, actor: Actor, order_id: str, what: str = "Order") -> Order:
    """The order, or ``NotFound`` by the name *what* when it is missing or none of the actor's business."""
    return shown_to(actor, await unit.orders.get(order_id), what)


def shown_to(actor: Actor, order: Order | None, what: str = "Order") -> Order:
    """An order that was just read, or ``NotFound`` likewise."""
    facts = Facts(
        what,
        owner_id=order.customer_id if order else None,
        driver_id=order.driver_id if order else None,
    )
    authorize(actor, Action.SEE_ORDER, facts)
    if order is None:
        raise NotFound(what)
    return order
