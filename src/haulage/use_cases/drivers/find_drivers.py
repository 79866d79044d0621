"""The drivers that a quote is offered to."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.policy import Action
from haulage.kernel.rate_limit import RateLimit
from haulage.matching import MatchRequest
from haulage.matching.favorites import favorites_first
from haulage.matching.offer import Offer
from haulage.matching.request import DEFAULT_TOP
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.fare import Fare
from haulage.pricing.price_policy import PricePolicy
from haulage.pricing.price_range import PriceRange, price_range
from haulage.pricing.quote import Quote
from haulage.services.quotes.offered_fare import fare_of_offer
from haulage.services.quotes.own_quote import count_quote, own_quote
from haulage.use_cases.drivers.driver_search import DriverSearch, request_of


@attrs.frozen
class FoundDrivers:
    """The offers, favorites first and otherwise best first; when there are none, whether only the price limit
    stands in the way.

    ``favorites`` are the ids of those who are on the customer's list. ``fares`` is what the customer pays, by
    driver id; ``prices`` is None where nobody is offered.
    """

    offers: Sequence[Offer]
    fares: Mapping[str, Fare]
    prices: PriceRange | None
    emptied_by_price_limit: bool = False
    favorites: frozenset[str] = frozenset()


@attrs.frozen
class FindDrivers:
    """The five best drivers for a quote, stored as its offers (MAT-05, OP-09)."""

    storage: Storage
    clock: Clock
    search: DriverSearch
    policy: PricePolicy = PricePolicy.DRIVER_ESTIMATE
    limit: RateLimit | None = None
    """How many quotes and answers of this kind one user is given."""

    async def __call__(self, actor: Actor, quote_id: str, top: int = DEFAULT_TOP) -> FoundDrivers:
        """Raises ``NotFound``, ``QuoteExpired`` or ``TooManyRequests``."""
        now = self.clock.now()

        async def read(unit: UnitOfWork) -> tuple[Quote, MatchRequest, Sequence[FleetEntry]]:
            quote = own_quote(actor, await unit.quotes.get(quote_id), Action.SEE_QUOTE)
            listed = await unit.favorites.of(quote.customer_id)
            entries = await unit.drivers.entries([each.driver_id for each in listed])
            return quote, await request_of(unit, quote, now), entries

        quote, request, favorites = await self.storage.read(read)
        quote.require_live(now)
        offers = await self.search.best(request, quote, top, favorites)

        async def store(unit: UnitOfWork) -> Sequence[Offer]:
            await count_quote(unit, self.limit, actor, now)
            return await save_offers(unit, quote, offers)

        stored = await self.storage.write(store)
        if stored:
            fares = {offer.driver_id: fare_of_offer(quote, offer, self.policy) for offer in stored}
            ids = frozenset(entry.driver.id for entry in favorites)
            first = favorites_first(stored, ids)
            return FoundDrivers(first, fares, price_range(fares.values()), favorites=ids)
        unlimited = attrs.evolve(request, max_price_cents=MAX_CENTS)
        return FoundDrivers([], {}, None, bool(self.search.feed.index.top(unlimited, 1)))


async def save_offers(unit: UnitOfWork, quote: Quote, offers: Sequence[Offer]) -> Sequence[Offer]:
    """A booked quote keeps the offers it was booked from: its order's arrival time is in them."""
    await unit.quotes.hold(quote.id)
    if await unit.orders.of_quote(quote.id) is not None:
        return await unit.quotes.offers(quote.id)
    await unit.quotes.replace_offers(quote.id, offers)
    return offers
