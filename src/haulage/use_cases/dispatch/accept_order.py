"""A driver accepts an order that was offered to them or to everyone."""

from datetime import datetime

import attrs

from haulage.dispatch import require_not_declined, require_turn
from haulage.drivers import require_another_customer, require_may_work
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderEventType, PaymentStatus
from haulage.orders.order import accept
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.driver_change_emails import DriverEmails
from haulage.services.dispatch.eligibility import require_fit, require_online
from haulage.services.dispatch.job_offers import take_offer
from haulage.services.drivers.own_driver import own_profile
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.idempotency import IdempotentRequest, write_once


@attrs.frozen
class AcceptOrder:
    """Take an open order, or say yes to an assigned one; of many at once exactly one wins (OP-25)."""

    storage: Storage
    clock: Clock
    mails: DriverEmails

    async def __call__(
        self, actor: Actor, order_id: str, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """Raises ``NotFound``, ``OwnOrder``, ``OrderTaken``, ``OfferedToAnother``, ``OfferOver``,
        ``DriverOffline``, ``DriverBusy``, ``VehicleTooSmall``, ``CredentialNeeded`` or ``Conflict``."""
        authorize(actor, Action.ACCEPT_ORDER)
        now = self.clock.now()
        return await write_once(
            self.storage, once, lambda unit: self._accept(unit, actor, order_id, now), now
        )

    async def _accept(self, unit: UnitOfWork, actor: Actor, order_id: str, now: datetime) -> Order:
        driver = await own_profile(unit, actor)
        require_may_work(driver)
        order = await unit.orders.get(order_id)
        if order is None or order.payment_status is PaymentStatus.UNPAID:
            raise NotFound("Order")
        require_another_customer(driver, order.customer_id)
        accepted = accept(order, driver.id, now)
        if order.driver_id is None:
            require_turn(await unit.job_offers.open_of(order.id), driver.id)
            require_not_declined(await unit.job_offers.of_order(order.id), driver.id)
            require_online(driver, order)
            await unit.drivers.mark_changed(driver.id, now)  # and locked, until it is decided
            await require_fit(unit, driver, order, now)
        saved = await save_with_event(unit, order, accepted, OrderEventType.ACCEPTED)
        if saved is not order:
            await take_offer(unit, saved, driver.id, now)
        if order.driver_id is None:
            await self.mails.taken(unit, saved, now)
        return saved
