"""Make and end job offers inside the caller's unit of work.

An order that is open to drivers always has one open offer, to somebody or to everyone; so has one that
waits for its driver's yes. Each offer to a single driver is followed by a job at its end, asked for in the
same transaction, so that a process may die at any time and the order still goes on.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.dispatch import (
    STANDARD_OFFER_TERMS,
    JobOffer,
    OfferKind,
    OfferTerms,
    Search,
    accepted,
    withdrawn,
)
from haulage.jobs import Job, JobKind
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.best_match import best_free_driver
from haulage.services.payments.ledger_entries import derived_id

GONE = "gone"
"""The occasion on which an offer is looked at because its driver may be offline or busy by now, with the
second of the turn: who is offline may still come to an appointment, and be engaged at its time a bit later.
"""

SECOND = timedelta(seconds=1)


def offer_id(order_id: str, number: int) -> str:
    """Each number of an order has one id: of two units that would both follow the last offer, one does."""
    return derived_id("off", f"{order_id}/{number}")


async def hold_for(
    unit: UnitOfWork,
    order: Order,
    now: datetime,
    terms: OfferTerms = STANDARD_OFFER_TERMS,
    *,
    kind: OfferKind = OfferKind.CHOSEN,
    reason: str | None = None,
) -> JobOffer:
    """Ask the driver to whom the order was just assigned for their yes."""
    history = await _closed(unit, order, now)
    search = Search.anew(order.id, history)
    offer = JobOffer(
        id=offer_id(order.id, search.next),
        order_id=order.id,
        number=search.next,
        search=search.number,
        kind=kind,
        driver_id=order.driver_id,
        offered_at=now,
        expires_at=terms.answer_due(now, order.scheduled_time),
        reason=reason,
    )
    return await _make(unit, offer, now)


async def look_anew(
    unit: UnitOfWork,
    order: Order,
    now: datetime,
    terms: OfferTerms = STANDARD_OFFER_TERMS,
    *,
    reason: str | None = None,
) -> JobOffer:
    """The order has no driver and is open from now on: begin to look for one."""
    history = await _closed(unit, order, now)
    return await _next(unit, order, Search.anew(order.id, history), now, terms, reason)


async def look_on(unit: UnitOfWork, order: Order, now: datetime, terms: OfferTerms) -> JobOffer:
    """Whoever was asked will not come: ask the next."""
    history = await _closed(unit, order, now)
    return await _next(unit, order, Search.going_on(order.id, history), now, terms)


async def take_offer(unit: UnitOfWork, order: Order, driver_id: str, now: datetime) -> None:
    """The order's driver has accepted it, by any action."""
    offer = await unit.job_offers.open_of(order.id)
    if offer is not None:
        await unit.job_offers.save(offer, accepted(offer, driver_id, now))
    await look_after(unit, driver_id, now)


async def withdraw(unit: UnitOfWork, order: Order, now: datetime) -> None:
    """The order is to be had by nobody any more."""
    await _closed(unit, order, now)


async def look_after(unit: UnitOfWork, driver_id: str, now: datetime) -> None:
    """A driver has become busy or gone offline: what waits for their answer in vain goes on to others.

    By jobs, so that what the driver does never fails because of somebody else's order.
    """
    for offer in await unit.job_offers.open_to(driver_id):
        if offer.kind is OfferKind.IN_TURN:
            occasion = f"{GONE}-{(now - offer.offered_at) // SECOND}"
            await unit.jobs.enqueue(Job(JobKind.MOVE_OFFER_ON, offer.id, occasion), now)


async def _closed(unit: UnitOfWork, order: Order, now: datetime) -> Sequence[JobOffer]:
    """All that was offered of the order, of which nothing is open any more."""
    history = await unit.job_offers.of_order(order.id)
    return [
        await unit.job_offers.save(offer, withdrawn(offer, now)) if offer.is_open else offer
        for offer in history
    ]


async def _next(
    unit: UnitOfWork,
    order: Order,
    search: Search,
    now: datetime,
    terms: OfferTerms,
    reason: str | None = None,
) -> JobOffer:
    id = offer_id(order.id, search.next)
    if search.asks_another(terms):
        best = await best_free_driver(unit, order, search.asked_drivers, terms.range_miles, now)
        if best is not None:
            turn = search.turn_of(id, best, now, terms)
            return await _make(unit, attrs.evolve(turn, reason=reason), now)
    return await _make(unit, attrs.evolve(search.call(id, now), reason=reason), now)


async def _make(unit: UnitOfWork, offer: JobOffer, now: datetime) -> JobOffer:
    await unit.job_offers.add(offer)
    if offer.expires_at is not None:
        await unit.jobs.enqueue(Job(JobKind.MOVE_OFFER_ON, offer.id, due_at=offer.expires_at), now)
    return offer
