"""Filling an empty marketplace: everybody signs up and every order is lived through, step by step.

The steps are the use cases themselves, with a clock that tells of the past week, so that whatever
the rules forbid cannot be in the demonstration either.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import attrs

from haulage.accounts.account import EmailTaken
from haulage.drivers import DriverProfile
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.policy import Actor
from haulage.orders import Contact, Order
from haulage.payments import Card
from haulage.ports.clock import Clock
from haulage.ports.storage import OrderFilter, PageRequest, ReplyKey, StoredReply, UnitOfWork
from haulage.use_cases.booking import BookingWish
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.quoting import QuoteWish
from haulage_adapters.demonstration.people import (
    ADMIN,
    CUSTOMERS,
    DRIVERS,
    PASSWORD,
    DemonstrationSignIns,
    SampleDriver,
    SamplePerson,
)
from haulage_adapters.demonstration.story import STORY, Ending, Scene
from haulage_adapters.settings import Settings

Report = Callable[[str, int, int], None]

OPENED = timedelta(days=8)
"""How long ago the people of the demonstration signed up."""

CARD = Card("4242 4242 4242 4242", "12/40", "123", "Sample Customer")
STEP = timedelta(seconds=70)
LOADING = timedelta(minutes=6)
APPROVAL = "Sample driver of the demonstration"


@attrs.define
class StoryClock(Clock):
    """Shows the instant that is being told."""

    at: datetime

    def now(self) -> datetime:
        return self.at


def quiet(what: str, done: int, total: int) -> None:
    """Nobody wants to know."""


async def seed_demonstration(
    marketplace: Marketplace, settings: Settings, report: Report = quiet
) -> DemonstrationSignIns:
    """People, drivers and orders in every state; a second run changes nothing.

    Raises ``InvalidInput`` when the settings name a real card, payout or screening provider.
    """
    if settings.mode == "real":
        raise InvalidInput("demo", "never fills a marketplace with real providers")
    now = marketplace.clock.now()
    clock = StoryClock(now - OPENED)
    told = at_clock(marketplace, clock)
    signed_up = await _sign_everybody_up(told, report)
    admin = await actor_of(told, ADMIN.email)
    prepared = [await _prepare_once(told, admin, driver) for driver in DRIVERS]
    has_story = await _tell_story(told, clock, now, report)
    return DemonstrationSignIns(changed=signed_up or any(prepared) or has_story)


def at_clock(value: Any, clock: Clock) -> Any:
    """The same use cases, living at another time."""
    if not (attrs.has(type(value)) and type(value).__module__.startswith("haulage.use_cases.")):
        return value
    changes: dict[str, Any] = {}
    for field in attrs.fields(type(value)):
        before = getattr(value, field.name)
        after = clock if field.name == "clock" else at_clock(before, clock)
        if after is not before:
            changes[field.name] = after
    return attrs.evolve(value, **changes) if changes else value


async def actor_of(marketplace: Marketplace, email: str) -> Actor:
    """Somebody of the demonstration."""

    async def look(unit: UnitOfWork) -> Actor:
        account = await unit.accounts.by_email(email)
        user = await unit.accounts.user_of(account.id) if account else None
        if user is None:
            raise InvalidInput("email", f"{email} is not in this marketplace")
        driver = await unit.drivers.get_by_user(user.id)
        return Actor(user.id, user.user_type, driver.id if driver else None)

    return await marketplace.storage.read(look)


async def _sign_everybody_up(marketplace: Marketplace, report: Report) -> bool:
    """All at once, because hashing passwords takes its time. True when somebody was new."""
    people = [(person, "customer") for person in (ADMIN, *CUSTOMERS)]
    people += [(driver.person, "driver") for driver in DRIVERS]
    done = 0

    async def sign_up(person: SamplePerson, user_type: str) -> bool:
        nonlocal done
        new = await _sign_up(marketplace, person, user_type)
        done += 1
        report("Signing people up", done, len(people))
        return new

    new = await asyncio.gather(*(sign_up(person, user_type) for person, user_type in people))
    if any(new):
        with suppress(Conflict):
            await marketplace.accounts.grant_admin(ADMIN.email)
    return any(new)


async def _sign_up(marketplace: Marketplace, person: SamplePerson, user_type: str) -> bool:
    if await marketplace.storage.read(lambda unit: unit.accounts.by_email(person.email)) is not None:
        return False
    metadata = {"name": person.name, "phone": person.phone, "user_type": user_type}
    try:
        granted = await marketplace.accounts.sign_up(person.email, PASSWORD, metadata)
    except EmailTaken:
        return False
    account_id = granted.signed_in.account.id
    await marketplace.storage.write(lambda unit: unit.accounts.end_sessions(account_id))
    return True


async def _prepare_once(marketplace: Marketplace, admin: Actor, sample: SampleDriver) -> bool:
    """Of two processes that prepare a driver, the one that was slower leaves it to the other."""
    try:
        return await _prepare(marketplace, admin, sample)
    except Conflict:
        return False


async def _prepare(marketplace: Marketplace, admin: Actor, sample: SampleDriver) -> bool:
    """Give a new driver their vehicle, approve them and send them out; False when that was done before."""
    actor = await actor_of(marketplace, sample.person.email)
    profile = await marketplace.driver_desk.me(actor)
    if profile.vehicle.described:
        return False
    if sample.is_approved:
        await marketplace.driver_desk.approve(admin, profile.id, APPROVAL)
    if sample.is_online:
        await marketplace.driver_desk.go_online(actor, sample.home)

    async def describe(unit: UnitOfWork) -> DriverProfile:
        current = await unit.drivers.get(profile.id) or profile
        described = attrs.evolve(
            current,
            vehicle=sample.vehicle,
            working_hours=sample.hours,
            rates=sample.rates,
            rating=sample.rating,
            total_jobs=sample.total_jobs,
            specialties=sample.specialties,
        )
        return await unit.drivers.save(current, described)

    await marketplace.storage.write(describe)
    return True


async def _tell_story(marketplace: Marketplace, clock: StoryClock, now: datetime, report: Report) -> bool:
    """Live through every scene, all of them in the order of time."""
    if not await _is_first_to_tell(marketplace, now):
        return False
    customers = [await actor_of(marketplace, person.email) for person in CUSTOMERS]
    drivers = [await actor_of(marketplace, driver.person.email) for driver in DRIVERS]
    cast = {actor.driver_id or "": actor for actor in drivers}
    scenes = [
        (
            now - timedelta(minutes=scene.minutes_ago),
            number,
            _Telling(marketplace, cast, customers[scene.customer], scene),
        )
        for number, scene in enumerate(STORY)
    ]
    under_way = [(at, number, telling.steps(at, now)) for at, number, telling in scenes]
    heapq.heapify(under_way)
    while under_way:
        at, number, steps = heapq.heappop(under_way)
        clock.at = at
        following = await anext(steps, None)
        if following is not None and following <= now:
            heapq.heappush(under_way, (following, number, steps))
        else:
            report("Living through orders", len(STORY) - len(under_way), len(STORY))
    clock.at = now
    await _stand_somewhere(marketplace, drivers, [telling for _, _, telling in scenes])
    return True


async def _is_first_to_tell(marketplace: Marketplace, now: datetime) -> bool:
    """Whether there is no order yet and no other process that is about to make them."""

    async def claim(unit: UnitOfWork) -> bool:
        if (await unit.orders.list(OrderFilter(), PageRequest(limit=1))).items:
            return False
        await unit.replies.add(ReplyKey("demonstration", "seed", "story"), StoredReply("", b""), now)
        return True

    try:
        return await marketplace.storage.write(claim)
    except Conflict:
        return False


async def _stand_somewhere(
    marketplace: Marketplace, drivers: Sequence[Actor], tellings: Sequence["_Telling"]
) -> None:
    """Everybody who is online is seen at this moment: on their job, or near home."""
    on_the_way = {
        telling.driver.driver_id: telling.where for telling in tellings if telling.driver and telling.where
    }
    for sample, driver in zip(DRIVERS, drivers, strict=True):
        if sample.is_online:
            await marketplace.driver_desk.report_position(
                driver, on_the_way.get(driver.driver_id, sample.home)
            )


class _Telling:
    """One scene being told: between two steps, other scenes go on."""

    def __init__(
        self, marketplace: Marketplace, cast: dict[str, Actor], customer: Actor, scene: Scene
    ) -> None:
        self._marketplace = marketplace
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
        paid = await self._pay(order)
        self.driver = self._cast[paid.driver_id] if paid.driver_id else None
        if self.driver is None:
            return
        yield (at := at + STEP)
        if ending is Ending.OPEN:
            await self._marketplace.driving.accept(self.driver, order.id)
            await self._marketplace.driving.hand_back(self.driver, order.id)
            self.driver = None
        elif ending is Ending.CANCELLED:
            await self._cancel(order, "Plans have changed")
            self.driver = None
        elif paid.scheduled_time is not None:
            await self._marketplace.driving.accept(self.driver, order.id)
            self.driver = None
        else:
            async for due in self._drive(paid, self.driver, at, now):
                yield due

    async def _drive(
        self, order: Order, driver: Actor, at: datetime, now: datetime
    ) -> AsyncIterator[datetime]:
        driving, scene = self._marketplace.driving, self._scene
        self.where = between(order.pickup.point, order.dropoff.point, -0.15)
        if scene.ending is Ending.ASSIGNED:
            return
        await driving.accept(driver, order.id)
        yield (at := at + STEP)
        await driving.set_out(driver, order.id)
        if scene.ending is Ending.EN_ROUTE:
            return
        yield (at := at + LOADING)
        await driving.start(driver, order.id)
        self.where = order.pickup.point
        if scene.ending is Ending.IN_PROGRESS:
            return
        yield (at := at + LOADING)
        await driving.confirm_pickup(driver, order.id)
        self.where = between(order.pickup.point, order.dropoff.point, 0.4)
        if scene.ending is Ending.PICKED_UP:
            return
        yield min(at + timedelta(minutes=order.estimated_minutes), now)
        await driving.complete(driver, order.id)
        self.driver = self.where = None

    async def _book(self, at: datetime) -> Order | None:
        """None when no driver works at that hour."""
        scene, wish = self._scene, self._scene.wish
        ahead = scene.hours_ahead
        quote = await self._marketplace.request_quote(
            self._customer,
            QuoteWish(
                pickup=scene.pickup,
                dropoff=scene.dropoff,
                items=wish.items,
                item_class=wish.item_class,
                urgency=scene.urgency,
                requires_assembly=wish.requires_assembly,
                scheduled_time=None if ahead is None else at + timedelta(hours=ahead),
            ),
        )
        found = await self._marketplace.find_drivers(self._customer, quote.id)
        if not found.offers:
            return None
        person = CUSTOMERS[scene.customer]
        contact = Contact(person.name, person.phone)
        booking = BookingWish(quote.id, found.offers[0].driver_id, contact, wish.words)
        return await self._marketplace.book_order(self._customer, booking)

    async def _pay(self, order: Order) -> Order:
        payment = await self._marketplace.open_payment(self._customer, order.id)
        return (await self._marketplace.confirm_payment(self._customer, payment.id, CARD)).order

    async def _cancel(self, order: Order, reason: str) -> None:
        await self._marketplace.cancel_order(self._customer, order.id, reason)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at this share of the straight line."""
    return Point(start.lat + (end.lat - start.lat) * share, start.lng + (end.lng - start.lng) * share)
