"""Miles driven with orders, by year and page, on both databases."""

from datetime import timedelta
from typing import Any

import attrs
import pytest

from builders import NOON, an_order
from haulage.orders import OrderStatus, PaymentStatus
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio


async def test_a_drivers_miles_are_listed_latest_first_within_their_bounds(
    scene: Any, storage: SqlStorage
) -> None:
    dee, eve = await scene.drivers([8, 9])
    hours = {"ord_1": 0, "ord_2": 1, "ord_3": 1, "ord_4": 2, "ord_5": 1}
    ended = an_order(status=OrderStatus.COMPLETED, payment_status=PaymentStatus.PAID, completed_at=NOON)
    await scene.orders(attrs.evolve(ended, id=id, driver_id=eve if id == "ord_5" else dee) for id in hours)
    begun = [Mileage(id, dee, NOON + timedelta(hours=hour)) for id, hour in hours.items()]
    for each in begun:
        await storage.write(lambda unit, each=each: unit.deliveries.begin_mileage(each))
    done = attrs.evolve(begun[1], miles=12.5, recorded_at=NOON + timedelta(days=7))
    await storage.write(lambda unit: unit.deliveries.save_mileage(done))
    bounds = (dee, NOON, NOON + timedelta(hours=2))
    wanted = [begun[2], done, begun[0]]
    assert await storage.read(lambda unit: unit.deliveries.driven(*bounds)) == wanted
    first = await storage.read(lambda unit: unit.deliveries.list_driven(*bounds, PageRequest(2)))
    rest = await storage.read(lambda unit: unit.deliveries.list_driven(*bounds, PageRequest(2, first.next)))
    assert ([*first.items, *rest.items], rest.next) == (wanted, None)
