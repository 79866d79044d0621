"""Reschedule an order to another slot, with its driver if they are free then (OP-26)."""

from collections.abc import Sequence
from datetime import date, datetime

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.kernel.actor import Actor
from haulage.kernel.arrival_window import held_until
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import (
    Order,
    OrderEventType,
    Slot,
    open_slots,
    require_reschedulable,
    reschedule,
    slot_at,
    slots_of_day,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.eligibility import is_permitted
from haulage.services.dispatch.job_offers import hold_for, look_anew
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.orders.rescheduling_emails import ReschedulingEmails


@attrs.frozen
class OfferedSlot:
    """A slot, and whether the order keeps its driver in it; without a driver there is none to lose."""

    slot: Slot
    keeps_driver: bool


@attrs.frozen
class RescheduleOrder:
    """By the order's customer until the driver sets out, at the same price."""

    storage: Storage
    clock: Clock
    emails: ReschedulingEmails
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def slots(self, actor: Actor, order_id: str, day: date | None = None) -> Sequence[OfferedSlot]:
        """What is open on that day of the platform, or else today and tomorrow. Raises ``NotFound``,
        ``InvalidInput``, ``TooLateToReschedule`` or ``IllegalMove``."""
        now = self.clock.now()
        found = open_slots(now) if day is None else slots_of_day(day, now)

        async def query(unit: UnitOfWork) -> Sequence[OfferedSlot]:
            order = await self._movable(unit, actor, order_id)
            return [OfferedSlot(slot, await _keeps_driver(unit, order, slot)) for slot in found]

        return await self.storage.read(query)

    async def __call__(
        self, actor: Actor, order_id: str, start: datetime, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """To the slot that begins at *start*. Raises ``NotFound``, ``InvalidInput``,
        ``TooLateToReschedule`` or ``IllegalMove``."""
        now = self.clock.now()
        return await write_once(
            self.storage, once, lambda unit: self._move(unit, actor, order_id, start, now), now
        )

    async def _move(
        self, unit: UnitOfWork, actor: Actor, order_id: str, start: datetime, now: datetime
    ) -> Order:
        order = await self._movable(unit, actor, order_id)
        slot = slot_at(start, now)
        if order.driver_id is not None:
            await unit.drivers.mark_changed(order.driver_id, now)  # and locked, until it is decided
        moved = reschedule(order, slot, now, keeps_driver=await _keeps_driver(unit, order, slot))
        saved = await save_with_event(unit, order, moved, OrderEventType.RESCHEDULED)
        offer = None
        if saved.driver_id is not None:
            offer = await hold_for(unit, saved, now, self.terms)
        elif saved.is_open_to_drivers:
            offer = await look_anew(unit, saved, now, self.terms)
        await self.emails.moved(unit, order, saved, offer, now)
        return saved

    async def _movable(self, unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
        order = await unit.orders.get(order_id)
        owner = order.customer_id if order else None
        authorize(actor, Action.RESCHEDULE_ORDER, Facts("Order", owner_id=owner))
        if order is None:
            raise NotFound("Order")
        require_reschedulable(order)
        return order


async def _keeps_driver(unit: UnitOfWork, order: Order, slot: Slot) -> bool:
    """Whether the assigned driver works at that hour, may do the job on that day and has no other job then
    (OP-19, OP-95, OP-102)."""
    driver = await unit.drivers.get(order.driver_id) if order.driver_id else None
    if driver is None:
        return True
    until = held_until(slot.start, slot.end, order.estimated_minutes)
    engaged = await unit.orders.engaged_drivers(slot.start, until, apart_from=order.id)
    return (
        driver.may_work
        and driver.working_hours.cover(slot.start)
        and is_permitted(driver, order, slot.start)
        and driver.id not in engaged
    )
