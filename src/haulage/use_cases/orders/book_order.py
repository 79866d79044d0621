"""Book an order from a quote and a chosen driver."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from math import ceil

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.cargo import in_one_line, total_cubic_feet
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.phone import check_phone
from haulage.kernel.policy import Action
from haulage.kernel.services import MATCH_URGENCY
from haulage.kernel.stop_access import NO_ACCESS, StopAccess, checked_access
from haulage.matching.offer import Offer
from haulage.orders import (
    Contact,
    Order,
    OrderEventType,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.price_policy import PricePolicy
from haulage.pricing.quote import Quote
from haulage.services.orders.item_photos import attach_item_photos
from haulage.services.orders.order_log import append_event
from haulage.services.quotes.offered_fare import fare_of_offer
from haulage.services.quotes.own_quote import own_quote
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.orders.unpaid_orders import end_if_unpaid
from haulage.use_cases.quotes.request_quote import require_chargeable

MAX_NAME_LENGTH = 100
MAX_PHONE_LENGTH = 32
MAX_DESCRIPTION_LENGTH = 2000
MAX_NOTES_LENGTH = 500
"""Ours: what a driver reads at the door."""

THE_REST = ", and more"


class DriverNotOffered(RuleBroken):
    """Only a driver from the quote's own match result can be chosen (OP-09)."""

    code = "driver_not_offered"
    message = "This driver was not offered for this quote. Please choose one from the list."
    field = "driver_id"


class QuoteAlreadyBooked(RuleBroken):
    """The quote was used for another order already."""

    code = "quote_already_booked"
    message = "This quote is booked already."


@attrs.frozen
class BookingRequest:
    """What turns a quote into an order: whom to send, whom to meet, what to carry.

    Without a description the quote's items are written in one line. Notes are for the driver who has
    accepted.
    """

    quote_id: str
    driver_id: str
    contact: Contact
    items_description: str = ""
    item_notes: str = ""
    pickup_access: StopAccess = NO_ACCESS
    dropoff_access: StopAccess = NO_ACCESS
    photos: Sequence[str] = ()
    """The device's ids of pictures of the items that were sent before."""


@attrs.frozen
class BookOrder:
    """Create the order unpaid, at the quoted price; drivers see it once it is paid (OP-24)."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    price_policy: PricePolicy = PricePolicy.DRIVER_ESTIMATE

    async def __call__(
        self, actor: Actor, request: BookingRequest, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """Raises ``NotFound``, ``QuoteExpired``, ``QuoteAlreadyBooked``, ``DriverNotOffered`` or
        ``PriceBelowMinimum``."""
        request = _checked(request)
        now = self.clock.now()
        return await write_once(self.storage, once, lambda unit: self._book(unit, actor, request, now), now)

    async def _book(self, unit: UnitOfWork, actor: Actor, request: BookingRequest, now: datetime) -> Order:
        await unit.quotes.hold(request.quote_id)  # so that the offers stay what the order is booked from
        quote = own_quote(actor, await unit.quotes.get(request.quote_id), Action.BOOK_ORDER)
        if await unit.orders.of_quote(quote.id) is not None:
            raise QuoteAlreadyBooked
        quote.require_live(now)
        offer = await unit.quotes.offer(quote.id, request.driver_id)
        if offer is None:
            raise DriverNotOffered
        order = self._order(quote, offer, request, await unit.orders.next_number(), now)
        require_chargeable(order.price_cents)
        await unit.orders.add(order)
        await attach_item_photos(unit, order, request.photos)
        await append_event(unit, order, OrderEventType.CREATED, now)
        await end_if_unpaid(unit, order)
        return order

    def _order(
        self, quote: Quote, offer: Offer, request: BookingRequest, number: int, now: datetime
    ) -> Order:
        trip = quote.trip
        return Order(
            id=self.identifiers.new("ord"),
            number=number,
            customer_id=quote.customer_id,
            quote_id=quote.id,
            service_type=trip.service,
            item_class=quote.item_class,
            pickup=quote.pickup,
            dropoff=quote.dropoff,
            contact=request.contact,
            pickup_access=request.pickup_access,
            dropoff_access=request.dropoff_access,
            items_description=_described(request, quote),
            items=quote.items,
            helpers=trip.load.helpers,
            carrier_need=quote.carrier_need,
            item_notes=request.item_notes.strip(),
            weight_pounds=_hundredths(trip.load.weight_pounds),
            volume_cubic_feet=_hundredths(total_cubic_feet(quote.items)),
            price_cents=fare_of_offer(quote, offer, self.price_policy).total_cents,
            distance_miles=_hundredths(trip.miles),
            estimated_minutes=int(trip.minutes),
            urgency=MATCH_URGENCY[trip.urgency],
            created_at=now,
            updated_at=now,
            scheduled_time=quote.scheduled_time,
            scheduled_until=quote.scheduled_until,
            chosen_driver_id=offer.driver_id,
        )


def _hundredths(value: Fraction) -> Decimal:
    """Rounded up: what a vehicle could not carry must not round down to what it can."""
    return Decimal(ceil(value * 100)).scaleb(-2)


def _checked(request: BookingRequest) -> BookingRequest:
    texts = (
        ("contact.name", request.contact.name, MAX_NAME_LENGTH),
        ("contact.phone", request.contact.phone, MAX_PHONE_LENGTH),
        ("items_description", request.items_description, MAX_DESCRIPTION_LENGTH),
        ("item_notes", request.item_notes, MAX_NOTES_LENGTH),
    )
    for field, text, limit in texts:
        if field.startswith("contact.") and not text.strip():
            raise InvalidInput(field, "is required")
        if len(text) > limit:
            raise InvalidInput(field, f"must be at most {limit} characters")
    check_phone(request.contact.phone, "contact.phone")
    return attrs.evolve(
        request,
        pickup_access=checked_access(request.pickup_access, "pickup_access"),
        dropoff_access=checked_access(request.dropoff_access, "dropoff_access"),
    )


def _described(request: BookingRequest, quote: Quote) -> str:
    """Raises ``InvalidInput`` where neither the request nor the quote's items say what it is."""
    words = request.items_description or in_one_line(quote.items)
    if not words.strip():
        raise InvalidInput("items_description", "is required")
    if len(words) <= MAX_DESCRIPTION_LENGTH:
        return words
    return words[: MAX_DESCRIPTION_LENGTH - len(THE_REST)].rpartition(", ")[0] + THE_REST
