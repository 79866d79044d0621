"""Quotes and the drivers offered for them."""

from typing import Annotated

import attrs
import msgspec
from msgspec import Meta

from haulage.kernel.cargo import MAX_ITEMS
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import MAX_HELPERS, FareUrgency, ItemClass, ServiceType
from haulage.matching.offer import Offer
from haulage.matching.policy import STANDARD_MATCH_POLICY, MatchPolicy
from haulage.pricing.fare import Fare
from haulage.pricing.price_range import PriceRange
from haulage.pricing.quote import Quote
from haulage.use_cases.drivers.find_drivers import FoundDrivers
from haulage.use_cases.quotes.preview_price import PricePreview
from haulage.use_cases.quotes.request_quote import (
    MAX_ALTERNATIVES,
    MAX_REQUIREMENT_LENGTH,
    MAX_REQUIREMENTS,
    QuoteRequest,
)
from haulage_adapters.wire.common import Cents, FareOut, In, Instant, Out, PlaceIn, PlaceOut, VehicleOut
from haulage_adapters.wire.items import ItemIn, ItemOut


class QuoteIn(In):
    """A trip to be priced. Distance, time and price are worked out by the server.

    With ``scheduled_until``, one or two hours after ``scheduled_time``, the driver comes between the two.
    ``alternative`` is the place of the chosen one in the list of routes between pickup and dropoff.
    """

    pickup: PlaceIn
    dropoff: PlaceIn
    items: Annotated[list[ItemIn], Meta(min_length=1, max_length=MAX_ITEMS)]
    item_class: ItemClass = ItemClass.SMALL
    service_type: ServiceType | None = None
    urgency: FareUrgency = FareUrgency.STANDARD
    requires_assembly: bool = False
    helpers: Annotated[int, Meta(ge=0, le=MAX_HELPERS)] = 0
    special_requirements: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=MAX_REQUIREMENT_LENGTH)]],
        Meta(max_length=MAX_REQUIREMENTS),
    ] = msgspec.field(default_factory=list)
    scheduled_time: Instant | None = None
    scheduled_until: Instant | None = None
    max_price_cents: Annotated[int, Meta(ge=1, le=MAX_CENTS)] | None = None
    alternative: Annotated[int, Meta(ge=0, lt=MAX_ALTERNATIVES)] = 0

    def to_core(self) -> QuoteRequest:
        return QuoteRequest(
            pickup=self.pickup.to_core(),
            dropoff=self.dropoff.to_core(),
            items=tuple(item.to_core(self.item_class) for item in self.items),
            item_class=self.item_class,
            service_type=self.service_type,
            urgency=self.urgency,
            requires_assembly=self.requires_assembly,
            helpers=self.helpers,
            special_requirements=tuple(self.special_requirements),
            scheduled_time=self.scheduled_time,
            scheduled_until=self.scheduled_until,
            max_price_cents=self.max_price_cents,
            alternative=self.alternative,
        )


class QuoteOut(Out):
    """The calculator's price. ``price_limit_cents`` is the most that an offered driver may ask before tax."""

    id: str
    service_type: ServiceType
    item_class: ItemClass
    urgency: FareUrgency
    pickup: PlaceOut
    dropoff: PlaceOut
    distance_miles: float
    estimated_minutes: int
    items: list[ItemOut]
    helpers: int
    weight_pounds: float
    time_of_day: str
    weather: str
    fare: FareOut
    price_limit_cents: Cents
    scheduled_time: Instant | None
    scheduled_until: Instant | None
    created_at: Instant
    expires_at: Instant

    @classmethod
    def of(cls, quote: Quote) -> "QuoteOut":
        trip = quote.trip
        return cls.from_attributes(
            quote,
            service_type=trip.service,
            urgency=trip.urgency,
            pickup=PlaceOut.of(quote.pickup),
            dropoff=PlaceOut.of(quote.dropoff),
            distance_miles=float(trip.miles),
            estimated_minutes=int(trip.minutes),
            items=[ItemOut.of(item) for item in quote.items],
            helpers=trip.load.helpers,
            weight_pounds=float(trip.load.weight_pounds),
            time_of_day=trip.conditions.time_of_day,
            weather=trip.conditions.weather,
            fare=FareOut.of(quote.fare),
            price_limit_cents=quote.ceiling_cents,
        )


class PriceRangeOut(Out):
    """From the cheapest to the dearest driver, with tax."""

    low_cents: Cents
    high_cents: Cents


class PricePreviewOut(Out):
    """What a trip will cost. Without ``price_range`` nobody is free; ``arrival_minutes`` is that of the
    nearest driver, rounded up to 5."""

    distance_miles: float
    estimated_minutes: int
    price_range: PriceRangeOut | None
    drivers: int
    arrival_minutes: int | None

    @classmethod
    def of(cls, preview: PricePreview) -> "PricePreviewOut":
        trip = preview.quote.trip
        return cls.from_attributes(
            preview,
            distance_miles=float(trip.miles),
            estimated_minutes=int(trip.minutes),
            price_range=_range(preview.prices),
        )


def _range(prices: PriceRange | None) -> PriceRangeOut | None:
    return PriceRangeOut.from_attributes(prices) if prices else None


class FactorsOut(Out):
    """The six factors, 0 to 100 with one decimal."""

    distance: float
    vehicle_match: float
    capacity: float
    availability: float
    rating: float
    price: float


class OfferOut(Out):
    """A driver as a decision: the score and its factors, the arrival in minutes, the price in all. Distance
    and arrival are those from the middle of a square of about a kilometer. ``rank`` is by score, whoever is a
    favorite."""

    rank: int
    is_favorite: bool
    driver_id: str
    name: str
    vehicle: VehicleOut
    rating: float | None
    total_jobs: int
    score: float
    factors: FactorsOut
    confidence: float
    miles_away: float
    estimated_arrival: int
    estimated_price_cents: Cents
    fare: FareOut

    @classmethod
    def of(cls, offer: Offer, fare: Fare, *, is_favorite: bool) -> "OfferOut":
        return cls.from_attributes(
            offer,
            is_favorite=is_favorite,
            name=offer.driver_name,
            vehicle=VehicleOut.of(offer.vehicle),
            factors=FactorsOut(**offer.factors),
            estimated_arrival=offer.arrival_minutes,
            estimated_price_cents=offer.estimate.total_cents,
            fare=FareOut.of(fare),
        )


class ScoringOut(Out):
    """What made the scores: the version of the algorithm, and each factor's weight in percent."""

    version: str
    weights: FactorsOut

    @classmethod
    def of(cls, policy: MatchPolicy) -> "ScoringOut":
        weights = {name: float(100 * share) for name, share in attrs.asdict(policy.weights).items()}
        return cls(policy.version, FactorsOut(**weights))


class MatchesOut(Out):
    """Favorites first and otherwise best first, with the range of their prices. When the list is empty,
    whether only the price limit emptied it."""

    items: list[OfferOut]
    next: str | None
    price_range: PriceRangeOut | None
    emptied_by_price_limit: bool
    scoring: ScoringOut

    @classmethod
    def of(cls, found: FoundDrivers) -> "MatchesOut":
        return cls(
            items=[
                OfferOut.of(
                    offer, found.fares[offer.driver_id], is_favorite=offer.driver_id in found.favorites
                )
                for offer in found.offers
            ],
            next=None,
            price_range=_range(found.prices),
            emptied_by_price_limit=found.emptied_by_price_limit,
            scoring=ScoringOut.of(STANDARD_MATCH_POLICY),
        )
