"""One round against the real commands: killed under load, started again, and counted afterwards."""

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from datetime import timedelta

import httpx

from crash.children import ClockAhead
from crash.customers import Crowd
from crash.processes import WEBHOOK_SECRET, Process, Site, processes
from haulage.jobs import JobState
from haulage.kernel.actor import OPERATOR
from haulage.orders import Order
from haulage.payments import Payment
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.marketplace import assemble
from haulage_adapters.settings import Settings
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers
from people import People
from stripe_server import RunningSimulator
from use_cases.scenario import SteadyRoutes

CUSTOMERS = 3
"""Each with a driver of their own, who are few enough to be offered all."""

LATER = timedelta(days=400)
"""By then every pause and every lease of a round is over, and every day for which somebody booked: until
then the driver of an order is watched over."""

PROGRESS_SECONDS = 120
HOME_SECONDS = 240


def run_served_round(
    database: str, site: Site, provider: RunningSimulator, kills: int, *, with_worker: bool
) -> dict[str, int]:
    """Raises ``AssertionError`` when something that was acknowledged is lost, doubled or not in the books;
    otherwise what was counted."""
    provider.post("/v1/webhook_endpoints", url=f"{site.address}/webhooks/stripe", secret=WEBHOOK_SECRET)
    with processes(site, with_worker=with_worker) as running:
        crowd = asyncio.run(_shopping(site, running, kills))
    return asyncio.run(_counted(site, provider, crowd))


async def _shopping(site: Site, running: list[Process], kills: int) -> Crowd:
    async with httpx.AsyncClient(base_url=site.address, timeout=60) as client:
        async with open_marketplace(Settings(data=site.folder, database=site.database)) as market:
            crowd = await Crowd.of(People(client, market), CUSTOMERS)
        shopping = [
            asyncio.create_task(crowd.shop(await crowd.people.customer(), driver_id))
            for driver_id in crowd.drivers
        ]
        try:
            for number in range(kills):
                await _until_more_is_acknowledged(crowd, shopping)
                await asyncio.to_thread(_kill_and_start_again, running, number)
                await asyncio.to_thread(_verify, site)
            crowd.going_home = True
            async with asyncio.timeout(HOME_SECONDS):
                await asyncio.gather(*shopping)
        finally:
            for task in shopping:
                task.cancel()
            await asyncio.gather(*shopping, return_exceptions=True)
        return crowd


async def _until_more_is_acknowledged(crowd: Crowd, shopping: list["asyncio.Task[None]"]) -> None:
    """A few things more, and then into the middle of the next."""
    enough = crowd.acknowledged + random.randint(3, 20)
    async with asyncio.timeout(PROGRESS_SECONDS):
        while crowd.acknowledged < enough:
            for task in shopping:
                if task.done():
                    await task
            await asyncio.sleep(0.01)
    await asyncio.sleep(random.uniform(0, 0.1))


def _kill_and_start_again(running: list[Process], number: int) -> None:
    """The server and the worker in turn; every third time both at once."""
    chosen = running if number % 3 == 2 else [running[number % len(running)]]
    for each in chosen:
        each.kill()
    for each in chosen:
        each.start()
    running[0].await_ready()


def _verify(site: Site) -> None:
    """As an operator would after a crash."""
    from cli.conftest import run_command

    answer = run_command("ledger", "verify", *site.options, "--json")
    assert answer.code == 0, answer
    reply = json.loads(answer.out)
    assert reply["unbalanced_transactions"] == reply["sum_cents"] == reply["paid_orders_without_entries"] == 0


async def _counted(site: Site, provider: RunningSimulator, crowd: Crowd) -> dict[str, int]:
    """After whatever is left to do has been done, days later."""
    storage = SqlStorage(open_engine(site.database))
    cards = provider.cards()
    try:
        market = assemble(
            Settings(data=site.folder, database=site.database),
            storage,
            ClockAhead(LATER),
            RandomIdentifiers(),
            SteadyRoutes(),
            cards=cards,
        )
        while await market.jobs.run.all_due():
            pass
        return await _compared(market, provider, crowd)
    finally:
        with suppress(AttributeError):
            await cards.aclose()
        await storage.aclose()


async def _compared(market: Marketplace, provider: RunningSimulator, crowd: Crowd) -> dict[str, int]:
    await _require_nothing_left_to_do(market)
    charged, back, sent = provider.charged_cents(), _moved(provider, "refund"), _moved(provider, "transfer")
    for order_id, ended in crowd.ended.items():
        order, payment = await _stored(market, order_id)
        assert order.status.value == {"unpaid": "pending"}.get(ended, ended), (order_id, ended)
        paid = crowd.paid_cents.get(order_id, 0)
        intent = payment.provider_reference if payment is not None else None
        assert charged.pop(intent, 0) == paid, order_id
        if payment is None or not paid:
            continue
        owed = payment.refund_requested_cents
        if ended == "completed":
            assert owed == crowd.refunded_cents[order_id], order_id
        assert (payment.refunded_cents, back.get(intent, 0)) == (owed, owed), order_id
        assert (order_id in sent) == (ended == "completed"), order_id
    assert charged == {}, "somebody was charged who was told nothing"
    books = await market.ledger.verify(OPERATOR)
    assert books.in_order, books
    return {
        "acknowledged": crowd.acknowledged,
        "orders": len(crowd.ended),
        "paid": len(crowd.paid_cents),
        "jobs": (await market.jobs.manage.counts(OPERATOR))[JobState.DONE],
        "transactions": books.transactions,
    }


async def _require_nothing_left_to_do(market: Marketplace) -> None:
    for state in (JobState.WAITING, JobState.DEAD):
        left = await market.jobs.manage.list(OPERATOR, PageRequest(100), state=state)
        assert not left.items, [f"{stored.id} is {state}: {stored.last_error}" for stored in left.items]


async def _stored(market: Marketplace, order_id: str) -> tuple[Order, Payment | None]:
    order = await market.storage.read(lambda unit: unit.orders.get(order_id))
    assert order is not None, f"{order_id} is lost"
    return order, await market.storage.read(lambda unit: unit.payments.of_order(order_id))


def _moved(provider: RunningSimulator, kind: str) -> Counter[str]:
    """What went back of each intent, or to the driver of each order; each order has one transfer at most."""
    moved: Counter[str] = Counter()
    for each in provider.state.kind(kind).values():
        of = each["payment_intent"] if kind == "refund" else each["transfer_group"]
        assert kind == "refund" or of not in moved, f"{of} was shared twice"
        moved[of] += each["amount"]
    return moved
