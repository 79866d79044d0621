"""Candidates for reassigning an order, and why other drivers are none: for administrators."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import attrs

from haulage.dispatch import STANDARD_OFFER_TERMS, JobOffer, OfferState, OfferTerms
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.geo import great_circle_miles
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.reassignment import unfitness

MOST_CANDIDATES = 20
"""Ours: of those who could come, and of all around, the nearest so many are weighed."""

MAX_SEARCH_LENGTH = 100


@attrs.frozen
class Candidate:
    """A driver who may be given the order. ``miles`` is from their last position to the pickup, as the crow
    flies; ``refused`` is why they cannot be given it, and ``cautions`` what stands against it all the same.
    """

    driver: DriverProfile
    miles: float | None
    seen_at: datetime | None
    refused: str | None
    cautions: Sequence[str]

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """Who fits first, and of these the nearest."""
        return self.refused is not None, bool(self.cautions), 1e9 if self.miles is None else self.miles


@attrs.frozen
class FindCandidates:
    """Finds drivers who may be given an order.

    Those around the pickup, or those whom a search by name, address or id finds, wherever they are.
    """

    storage: Storage
    clock: Clock
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(self, actor: Actor, order_id: str, search: str = "") -> Sequence[Candidate]:
        """Whoever fits first. Raises ``NotFound`` and ``InvalidInput``."""
        authorize(actor, Action.REASSIGN_ORDER)
        if len(search) > MAX_SEARCH_LENGTH or "\0" in search:
            raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> Sequence[Candidate]:
            order = await unit.orders.get(order_id)
            if order is None:
                raise NotFound("Order")
            before = {offer.driver_id: offer for offer in await unit.job_offers.of_order(order.id)}
            found = await self._found(unit, order, search.strip())
            weighed = [
                await self._weigh(unit, order, entry, before, now)
                for entry in found
                if entry.driver.id != order.driver_id
            ]
            return sorted(weighed, key=lambda each: each.rank)

        return await self.storage.read(query)

    async def _found(self, unit: UnitOfWork, order: Order, search: str) -> Sequence[FleetEntry]:
        if search:
            return await unit.drivers.named(search, MOST_CANDIDATES)
        point, miles = order.pickup.point, self.terms.range_miles
        free = await unit.drivers.around(point, miles, MOST_CANDIDATES, free=True)
        known = {entry.driver.id for entry in free}
        others = await unit.drivers.around(point, miles, MOST_CANDIDATES)
        return [*free, *(entry for entry in others if entry.driver.id not in known)]

    async def _weigh(
        self,
        unit: UnitOfWork,
        order: Order,
        entry: FleetEntry,
        before: Mapping[str | None, JobOffer],
        now: datetime,
    ) -> Candidate:
        driver, position = entry.driver, entry.position
        miles = None if position is None else great_circle_miles(position.point, order.pickup.point)
        refused = await unfitness(unit, driver, order, now)
        return Candidate(
            driver=driver,
            miles=None if miles is None else round(miles, 1),
            seen_at=position.at if position else None,
            refused=refused.message if refused else None,
            cautions=list(self._cautions(order, driver, miles, before.get(driver.id))),
        )

    def _cautions(
        self, order: Order, driver: DriverProfile, miles: float | None, last_offer: JobOffer | None
    ) -> Sequence[str]:
        found = []
        if not (driver.is_online and driver.is_available):
            found.append("Is offline" if order.is_for_now else "Is offline just now")
        if order.scheduled_time is not None and not driver.working_hours.cover(order.scheduled_time):
            found.append("Does not work at that hour")
        if miles is None:
            found.append("Has never told a position")
        elif miles > self.terms.range_miles:
            found.append(f"Is more than {self.terms.range_miles} miles from the pickup")
        if last_offer is not None and last_offer.state in BEFORE:
            found.append(BEFORE[last_offer.state])
        return found


BEFORE: Mapping[OfferState, str] = {
    OfferState.ACCEPTED: "Had this order before and gave it up",
    OfferState.DECLINED: "Has declined this order before",
    OfferState.TIMED_OUT: "Did not answer when asked for this order",
}
