"""The demonstration lives on: drivers move, take their orders through, and new orders come in.

Everything is read from the storage at each tick and written back, so that any process can carry on
where another one stopped. The simulation lets go of whoever signs in: the orders of a sample driver
stay as they are for an hour after somebody has taken the wheel. Only their vehicle goes on by itself, to
where they have set out, while their device tells of no position.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import attrs

from haulage.drivers import DriverPosition
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, HaulageError
from haulage.kernel.geo import Point, great_circle_miles
from haulage.orders import Order, OrderStatus
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.eligibility import carries
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.bookings import SampleBookings
from haulage_adapters.demonstration.cast import STANDARD_PACE, CastMember, Pace, is_in_hand
from haulage_adapters.demonstration.drives import Drives
from haulage_adapters.demonstration.driving import SampleDriving
from haulage_adapters.demonstration.people import CUSTOMERS, DRIVERS, SampleDriver
from haulage_adapters.demonstration.places import PLACES
from haulage_adapters.demonstration.proving import leave_proof
from haulage_adapters.demonstration.registration import actor_of
from haulage_adapters.system.faults import log_fault

log = logging.getLogger(__name__)

TICK_SECONDS = 3.0
LIVING = (OrderStatus.PENDING, OrderStatus.ASSIGNED, OrderStatus.IN_PROGRESS)


async def run_demonstration(
    marketplace: Marketplace, speed: float = STANDARD_PACE.speed, *, for_people: bool = True
) -> None:
    """Tick until cancelled. Of several processes one has the floor, a minute at a time."""
    living = LivingMarketplace(marketplace, attrs.evolve(STANDARD_PACE, speed=speed, for_people=for_people))
    while True:
        try:
            await living.tick()
        except Exception as fault:
            log_fault(log, "the demonstration stumbled and goes on", fault)
        await asyncio.sleep(TICK_SECONDS)


class LivingMarketplace:
    """One process's part in the demonstration."""

    def __init__(self, marketplace: Marketplace, pace: Pace = STANDARD_PACE) -> None:
        self._marketplace = marketplace
        self._pace = pace
        self._name = secrets.token_hex(8)
        self._minute = ""
        self._has_floor = False
        self._actors: dict[str, Actor] = {}
        self._driving = SampleDriving(marketplace)
        self._drives = Drives(marketplace.orders.track.forecasts.routes, pace.speed, pace.longest_step)
        self._bookings = SampleBookings(marketplace, pace)
        self._placed: dict[str, datetime] = {}
        """When each driver was last put somewhere by this process."""

    async def tick(self) -> bool:
        """Do what is due now; False when another process has the floor."""
        now = self._marketplace.clock.now()
        if not await self._take_floor(now):
            return False
        cast = await self._cast(now)
        customers = [await self._actor(person.email) for person in CUSTOMERS]
        orders = await self._living_orders()
        jobs = {
            order.driver_id: order
            for order in orders
            if order.driver_id and is_in_hand(order, now, self._pace)
        }
        await self._move(cast, jobs, now)
        await self._driving.go_on(_on_the_road(cast, jobs), now)
        for order in orders:
            await self._advance(order, cast, jobs, now)
        await self._bookings.invent(orders, customers, cast, now)
        if self._pace.for_people:
            await self._bookings.ask_people(orders, customers, cast, now)
        return True

    async def _take_floor(self, now: datetime) -> bool:
        """The first process to write a minute's key has the floor for that minute."""
        minute = now.strftime("%Y-%m-%dT%H:%M")
        if minute != self._minute:
            key, mark = RequestKey("demonstration", "floor", minute), StoredResponse(self._name, b"")
            try:
                await self._marketplace.storage.write(lambda unit: unit.idempotency.add(key, mark, now))
                self._has_floor = True
            except Conflict:
                self._has_floor = False
            self._minute = minute
        return self._has_floor

    async def _actor(self, email: str) -> Actor:
        if email not in self._actors:
            self._actors[email] = await actor_of(self._marketplace, email)
        return self._actors[email]

    async def _cast(self, now: datetime) -> dict[str, CastMember]:
        """The sample drivers by id."""
        actors = [await self._actor(sample.person.email) for sample in DRIVERS]

        async def query(unit: UnitOfWork) -> list[CastMember]:
            positions = await unit.drivers.positions([actor.driver_id or "" for actor in actors])
            cast = []
            for sample, actor in zip(DRIVERS, actors, strict=True):
                account = await unit.accounts.by_email(sample.person.email)
                profile = await unit.drivers.get(actor.driver_id or "")
                if account is None or profile is None:
                    continue
                seen = account.last_sign_in_at
                driven = seen is not None and seen > account.created_at and now - seen < self._pace.hands_off
                cast.append(CastMember(sample, actor, profile, positions.get(profile.id), driven))
            return cast

        return {member.profile.id: member for member in await self._marketplace.storage.read(query)}

    async def _living_orders(self) -> Sequence[Order]:
        async def query(unit: UnitOfWork) -> list[Order]:
            page = PageRequest(limit=100)
            found = [await unit.orders.list(OrderFilter(status=status), page) for status in LIVING]
            return [order for each in found for order in each.items]

        return await self._marketplace.storage.read(query)

    async def _move(self, cast: Mapping[str, CastMember], jobs: Mapping[str, Order], now: datetime) -> None:
        """Drive along the job; who has none keeps near home."""
        moved = [await self._moved(member, jobs.get(driver_id), now) for driver_id, member in cast.items()]
        changed = [position for position in moved if position is not None]
        self._placed |= {position.driver_id: position.at for position in changed}

        async def write(unit: UnitOfWork) -> None:
            for position in changed:
                await unit.drivers.set_position(position)
                if position.driver_id in jobs:
                    unit.notify(order_topic(jobs[position.driver_id].id))

        if changed:
            await self._marketplace.storage.write(write)

    async def _moved(self, member: CastMember, job: Order | None, now: datetime) -> DriverPosition | None:
        here = member.position
        if here is None or now <= here.at or (member.somebody_drives and not self._is_silent(here, now)):
            return None
        target = _destination(job) if job else None
        if target is not None:
            return await self._drives.onward(here, target, now)
        if now - here.at < self._pace.wander_every:
            return None
        if job is not None or member.somebody_drives:  # loads or waits, and is seen to be there
            return attrs.evolve(here, at=now) if job or member.profile.is_online else None
        return await self._wandered(member.sample, here, now) if member.profile.is_online else None

    def _is_silent(self, here: DriverPosition, now: datetime) -> bool:
        """Whether the device of the person who drives tells of no positions: at a desk nobody moves, and
        the demonstration drives for them."""
        is_ours = self._placed.get(here.driver_id) == here.at
        return self._pace.for_people and (is_ours or now - here.at >= self._pace.silent_after)

    async def _wandered(self, sample: SampleDriver, here: DriverPosition, now: datetime) -> DriverPosition:
        """Drive from home to a street nearby and back, by turns: to another street each time."""
        pace = self._pace
        turn = now.timestamp() // pace.wander_for.total_seconds()
        home, away = sample.home, PLACES[int(turn + len(sample.person.name)) % len(PLACES)].point
        outward = turn % 2 == 1 and away != home
        target = await self._drives.outing(home, away, pace.wander_miles, now) if outward else home
        if here.point == target:
            return attrs.evolve(here, at=now)
        return await self._drives.onward(here, target, now)

    async def _advance(
        self, order: Order, cast: Mapping[str, CastMember], jobs: Mapping[str, Order], now: datetime
    ) -> None:
        """Take an order one step on, when its step is due; whoever was faster is right."""
        try:
            if order.driver_id is not None:
                member = cast.get(order.driver_id)
                if member is not None and not member.somebody_drives:
                    await self._work(order, member, jobs, now)
            elif order.is_open_to_drivers:
                await self._answer(order, cast, jobs, now)
        except HaulageError as refusal:
            log.debug("order %s stays as it is: %s", order.number, refusal)

    async def _answer(
        self, order: Order, cast: Mapping[str, CastMember], jobs: Mapping[str, Order], now: datetime
    ) -> None:
        """Whoever is asked alone answers soon: yes to people, and no to sample customers, whose orders are
        left to drivers who sign in. What is everybody's goes to the nearest in the end."""
        offer = await self._marketplace.storage.read(lambda unit: unit.job_offers.open_of(order.id))
        if offer is None or offer.driver_id is None:
            if now - order.updated_at >= self._patience(order):
                await self._volunteer(order, cast, jobs)
            return
        member = cast.get(offer.driver_id)
        if member is None or member.somebody_drives or now - offer.offered_at < self._pace.answer:
            return
        if self._is_left_open(order, now):
            await self._marketplace.dispatch.offers.decline(member.actor, order.id)
        else:
            await self._marketplace.dispatch.accept_offer(member.actor, order.id)

    async def _work(self, order: Order, member: CastMember, jobs: Mapping[str, Order], now: datetime) -> None:
        marketplace, actor, pace = self._marketplace, member.actor, self._pace
        if order.accepted_at is None:
            if order.assigned_at is not None and now - order.assigned_at >= pace.answer:
                await marketplace.dispatch.accept_offer(actor, order.id)
        elif jobs.get(member.profile.id) is not order:
            return
        elif order.started_at is None:
            await self._go_to_pickup(order, member, now)
        elif order.picked_up_at is None:
            if now - order.started_at >= pace.load / pace.speed:
                await marketplace.deliveries.steps.confirm_pickup(actor, order.id)
        elif self._is_at(member, order.dropoff.point):
            await leave_proof(self._marketplace, actor, order, now)

    async def _go_to_pickup(self, order: Order, member: CastMember, now: datetime) -> None:
        steps, actor = self._marketplace.deliveries.steps, member.actor
        if order.en_route_at is None:
            if order.accepted_at is not None and now - order.accepted_at >= self._pace.answer:
                await steps.set_out(actor, order.id)
        elif self._is_at(member, order.pickup.point):
            await steps.start(actor, order.id)

    def _is_at(self, member: CastMember, point: Point) -> bool:
        """As of the tick before, so that a driver is seen to arrive."""
        here = member.position
        return here is not None and great_circle_miles(here.point, point) <= self._pace.arrived_miles

    def _patience(self, order: Order) -> timedelta:
        """Orders of the sample customers stay open, so that drivers who sign in find some."""
        samples = {self._actors[person.email].user_id for person in CUSTOMERS}
        return self._pace.open_for_long if order.customer_id in samples else self._pace.answer

    def _is_left_open(self, order: Order, now: datetime) -> bool:
        patience = self._patience(order)
        return patience > self._pace.answer and now - order.updated_at < patience

    async def _volunteer(
        self, order: Order, cast: Mapping[str, CastMember], jobs: Mapping[str, Order]
    ) -> None:
        """The nearest sample driver who is free and can carry it."""
        free = [
            (great_circle_miles(member.position.point, order.pickup.point), driver_id)
            for driver_id, member in cast.items()
            if member.position is not None
            and member.profile.is_online
            and not member.somebody_drives
            and driver_id not in jobs
            and carries(member.profile, order)
        ]
        if free:
            await self._marketplace.dispatch.accept_offer(cast[min(free)[1]].actor, order.id)


def _on_the_road(
    cast: Mapping[str, CastMember], jobs: Mapping[str, Order]
) -> list[tuple[Actor, DriverPosition]]:
    """The sample drivers with a job, where they were last seen, unless somebody drives as them."""
    return [
        (member.actor, member.position)
        for driver_id, member in cast.items()
        if driver_id in jobs and member.position is not None and not member.somebody_drives
    ]


def _destination(order: Order) -> Point | None:
    """Where the job leads next; None while the driver waits or loads."""
    if order.picked_up_at is not None:
        return order.dropoff.point
    return order.pickup.point if order.en_route_at is not None else None
