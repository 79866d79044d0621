"""What the overview counts, alike on both databases, and from indexes alone."""

from datetime import date, datetime

import pytest

from adapters.conftest import Scene
from adapters.query_plans import plan_of
from adapters.test_application_storage import an_application, sent
from adapters.test_claim_storage import a_claim
from builders import NOON, an_online_driver, an_order, minutes_later
from haulage.drivers import DriverPosition
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.orders import Order, OrderStatus, PaymentStatus
from haulage.overview import Figures, Paid, Span
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio


def span(since: datetime, until: datetime) -> Span:
    return Span(date(2026, 6, 1), since, until)


EARLY, LATE = span(NOON, minutes_later(10)), span(minutes_later(10), minutes_later(20))


async def test_orders_count_when_they_were_paid_and_deliveries_when_they_were_completed(
    scene: Scene, storage: SqlStorage
) -> None:
    paid = {"payment_status": PaymentStatus.PAID, "price_cents": 10_00}
    await scene.orders(
        [
            an_order("ord_1"),
            an_order("ord_2", **paid, paid_at=NOON),
            an_order("ord_3", **paid, paid_at=minutes_later(10)),
            an_order(
                "ord_4",
                **paid,
                paid_at=minutes_later(9),
                status=OrderStatus.COMPLETED,
                driver_id="drv_1",
                completed_at=minutes_later(15),
            ),
        ]
    )
    found = await storage.read(lambda unit: unit.overview.figures([EARLY, LATE, EARLY]))
    assert list(found) == [Figures(2, 0, 20_00, 0), Figures(1, 1, 10_00, 0), Figures(2, 0, 20_00, 0)]


async def test_what_was_paid_is_told_by_service_of_each_span(scene: Scene, storage: SqlStorage) -> None:
    def paid(number: int, service: ServiceType, at: datetime) -> Order:
        return an_order(
            f"ord_{number}",
            service_type=service,
            payment_status=PaymentStatus.PAID,
            price_cents=10_00 + number,
            paid_at=at,
        )

    await scene.orders(
        [
            an_order("ord_0"),
            paid(1, ServiceType.MOVING, NOON),
            paid(2, ServiceType.MOVING, minutes_later(9)),
            paid(3, ServiceType.PICKUP, minutes_later(9)),
            paid(4, ServiceType.MOVING, minutes_later(20)),
        ]
    )
    found = await storage.read(lambda unit: unit.overview.paid_by_service([LATE, EARLY]))
    assert list(found) == [{}, {ServiceType.MOVING: Paid(2, 20_03), ServiceType.PICKUP: Paid(1, 10_03)}]


async def test_what_waits_is_counted_up_to_a_bound(scene: Scene, storage: SqlStorage) -> None:
    await scene.orders(an_order(f"ord_{number}") for number in range(3))
    for number in range(3):
        await storage.write(lambda unit, number=number: unit.claims.add(a_claim(number)))  # type: ignore[misc]
    await storage.write(lambda unit: unit.applications.add(sent(an_application())))
    waiting = await storage.read(lambda unit: unit.overview.waiting(NOON, 2))
    assert (waiting.claims, waiting.applications, waiting.disputes, waiting.counted_up_to) == (2, 1, 0, 2)


async def test_the_map_has_online_drivers_where_they_were_last_seen_and_orders_under_way(
    scene: Scene, storage: SqlStorage
) -> None:
    await scene.user(4)
    await scene.driver(an_online_driver("drv_4", user_id="usr_4"))
    order = an_order(
        "ord_9",
        status=OrderStatus.IN_PROGRESS,
        driver_id="drv_4",
        payment_status=PaymentStatus.PAID,
        paid_at=NOON,
    )
    await scene.orders([an_order("ord_1"), order])
    await storage.write(
        lambda unit: unit.drivers.set_position(DriverPosition("drv_4", Point(40.7, -73.9), NOON))
    )

    async def look(unit: UnitOfWork) -> None:
        (driver,) = await unit.overview.online_drivers(10)
        assert (driver.id, driver.point, driver.is_busy) == ("drv_4", Point(40.7, -73.9), True)
        (found,) = await unit.overview.orders_under_way(10)
        assert (found.id, found.driver_id, found.pickup) == ("ord_9", "drv_4", order.pickup)
        assert await unit.overview.count_online() == 1

    await storage.read(look)


@pytest.mark.new_database
async def test_figures_are_summed_from_ranges_of_covering_indexes(storage: SqlStorage) -> None:
    query_plan = await plan_of(storage, lambda unit: unit.overview.figures([EARLY, LATE]))
    for index in ("paid_at_price_cents", "orders_completed_at", "created_at_status_amount_cents"):
        assert query_plan.count(index) >= 2, query_plan
    assert "Seq Scan" not in query_plan
    if storage.engine.reading.dialect.name == "sqlite":
        assert query_plan.count("USING COVERING INDEX") == 6


@pytest.mark.new_database
async def test_a_day_is_summed_from_ranges_of_a_covering_index(storage: SqlStorage) -> None:
    query_plan = await plan_of(storage, lambda unit: unit.overview.paid_by_service([EARLY, LATE]))
    assert query_plan.count("paid_at_price_cents_service_type") >= 2, query_plan
    assert "Seq Scan" not in query_plan
    if storage.engine.reading.dialect.name == "sqlite":
        assert query_plan.count("USING COVERING INDEX") == 2


@pytest.mark.new_database
async def test_what_waits_is_counted_from_indexes(storage: SqlStorage) -> None:
    query_plan = await plan_of(storage, lambda unit: unit.overview.waiting(NOON, 100))
    for index in (
        "ix_claims_state",
        "ix_disputes_open",
        "ix_behaviour_contests_status",
        "ix_driver_applications_waiting",
        "ix_jobs_state",
        "ix_payment_differences_open",
    ):
        assert index in query_plan
    assert "Seq Scan" not in query_plan
