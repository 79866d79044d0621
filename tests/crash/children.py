"""The processes that are killed: a *server* takes orders and does jobs, a *worker* only does jobs.

What a server has acknowledged it writes down first, in a file that a kill cannot take away.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import attrs

from builders import BROOKLYN, TIMES_SQUARE
from crash.provider import FiledCards, KillingCards
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.cargo import Item
from haulage.kernel.errors import HaulageError
from haulage.orders import Order
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.quotes.request_quote import QuoteRequest
from haulage_adapters.assembly.marketplace import assemble
from haulage_adapters.job_worker import JobWorker, WorkerTiming
from haulage_adapters.settings import Settings
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.identifiers import RandomIdentifiers
from use_cases.scenario import SteadyRoutes, a_booking, a_card, once

TIMING = WorkerTiming(look_again=0.3, beat=0.3, dead_after=1.5)
CUSTOMERS = 4
QUOTE_REQUEST = QuoteRequest(pickup=TIMES_SQUARE, dropoff=BROOKLYN, items=(Item("A chair", 25),))


@attrs.frozen
class Place:
    """Where the children work. *ahead* turns their clock, so that pauses and leases are over."""

    database: str
    folder: Path
    ahead: timedelta = timedelta()
    killed_at: str | None = None
    """The moment of the card provider's work at which who works here dies."""

    @property
    def cards(self) -> FiledCards:
        file = self.folder / "provider.db"
        return KillingCards(file, self.killed_at) if self.killed_at else FiledCards(file)

    @property
    def acknowledged(self) -> Path:
        return self.folder / "acknowledged"

    def count_acknowledged(self) -> int:
        return self.acknowledged.read_bytes().count(b"\n") if self.acknowledged.exists() else 0


@attrs.frozen
class ClockAhead:
    """The system's clock, some way on."""

    ahead: timedelta

    def now(self) -> datetime:
        return SystemClock().now() + self.ahead


@asynccontextmanager
async def opened(place: Place, cards: FiledCards | None = None) -> AsyncIterator[Marketplace]:
    """A marketplace over the database, with a worker in a hurry."""
    clock = ClockAhead(place.ahead)
    storage = SqlStorage(open_engine(place.database))
    try:
        market = assemble(
            Settings(data=place.folder, database=place.database, offer_turns=0),  # none is waited for
            storage,
            clock,
            RandomIdentifiers(),
            SteadyRoutes(),
            cards=cards or place.cards,
        )
        assert isinstance(market.jobs.worker, JobWorker)
        worker = attrs.evolve(market.jobs.worker, timing=TIMING)
        yield attrs.evolve(market, jobs=attrs.evolve(market.jobs, worker=worker))
    finally:
        await storage.aclose()


def work(place: Place) -> None:
    """Do jobs until killed."""
    asyncio.run(_work(place))


async def _work(place: Place) -> None:
    async with opened(place) as market:
        await market.jobs.worker.run_forever(market.jobs.run)


def do_jobs(place: Place) -> None:
    """Do what is due, once."""
    asyncio.run(_do_jobs(place))


async def _do_jobs(place: Place) -> None:
    async with opened(place) as market:
        await market.jobs.run.all_due()


def pay(place: Place) -> None:
    """Pay for the one order there is, under the key of :func:`once`."""
    asyncio.run(_pay(place))


async def _pay(place: Place) -> None:
    async with opened(place) as market:
        orders = await market.storage.read(lambda unit: unit.orders.list(OrderFilter(), PageRequest()))
        payer = Actor(orders.items[0].customer_id, UserType.CUSTOMER)
        payment = await market.payments.open(payer, orders.items[0].id)
        await market.payments.confirm(payer, payment.id, a_card(), once(caller=payer.user_id))


def serve(place: Place) -> None:
    """Take orders and do jobs until killed."""
    asyncio.run(_serve(place))


async def _serve(place: Place) -> None:
    async with opened(place) as market:
        customers = (_buy(place, market, number) for number in range(CUSTOMERS))
        await asyncio.gather(market.jobs.worker.run_forever(market.jobs.run), *customers)


async def _buy(place: Place, market: Marketplace, number: int) -> None:
    """Order after order; what somebody else was faster with, or has ended, is left."""
    customer = Actor(f"usr_{number}", UserType.CUSTOMER)
    while True:
        with suppress(HaulageError):
            await _one_order(place, market, customer)
        await asyncio.sleep(random.uniform(0, 0.05))


async def _one_order(place: Place, market: Marketplace, customer: Actor) -> None:
    quote = await market.quotes.request(customer, QUOTE_REQUEST)
    driver = random.choice((await market.drivers.find(customer, quote.id)).offers).driver_id
    chosen = Actor(f"usr_{driver}", UserType.DRIVER, driver)
    order = await market.orders.book(customer, a_booking(quote, chosen))
    _acknowledge(place, "booked", order)
    payment = await market.payments.open(customer, order.id)
    if random.random() < 0.1:
        return
    paid = (await market.payments.confirm(customer, payment.id, a_card())).order
    _acknowledge(place, "paid", paid)
    if random.random() < 0.5 and paid.driver_id is not None:
        await _drive(place, market, chosen, paid)
    else:
        _acknowledge(place, "cancelled", await market.orders.cancel(customer, order.id, "Changed my mind"))


async def _drive(place: Place, market: Marketplace, driver: Actor, order: Order) -> None:
    steps = market.deliveries.steps
    for step in (market.dispatch.accept_offer, steps.start, steps.confirm_pickup, steps.complete):
        order = await step(driver, order.id)
    _acknowledge(place, "completed", order)


def _acknowledge(place: Place, what: str, order: Order) -> None:
    file = os.open(place.acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, f"{what} {order.id}\n".encode())
    finally:
        os.close(file)
