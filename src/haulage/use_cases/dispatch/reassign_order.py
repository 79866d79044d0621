"""An administrator gives an order to another driver, or back to whoever comes first."""

from collections.abc import Awaitable, Callable
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.dispatch import STANDARD_OFFER_TERMS, OfferKind, OfferTerms
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderEventType
from haulage.orders.order import hand_back, reassign
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.driver_change_emails import DriverEmails
from haulage.services.dispatch.job_offers import hold_for, look_anew
from haulage.services.dispatch.reassignment import require_movable, require_releasable, unfitness
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.idempotency import IdempotentRequest, write_once

MAX_REASON_LENGTH = 500


@attrs.frozen
class ReassignOrder:
    """Possible until the goods are on board. The customer pays the same, gets a mail, and may cancel free of
    charge (OP-23, OP-25); the driver has to accept it like any other."""

    storage: Storage
    clock: Clock
    mails: DriverEmails
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self,
        actor: Actor,
        order_id: str,
        driver_id: str,
        reason: str,
        once: IdempotentRequest[Order] | None = None,
    ) -> Order:
        """Raises ``NotFound``, ``OwnCase``, ``InvalidInput``, ``DriverNotApproved``, ``DriverBusy``,
        ``VehicleTooSmall``, ``AlreadyPickedUp``, ``OrderNotPaid`` or ``IllegalMove``."""

        async def give(unit: UnitOfWork, order: Order, now: datetime) -> Order:
            return await self._give(unit, actor, order, driver_id, reason.strip(), now)

        return await self._write(actor, order_id, reason, once, give)

    async def release(
        self, actor: Actor, order_id: str, reason: str, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """Take the order from its driver; others are asked in turn, then everyone in range.

        Raises ``NotFound``, ``InvalidInput``, ``AlreadyPickedUp``, ``OrderHasNoDriver`` or ``IllegalMove``.
        """

        async def let_go(unit: UnitOfWork, order: Order, now: datetime) -> Order:
            return await self._release(unit, actor, order, reason.strip(), now)

        return await self._write(actor, order_id, reason, once, let_go)

    async def _write(
        self,
        actor: Actor,
        order_id: str,
        reason: str,
        once: IdempotentRequest[Order] | None,
        work: Callable[[UnitOfWork, Order, datetime], Awaitable[Order]],
    ) -> Order:
        authorize(actor, Action.REASSIGN_ORDER)
        if not reason.strip() or len(reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
        now = self.clock.now()

        async def on_order(unit: UnitOfWork) -> Order:
            order = await unit.orders.get(order_id)
            if order is None:
                raise NotFound("Order")
            require_another(actor, order.customer_id, driver_id=order.driver_id)
            return await work(unit, order, now)

        return await write_once(self.storage, once, on_order, now)

    async def _give(
        self, unit: UnitOfWork, actor: Actor, order: Order, driver_id: str, reason: str, now: datetime
    ) -> Order:
        require_another(actor, driver_id=driver_id)
        require_movable(order)
        given = reassign(order, driver_id, now)
        for locked in sorted({driver_id, order.driver_id or driver_id}):
            await unit.drivers.mark_changed(locked, now)  # until it is decided; and the fleet's views change
        driver = await unit.drivers.get(driver_id)
        if driver is None:
            raise NotFound("Driver")
        refused = await unfitness(unit, driver, order, now)
        if refused is not None:
            raise refused
        saved = await save_with_event(unit, order, given, OrderEventType.REASSIGNED)
        offer = await hold_for(unit, saved, now, self.terms, kind=OfferKind.ASSIGNED, reason=reason)
        await self.mails.given(unit, order, saved, offer, now)
        await _note(unit, actor, order, driver_id, now)
        return saved

    async def _release(
        self, unit: UnitOfWork, actor: Actor, order: Order, reason: str, now: datetime
    ) -> Order:
        require_releasable(order)
        released = hand_back(order, now)
        await unit.drivers.mark_changed(order.driver_id or "", now)
        saved = await save_with_event(unit, order, released, OrderEventType.REASSIGNED)
        await look_anew(unit, saved, now, self.terms, reason=reason)
        await self.mails.released(unit, order, now)
        await _note(unit, actor, order, None, now)
        return saved


async def _note(unit: UnitOfWork, actor: Actor, order: Order, to_driver: str | None, now: datetime) -> None:
    facts = {"from_driver": order.driver_id, "to_driver": to_driver}
    await unit.audit.append(AuditEvent(AuditAction.ORDER_REASSIGNED, actor, now, "order", order.id, facts))
