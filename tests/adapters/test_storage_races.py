"""Many at once: one wins, nothing is lost. Each promise has a twin that fails without its guard."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import attrs
import pytest
from sqlalchemy import update

from builders import NOON, a_paid_order, a_position, an_event, minutes_later
from concurrently import Meanwhile
from haulage.kernel.errors import Conflict, Unavailable
from haulage.orders import Order
from haulage.orders.order import OrderTaken, accept
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.order_rows import order_row
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import orders

pytestmark = pytest.mark.anyio

DRIVERS = 50
Save = Callable[[Any, Order, Order], Awaitable[Order]]


async def _guarded(unit: Any, before: Order, after: Order) -> Order:
    return await unit.orders.save(before, after)


async def _unguarded(unit: Any, before: Order, after: Order) -> Order:
    """The same change without asking whether anybody was first."""
    saved = attrs.evolve(after, version=before.version + 1)
    await unit.orders._session.run(update(orders).where(orders.c.id == before.id).values(order_row(saved)))
    return saved


async def _race(scene: Any, storage: SqlStorage, save: Save) -> list[str]:
    """The drivers who believe that they won the one order, all having seen it open."""
    ids = await scene.drivers(range(10, 10 + DRIVERS))
    order = await scene.order(a_paid_order())

    async def take(driver_id: str) -> str | None:
        try:
            await storage.write(lambda unit: save(unit, order, accept(order, driver_id, NOON)))
        except Conflict:
            return None
        return driver_id

    taken = await asyncio.gather(*(take(driver_id) for driver_id in ids))
    return [driver_id for driver_id in taken if driver_id is not None]


async def test_one_of_fifty_simultaneous_accepts_wins(scene: Any, storage: SqlStorage) -> None:
    winners = await _race(scene, storage, _guarded)
    assert len(winners) == 1
    stored = await storage.read(lambda unit: unit.orders.get("ord_1"))
    assert stored is not None
    assert (stored.driver_id, stored.version) == (winners[0], 2)


async def test_without_the_version_and_status_more_than_one_believes_to_win(
    scene: Any, storage: SqlStorage
) -> None:
    assert len(await _race(scene, storage, _unguarded)) > 1


async def test_one_wins_when_each_reads_the_order_in_its_own_unit(scene: Any, storage: SqlStorage) -> None:
    ids = await scene.drivers(range(10, 10 + DRIVERS))
    await scene.order(a_paid_order())

    async def take(driver_id: str) -> bool:
        async def work(unit: UnitOfWork) -> None:
            order = await unit.orders.get("ord_1")
            assert order is not None
            await unit.orders.save(order, accept(order, driver_id, NOON))

        try:
            await storage.write(work)
        except (Conflict, OrderTaken):
            return False
        return True

    assert sum(await asyncio.gather(*(take(driver_id) for driver_id in ids))) == 1


async def test_one_driver_takes_one_of_many_orders(scene: Any, storage: SqlStorage) -> None:
    open_orders = await scene.orders(a_paid_order(f"ord_{n}") for n in range(20))

    async def take(order: Order) -> bool:
        try:
            await storage.write(lambda unit: unit.orders.save(order, accept(order, "drv_1", NOON)))
        except Conflict:
            return False
        return True

    assert sum(await asyncio.gather(*(take(order) for order in open_orders))) == 1


INCREMENTS = 120


async def _increment(storage: SqlStorage, save: Save) -> int:
    """What a counter shows after so many increments at once, each repeated until it is stored."""

    meanwhile = Meanwhile()

    async def increment() -> None:
        async def work(unit: UnitOfWork) -> None:
            order = await unit.orders.get("ord_1")
            assert order is not None
            await meanwhile.rest(0)
            await save(unit, order, attrs.evolve(order, estimated_minutes=order.estimated_minutes + 1))

        while True:
            try:
                return await storage.write(work)
            except (Conflict, Unavailable):
                await asyncio.sleep(0.001)

    await asyncio.gather(*(increment() for _ in range(INCREMENTS)))
    stored = await storage.read(lambda unit: unit.orders.get("ord_1"))
    assert stored is not None
    return stored.estimated_minutes


async def test_no_increment_of_many_at_once_is_lost(scene: Any, storage: SqlStorage) -> None:
    await scene.order(a_paid_order(estimated_minutes=0))
    assert await _increment(storage, _guarded) == INCREMENTS


async def test_without_the_version_increments_are_lost_where_writers_overlap(
    scene: Any, storage: SqlStorage
) -> None:
    """On SQLite there is one writer at a time, so there the write lock alone keeps them all."""
    await scene.order(a_paid_order(estimated_minutes=0))
    stored = await _increment(storage, _unguarded)
    overlapping = storage.engine.writing.dialect.name == "postgresql"
    assert (stored < INCREMENTS) is overlapping


async def test_numbers_drawn_at_once_differ(storage: SqlStorage) -> None:
    drawn = await asyncio.gather(*(storage.write(lambda unit: unit.orders.next_number()) for _ in range(40)))
    assert len(set(drawn)) == 40
    assert min(drawn) == 10_000


async def test_events_told_at_once_are_numbered_without_a_gap(scene: Any, storage: SqlStorage) -> None:
    await scene.order(a_paid_order())

    async def append_update(unit: UnitOfWork) -> None:
        await unit.orders.append_event(an_event(sequence=await unit.orders.next_sequence("ord_1")))

    await asyncio.gather(*(storage.write(append_update) for _ in range(30)))
    events = await storage.read(lambda unit: unit.orders.events_after("ord_1", 0, 100))
    assert [event.sequence for event in events] == list(range(1, 31))


async def test_one_of_many_uses_of_a_reply_key_is_stored(storage: SqlStorage) -> None:
    key = RequestKey("usr_1", "POST /orders", "3f2a")

    async def add(n: int) -> bool:
        try:
            await storage.write(
                lambda unit: unit.idempotency.add(key, StoredResponse("a" * 64, b"%d" % n), NOON)
            )
        except Conflict:
            return False
        return True

    assert sum(await asyncio.gather(*(add(n) for n in range(20)))) == 1


async def test_positions_sent_at_once_leave_the_newest(scene: Any, storage: SqlStorage) -> None:
    sent = [a_position("drv_1", minutes_later(n)) for n in range(20)]
    await asyncio.gather(
        *(
            storage.write(lambda unit, position=position: unit.drivers.set_position(position))
            for position in [*sent[10:], *sent[:10]]
        )
    )
    assert await storage.read(lambda unit: unit.drivers.position("drv_1")) == sent[-1]
