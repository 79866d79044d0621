"""Who has a part in a payment, and so decides nothing about it."""

from haulage.kernel.actor import Actor
from haulage.kernel.own_case import require_another
from haulage.ports.storage.unit_of_work import UnitOfWork


async def require_another_than_its_parties(unit: UnitOfWork, actor: Actor, payment_id: str | None) -> None:
    """Raises ``OwnCase`` for who paid, and for who drove."""
    payment = await unit.payments.get(payment_id) if payment_id else None
    order = await unit.orders.get(payment.order_id) if payment else None
    if order is not None:
        require_another(actor, order.customer_id, driver_id=order.driver_id)
