"""Request a quote: the price of a trip, which can be booked."""

from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.arrival_window import checked_window_end
from haulage.kernel.cargo import (
    MAX_ITEMS,
    Item,
    any_assembly,
    any_fragile,
    total_cubic_feet,
    total_pounds,
)
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.geo import Place, Point, same_place
from haulage.kernel.local_time import instant, platform_time
from haulage.kernel.measures import (
    MAX_TRIP_MILES,
    MAX_TRIP_MINUTES,
    MAX_VOLUME_CUBIC_FEET,
    METERS_PER_MILE,
    weight_pounds,
)
from haulage.kernel.money import LEAST_CHARGE_CENTS, Cents, amount, dollars, half_up
from haulage.kernel.policy import Action, authorize
from haulage.kernel.rate_limit import RateLimit
from haulage.kernel.services import SERVICE_OF_CLASS, FareUrgency, ItemClass, ServiceType
from haulage.kernel.split_policy import SplitPolicy
from haulage.ports.maps.routes import Leg, Routes
from haulage.ports.maps.time_zones import TimeZones
from haulage.ports.maps.weather import Forecast
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing import (
    STANDARD_TARIFF,
    Conditions,
    Fare,
    Load,
    NoTaxRow,
    SalesTax,
    Tariff,
    Trip,
    quote_fare,
    time_of_day,
)
from haulage.pricing.driver_fare import price_ceiling_cents
from haulage.pricing.price_policy import PricePolicy
from haulage.pricing.quote import QUOTE_LIFETIME, Quote
from haulage.pricing.sales_tax import UNTAXED
from haulage.service_area import ServiceArea
from haulage.services.quotes.own_quote import count_quote, own_quote
from haulage.use_cases.authority.trip_authority import TripAuthority
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.trip_taxes import Taxes

SCHEDULE_HORIZON = timedelta(days=365)
"""Ours: nobody's price or hours are known further ahead."""

MAX_ALTERNATIVES = 10
"""Ours: engines offer no more routes than this."""

MAX_REQUIREMENTS = 20
MAX_REQUIREMENT_LENGTH = 100


@attrs.frozen
class QuoteRequest:
    """What a customer asks a price for. Without a service type the item class decides (OP-06)."""

    pickup: Place
    dropoff: Place
    items: tuple[Item, ...]
    item_class: ItemClass = ItemClass.SMALL
    service_type: ServiceType | None = None
    urgency: FareUrgency = FareUrgency.STANDARD
    requires_assembly: bool = False
    helpers: int = 0
    special_requirements: tuple[str, ...] = ()
    scheduled_time: datetime | None = None
    scheduled_until: datetime | None = None
    """The end of the arrival window that begins at ``scheduled_time``."""
    max_price_cents: Cents | None = None
    alternative: int = 0
    """Which of the routes is priced, counted from the best (MAP-23)."""

    @property
    def service(self) -> ServiceType:
        return self.service_type or SERVICE_OF_CLASS[self.item_class]


class SamePlace(RuleBroken):
    """Pickup and dropoff are the same place (MAP-16)."""

    code = "same_place"
    message = "Pickup and dropoff locations cannot be the same"
    field = "dropoff"


class PriceBelowMinimum(RuleBroken):
    """The price is below the card provider's minimum charge."""

    code = "price_below_minimum"
    message = f"An order costs at least {dollars(LEAST_CHARGE_CENTS)}, the least that a card can be charged."


def require_chargeable(price_cents: Cents) -> None:
    """Raises ``PriceBelowMinimum``."""
    if price_cents < LEAST_CHARGE_CENTS:
        raise PriceBelowMinimum


@attrs.frozen
class CalculatedFare:
    """A what-if price. Without ``tax_known`` it is before tax, which depends on the place of delivery.

    ``shares_apply`` says whether the fare's shares are what the active split policy would pay (OP-01), and
    ``is_charged`` whether customers pay the calculator's price, and not their driver's (OP-09).
    """

    fare: Fare
    tax_known: bool
    shares_apply: bool
    is_charged: bool


@attrs.frozen
class CalculateFare:
    """The what-if calculator: moves no money and is open to visitors (OP-15)."""

    clock: Clock
    taxes: Taxes
    area: ServiceArea
    split_policy: SplitPolicy = SplitPolicy.SPLIT_50_50
    price_policy: PricePolicy = PricePolicy.DRIVER_ESTIMATE
    tariff: Tariff = STANDARD_TARIFF

    async def __call__(self, actor: Actor, trip: Trip, dropoff: Point | None = None) -> CalculatedFare:
        """Raises ``InvalidInput``, ``OutsideServiceArea``, and ``NoTaxRow`` for a *dropoff* whose tax nobody
        has confirmed."""
        authorize(actor, Action.CALCULATE_FARE)
        self.area.bounds[trip.service].require_weight(
            trip.load.weight_pounds, trip.service, field="weight_pounds"
        )
        self.area.bounds[trip.service].require_distance(trip.miles, trip.service, field="miles")
        if dropoff is not None:
            self.area.require_place(dropoff, field="dropoff")
        tax = await self._tax(trip, dropoff)
        fare = quote_fare(trip, self.tariff, tax=tax or UNTAXED)
        return CalculatedFare(
            fare,
            tax_known=tax is not None,
            shares_apply=self.split_policy is SplitPolicy.SPLIT_50_50,
            is_charged=self.price_policy is PricePolicy.CALCULATOR_PRICE,
        )

    async def _tax(self, trip: Trip, dropoff: Point | None) -> SalesTax | None:
        """None where it depends on the place, which is not given."""
        today = platform_time(self.clock.now()).date()
        if dropoff is not None:
            return await self.taxes.of_trip(trip, today, dropoff)
        try:
            return await self.taxes.of_any_trip(trip, today)
        except NoTaxRow:
            return None


@attrs.frozen
class PriceTrip:
    """The price of a trip by the server's own route (OP-15). Stores nothing and counts nothing."""

    clock: Clock
    identifiers: Identifiers
    routes: Routes
    forecast: Forecast
    taxes: Taxes
    trip_authority: TripAuthority
    zones: TimeZones
    area: ServiceArea
    tariff: Tariff = STANDARD_TARIFF

    async def __call__(self, actor: Actor, request: QuoteRequest) -> Quote:
        """Raises ``InvalidInput``, ``SamePlace``, ``OutsideServiceArea``, ``RouteClosed``,
        ``CarrierCredentialRequired``, ``StateUnknown``, ``NoTaxRow``, ``RouteCalculationError`` or
        ``PriceBelowMinimum``."""
        now = self.clock.now()
        request = checked(request, now)
        # An address may be anywhere in the country; a price is only given in the service area (OP-62).
        self.area.require_trip(request.pickup.point, request.dropoff.point)
        bounds = self.area.bounds[request.service]
        bounds.require_weight(total_pounds(request.items), request.service, field="items")
        at, ends = request.scheduled_time or now, (request.pickup.point, request.dropoff.point)
        need = await self.trip_authority.require(request.service, *ends, at)
        leg = await self._leg(request, at)
        weather = await self.forecast.weather(request.pickup.point, at=at)
        hour = time_of_day(at, self.zones.zone_at(request.pickup.point))
        trip = trip_of(request, leg, Conditions(hour, weather))
        bounds.require_distance(trip.miles, request.service, field="dropoff")
        tax = await self.taxes.of_trip(trip, platform_time(at).date(), request.dropoff.point)
        return attrs.evolve(self._price(actor, request, trip, tax, now), carrier_need=need)

    async def _leg(self, request: QuoteRequest, at: datetime) -> Leg:
        """That of the chosen route; there may be fewer of them than when it was shown."""
        start, end = request.pickup.point, request.dropoff.point
        if not request.alternative:
            return await self.routes.leg(start, end, at=at)
        routes = await self.routes.alternatives(start, end, at=at)
        if request.alternative >= len(routes):
            raise InvalidInput(
                "alternative", f"must be below {len(routes)}, the number of routes between these places"
            )
        return routes[request.alternative].leg

    def _price(self, actor: Actor, request: QuoteRequest, trip: Trip, tax: SalesTax, now: datetime) -> Quote:
        fare = quote_fare(trip, self.tariff, tax=tax)
        require_chargeable(fare.total_cents)
        ceiling = price_ceiling_cents(trip.service, fare.subtotal_cents, self.tariff)
        return Quote(
            id=self.identifiers.new("quo"),
            customer_id=actor.user_id or "",
            item_class=request.item_class,
            pickup=request.pickup,
            dropoff=request.dropoff,
            items=request.items,
            trip=trip,
            tax=tax,
            fare=fare,
            ceiling_cents=min(ceiling, request.max_price_cents or ceiling),
            created_at=now,
            expires_at=now + QUOTE_LIFETIME,
            scheduled_time=request.scheduled_time,
            scheduled_until=request.scheduled_until,
            special_requirements=request.special_requirements,
        )


@attrs.frozen
class RequestQuote:
    """A price that can be booked for fifteen minutes (OP-09)."""

    storage: Storage
    clock: Clock
    price: PriceTrip
    limit: RateLimit | None = None
    """How many quotes and lists of drivers one user is given."""

    async def __call__(
        self, actor: Actor, request: QuoteRequest, once: IdempotentRequest[Quote] | None = None
    ) -> Quote:
        """Raises what ``PriceTrip`` raises, and ``TooManyRequests``."""
        authorize(actor, Action.REQUEST_QUOTE)
        now = self.clock.now()
        quote = await self.price(actor, request)

        async def store(unit: UnitOfWork) -> Quote:
            await count_quote(unit, self.limit, actor, now)
            await unit.quotes.add(quote)
            return quote

        return await write_once(self.storage, once, store, now)


@attrs.frozen
class SeeQuote:
    """One's own quote."""

    storage: Storage

    async def __call__(self, actor: Actor, quote_id: str) -> Quote:
        quote = await self.storage.read(lambda unit: unit.quotes.get(quote_id))
        return own_quote(actor, quote, Action.SEE_QUOTE)


def checked(request: QuoteRequest, now: datetime) -> QuoteRequest:
    """The request with its time in UTC, or the refusal that names its field."""
    if same_place(request.pickup.point, request.dropoff.point):
        raise SamePlace
    if not 1 <= len(request.items) <= MAX_ITEMS:
        raise InvalidInput("items", f"must hold 1 to {MAX_ITEMS} items")
    if not 0 <= request.alternative < MAX_ALTERNATIVES:
        raise InvalidInput("alternative", f"must be between 0 and {MAX_ALTERNATIVES - 1}")
    weight_pounds(total_pounds(request.items), field="items")
    if total_cubic_feet(request.items) > MAX_VOLUME_CUBIC_FEET:
        raise InvalidInput("items", f"must take at most {MAX_VOLUME_CUBIC_FEET:,} cubic feet together")
    if len(request.special_requirements) > MAX_REQUIREMENTS:
        raise InvalidInput("special_requirements", f"must hold at most {MAX_REQUIREMENTS}")
    if not all(text.strip() for text in request.special_requirements):
        raise InvalidInput("special_requirements", "must not be blank")
    if any(len(text) > MAX_REQUIREMENT_LENGTH for text in request.special_requirements):
        raise InvalidInput(
            "special_requirements", f"must be at most {MAX_REQUIREMENT_LENGTH} characters each"
        )
    if request.max_price_cents is not None:
        amount(request.max_price_cents, field="max_price_cents", at_least=1)
    until = checked_window_end(request.scheduled_time, request.scheduled_until)
    if request.scheduled_time is None:
        return request
    return attrs.evolve(request, scheduled_time=_future(request.scheduled_time, now), scheduled_until=until)


def _future(scheduled: datetime, now: datetime) -> datetime:
    at = instant(scheduled, field="scheduled_time")
    if at <= now:
        raise InvalidInput("scheduled_time", "must be in the future")
    if at > now + SCHEDULE_HORIZON:
        raise InvalidInput("scheduled_time", "must be within a year")
    return at


def trip_of(request: QuoteRequest, leg: Leg, conditions: Conditions) -> Trip:
    """The way in miles to the hundredth and whole minutes rounded up (OP-98)."""
    miles = road_miles(leg)
    minutes = -(-leg.duration_seconds // 60)
    if not 0 < miles <= MAX_TRIP_MILES or not 0 < minutes <= MAX_TRIP_MINUTES:
        raise InvalidInput("dropoff", "is too far from the pickup")
    assembly = request.requires_assembly or any_assembly(request.items)
    load = Load(total_pounds(request.items), any_fragile(request.items), assembly, request.helpers)
    return Trip(
        service=request.service,
        miles=miles,
        minutes=minutes,
        urgency=request.urgency,
        load=load,
        conditions=conditions,
    )


def road_miles(leg: Leg) -> Decimal:
    """Miles by road to the hundredth, never less than one hundredth, so that shown and priced agree."""
    miles = Fraction(leg.distance_meters) / METERS_PER_MILE
    hundredths = half_up(100 * miles.numerator, miles.denominator)
    return Decimal(max(1, hundredths)) / 100
