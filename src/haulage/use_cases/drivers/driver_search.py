"""The search for drivers: an index that follows the storage, and their minutes to the pickup."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

import attrs

from haulage.kernel.arrival_window import held_until
from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point, coarse
from haulage.kernel.names import NameForm, shown_name
from haulage.matching import FleetDriver, MatchRequest, MatchResult
from haulage.matching.favorites import with_favorites
from haulage.matching.offer import Offer
from haulage.matching.request import DEFAULT_TOP
from haulage.matching.search import best_matches
from haulage.matching.shown import one_decimal
from haulage.ports.fleet import FleetIndex
from haulage.ports.maps.routes import Leg, Routes
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.quote import Quote
from haulage.services.drivers.matching_input import fleet_driver, match_request, own_drivers

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
class DriverSearch:
    """The best drivers for a quote, as offers that nobody has stored yet (MAT-05).

    An arrival is shown and prices nothing: where *routes* fails, *fallback* answers for it, and without
    one the quick estimate stays (OP-21, OP-63).
    """

    routes: Routes
    feed: FleetFeed
    fallback: Routes | None = None

    async def best(
        self,
        request: MatchRequest,
        quote: Quote,
        top: int = DEFAULT_TOP,
        favorites: Sequence[FleetEntry] = (),
    ) -> Sequence[Offer]:
        """Best first; *favorites* who match are among them."""
        await self.feed.catch_up()
        known = [_at_square(fleet_driver(entry)) for entry in favorites]
        matching = best_matches(request, known, len(known)) if known else []
        results = with_favorites(self.feed.index.top(request, top), matching, top)
        arrivals = await self._arrivals(quote, results, request.now)
        ranked = enumerate(zip(results, arrivals, strict=True), 1)
        return [_offer(quote, rank, result, arrival) for rank, (result, arrival) in ranked]

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


async def request_of(unit: UnitOfWork, quote: Quote, now: datetime) -> MatchRequest:
    """The quote as a job for matching, without the customer in person and whoever has another job then."""
    excluded = await own_drivers(unit, quote.customer_id)
    if quote.scheduled_time is not None:
        end = held_until(quote.scheduled_time, quote.scheduled_until, float(quote.trip.minutes))
        excluded |= await unit.orders.engaged_drivers(quote.scheduled_time, end)
    return match_request(quote, now, excluded)
