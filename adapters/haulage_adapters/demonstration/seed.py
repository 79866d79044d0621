"""Filling an empty marketplace: everybody signs up and every order is lived through, step by step.

The steps are the use cases themselves, with a clock that tells of the past week, so that whatever
the rules forbid cannot be in the demonstration either.

Every step leaves a reply beside its effects. A run that was broken off is completed by the next one,
and of two processes that tell the story at once, each step is done by one.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

import attrs

from haulage.accounts.account import EmailTaken
from haulage.accounts.session import SessionGrant
from haulage.drivers import DriverProfile
from haulage.kernel.errors import Conflict, InvalidInput, NotFound, RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.policy import Actor
from haulage.orders import Contact, Order
from haulage.payments import Card
from haulage.payments.payment import PaymentInProgress
from haulage.ports.clock import Clock
from haulage.ports.storage import ReplyKey, StoredReply, UnitOfWork
from haulage.use_cases.booking import BookingWish
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.once import Once, Replayed
from haulage.use_cases.paying import ATTEMPT_LEASE
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

T = TypeVar("T")

Report = Callable[[str, int, int], None]

OPENED = timedelta(days=8)
"""How long ago the people of the demonstration signed up."""

CARD = Card("4242 4242 4242 4242", "12/40", "123", "Sample Customer")
STEP = timedelta(seconds=70)
LOADING = timedelta(minutes=6)
APPROVAL = "Sample driver of the demonstration"

BEGUN = ReplyKey("demonstration", "seed", "begun")
"""Marks a database as the demonstration's; its reply is the instant at which the story ends."""
TOLD = ReplyKey("demonstration", "seed", "story")
"""Marks that everybody and every order is there."""

TRIES = 20
PAUSE_SECONDS = 0.05
"""A step that another process has under way is tried again; after all tries that process is dead."""


@attrs.define(eq=False, str=False)
class HasAccountsOfItsOwn(RuleBroken):
    """The demonstration's administrator has a public password: real people must not get one."""

    code: ClassVar[str] = "has_accounts_of_its_own"

    @property
    def message(self) -> str:
        return "This marketplace has accounts of its own: the demonstration needs an empty one."


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
    """People, drivers and orders in every state; a second run completes the first or changes nothing.

    Raises ``InvalidInput`` when the settings name a real card, payout or screening provider, and
    ``HasAccountsOfItsOwn`` when people who are not the demonstration's have signed up.
    """
    if settings.mode == "real":
        raise InvalidInput("demo", "never fills a marketplace with real providers")
    now = await _begin(marketplace)
    if now is None:
        return DemonstrationSignIns(changed=False)
    clock = StoryClock(now - OPENED)
    told = at_clock(marketplace, clock)
    await _sign_everybody_up(told, report)
    admin = await actor_of(told, ADMIN.email)
    for driver in DRIVERS:
        await _prepare_once(told, admin, driver)
    await _tell_story(told, clock, now, report)
    with suppress(Conflict):
        await marketplace.storage.write(lambda unit: unit.replies.add(TOLD, StoredReply("", b""), now))
    return DemonstrationSignIns(changed=True)


async def _begin(marketplace: Marketplace) -> datetime | None:
    """The instant at which the story ends, the same for every run; None when it is told already."""
    now = marketplace.clock.now()

    async def begin(unit: UnitOfWork) -> datetime | None:
        has_accounts = await unit.accounts.any_exist()  # before the mark, which is older than its people
        if await unit.replies.get(TOLD) is not None:
            return None
        begun = await unit.replies.get(BEGUN)
        if begun is not None:
            return datetime.fromisoformat(begun.reply.decode())
        if has_accounts:
            raise HasAccountsOfItsOwn
        await unit.replies.add(BEGUN, StoredReply("", now.isoformat().encode()), now)
        return now

    try:
        return await marketplace.storage.write(begin)
    except Conflict:
        return await marketplace.storage.write(begin)


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


async def _sign_everybody_up(marketplace: Marketplace, report: Report) -> None:
    """All at once, because hashing passwords takes its time."""
    people = [(person, "customer") for person in (ADMIN, *CUSTOMERS)]
    people += [(driver.person, "driver") for driver in DRIVERS]
    done = 0

    async def sign_up(person: SamplePerson, user_type: str) -> None:
        nonlocal done
        await _sign_up(marketplace, person, user_type)
        done += 1
        report("Signing people up", done, len(people))

    await asyncio.gather(*(sign_up(person, user_type) for person, user_type in people))
    with suppress(Conflict):  # another process has granted it
        await marketplace.accounts.grant_admin(ADMIN.email)


async def _sign_up(marketplace: Marketplace, person: SamplePerson, user_type: str) -> None:
    if await marketplace.storage.read(lambda unit: unit.accounts.by_email(person.email)) is not None:
        return
    metadata = {"name": person.name, "phone": person.phone, "user_type": user_type}
    try:
        granted = await marketplace.accounts.sign_up(person.email, PASSWORD, metadata)
    except EmailTaken:
        return
    if isinstance(granted, SessionGrant):
        account_id = granted.signed_in.account.id
        await marketplace.storage.write(lambda unit: unit.accounts.end_sessions(account_id))


async def _prepare_once(marketplace: Marketplace, admin: Actor, sample: SampleDriver) -> None:
    """Of two processes that prepare a driver, the slower one looks again until it is done."""
    while True:
        try:
            await _prepare(marketplace, admin, sample)
        except Conflict:
            continue
        return


async def _prepare(marketplace: Marketplace, admin: Actor, sample: SampleDriver) -> None:
    """Give a new driver their vehicle, approve them and send them out, unless that was done before."""
    actor = await actor_of(marketplace, sample.person.email)
    profile = await marketplace.driver_desk.me(actor)
    if profile.vehicle.described:
        return
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


async def _tell_story(marketplace: Marketplace, clock: StoryClock, now: datetime, report: Report) -> None:
    """Live through every scene, all of them in the order of time."""
    customers = [await actor_of(marketplace, person.email) for person in CUSTOMERS]
    drivers = [await actor_of(marketplace, driver.person.email) for driver in DRIVERS]
    cast = {actor.driver_id or "": actor for actor in drivers}
    scenes = [
        (
            now - timedelta(minutes=scene.minutes_ago),
            number,
            _Telling(marketplace, clock, cast, customers[scene.customer], number, scene),
        )
        for number, scene in enumerate(STORY)
    ]
    under_way = [(at, number, telling.steps(at, now)) for at, number, telling in scenes]
    heapq.heapify(under_way)
    while under_way:
        at, number, steps = heapq.heappop(under_way)
        clock.at = at
        try:
            following = await anext(steps, None)
        except (RuleBroken, NotFound):  # since an earlier run, somebody has changed the order
            following = None
        if following is not None and following <= now:
            heapq.heappush(under_way, (following, number, steps))
        else:
            report("Living through orders", len(STORY) - len(under_way), len(STORY))
    clock.at = now
    await _stand_somewhere(marketplace, drivers, [telling for _, _, telling in scenes])


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
        self._number = number
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
        self.where = between(order.pickup.point, order.dropoff.point, -0.15)
        if scene.ending is Ending.ASSIGNED:
            return
        await self._work("accept", driver, order)
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
        self.where = between(order.pickup.point, order.dropoff.point, 0.4)
        if scene.ending is Ending.PICKED_UP:
            return
        yield min(at + timedelta(minutes=order.estimated_minutes), now)
        await self._work("complete", driver, order)
        self.driver = self.where = None

    async def _book(self, at: datetime) -> Order | None:
        """None when no driver works at that hour."""
        order_id = await self._reply("book") or await self._book_now(at) or await self._reply("book")
        if not order_id:
            return None
        return await self._marketplace.storage.read(lambda unit: unit.orders.get(order_id))

    async def _book_now(self, at: datetime) -> str | None:
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
        return await self._do(
            "book",
            lambda once: self._marketplace.book_order(self._customer, booking, once),
            lambda order: order.id,
        )

    async def _pay(self, order: Order) -> str:
        """The driver who got the order with the payment, or nothing."""
        payment = await self._marketplace.open_payment(self._customer, order.id)
        return await self._do(
            "pay",
            lambda once: self._marketplace.confirm_payment(self._customer, payment.id, CARD, once),
            lambda outcome: outcome.order.driver_id or "",
        )

    async def _cancel(self, order: Order, reason: str) -> None:
        await self._do(
            "cancel",
            lambda once: self._marketplace.cancel_order(self._customer, order.id, reason, once),
            lambda cancelled: cancelled.id,
        )

    async def _work(self, step: str, driver: Actor, order: Order) -> None:
        """A step of the driver's, by its name among the use cases."""
        work = getattr(self._marketplace.driving, step)
        await self._do(step, lambda once: work(driver, order.id, once), lambda worked: worked.id)

    async def _do(self, step: str, act: Callable[[Once[T]], Awaitable[T]], told: Callable[[T], str]) -> str:
        """Do a step of this scene, unless it was done before; what there is to tell of it, either way."""
        once = Once[T](self._key(step), "", lambda result: told(result).encode())
        for _ in range(TRIES):
            with suppress(Conflict, PaymentInProgress):
                return await self._answer(once, act, told)
            await asyncio.sleep(PAUSE_SECONDS)
        self._clock.at += ATTEMPT_LEASE
        return await self._answer(once, act, told)

    async def _answer(
        self, once: Once[T], act: Callable[[Once[T]], Awaitable[T]], told: Callable[[T], str]
    ) -> str:
        try:
            return told(await act(once))
        except Replayed as earlier:
            return earlier.reply.decode()

    async def _reply(self, step: str) -> str | None:
        reply = await self._marketplace.storage.read(lambda unit: unit.replies.get(self._key(step)))
        return reply.reply.decode() if reply else None

    def _key(self, step: str) -> ReplyKey:
        return ReplyKey("demonstration", "seed", f"scene {self._number}: {step}")


def between(start: Point, end: Point, share: float) -> Point:
    """The point at this share of the straight line."""
    return Point(start.lat + (end.lat - start.lat) * share, start.lng + (end.lng - start.lng) * share)
