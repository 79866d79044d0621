"""The customer's delivery PIN: requested by them, shown only to them, and checked at the door."""

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import IllegalMove, NotFound
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PIN_DIGITS, DeliveryPin


@attrs.frozen
class ShownPin:
    """``code`` is for the customer alone."""

    code: str | None = attrs.field(repr=False)
    is_given: bool
    tries_left: int


@attrs.frozen
class DeliveryPins:
    """Issues and removes an order's PIN.

    Asked again there is a new one, with all its tries.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens

    async def ask(self, actor: Actor, order_id: str) -> ShownPin:
        """Raises ``NotFound``, or ``IllegalMove`` once the order has ended."""
        now, code = self.clock.now(), self.identifiers.digits(PIN_DIGITS)
        sealed = await self.tokens.seal(code)

        async def work(unit: UnitOfWork) -> DeliveryPin:
            order = await _own(unit, actor, order_id, Action.ASK_FOR_PIN)
            await unit.proofs.forget_pin(order.id)
            pin = DeliveryPin(order.id, sealed, now)
            await unit.proofs.add_pin(pin)
            unit.notify(order_topic(order.id))
            return pin

        pin = await self.storage.write(work)
        return await self.shown(pin, with_code=True)

    async def drop(self, actor: Actor, order_id: str) -> None:
        """The delivery ends without one; where there is none nothing happens.

        Raises ``OwnCase`` for an administrator who drives the order: the PIN is what they are asked for.
        """

        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            order = await _own(unit, actor, order_id, Action.DROP_PIN)
            require_another(actor, driver_id=order.driver_id)
            if not await unit.proofs.forget_pin(order.id):
                return
            await unit.audit.append(
                AuditEvent(AuditAction.DELIVERY_PIN_DROPPED, actor, now, "order", order.id)
            )
            unit.notify(order_topic(order.id))

        await self.storage.write(work)

    async def shown(self, pin: DeliveryPin, *, with_code: bool) -> ShownPin:
        code = await self.tokens.unseal(pin.sealed_code) if with_code else None
        return ShownPin(code, not pin.is_awaited, pin.tries_left)


async def _own(unit: UnitOfWork, actor: Actor, order_id: str, action: Action) -> Order:
    order = await unit.orders.get(order_id)
    authorize(actor, action, Facts("Order", owner_id=order.customer_id if order else None))
    if order is None:
        raise NotFound("Order")
    if order.is_final:
        raise IllegalMove("order", order.status, "have_a_pin")
    return order
