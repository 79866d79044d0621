"""A whole marketplace over a database, with people in it, a clock that tests turn, and honest cards."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import attrs
from sqlalchemy import create_engine

from account_scenario import TurnableClock
from builders import BROOKLYN, TIMES_SQUARE, a_position, a_user, an_account, an_online_driver
from emails import answer_email_requests
from haulage.drivers import DriverProfile
from haulage.email import EmailState
from haulage.jobs import JobKind
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.cargo import Item
from haulage.kernel.geo import Point, great_circle_miles, quick_minutes
from haulage.kernel.measures import METERS_PER_MILE
from haulage.kernel.services import ServiceType
from haulage.matching.offer import Offer
from haulage.orders import Contact, Order, OrderEvent
from haulage.payments import Card, Payment
from haulage.ports.maps.routes import Leg, Route
from haulage.ports.runtime.jobs import JobHandler, NotYet
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.idempotency import RequestKey
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing.quote import Quote
from haulage.service_area import Bounds, ServiceArea, Zone
from haulage.use_cases.arrival_estimates import Forecasts
from haulage.use_cases.deliveries.order_steps import WorkOnOrder
from haulage.use_cases.dispatch.accept_order import AcceptOrder
from haulage.use_cases.idempotency import IdempotentRequest
from haulage.use_cases.jobs import RunJob
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.orders.book_order import BookingRequest
from haulage.use_cases.orders.order_streaming import FollowOrder
from haulage.use_cases.payments.checkout import PaymentOutcome
from haulage.use_cases.quotes.request_quote import QuoteRequest
from haulage_adapters.assembly.marketplace import assemble
from haulage_adapters.order_streams import InProcessOrderStreams
from haulage_adapters.settings import Settings
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage
from use_cases.recording_cards import RecordingCards

NEARBY = TIMES_SQUARE.point
PAYING, DECLINED, CHALLENGED = "4242 4242 4242 4242", "4000 0000 0000 0002", "4000 0000 0000 3220"
CONTACT = Contact("Ada Customer", "+12125550100")
ADMIN = Actor("usr_admin", UserType.ADMIN)


def a_card(number: str = PAYING) -> Card:
    return Card(number, "12/39", "123", "Ada Customer")


def once(key: str = "key-1", body: str = "body", caller: str = "usr_ada") -> IdempotentRequest[Any]:
    """A caller's wish to do a thing once; the reply kept is what the result says of itself."""
    return IdempotentRequest(
        RequestKey(caller, "POST /here", key), body, lambda result: repr(result).encode()
    )


class SteadyRoutes:
    """The straight line at 25 mph, at any hour alike, so that a turned clock changes no price."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        miles = great_circle_miles(start, end)
        return Route(round(miles * float(METERS_PER_MILE)), quick_minutes(miles) * 60, "steady")

    async def leg(self, start: Point, end: Point, *, at: datetime) -> Leg:
        return (await self.route(start, end, at=at)).leg

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        return (await self.route(start, end, at=at),)

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg, ...]:
        found = [await self.route(start, end, at=at) for start in starts]
        return tuple(route.leg for route in found)


class Undrawn(SteadyRoutes):
    """Six miles in half an hour; finds no route that would have to be drawn."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        raise AssertionError("a line that nobody looks at is not asked for")

    async def leg(self, start: Point, end: Point, *, at: datetime) -> Leg:
        return Leg(round(6 * float(METERS_PER_MILE)), 1_800)


class Identifiers:
    """Counts, so that ids are the same in every run."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def new(self, kind: str) -> str:
        self._counts[kind] += 1
        return f"{kind}_{self._counts[kind]}"

    def uuid(self) -> str:
        self._counts["uuid"] += 1
        return str(UUID(int=self._counts["uuid"]))

    def digits(self, count: int) -> str:
        self._counts["digits"] += 1
        return f"{self._counts['digits']:0{count}d}"


@attrs.define
class Scenario:
    """The marketplace, and short ways to what a test begins with."""

    storage: SqlStorage
    clock: TurnableClock
    cards: RecordingCards
    market: Marketplace

    async def customer(self, name: str = "ada") -> Actor:
        return Actor(await self._user(name, UserType.CUSTOMER), UserType.CUSTOMER)

    async def driver(self, name: str = "dee", at: Point | None = NEARBY, **changes: Any) -> Actor:
        """Approved and online near the pickup; not one rule of theirs stands in the way."""
        user_id = await self._user(name, UserType.DRIVER)
        now = self.clock.now()
        driver = an_online_driver(f"drv_{name}", user_id=user_id, name=name, updated_at=now, **changes)

        async def add(unit: UnitOfWork) -> None:
            await unit.drivers.add(driver)
            if at is not None:
                await unit.drivers.set_position(a_position(driver.id, now, at))

        await self.storage.write(add)
        return Actor(user_id, UserType.DRIVER, driver.id)

    async def approve(self, driver_id: str, reason: str = "Known to us.") -> DriverProfile:
        """By an administrator who asks and the operator who confirms."""
        await self.market.onboarding.drivers.request(ADMIN, driver_id, reason)
        return await self.market.onboarding.drivers.confirm(OPERATOR, driver_id)

    async def quote(self, customer: Actor, **request_facts: Any) -> Quote:
        facts: dict[str, Any] = {"pickup": TIMES_SQUARE, "dropoff": BROOKLYN, "items": (Item("A chair", 25),)}
        return await self.market.quotes.request(customer, QuoteRequest(**{**facts, **request_facts}))

    async def offers(self, customer: Actor, quote: Quote) -> list[Offer]:
        return list((await self.market.drivers.find(customer, quote.id)).offers)

    async def offered_ids(self, customer: Actor, **request_facts: Any) -> list[str]:
        """The drivers offered for a fresh quote, best first."""
        return [o.driver_id for o in await self.offers(customer, await self.quote(customer, **request_facts))]

    async def book(self, customer: Actor, driver: Actor, **request_facts: Any) -> Order:
        """Quoted, matched and ordered with this driver, and not paid for."""
        quote = await self.quote(customer, **request_facts)
        await self.offers(customer, quote)
        return await self.market.orders.book(customer, a_booking(quote, driver))

    async def pay(self, customer: Actor, order: Order, number: str = PAYING) -> PaymentOutcome:
        payment = await self.market.payments.open(customer, order.id)
        return await self.market.payments.confirm(customer, payment.id, a_card(number))

    async def assigned(self, customer: Actor, driver: Actor, **request_facts: Any) -> Order:
        """Paid, and assigned to this driver."""
        outcome = await self.pay(customer, await self.book(customer, driver, **request_facts))
        assert outcome.order.driver_id == driver.driver_id
        return outcome.order

    async def open_order(self, customer: Actor, driver: Actor, **request_facts: Any) -> Order:
        """Paid and handed back, so that every driver may take it."""
        order = await self.assigned(customer, driver, **request_facts)
        return await self.market.deliveries.steps.hand_back(driver, order.id)

    async def later(self, **parts: float) -> int:
        """Turn the clock, and do the jobs that are due by then; how many were done."""
        self.clock.turn(**parts)
        return await self.market.jobs.run.all_due()

    async def send_emails(self) -> None:
        """Write the mails that were requested, and send all that wait."""
        await answer_email_requests(self.storage, self.market.accounts)
        for mail in await self.market.email.manage.latest(100, state=EmailState.WAITING):
            await self.market.email.deliver(mail.id)

    async def order(self, order_id: str) -> Order:
        """As it is stored."""
        found = await self.storage.read(lambda unit: unit.orders.get(order_id))
        assert found is not None
        return found

    async def payment(self, order: Order) -> Payment:
        found = await self.storage.read(lambda unit: unit.payments.of_order(order.id))
        assert found is not None
        return found

    async def log(self, order: Order) -> list[OrderEvent]:
        return list(await self.storage.read(lambda unit: unit.orders.events_after(order.id, 0, 100)))

    async def event_types(self, order: Order) -> list[str]:
        """The words of the order's log."""
        return [str(event.type) for event in await self.log(order)]

    async def fleet_entry(self, driver: Actor) -> FleetEntry:
        entries = await self.storage.read(lambda unit: unit.drivers.changed_since(None, None, 100))
        return next(entry for entry in entries if entry.driver.id == driver.driver_id)

    async def _user(self, name: str, user_type: UserType) -> str:
        account = an_account(f"acc_{name}")
        user = a_user(f"usr_{name}", auth_id=account.id, email=account.email, user_type=user_type)
        await self.storage.write(lambda unit: unit.accounts.add(account, user))
        return user.id


def a_booking(quote: Quote, driver: Actor, **changes: Any) -> BookingRequest:
    return attrs.evolve(BookingRequest(quote.id, driver.driver_id or "", CONTACT, "A chair"), **changes)


def make_tables(path: Path) -> None:
    """A SQLite file there with all tables and no rows."""
    path.write_bytes(_empty_file())


@cache
def _empty_file() -> bytes:
    """Made once: hundreds of statements take longer than most tests."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        engine = create_engine(f"sqlite:///{path}")
        metadata.create_all(engine)
        engine.dispose()
        return path.read_bytes()


@asynccontextmanager
async def open_scenario(path: Path, **settings: Any) -> AsyncIterator[Scenario]:
    """A marketplace over the SQLite file at *path*; orders without a driver are everybody's at once there,
    unless *settings* say otherwise."""
    async with open_scenario_at(f"sqlite+aiosqlite:///{path}", path.parent, **settings) as opened:
        yield opened


@asynccontextmanager
async def open_scenario_at(url: str, data: Path, **settings: Any) -> AsyncIterator[Scenario]:
    """The same over any database, with its files in *data*."""
    storage = SqlStorage(open_engine(url))
    clock, cards = TurnableClock(), RecordingCards()
    cards.now = clock.now
    market = with_cards(data, storage, clock, cards, **settings)
    try:
        yield Scenario(storage, clock, cards, market)
    finally:
        await market.orders.follow.streams.aclose()
        await storage.aclose()


def with_cards(
    data: Path, storage: SqlStorage, clock: TurnableClock, cards: RecordingCards, **wished: Any
) -> Marketplace:
    """The assembled marketplace with a card provider of the test's own, and routes at any hour alike."""
    settings = Settings(**{"data": data, "autoconfirm": True, "offer_turns": 0, **wished})
    market = assemble(settings, storage, clock, Identifiers(), SteadyRoutes(), cards=cards)
    return attrs.evolve(
        market,
        orders=attrs.evolve(
            market.orders,
            track=attrs.evolve(market.orders.track, forecasts=Forecasts(SteadyRoutes())),
            follow=looking_again(market.orders.follow, after_seconds=0.02),
        ),
        jobs=attrs.evolve(market.jobs, run=leaving_emails(market.jobs.run)),
    )


EVERYWHERE = ServiceArea(
    "the world",
    (Zone("World", ((((-180.0, -90.0), (180.0, -90.0), (180.0, 90.0), (-180.0, 90.0)),),)),),
    dict.fromkeys(ServiceType, Bounds(100_000, 10_000)),
)
"""For what a test needs of places where the platform does not work."""


def pricing_by(market: Marketplace, **changes: Any) -> Marketplace:
    """The same with other ports behind the prices."""
    request = market.quotes.request
    priced = attrs.evolve(request, price=attrs.evolve(request.price, **changes))
    return attrs.evolve(market, quotes=attrs.evolve(market.quotes, request=priced))


YEARS = timedelta(days=3650)


def leaving_emails(run: RunJob) -> RunJob:
    """The same, except that mails stay in the outbox, where tests read them."""

    async def leave(_subject: str) -> None:
        raise NotYet(run.clock.now() + YEARS)

    handler = JobHandler(leave, longest_wait=YEARS)
    left = dict.fromkeys((JobKind.SEND_EMAIL, JobKind.SEND_ACCOUNT_EMAIL), handler)
    return attrs.evolve(run, handlers={**run.handlers, **left})


def step_of(market: Marketplace, name: str) -> AcceptOrder | WorkOnOrder:
    """A step of a driver's work by its name, of which accepting is the first."""
    if name == "accept":
        return market.dispatch.accept_offer
    found: WorkOnOrder = getattr(market.deliveries.steps, name)
    return found


def looking_again(follow: FollowOrder, *, after_seconds: float) -> FollowOrder:
    """The same with another read interval, and with channels of its own."""
    assert isinstance(follow.streams, InProcessOrderStreams)
    return attrs.evolve(follow, streams=attrs.evolve(follow.streams, look_again_seconds=after_seconds))
