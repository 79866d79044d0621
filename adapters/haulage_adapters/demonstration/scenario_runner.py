"""One scene lived through: booked, paid, driven or called off, as far as its ending."""

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, IllegalMove
from haulage.kernel.geo import Point
from haulage.orders import Contact, Order
from haulage.payments import Card
from haulage.use_cases.claims import ClaimDecision
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.messaging.send_message import MessageDraft
from haulage.use_cases.orders.book_order import BookingRequest
from haulage.use_cases.quotes.request_quote import QuoteRequest
from haulage_adapters.demonstration.clock import StoryClock
from haulage_adapters.demonstration.complaining import FINDING, REPORTS, send_photos
from haulage_adapters.demonstration.drives import drive_line
from haulage_adapters.demonstration.people import ADMIN, CUSTOMERS, DRIVERS
from haulage_adapters.demonstration.proving import leave_proof
from haulage_adapters.demonstration.recorded_scenario import RecordedSteps
from haulage_adapters.demonstration.registration import actor_of
from haulage_adapters.demonstration.scenarios import Complaint, Ending, Scene

CARD = Card("4242 4242 4242 4242", "12/40", "123", "Sample Customer")
STEP = timedelta(seconds=70)
LOADING = timedelta(minutes=6)
RATING = timedelta(minutes=20)
COMPLAINING, DECIDING = timedelta(hours=2), timedelta(hours=5)


class RunningScene:
    """One scene being told: between two steps, other scenes go on."""

    def __init__(
        self,
        marketplace: Marketplace,
        clock: StoryClock,
        cast: dict[str, Actor],
        customer: Actor,
        number: int,
        scene: Scene,
    ) -> None:
        self._marketplace = marketplace
        self._clock = clock
        self._recorded = RecordedSteps(marketplace, clock, f"scene {number}")
        self._cast = cast
        self._customer = customer
        self._scene = scene
        self.driver: Actor | None = None
        self.where: Point | None = None
        """Where the driver is at the end, while on the job."""

    async def steps(self, at: datetime, now: datetime) -> AsyncIterator[datetime]:
        """Do one step, and say when the next one is due."""
        order = await self._book(at)
        ending = self._scene.ending
        if order is None or ending is Ending.UNPAID:
            return
        yield (at := at + STEP)
        if ending is Ending.CANCELLED_UNPAID:
            await self._cancel(order, "Found somebody with a car")
            return
        driver_id = await self._pay(order)
        self.driver = self._cast[driver_id] if driver_id else None
        if self.driver is None:
            return
        yield (at := at + STEP)
        if ending is Ending.OPEN:
            await self._work("accept", self.driver, order)
            await self._work("hand_back", self.driver, order)
            await self._let_all_refuse(order)
            self.driver = None
        elif ending is Ending.CANCELLED:
            await self._cancel(order, "Plans have changed")
            self.driver = None
        elif order.scheduled_time is not None:
            await self._work("accept", self.driver, order)
            self.driver = None
        else:
            async for due in self._drive(order, self.driver, at, now):
                yield due

    async def _drive(
        self, order: Order, driver: Actor, at: datetime, now: datetime
    ) -> AsyncIterator[datetime]:
        scene = self._scene
        self.where = await self._on_the_way(order, 0.15, at)
        await self._work("accept", driver, order)
        if scene.wants_pin:
            with suppress(Conflict, IllegalMove):  # another run is at it, or has come further
                await self._marketplace.proofs.pins.ask(self._customer, order.id)
        if scene.ending is Ending.ASSIGNED:
            return
        await self._talk(order, driver)
        yield (at := at + STEP)
        await self._work("set_out", driver, order)
        if scene.ending is Ending.EN_ROUTE:
            return
        yield (at := at + LOADING)
        await self._work("start", driver, order)
        self.where = order.pickup.point
        if scene.ending is Ending.IN_PROGRESS:
            return
        yield (at := at + LOADING)
        await self._work("confirm_pickup", driver, order)
        self.where = await self._on_the_way(order, 0.4, at)
        if scene.ending is Ending.PICKED_UP:
            return
        yield (at := min(at + timedelta(minutes=order.estimated_minutes), now))
        await self._prove(driver, order)
        self.driver = self.where = None
        if scene.stars is not None:
            yield (at := at + RATING)
            await self._rate(order, scene.stars)
        if scene.complaint is Complaint.NONE:
            return
        yield (at := at + COMPLAINING)
        claim_id = await self._report(order)
        if scene.complaint is Complaint.DECIDED:
            yield at + DECIDING
            await self._decide(claim_id)

    async def _on_the_way(self, order: Order, share: float, at: datetime) -> Point:
        """A place on the street, this share of the trip away from the pickup."""
        routes = self._marketplace.orders.track.forecasts.routes
        line, _ = await drive_line(routes, order.pickup.point, order.dropoff.point, at)
        return line.at(share)[0]

    async def _prove(self, driver: Actor, order: Order) -> None:
        """Another run that proves the same at once has proved it by the second time."""
        leave = partial(leave_proof, self._marketplace, driver, order, self._clock.now())
        try:
            await leave(with_photo=self._scene.has_photo)
        except Conflict:
            await leave(with_photo=self._scene.has_photo)

    async def _talk(self, order: Order, driver: Actor) -> None:
        send = self._marketplace.messaging.send
        for number, text in enumerate(self._scene.messages):
            sender, draft = driver if number % 2 else self._customer, MessageDraft(text)
            await self._recorded.do(
                f"message {number}",
                partial(send, sender, order.id, draft),
                lambda sent: sent.id,
            )

    async def _rate(self, order: Order, stars: int) -> None:
        await self._recorded.do(
            "rate",
            lambda once: self._marketplace.orders.rate(self._customer, order.id, stars, once=once),
            lambda rated: rated.id,
        )

    async def _report(self, order: Order) -> str:
        complaint, claims = self._scene.complaint, self._marketplace.claims
        photos = await send_photos(self._marketplace, self._customer, order, complaint)
        return await self._recorded.do(
            "report",
            lambda once: claims.open(self._customer, order.id, REPORTS[complaint], photos, once),
            lambda made: made.id,
        )

    async def _decide(self, claim_id: str) -> None:
        decisions, admin = self._marketplace.claims.decide, await actor_of(self._marketplace, ADMIN.email)
        await self._recorded.do(
            "decide",
            lambda once: decisions.decide(admin, claim_id, ClaimDecision(FINDING), once),
            lambda decided: decided.id,
        )

    async def _book(self, at: datetime) -> Order | None:
        """None when no driver works at that hour."""
        booked = self._recorded.reply
        order_id = await booked("book") or await self._book_now(at) or await booked("book")
        if not order_id:
            return None
        return await self._marketplace.storage.read(lambda unit: unit.orders.get(order_id))

    async def _book_now(self, at: datetime) -> str | None:
        scene, load = self._scene, self._scene.load
        ahead = scene.hours_ahead
        quote = await self._marketplace.quotes.request(
            self._customer,
            QuoteRequest(
                pickup=scene.pickup,
                dropoff=scene.dropoff,
                items=load.items,
                item_class=load.item_class,
                urgency=scene.urgency,
                scheduled_time=None if ahead is None else at + timedelta(hours=ahead),
            ),
        )
        found = await self._marketplace.drivers.find(self._customer, quote.id)
        if not found.offers:
            return None
        wanted = DRIVERS[scene.driver].person.name if scene.driver is not None else None
        offer = next((each for each in found.offers if each.driver_name == wanted), found.offers[0])
        person = CUSTOMERS[scene.customer]
        contact = Contact(person.name, person.phone)
        booking = BookingRequest(quote.id, offer.driver_id, contact, load.words)
        return await self._recorded.do(
            "book",
            lambda once: self._marketplace.orders.book(self._customer, booking, once),
            lambda order: order.id,
        )

    async def _pay(self, order: Order) -> str:
        """The driver who got the order with the payment, or nothing."""
        payment = await self._marketplace.payments.open(self._customer, order.id)
        return await self._recorded.do(
            "pay",
            lambda once: self._marketplace.payments.confirm(self._customer, payment.id, CARD, once),
            lambda outcome: outcome.order.driver_id or "",
        )

    async def _let_all_refuse(self, order: Order) -> None:
        """Nobody who is asked alone wants it, so that it is open to whoever signs in."""
        while True:
            offer = await self._marketplace.storage.read(lambda unit: unit.job_offers.open_of(order.id))
            if offer is None or offer.driver_id is None:
                return
            await self._marketplace.dispatch.offers.decline(self._cast[offer.driver_id], order.id)

    async def _cancel(self, order: Order, reason: str) -> None:
        await self._recorded.do(
            "cancel",
            lambda once: self._marketplace.orders.cancel(self._customer, order.id, reason, once),
            lambda cancelled: cancelled.id,
        )

    async def _work(self, step: str, driver: Actor, order: Order) -> None:
        """A step of the driver's, by its name among the use cases."""
        market = self._marketplace
        steps = market.deliveries.steps
        work = market.dispatch.accept_offer if step == "accept" else getattr(steps, step)
        await self._recorded.do(step, lambda once: work(driver, order.id, once), lambda worked: worked.id)
