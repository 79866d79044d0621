"""What a trip will cost, before anybody signs in: the range of the prices of drivers who would come."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.matching import MatchRequest
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.price_policy import PricePolicy
from haulage.pricing.price_range import PriceRange, price_range
from haulage.pricing.quote import Quote
from haulage.services.quotes.offered_fare import fare_of_offer
from haulage.use_cases.drivers.driver_search import DriverSearch, request_of
from haulage.use_cases.quotes.request_quote import PriceTrip, QuoteRequest

ARRIVAL_STEP_MINUTES = 5
"""Ours: visitors ask without an account, so an answer says no more about where drivers are than it must."""


@attrs.frozen
class PricePreview:
    """The trip, and what the best drivers for it ask, with tax.

    ``prices`` is None where the price depends on the driver and none is free. ``arrival_minutes`` is when the
    nearest of them would be at the pickup, rounded up to 5 minutes; None for a later day.
    """

    quote: Quote
    prices: PriceRange | None
    drivers: int
    arrival_minutes: int | None


@attrs.frozen
class PreviewPrice:
    """Stores nothing, so that nothing can be booked from it (OP-15)."""

    storage: Storage
    clock: Clock
    price: PriceTrip
    search: DriverSearch
    policy: PricePolicy = PricePolicy.DRIVER_ESTIMATE

    async def __call__(self, actor: Actor, request: QuoteRequest) -> PricePreview:
        """Raises what ``PriceTrip`` raises."""
        authorize(actor, Action.CALCULATE_FARE)
        quote = await self.price(actor, request)
        now = self.clock.now()

        async def read(unit: UnitOfWork) -> MatchRequest:
            return await request_of(unit, quote, now)

        offers = await self.search.best(await self.storage.read(read), quote)
        fares = [fare_of_offer(quote, offer, self.policy) for offer in offers]
        if self.policy is PricePolicy.CALCULATOR_PRICE:
            fares = [quote.fare]
        arrivals = [offer.arrival_minutes for offer in offers if quote.scheduled_time is None]
        return PricePreview(
            quote=quote,
            prices=price_range(fares),
            drivers=len(offers),
            arrival_minutes=_rounded_up(min(arrivals)) if arrivals else None,
        )


def _rounded_up(minutes: int) -> int:
    return -(-minutes // ARRIVAL_STEP_MINUTES) * ARRIVAL_STEP_MINUTES
