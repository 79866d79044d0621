"""An administrator gives an order to another driver."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, Deed
from haulage.dispatch import STANDARD_OFFER_TERMS, OfferKind, OfferTerms
from haulage.drivers import DriverNotApproved
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, Actor, authorize
from haulage.orders import Order, OrderEventType
from haulage.orders.order import reassign
from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.dispatching.fitness import require_fit
from haulage.use_cases.dispatching.offering import hold_for
from haulage.use_cases.once import Once, write_once
from haulage.use_cases.orders.order_log import save_with_event

MAX_REASON_LENGTH = 500


@attrs.frozen
class ReassignOrder:
    """Until the goods are on board. The customer pays the same, is told, and may cancel free of charge
    (OP-23, OP-25); the driver has to accept it like any other."""

    storage: Storage
    clock: Clock
    bells: OrderBells
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self, actor: Actor, order_id: str, driver_id: str, reason: str, once: Once[Order] | None = None
    ) -> Order:
        """Raises ``NotFound``, ``InvalidInput``, ``DriverNotApproved``, ``DriverBusy``, ``VehicleTooSmall``,
        ``AlreadyPickedUp``, ``OrderNotPaid`` or ``IllegalMove``."""
        authorize(actor, Action.REASSIGN_ORDER)
        if not reason.strip() or len(reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
        now = self.clock.now()
        order = await write_once(
            self.storage, once, lambda unit: self._give(unit, actor, order_id, driver_id, reason, now), now
        )
        await self.bells.ring(order.id)
        return order

    async def _give(
        self, unit: UnitOfWork, actor: Actor, order_id: str, driver_id: str, reason: str, now: datetime
    ) -> Order:
        order = await unit.orders.get(order_id)
        if order is None:
            raise NotFound("Order")
        given = reassign(order, driver_id, now)
        for locked in sorted({driver_id, order.driver_id or driver_id}):
            await unit.drivers.mark_changed(locked, now)  # until it is decided; and news for the fleet
        await self._require_able(unit, order, driver_id, now)
        saved = await save_with_event(unit, order, given, OrderEventType.REASSIGNED)
        await hold_for(unit, saved, now, self.terms, kind=OfferKind.ASSIGNED, reason=reason.strip())
        facts = {"from_driver": order.driver_id, "to_driver": driver_id}
        await unit.audit.append(Deed(AuditAction.ORDER_REASSIGNED, actor, now, "order", order.id, facts))
        return saved

    async def _require_able(self, unit: UnitOfWork, order: Order, driver_id: str, now: datetime) -> None:
        driver = await unit.drivers.get(driver_id)
        if driver is None:
            raise NotFound("Driver")
        if not driver.is_approved:
            raise DriverNotApproved
        await require_fit(unit, driver, order, now)
