"""A driver's offers: list, follow and decline them. They are accepted in ``accept_order.py``."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime

import attrs

from haulage.dispatch import (
    STANDARD_OFFER_TERMS,
    JobOffer,
    OfferKind,
    OfferOver,
    OfferState,
    OfferTerms,
    declined,
    refused_call,
)
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order, OrderEventType, PaymentStatus
from haulage.orders.order import hand_back
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.notifier import LOOK_AGAIN_SECONDS, Notifier
from haulage.ports.runtime.topics import OPEN_OFFERS, offers_topic
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.job_offers import look_on, offer_id
from haulage.services.drivers.own_driver import own_profile
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.dispatch.list_offers import OfferList, offers_to
from haulage.use_cases.idempotency import IdempotentRequest, write_once


class AcceptedAlready(RuleBroken):
    """The driver has accepted the job, so it cannot be declined; the order has to be handed back."""

    code = "order_accepted"
    message = "You have accepted this order. Hand it back if you cannot do it."


@attrs.frozen
class DriverOffers:
    """The acting driver's own offers."""

    storage: Storage
    clock: Clock
    notifier: Notifier
    terms: OfferTerms = STANDARD_OFFER_TERMS
    look_again_seconds: float = LOOK_AGAIN_SECONDS

    async def __call__(self, actor: Actor) -> OfferList:
        """What can be accepted now, at most five (OP-52)."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> OfferList:
            return await offers_to(unit, await own_profile(unit, actor), now, self.terms)

        return await self.storage.read(query)

    async def follow(
        self, actor: Actor, *, renew: Callable[[], Awaitable[Actor]] | None = None
    ) -> AsyncIterator[OfferList | None]:
        """The list, and again whenever it has changed; None says that it has not for a while.

        Losing the right or the session ends the stream with a refusal.
        """
        authorize(actor, Action.SEE_OWN_DRIVER)
        sent: tuple[object, ...] | None = None
        async with self.notifier.listen(offers_topic(actor.driver_id or ""), OPEN_OFFERS) as subscription:
            while True:
                offers = await self(actor)
                yield offers if offers.fingerprint != sent else None
                sent = offers.fingerprint
                await subscription.wait(self.look_again_seconds)
                actor = await renew() if renew else actor

    async def decline(
        self, actor: Actor, order_id: str, once: IdempotentRequest[JobOffer] | None = None
    ) -> JobOffer:
        """Say no; the next driver is asked at once. Saying it again changes nothing.

        Raises ``NotFound``, ``OfferOver`` or ``AcceptedAlready``.
        """
        authorize(actor, Action.DECLINE_ORDER)
        now = self.clock.now()
        return await write_once(
            self.storage, once, lambda unit: self._decline(unit, actor, order_id, now), now
        )

    async def _decline(self, unit: UnitOfWork, actor: Actor, order_id: str, now: datetime) -> JobOffer:
        driver = await own_profile(unit, actor)
        order = await unit.orders.get(order_id)
        if order is None or order.payment_status is PaymentStatus.UNPAID:
            raise NotFound("Order")
        offer = await unit.job_offers.open_of(order.id)
        if offer is not None and offer.driver_id == driver.id:
            return await self._say_no(unit, order, offer, now)
        if offer is not None and offer.driver_id is None and driver.may_work:
            return await _refuse_call(unit, offer, driver, now)
        return await _say_no_again(unit, order, driver)

    async def _say_no(self, unit: UnitOfWork, order: Order, offer: JobOffer, now: datetime) -> JobOffer:
        if offer.holds_order:
            await unit.drivers.mark_changed(offer.driver_id or "", now)
            order = await save_with_event(unit, order, hand_back(order, now), OrderEventType.DECLINED)
        said = await unit.job_offers.save(offer, declined(offer, now))
        await look_on(unit, order, now, self.terms)
        return said


async def _refuse_call(unit: UnitOfWork, call: JobOffer, driver: DriverProfile, now: datetime) -> JobOffer:
    history = await unit.job_offers.of_order(call.order_id)
    for offer in history:
        same = (offer.search, offer.kind, offer.driver_id) == (call.search, OfferKind.EVERYONE, driver.id)
        if same:
            return offer
    number = len(history) + 1
    said = refused_call(call, offer_id(call.order_id, number), number, driver.id, now)
    await unit.job_offers.add(said)
    return said


async def _say_no_again(unit: UnitOfWork, order: Order, driver: DriverProfile) -> JobOffer:
    """Nothing is open to the driver: either they have said no before, or it is too late to."""
    if order.driver_id == driver.id:
        raise AcceptedAlready
    own = [offer for offer in await unit.job_offers.of_order(order.id) if offer.driver_id == driver.id]
    if not own:
        raise NotFound("Order")
    if own[-1].state is not OfferState.DECLINED:
        raise OfferOver
    return own[-1]
