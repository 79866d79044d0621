"""What sample customers book: now and then anything, and a trip nearby for people who sign in as drivers."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from haulage.kernel.actor import Actor
from haulage.kernel.errors import HaulageError
from haulage.kernel.geo import Place, great_circle_miles
from haulage.matching import Offer
from haulage.orders import Contact, Order
from haulage.ports.storage.orders import OrderFilter
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.orders.book_order import BookingRequest
from haulage.use_cases.quotes.request_quote import QuoteRequest
from haulage_adapters.demonstration.cast import CastMember, Pace, is_in_hand
from haulage_adapters.demonstration.people import CUSTOMERS
from haulage_adapters.demonstration.places import PLACES
from haulage_adapters.demonstration.scenario_runner import CARD
from haulage_adapters.demonstration.scenarios import LOADS

log = logging.getLogger(__name__)

OPEN_ONE_IN = 4
PICKUPS_NEARBY = 3


class SampleBookings:
    """One process's memory of whom it has asked."""

    def __init__(self, marketplace: Marketplace, pace: Pace) -> None:
        self._marketplace = marketplace
        self._pace = pace
        self._last_asked_at: dict[str, datetime] = {}

    async def invent(
        self,
        orders: Sequence[Order],
        customers: Sequence[Actor],
        cast: Mapping[str, CastMember],
        now: datetime,
    ) -> None:
        """Now and then a sample customer wants something carried, while few orders are under way.

        Some drivers hand the order back at once, so that there are open orders to be found.
        """
        pace = self._pace
        theirs = {customer.user_id for customer in customers}
        under_way = [order for order in orders if order.customer_id in theirs and order.driver_id is not None]
        newest = max((order.created_at for order in orders), default=None)
        if len(under_way) >= pace.living_orders or (
            newest is not None and now - newest < pace.new_order_every
        ):
            return
        number = await self._count()
        if number >= pace.most_orders:
            return
        pickup = PLACES[number * 7 % len(PLACES)]
        order = await self._book(number, pickup, 3 + number % 6, customers, lambda offers: offers[0])
        driver = cast.get(order.driver_id or "") if order else None
        if order and driver and number % OPEN_ONE_IN == 0:
            with suppress(HaulageError):  # whoever was faster is right
                await self._marketplace.deliveries.steps.hand_back(driver.actor, order.id)

    async def ask_people(
        self,
        orders: Sequence[Order],
        customers: Sequence[Actor],
        cast: Mapping[str, CastMember],
        now: datetime,
    ) -> None:
        """Somebody near chooses each person who is online as a driver and has nothing to do."""
        pace = self._pace
        busy = {
            order.driver_id for order in orders if order.accepted_at is None or is_in_hand(order, now, pace)
        }
        for driver_id, member in cast.items():
            is_free = member.somebody_drives and member.profile.is_online and driver_id not in busy
            last_asked_at = self._last_asked_at.get(driver_id)
            if not is_free or (last_asked_at is not None and now - last_asked_at < pace.ask_people_every):
                continue
            self._last_asked_at[driver_id] = now
            await self._ask(driver_id, member, customers)

    async def _ask(self, driver_id: str, member: CastMember, customers: Sequence[Actor]) -> None:
        here, number = member.position, await self._count()
        if here is None or number >= self._pace.most_orders:
            return
        near = sorted(PLACES, key=lambda place: great_circle_miles(place.point, here.point))
        await self._book(
            number,
            near[number % PICKUPS_NEARBY],
            2 + number % 4,
            customers,
            lambda offers: next((each for each in offers if each.driver_id == driver_id), None),
        )

    async def _count(self) -> int:
        counts = await self._marketplace.storage.read(lambda unit: unit.orders.count_by_status(OrderFilter()))
        return sum(counts.values())

    async def _book(
        self,
        number: int,
        pickup: Place,
        away: int,
        customers: Sequence[Actor],
        choose: Callable[[Sequence[Offer]], Offer | None],
    ) -> Order | None:
        """A paid order to the place that is the *away*-th nearest; None where nobody chosen can come.

        The same number makes the same request; the first customer is left to whoever signs in.
        """
        chosen = 1 + number % (len(CUSTOMERS) - 1)
        customer, person = customers[chosen], CUSTOMERS[chosen]
        load = LOADS[number * 5 % len(LOADS)]
        nearest = sorted(PLACES, key=lambda place: great_circle_miles(place.point, pickup.point))
        request = QuoteRequest(
            pickup=pickup, dropoff=nearest[away], items=load.items, item_class=load.item_class
        )
        marketplace = self._marketplace
        try:
            quote = await marketplace.quotes.request(customer, request)
            found = await marketplace.drivers.find(customer, quote.id)
            offer = choose(found.offers) if found.offers else None
            if offer is None:
                return None
            contact = Contact(person.name, person.phone)
            booking = BookingRequest(quote.id, offer.driver_id, contact, load.words)
            order = await marketplace.orders.book(customer, booking)
            payment = await marketplace.payments.open(customer, order.id)
            return (await marketplace.payments.confirm(customer, payment.id, CARD)).order
        except HaulageError as refusal:
            log.debug("no new order this time: %s", refusal)
            return None
