"""One round: children at work, killed one after the other, and everything counted afterwards."""

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing.process import BaseProcess
from typing import TypeVar

import attrs

from builders import AT_ANY_HOUR, a_position, a_user, an_account, an_online_driver
from crash import children
from crash.children import CUSTOMERS, Place
from forked import start
from haulage.jobs import JobKind, JobState, StoredJob
from haulage.kernel.actor import OPERATOR, UserType
from haulage.orders import Order, OrderStatus, PaymentStatus
from haulage.payments import Payment, PaymentState
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.marketplace import Marketplace
from use_cases.scenario import NEARBY

LATER = timedelta(hours=2)
"""By then every lease and pause of these rounds is over."""

SETTLED_WITHIN_SECONDS = 60
PROGRESS_WITHIN_SECONDS = 60
DRIVERS_TO_A_KILL = 6
"""More than a killed server can leave with an order in hand."""

WATCHES = frozenset({JobKind.WATCH_START, JobKind.WATCH_ARRIVAL})

T = TypeVar("T")
Child = Callable[[Place], None]


def run_round(place: Place, kills: int) -> dict[str, int]:
    """Kill servers and workers in turn, and let the last ones finish. Raises ``AssertionError`` when
    something that was acknowledged is lost, doubled or not in the books; otherwise what was counted."""
    asyncio.run(fill(place, 12 + kills * DRIVERS_TO_A_KILL))
    with _child(children.serve, place) as server, _child(children.work, place) as worker:
        for number in range(kills):
            _let_them_work(place)
            (server if number % 2 == 0 else worker).kill_and_start_again()
            asyncio.run(_verify_books(place))
    late = attrs.evolve(place, ahead=LATER)
    with _child(children.work, late):
        asyncio.run(_settled(late))
    return asyncio.run(_counted(late))


def _let_them_work(place: Place) -> None:
    """Until they have acknowledged a few more things, and then into the middle of the next."""
    enough = place.count_acknowledged() + random.randint(1, 8)
    deadline = time.monotonic() + PROGRESS_WITHIN_SECONDS
    while place.count_acknowledged() < enough:
        assert time.monotonic() < deadline, "the server acknowledges nothing"
        time.sleep(0.01)
    time.sleep(random.uniform(0, 0.05))


@attrs.define
class Running:
    """A child that is there again at once when it was killed."""

    target: Child
    place: Place
    process: BaseProcess

    def kill_and_start_again(self) -> None:
        self.kill()
        self.process = start(self.target, self.place)

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


@contextmanager
def _child(target: Child, place: Place) -> Iterator[Running]:
    running = Running(target, place, start(target, place))
    try:
        yield running
    finally:
        running.kill()


async def fill(place: Place, drivers: int) -> None:
    """Customers, and drivers who are online near the pickup."""

    async def add(unit: UnitOfWork, now: children.datetime) -> None:
        for number in range(CUSTOMERS):
            await _add_user(unit, f"usr_{number}", UserType.CUSTOMER)
        for number in range(drivers):
            driver_id = f"drv_{number}"
            await _add_user(unit, f"usr_{driver_id}", UserType.DRIVER)
            driver = an_online_driver(driver_id, user_id=f"usr_{driver_id}", name=driver_id, updated_at=now)
            await unit.drivers.add(attrs.evolve(driver, working_hours=AT_ANY_HOUR))
            await unit.drivers.set_position(a_position(driver_id, now, NEARBY))

    async with children.opened(place) as market:
        now = market.clock.now()
        await market.storage.write(lambda unit: add(unit, now))


async def _add_user(unit: UnitOfWork, user_id: str, user_type: UserType) -> None:
    account = an_account(f"acc_{user_id}")
    user = a_user(user_id, auth_id=account.id, email=account.email, user_type=user_type)
    await unit.accounts.add(account, user)


async def _verify_books(place: Place) -> None:
    async with children.opened(place) as market:
        books = await market.ledger.verify(OPERATOR)
        assert books.in_order, books


async def _settled(place: Place) -> None:
    """Wait until no job waits but those that watch over orders which a kill has left in hand."""
    async with children.opened(place) as market, asyncio.timeout(SETTLED_WITHIN_SECONDS):
        while True:
            waiting = await _jobs(market, JobState.WAITING)
            if all(stored.kind in WATCHES for stored in waiting):
                break
            await asyncio.sleep(0.1)
        dead = await _jobs(market, JobState.DEAD)
        assert not dead, [f"{stored.id}: {stored.last_error}" for stored in dead]


async def _jobs(market: Marketplace, state: JobState) -> list[StoredJob]:
    return await _all(lambda at: market.jobs.manage.list(OPERATOR, at, state=state))


async def _counted(place: Place) -> dict[str, int]:
    async with children.opened(place) as market:
        orders = {order.id: order for order in await _all_orders(market)}
        payments = {order_id: await _payment(market, order_id) for order_id in orders}
        _require_what_was_acknowledged(place, orders)
        _require_what_the_provider_did(place, orders, payments)
        books = await market.ledger.verify(OPERATOR)
        assert books.in_order, books
        done = (await market.jobs.manage.counts(OPERATOR))[JobState.DONE]
        return {"orders": len(orders), "jobs": done, "transactions": books.transactions}


async def _all_orders(market: Marketplace) -> list[Order]:
    return await _all(lambda at: market.storage.read(lambda unit: unit.orders.list(OrderFilter(), at)))


async def _all(page_at: Callable[[PageRequest], Awaitable[Page[T]]]) -> list[T]:
    page = await page_at(PageRequest(100))
    found = list(page.items)
    while page.next is not None:
        page = await page_at(PageRequest(100, page.next))
        found += page.items
    return found


async def _payment(market: Marketplace, order_id: str) -> Payment | None:
    return await market.storage.read(lambda unit: unit.payments.of_order(order_id))


def _require_what_was_acknowledged(place: Place, orders: dict[str, Order]) -> None:
    for line in place.acknowledged.read_text().splitlines():
        what, order_id = line.split()
        order = orders[order_id]  # a KeyError is a lost order
        match what:
            case "paid":
                assert order.payment_status is PaymentStatus.PAID, (what, order)
            case "cancelled":
                assert order.status is OrderStatus.CANCELLED, (what, order)
            case "completed":
                assert order.status is OrderStatus.COMPLETED, (what, order)


def _require_what_the_provider_did(
    place: Place, orders: dict[str, Order], payments: dict[str, Payment | None]
) -> None:
    """Charged what was paid, gave back what is owed, and moved the share of every order that was driven."""
    charged, refunded = place.cards.charged(), place.cards.total("refunds")
    transferred = place.cards.total("transfers")
    paid = {
        payment.provider_reference: payment
        for payment in payments.values()
        if payment is not None and payment.state is PaymentState.SUCCEEDED
    }
    assert charged == {intent: payment.amount_cents for intent, payment in paid.items()}
    assert refunded == {
        intent: payment.refund_requested_cents
        for intent, payment in paid.items()
        if payment.refund_requested_cents
    }
    assert all(payment.refunded_cents == payment.refund_requested_cents for payment in paid.values())
    driven = {
        intent for intent, payment in paid.items() if orders[payment.order_id].status is OrderStatus.COMPLETED
    }
    assert set(transferred) == driven
    assert all(transferred[intent] < paid[intent].amount_cents for intent in driven)
    assert all(order.status is not OrderStatus.PENDING or order.paid_at for order in orders.values())


def kills_wanted(default: int) -> int:
    """``HAULAGE_TEST_KILLS`` makes a soak of it."""
    return int(os.environ.get("HAULAGE_TEST_KILLS", str(default)))
