"""Many drivers at once want one order: one wins, and is told so; the others are told who they are not.

``HAULAGE_TEST_ACCEPTS`` repeats it; the soak has five hundred rounds of it.
"""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from account_scenario import TurnableClock
from builders import NOON, a_paid_order, a_position, an_online_driver
from haulage.dispatch import OfferState
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Conflict
from haulage.orders import Order
from haulage.orders.order import OrderTaken
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.eligibility import DriverBusy
from haulage.services.dispatch.job_offers import look_anew
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly.marketplace import assemble
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from haulage_adapters.settings import Settings
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers

pytestmark = pytest.mark.anyio

DRIVERS = 50
ROUNDS = int(os.environ.get("HAULAGE_TEST_ACCEPTS", "1"))


@pytest.fixture
def market(storage: SqlStorage, tmp_path: Path) -> Marketplace:
    settings = Settings(data=tmp_path)
    return assemble(settings, storage, TurnableClock(NOON), RandomIdentifiers(), CalibratedRoutes())


@pytest.fixture
async def drivers(scene: Any, storage: SqlStorage) -> list[Actor]:
    """Approved, online and around the corner, but not so near that it would be one's turn alone."""
    users = [await scene.user(number) for number in range(10, 10 + DRIVERS)]

    async def add(unit: UnitOfWork) -> list[Actor]:
        actors = [Actor(user, UserType.DRIVER, f"drv_of_{user}") for user in users]
        for actor in actors:
            await unit.drivers.add(an_online_driver(actor.driver_id or "", user_id=actor.user_id or ""))
        return actors

    return await storage.write(add)


async def an_open_order(scene: Any, storage: SqlStorage, number: int) -> Order:
    order = await scene.order(a_paid_order(f"ord_{number}", number=10_000 + number, quote_id=f"qte_{number}"))
    await storage.write(lambda unit: look_anew(unit, order, NOON))
    return order


async def test_one_of_fifty_wins_however_often_they_try(
    market: Marketplace, drivers: list[Actor], scene: Any, storage: SqlStorage
) -> None:
    for number in range(1, ROUNDS + 1):
        order = await an_open_order(scene, storage, number)
        results = await asyncio.gather(
            *(market.dispatch.accept_offer(driver, order.id) for driver in drivers), return_exceptions=True
        )
        won = [result for result in results if isinstance(result, Order)]
        lost = {type(result) for result in results if not isinstance(result, Order)}
        assert (len(won), lost <= {OrderTaken, Conflict, DriverBusy}) == (1, True), lost
        offers = await storage.read(lambda unit, id=order.id: unit.job_offers.of_order(id))
        assert [(offer.state, offer.answered_by) for offer in offers] == [
            (OfferState.ACCEPTED, won[0].driver_id)
        ]
        await market.deliveries.steps.start(_of(drivers, won[0]), order.id)
        await market.deliveries.steps.confirm_pickup(_of(drivers, won[0]), order.id)
        await market.deliveries.steps.complete(_of(drivers, won[0]), order.id)


async def test_a_driver_who_wants_five_orders_at_once_has_one(
    market: Marketplace, drivers: list[Actor], scene: Any, storage: SqlStorage
) -> None:
    orders = [await an_open_order(scene, storage, number) for number in range(1, 6)]
    results = await asyncio.gather(
        *(market.dispatch.accept_offer(drivers[0], order.id) for order in orders), return_exceptions=True
    )
    refused = {type(result) for result in results if not isinstance(result, Order)}
    assert sum(isinstance(result, Order) for result in results) == 1
    assert refused <= {DriverBusy, Conflict}


async def test_of_a_yes_a_no_and_the_end_of_the_time_one_counts(
    market: Marketplace, drivers: list[Actor], scene: Any, storage: SqlStorage
) -> None:
    """Whatever wins, the order has one open offer or a driver who has said yes."""
    driver = drivers[0]
    await storage.write(lambda unit: unit.drivers.set_position(a_position(driver.driver_id or "", NOON)))
    clock = market.clock
    assert isinstance(clock, TurnableClock)
    for number in range(1, ROUNDS + 1):
        order = await an_open_order(scene, storage, number)
        clock.at = NOON
        asked = await storage.read(lambda unit, id=order.id: unit.job_offers.open_of(id))
        assert asked is not None
        assert asked.driver_id == driver.driver_id
        clock.turn(seconds=31)
        await asyncio.gather(
            market.dispatch.accept_offer(driver, order.id),
            market.dispatch.offers.decline(driver, order.id),
            market.jobs.run.all_due(),
            return_exceptions=True,
        )
        now = await storage.read(lambda unit, id=order.id: unit.orders.get(id))
        left = await storage.read(lambda unit, id=order.id: unit.job_offers.open_of(id))
        assert now is not None
        assert (left is None) is (now.accepted_at is not None)
        if now.driver_id is not None:
            await market.deliveries.steps.hand_back(driver, order.id)
        left = await storage.read(lambda unit, id=order.id: unit.job_offers.open_of(id))
        assert left is not None
        assert left.driver_id is None


def _of(drivers: list[Actor], order: Order) -> Actor:
    return next(driver for driver in drivers if driver.driver_id == order.driver_id)
