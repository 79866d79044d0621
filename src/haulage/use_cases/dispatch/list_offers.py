"""List a driver's open offers and those that just ended."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.dispatch import JobOffer, OfferState, OfferTerms
from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.geo import great_circle_miles
from haulage.kernel.money import Cents
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.eligibility import carries, is_permitted

MOST_OFFERS = 5  # OP-52
MOST_CALLS = 100
"""Ours: so many of the newest calls are looked through for what the driver can take."""

MOST_ENDED = 10
JUST_NOW = timedelta(minutes=1)
"""Ours: how long an ended offer is shown to its driver."""


@attrs.frozen
class OfferedJob:
    """An offer as its driver weighs it; ``pays_cents`` and ``miles_away`` as in ``DriverJob``."""

    offer: JobOffer
    order: Order
    pays_cents: Cents | None
    miles_away: float | None


@attrs.frozen
class EndedOffer:
    """What became of an offer; ``taken_by_another`` is the end of a call that somebody else was faster at."""

    offer: JobOffer
    taken_by_another: bool


@attrs.frozen
class OfferList:
    """A driver's open and just ended offers.

    The newest five, those to the driver alone first, as of an instant of the server's clock.
    """

    as_of: datetime
    offers: Sequence[OfferedJob]
    ended: Sequence[EndedOffer]

    @property
    def fingerprint(self) -> tuple[object, ...]:
        """What differs when there is something new to send."""
        return (
            *((each.offer.id, each.offer.version, each.order.version) for each in self.offers),
            *((each.offer.id, each.offer.state) for each in self.ended),
        )


async def offers_to(unit: UnitOfWork, driver: DriverProfile, now: datetime, terms: OfferTerms) -> OfferList:
    """The driver's own offers, and those to everyone that they could take."""
    position = await unit.drivers.position(driver.id)
    own = await _with_orders(unit, await unit.job_offers.open_to(driver.id))
    room = MOST_OFFERS - len(own)
    calls = await _calls(unit, driver, position, now, terms) if room > 0 else []
    found = [*own, *calls[: max(0, room)]][:MOST_OFFERS]
    parts = await unit.splits.driver_parts([order.id for _, order in found])
    ended = [
        *await unit.job_offers.ended_since(driver.id, now - JUST_NOW, MOST_ENDED),
        *await _ended_calls(unit, driver, position, now, terms),
    ]
    return OfferList(
        as_of=now,
        offers=[
            OfferedJob(offer, order, parts.get(order.id), _miles_away(position, order))
            for offer, order in found
        ],
        ended=[_ended(offer, driver.id) for offer in sorted(ended, key=_end, reverse=True)[:MOST_ENDED]],
    )


async def _calls(
    unit: UnitOfWork, driver: DriverProfile, position: DriverPosition | None, now: datetime, terms: OfferTerms
) -> list[tuple[JobOffer, Order]]:
    """To what is for now nobody is called who is offline or has a job in hand; to an appointment everyone who
    has nothing else to do at its time (OP-19, OP-25)."""
    if position is None or not driver.may_work:
        return []
    on_the_road = driver.is_online and driver.is_available
    is_ready = on_the_road and await unit.orders.holding_now(driver.id) is None
    around = await unit.job_offers.open_offers_around(
        position.point, terms.range_miles, driver.id, MOST_CALLS, only_appointments=not is_ready
    )
    return await _within_reach(unit, driver, position, around, now, terms)


async def _ended_calls(
    unit: UnitOfWork, driver: DriverProfile, position: DriverPosition | None, now: datetime, terms: OfferTerms
) -> list[JobOffer]:
    """Only calls that the driver could have followed: another's call says nothing to them."""
    if position is None or not driver.may_work:
        return []
    around = await unit.job_offers.ended_offers_around(
        position.point, terms.range_miles, now - JUST_NOW, MOST_CALLS
    )
    return [offer for offer, _ in await _within_reach(unit, driver, position, around, now, terms)]


async def _within_reach(
    unit: UnitOfWork,
    driver: DriverProfile,
    position: DriverPosition,
    around: Sequence[JobOffer],
    now: datetime,
    terms: OfferTerms,
) -> list[tuple[JobOffer, Order]]:
    """Of these calls, those with another's load that the driver can and may carry, and a pickup in range."""
    return [
        (offer, order)
        for offer, order in await _with_orders(unit, around)
        if carries(driver, order)
        and is_permitted(driver, order, order.scheduled_time or now)
        and not driver.booked(order.customer_id)
        and great_circle_miles(position.point, order.pickup.point) <= terms.range_miles
    ]


async def _with_orders(unit: UnitOfWork, offers: Sequence[JobOffer]) -> list[tuple[JobOffer, Order]]:
    orders = await unit.orders.by_ids([offer.order_id for offer in offers])
    return [(offer, orders[offer.order_id]) for offer in offers if offer.order_id in orders]


def _end(offer: JobOffer) -> tuple[datetime, datetime, int]:
    return offer.answered_at or offer.offered_at, offer.offered_at, offer.number


def _ended(offer: JobOffer, driver_id: str) -> EndedOffer:
    another = offer.state is OfferState.ACCEPTED and offer.answered_by != driver_id
    return EndedOffer(offer, another)


def _miles_away(position: DriverPosition | None, order: Order) -> float | None:
    return None if position is None else round(great_circle_miles(position.point, order.pickup.point), 1)
