"""The steps of a driver's work on an order, from setting out to its end."""

from datetime import datetime
from typing import Self

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.deliveries.change_status import (
    COMPLETE,
    CONFIRM_PICKUP,
    HAND_BACK,
    SET_OUT,
    START,
    Step,
    take_step,
)
from haulage.services.dispatch.driver_change_emails import DriverEmails
from haulage.use_cases.idempotency import IdempotentRequest, write_once


@attrs.frozen
class WorkOnOrder:
    """One step of the assigned driver's work: the move, and the event that tells of it."""

    storage: Storage
    clock: Clock
    mails: DriverEmails
    step: Step
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self, actor: Actor, order_id: str, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """Raises ``NotFound`` for another driver's order and ``RuleBroken`` out of turn."""
        now = self.clock.now()
        return await write_once(self.storage, once, lambda unit: self._work(unit, actor, order_id, now), now)

    async def _work(self, unit: UnitOfWork, actor: Actor, order_id: str, now: datetime) -> Order:
        order = await unit.orders.get(order_id)
        driver_id = order.driver_id if order else None
        authorize(actor, Action.WORK_ORDER, Facts("Order", driver_id=driver_id))
        if order is None or driver_id is None:
            raise NotFound("Order")
        moved = await take_step(unit, order, driver_id, self.step, now, terms=self.terms)
        if self.step is HAND_BACK:
            await self.mails.lost(unit, moved, now)
        return moved


@attrs.frozen
class OrderSteps:
    """One use case a step; accepting comes before them: :mod:`haulage.use_cases.dispatch.accept_order`."""

    set_out: WorkOnOrder
    start: WorkOnOrder
    confirm_pickup: WorkOnOrder
    complete: WorkOnOrder
    hand_back: WorkOnOrder

    @classmethod
    def over(
        cls,
        storage: Storage,
        clock: Clock,
        mails: DriverEmails,
        terms: OfferTerms = STANDARD_OFFER_TERMS,
    ) -> Self:
        """The steps of the work, each with its move and its event."""

        def work(step: Step) -> WorkOnOrder:
            return WorkOnOrder(storage, clock, mails, step, terms)

        return cls(
            set_out=work(SET_OUT),
            start=work(START),
            confirm_pickup=work(CONFIRM_PICKUP),
            complete=work(COMPLETE),
            hand_back=work(HAND_BACK),
        )
