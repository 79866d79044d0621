"""What the order store promises, on both databases."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

import attrs
import pytest

from builders import (
    NOON,
    a_paid_order,
    a_started_order,
    an_assigned_order,
    an_event,
    an_order,
    minutes_later,
)
from haulage.kernel.errors import Conflict
from haulage.kernel.services import ServiceType
from haulage.kernel.stop_access import FloorAccess, StopAccess
from haulage.orders import Cancellation, Order, OrderStatus
from haulage.orders.order import accept, cancel, complete, confirm_pickup, hand_back
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

TOMORROW = NOON + timedelta(days=1)


async def _list(storage: SqlStorage, wanted: OrderFilter, limit: int = 100) -> Sequence[str]:
    page: Page[Order] = await storage.read(lambda unit: unit.orders.list(wanted, PageRequest(limit)))
    return [order.id for order in page.items]


async def test_an_order_comes_back_equal(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(
        a_started_order(
            weight_pounds=Decimal("1234567.000001"),
            scheduled_time=minutes_later(60),
            handed_back=True,
            dropoff_access=StopAccess(
                "4B", -1, FloorAccess.STAIRS, "#25", "Zoë", "2125550100", "Ring\ntwice"
            ),
        )
    )
    assert await storage.read(lambda unit: unit.orders.get(order.id)) == order
    assert await storage.read(lambda unit: unit.orders.get_by_number(order.number)) == order
    assert await storage.read(lambda unit: unit.orders.of_quote(order.quote_id)) == order


async def test_a_cancelled_order_comes_back_equal(scene: Any, storage: SqlStorage) -> None:
    order = cancel(an_order(), Cancellation(minutes_later(5), "usr_1", 'No "longer" needed 🛋', 0))
    await scene.order(order)
    assert await storage.read(lambda unit: unit.orders.get(order.id)) == order


async def test_an_unknown_order_is_none(storage: SqlStorage) -> None:
    assert await storage.read(lambda unit: unit.orders.get("ord_x")) is None
    assert await storage.read(lambda unit: unit.orders.get_by_number(10_000)) is None
    assert await storage.read(lambda unit: unit.orders.of_quote("qte_x")) is None


async def test_order_numbers_start_at_ten_thousand_and_never_repeat(storage: SqlStorage) -> None:
    drawn = [await storage.write(lambda unit: unit.orders.next_number()) for _ in range(3)]
    assert drawn[0] == 10_000
    assert len(set(drawn)) == 3
    assert min(drawn) == drawn[0]


async def test_two_numbers_in_one_unit_differ(storage: SqlStorage) -> None:
    async def two(unit: Any) -> tuple[int, int]:
        return await unit.orders.next_number(), await unit.orders.next_number()

    first, second = await storage.write(two)
    assert first != second


async def test_a_number_a_quote_or_an_id_of_another_order_is_a_conflict(
    scene: Any, storage: SqlStorage
) -> None:
    await scene.orders([an_order("ord_1"), an_order("ord_2")])
    for twin in (
        an_order("ord_1", number=10_009, quote_id="qte_1"),
        an_order("ord_9", number=10_000, quote_id="qte_9"),
        an_order("ord_9", number=10_009, quote_id="qte_0"),
    ):
        with pytest.raises(Conflict):
            await storage.write(lambda unit, twin=twin: unit.orders.add(twin))


async def test_saving_counts_the_version_up(scene: Any, storage: SqlStorage) -> None:
    before = await scene.order(a_paid_order())
    after = accept(before, "drv_1", minutes_later(1))
    saved = await storage.write(lambda unit: unit.orders.save(before, after))
    assert saved == attrs.evolve(after, version=2)
    assert await storage.read(lambda unit: unit.orders.get(before.id)) == saved


async def test_saving_over_another_version_is_a_conflict(scene: Any, storage: SqlStorage) -> None:
    before = await scene.order(a_paid_order())
    described = attrs.evolve(before, items_description="Two chairs")
    await storage.write(lambda unit: unit.orders.save(before, described))
    with pytest.raises(Conflict, match="order was changed by someone else"):
        await storage.write(lambda unit: unit.orders.save(before, described))


async def test_saving_over_another_status_is_a_conflict(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(a_paid_order())
    believed = attrs.evolve(order, status=OrderStatus.ASSIGNED, driver_id="drv_1")
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.orders.save(believed, believed))


async def test_saving_an_unknown_order_is_a_conflict(storage: SqlStorage) -> None:
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.orders.save(an_order(), an_order()))


async def test_a_driver_cannot_hold_two_orders_for_now(scene: Any, storage: SqlStorage) -> None:
    _, second = await scene.orders([an_assigned_order("ord_1"), a_paid_order("ord_2")])
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.orders.save(second, accept(second, "drv_1", NOON)))


async def test_a_driver_may_hold_a_scheduled_order_beside_one_for_now(
    scene: Any, storage: SqlStorage
) -> None:
    _, later = await scene.orders(
        [an_assigned_order("ord_1"), a_paid_order("ord_2", scheduled_time=TOMORROW)]
    )
    saved = await storage.write(lambda unit: unit.orders.save(later, accept(later, "drv_1", NOON)))
    assert saved.driver_id == "drv_1"


async def test_a_driver_is_free_again_after_completing(scene: Any, storage: SqlStorage) -> None:
    first, second = await scene.orders([a_started_order("ord_1"), a_paid_order("ord_2")])
    done = complete(confirm_pickup(first, NOON), NOON)
    await storage.write(lambda unit: unit.orders.save(first, done))
    saved = await storage.write(lambda unit: unit.orders.save(second, accept(second, "drv_1", NOON)))
    assert saved.status is OrderStatus.ASSIGNED


@pytest.mark.parametrize("status", ["assigned", "in_progress", "completed"])
async def test_the_database_refuses_work_without_a_driver(
    scene: Any, storage: SqlStorage, status: str
) -> None:
    order = await scene.order(a_paid_order())
    impossible = attrs.evolve(order, status=OrderStatus(status))
    with pytest.raises(DatabaseRefused):
        await storage.write(lambda unit: unit.orders.save(order, impossible))


@pytest.mark.parametrize(
    "changes",
    [
        {"price_cents": -1},
        {"price_cents": 100_000_000_01},
        {"number": 9_999},
        {"estimated_minutes": -1},
    ],
)
async def test_the_database_refuses_impossible_figures(
    scene: Any, storage: SqlStorage, changes: dict[str, Any]
) -> None:
    order = await scene.order(an_order())
    with pytest.raises(DatabaseRefused):
        await storage.write(lambda unit: unit.orders.save(order, attrs.evolve(order, **changes)))


async def test_an_order_of_an_unknown_customer_is_a_conflict(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(an_order())
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.orders.save(order, attrs.evolve(order, customer_id="usr_x")))


async def test_orders_are_listed_newest_first(scene: Any, storage: SqlStorage) -> None:
    await scene.orders(an_order(f"ord_{n}", created_at=minutes_later(n)) for n in (2, 3, 1))
    assert await _list(storage, OrderFilter()) == ["ord_3", "ord_2", "ord_1"]


async def test_orders_of_one_instant_keep_one_order(scene: Any, storage: SqlStorage) -> None:
    await scene.orders(an_order(f"ord_{n}") for n in (2, 3, 1))
    assert await _list(storage, OrderFilter()) == ["ord_3", "ord_2", "ord_1"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (OrderFilter(customer_id="usr_1"), ["ord_4", "ord_3", "ord_1"]),
        (OrderFilter(driver_id="drv_1"), ["ord_3"]),
        (OrderFilter(number=9_999), []),
        (OrderFilter(status=OrderStatus.PENDING), ["ord_4", "ord_2", "ord_1"]),
        (OrderFilter(service_type=ServiceType.MOVING), ["ord_4"]),
        (OrderFilter(customer_id="usr_1", status=OrderStatus.PENDING), ["ord_4", "ord_1"]),
        (OrderFilter(created_from=minutes_later(2), created_until=minutes_later(3)), ["ord_2"]),
        (OrderFilter(available=True), ["ord_2", "ord_4"]),
        (OrderFilter(available=True, service_type=ServiceType.MOVING), ["ord_4"]),
        (OrderFilter(available=True, status=OrderStatus.COMPLETED), []),
    ],
)
async def test_a_filter_narrows_the_list(
    scene: Any, storage: SqlStorage, wanted: OrderFilter, found: list[str]
) -> None:
    await scene.orders(
        [
            an_order("ord_1", created_at=minutes_later(1)),
            a_paid_order("ord_2", created_at=minutes_later(2), customer_id="usr_2"),
            an_assigned_order("ord_3", created_at=minutes_later(3)),
            a_paid_order("ord_4", created_at=minutes_later(4), service_type=ServiceType.MOVING),
        ]
    )
    assert await _list(storage, wanted) == found


async def test_counting_by_status_names_every_status(scene: Any, storage: SqlStorage) -> None:
    await scene.orders([an_order("ord_1"), a_paid_order("ord_2"), an_assigned_order("ord_3")])
    counts = await storage.read(lambda unit: unit.orders.count_by_status(OrderFilter(customer_id="usr_1")))
    assert counts == {
        OrderStatus.PENDING: 2,
        OrderStatus.ASSIGNED: 1,
        OrderStatus.IN_PROGRESS: 0,
        OrderStatus.COMPLETED: 0,
        OrderStatus.CANCELLED: 0,
    }


@pytest.mark.parametrize(
    ("order", "held"),
    [
        (a_paid_order(), False),
        (an_assigned_order(), True),
        (an_assigned_order(scheduled_time=TOMORROW), False),
        (a_started_order(), True),
        (attrs.evolve(a_started_order(), scheduled_time=TOMORROW), True),
        (complete(confirm_pickup(a_started_order(), NOON), NOON), False),
        (cancel(a_started_order(), Cancellation(NOON, "usr_1", "", 0)), False),
        (hand_back(a_started_order(), NOON), False),
    ],
)
async def test_a_driver_is_held_by_work_for_now(
    scene: Any, storage: SqlStorage, order: Order, held: bool
) -> None:
    await scene.order(order)
    holding = await storage.read(lambda unit: unit.orders.holding_now("drv_1"))
    assert (holding == order) is held
    assert await storage.read(lambda unit: unit.orders.holding_now("drv_2")) is None


@pytest.mark.parametrize(
    ("start", "end", "engaged"),
    [
        (-30, 0, False),
        (-30, 1, True),
        (10, 20, True),
        (-30, 90, True),
        (39, 60, True),
        (40, 60, False),
    ],
)
async def test_a_scheduled_order_engages_its_driver_from_pickup_to_completion(
    scene: Any, storage: SqlStorage, start: int, end: int, engaged: bool
) -> None:
    await scene.orders(
        [
            an_assigned_order("ord_1", scheduled_time=TOMORROW, estimated_minutes=40),
            a_paid_order("ord_2", scheduled_time=TOMORROW, estimated_minutes=40),
            an_assigned_order("ord_3", driver_id="drv_2"),
        ]
    )
    found = await storage.read(
        lambda unit: unit.orders.engaged_drivers(minutes_later(start, TOMORROW), minutes_later(end, TOMORROW))
    )
    assert found == (frozenset({"drv_1"}) if engaged else frozenset())


async def test_abandoned_orders_are_unpaid_and_oldest_first(scene: Any, storage: SqlStorage) -> None:
    await scene.orders(
        [
            an_order("ord_1", created_at=minutes_later(2)),
            an_order("ord_2", created_at=minutes_later(1)),
            a_paid_order("ord_3"),
            an_order("ord_4", created_at=minutes_later(30)),
            cancel(an_order("ord_5"), Cancellation(NOON, "usr_1", "", 0)),
        ]
    )
    found = await storage.read(lambda unit: unit.orders.abandoned(minutes_later(30), 10))
    assert [order.id for order in found] == ["ord_2", "ord_1"]
    one = await storage.read(lambda unit: unit.orders.abandoned(minutes_later(30), 1))
    assert [order.id for order in one] == ["ord_2"]


async def test_an_orders_log_is_read_in_the_order_it_was_written(scene: Any, storage: SqlStorage) -> None:
    await scene.orders([an_order("ord_1"), an_order("ord_2")])

    async def log(unit: Any) -> None:
        for _ in range(4):
            await unit.orders.append_event(an_event(sequence=await unit.orders.next_sequence("ord_1")))
        await unit.orders.append_event(an_event("ord_2", await unit.orders.next_sequence("ord_2")))

    await storage.write(log)
    behind = await storage.read(lambda unit: unit.orders.events_after("ord_1", 1, 2))
    assert behind == [an_event(sequence=2), an_event(sequence=3)]
    assert await storage.read(lambda unit: unit.orders.events_after("ord_1", 4, 10)) == []


async def test_a_sequence_number_that_is_taken_is_a_conflict(scene: Any, storage: SqlStorage) -> None:
    await scene.order(an_order())
    await storage.write(lambda unit: unit.orders.append_event(an_event()))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.orders.append_event(an_event()))


async def test_orders_are_found_by_what_stands_in_them(scene: Any, storage: SqlStorage) -> None:
    customer = await scene.user(4)
    first, second = await scene.orders(
        [an_order("ord_1", items_description="A 100% oak desk"), an_order("ord_2", customer_id=customer)]
    )
    everybody = await storage.read(lambda unit: unit.accounts.user(customer))
    assert everybody is not None
    assert await _list(storage, OrderFilter(text="OAK")) == ["ord_1"]
    assert await _list(storage, OrderFilter(text="0% o")) == ["ord_1"]
    assert await _list(storage, OrderFilter(text="0_ o")) == []
    assert await _list(storage, OrderFilter(text=f"#{second.number}")) == ["ord_2"]
    assert await _list(storage, OrderFilter(text="ord_2")) == ["ord_2"]
    assert await _list(storage, OrderFilter(text=everybody.email.upper())) == ["ord_2"]
    assert set(await _list(storage, OrderFilter(text=str(first.number)[:3]))) == {"ord_1", "ord_2"}
