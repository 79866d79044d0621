"""The drivers that a quote is offered to, from an index that follows the storage."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point, coarse
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.names import NameForm, shown_name
from haulage.kernel.policy import Action, Actor
from haulage.kernel.rate_limit import RateLimit
from haulage.matching import FleetDriver, MatchResult
from haulage.matching.offer import Offer
from haulage.matching.request import DEFAULT_TOP
from haulage.matching.shown import one_decimal
from haulage.ports.fleet import FleetIndex
from haulage.ports.maps.routes import Leg, Routes
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.quote import Quote
from haulage.services.drivers.matching_input import fleet_driver, match_request, own_drivers
from haulage.services.quotes.own_quote import count_quote, own_quote

FEED_BATCH = 1000
FEED_OVERLAP = timedelta(seconds=30)
"""Ours: changes are read again this far back, because a transaction commits after its own clock."""

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


class FleetFeed:
    """Keeps one process's index of the fleet, as customers may know it, up to date with the storage.

    Each driver stands in the middle of their square of the map. Whoever asks for quotes chooses the pickup,
    and may choose many: who is found, in which order and how far away is the same wherever in the square a
    driver is, so that no number of answers tells more than the square.

    The storage is read for what changed since the last look, with an overlap; writing the same
    driver into the index again changes nothing.
    """

    def __init__(self, storage: Storage, index: FleetIndex) -> None:
        self.index = index
        self._storage = storage
        self._seen = BEGINNING
        self._taken: dict[str, datetime] = {}

    async def catch_up(self) -> None:
        """Take over every change that was committed before this call."""
        since, after = max(BEGINNING, self._seen - FEED_OVERLAP), None
        while True:
            entries = await self._storage.read(partial(_changed, since=since, after=after))
            for entry in entries:
                self._take(entry)
            if len(entries) < FEED_BATCH:
                return
            after = entries[-1].driver.id

    def _take(self, entry: FleetEntry) -> None:
        """Of two looks at once the slower may hold the older entry: it must not win."""
        driver_id = entry.driver.id
        if entry.changed_at >= self._taken.get(driver_id, BEGINNING):
            self.index.upsert(_at_square(fleet_driver(entry)))
            self._taken[driver_id] = entry.changed_at
            self._seen = max(self._seen, entry.changed_at)


async def _changed(unit: UnitOfWork, since: datetime, after: str | None) -> Sequence[FleetEntry]:
    return await unit.drivers.changed_since(since, after, FEED_BATCH)


@attrs.frozen
class FoundDrivers:
    """The offers, best first; when there are none, whether only the price limit stands in the way."""

    offers: Sequence[Offer]
    emptied_by_price_limit: bool = False


@attrs.frozen
class FindDrivers:
    """The five best drivers for a quote, stored as its offers (MAT-05, OP-09).

    An arrival is shown and prices nothing: where *routes* fails, *fallback* answers for it, and without
    one the quick estimate stays (OP-21, OP-63).
    """

    storage: Storage
    clock: Clock
    routes: Routes
    feed: FleetFeed
    fallback: Routes | None = None
    limit: RateLimit | None = None
    """How many quotes and answers of this kind one user is given."""

    async def __call__(self, actor: Actor, quote_id: str, top: int = DEFAULT_TOP) -> FoundDrivers:
        """Raises ``NotFound``, ``QuoteExpired`` or ``TooManyRequests``."""
        now = self.clock.now()
        quote, excluded = await self.storage.read(lambda unit: self._look(unit, actor, quote_id))
        quote.require_live(now)
        await self.feed.catch_up()
        request = match_request(quote, now, excluded)
        results = self.feed.index.top(request, top)
        arrivals = await self._arrivals(quote, results, now)
        ranked = enumerate(zip(results, arrivals, strict=True), 1)
        offers = [_offer(quote, rank, result, arrival) for rank, (result, arrival) in ranked]

        async def store(unit: UnitOfWork) -> Sequence[Offer]:
            await count_quote(unit, self.limit, actor, now)
            return await self._save(unit, quote, offers)

        stored = await self.storage.write(store)
        if stored:
            return FoundDrivers(stored)
        unlimited = attrs.evolve(request, max_price_cents=MAX_CENTS)
        return FoundDrivers([], emptied_by_price_limit=bool(self.feed.index.top(unlimited, 1)))

    async def _save(self, unit: UnitOfWork, quote: Quote, offers: Sequence[Offer]) -> Sequence[Offer]:
        """A booked quote keeps the offers it was booked from: its order's arrival time is in them."""
        if await unit.orders.of_quote(quote.id) is not None:
            return await unit.quotes.offers(quote.id)
        await unit.quotes.replace_offers(quote.id, offers)
        return offers

    async def _look(self, unit: UnitOfWork, actor: Actor, quote_id: str) -> tuple[Quote, frozenset[str]]:
        quote = own_quote(actor, await unit.quotes.get(quote_id), Action.SEE_QUOTE)
        excluded = await own_drivers(unit, quote.customer_id)
        if quote.scheduled_time is None:
            return quote, excluded
        end = quote.scheduled_time + timedelta(minutes=float(quote.trip.minutes))
        return quote, excluded | await unit.orders.engaged_drivers(quote.scheduled_time, end)

    async def _arrivals(self, quote: Quote, results: Sequence[MatchResult], now: datetime) -> list[int]:
        """Minutes by the road engine replace the quick estimate for the drivers shown (OP-21)."""
        starts = [result.driver.current_location or quote.pickup.point for result in results]
        legs = await self._legs(starts, quote.pickup.point, now)
        return [
            max(1, -(-leg.duration_seconds // 60))
            if leg and result.driver.current_location
            else result.estimated_arrival
            for result, leg in zip(results, legs, strict=True)
        ]

    async def _legs(self, starts: Sequence[Point], end: Point, now: datetime) -> Sequence[Leg | None]:
        if not starts:
            return ()
        try:
            return await self.routes.matrix(starts, end, at=now)
        except Unavailable:
            return await self.fallback.matrix(starts, end, at=now) if self.fallback else [None] * len(starts)


def _at_square(driver: FleetDriver) -> FleetDriver:
    at = driver.current_location
    return driver if at is None else driver.located(coarse(at), driver.located_at)


def _offer(quote: Quote, rank: int, result: MatchResult, arrival: int) -> Offer:
    driver, factors = result.driver, result.factors
    return Offer(
        quote_id=quote.id,
        driver_id=driver.id,
        rank=rank,
        driver_name=shown_name(driver.name, NameForm.SHORT) or "",
        vehicle=driver.vehicle,
        rating=None if driver.rating is None else float(driver.rating),
        total_jobs=driver.total_jobs,
        score=one_decimal(result.score),
        factors={name: one_decimal(value) for name, value in attrs.asdict(factors).items()},
        confidence=one_decimal(result.confidence),
        miles_away=round(result.miles, 1),
        arrival_minutes=arrival,
        estimate=result.estimate,
    )
