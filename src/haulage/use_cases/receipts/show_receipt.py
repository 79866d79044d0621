"""Show a receipt, and the confirmation of a payment (PAY-17, PAY-20 to PAY-22)."""

from datetime import datetime, timedelta

import attrs

from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order
from haulage.orders.views import View
from haulage.payments import Payment
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts import Receipt
from haulage.services.drivers.driver_of_order import driver_of
from haulage.services.orders.order_views import view_for


@attrs.frozen
class ReceiptShown:
    """A receipt, with what has become of its payment since."""

    receipt: Receipt
    payment: Payment


@attrs.frozen
class Confirmation:
    """What a customer sees after paying, of the order as ``view`` shows it.

    ``pickup_at`` and ``delivery_at`` are foreseen while they lie ahead; each is None where nothing is known
    yet.
    """

    receipt: Receipt
    payment: Payment
    order: Order
    view: View
    driver: DriverProfile | None
    pickup_at: datetime | None
    delivery_at: datetime | None

    @property
    def pickup_until(self) -> datetime | None:
        """The end of the arrival window that begins at ``pickup_at``, until the pickup."""
        return self.order.scheduled_until if self.order.picked_up_at is None else None


def visible(actor: Actor, receipt: Receipt | None, what: str = "Receipt") -> Receipt:
    """The receipt, or ``NotFound`` by the name *what* when it is missing or none of the actor's business."""
    owner = receipt.customer_id if receipt else None
    authorize(actor, Action.SEE_RECEIPT, Facts(what, owner_id=owner))
    if receipt is None:
        raise NotFound(what)
    return receipt


async def shown(unit: UnitOfWork, actor: Actor, receipt_id: str) -> ReceiptShown:
    """Raises ``NotFound`` with 'Receipt not found' (PAY-20)."""
    return await with_payment(unit, visible(actor, await unit.receipts.get(receipt_id)))


async def with_payment(unit: UnitOfWork, receipt: Receipt) -> ReceiptShown:
    """A receipt that may be shown, with its payment as it is now."""
    payment = await unit.payments.get(receipt.payment_id)
    if payment is None:
        raise NotFound("Receipt")
    return ReceiptShown(receipt, payment)


@attrs.frozen
class SeeReceipt:
    """One receipt, for its customer and admins."""

    storage: Storage

    async def __call__(self, actor: Actor, receipt_id: str) -> ReceiptShown:
        return await self.storage.read(lambda unit: shown(unit, actor, receipt_id))


@attrs.frozen
class SeeConfirmation:
    """The confirmation of a payment by its id, for its customer and admins (PAY-21)."""

    storage: Storage

    async def __call__(self, actor: Actor, confirmation_id: str) -> Confirmation:
        """Raises ``NotFound`` with 'Confirmation not found'."""

        async def query(unit: UnitOfWork) -> Confirmation:
            receipt = visible(actor, await unit.receipts.of_confirmation(confirmation_id), "Confirmation")
            payment = await unit.payments.get(receipt.payment_id)
            order = await unit.orders.get(receipt.order_id)
            if payment is None or order is None:
                raise NotFound("Confirmation")
            driver = await driver_of(unit, order)
            view = await view_for(unit, actor, order)
            return Confirmation(receipt, payment, order, view, driver, *_foreseen(order))

        return await self.storage.read(query)


def _foreseen(order: Order) -> tuple[datetime | None, datetime | None]:
    """Pickup and delivery: as they were, or as they are expected by the journey's estimate."""
    latest = order.picked_up_at or order.pickup_due_at or order.scheduled_time
    is_window = order.picked_up_at is None and order.scheduled_until is not None
    pickup = order.scheduled_time if is_window else latest
    if order.completed_at is not None or latest is None:
        return pickup, order.completed_at
    return pickup, latest + timedelta(minutes=order.estimated_minutes)
