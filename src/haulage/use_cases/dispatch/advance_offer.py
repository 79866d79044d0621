"""Offer an order to the next driver when its own does not answer or cannot come (OP-25)."""

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, JobOffer, OfferTerms, timed_out, withdrawn
from haulage.orders import Order, OrderEventType
from haulage.orders.order import hand_back
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.eligibility import can_take
from haulage.services.dispatch.job_offers import look_on
from haulage.services.orders.order_log import save_with_event


@attrs.frozen
class AdvanceOffer:
    """Ask the next driver, once the one asked has let the time pass or has gone."""

    storage: Storage
    clock: Clock
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(self, offer_id: str) -> None:
        """Raises ``NotYet`` while the driver has time and could come."""
        await self.storage.write(lambda unit: self._move(unit, offer_id))

    async def _move(self, unit: UnitOfWork, offer_id: str) -> None:
        now = self.clock.now()
        offer = await unit.job_offers.get(offer_id)
        order = await unit.orders.get(offer.order_id) if offer else None
        if offer is None or order is None or not offer.is_open or offer.driver_id is None:
            return
        if offer.holds_order and (order.driver_id != offer.driver_id or order.accepted_at is not None):
            await unit.job_offers.save(offer, withdrawn(offer, now))
            return
        if offer.expires_at is not None and now >= offer.expires_at:
            order = await self._without_driver(unit, order, offer)
            await unit.job_offers.save(offer, timed_out(offer, now))
        elif offer.holds_order or await can_take(unit, offer.driver_id, order, now):
            raise NotYet(offer.expires_at or now + self.terms.answer_within)
        else:
            await unit.job_offers.save(offer, withdrawn(offer, now))
        await look_on(unit, order, now, self.terms)

    async def _without_driver(self, unit: UnitOfWork, order: Order, offer: JobOffer) -> Order:
        """A driver who was assigned and did not accept loses the order."""
        if not offer.holds_order:
            return order
        now = self.clock.now()
        await unit.drivers.mark_changed(offer.driver_id or "", now)
        return await save_with_event(unit, order, hand_back(order, now), OrderEventType.TIMED_OUT)
