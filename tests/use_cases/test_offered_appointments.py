"""Appointments are offered to approved drivers around who are free at their time, online or not (OP-19)."""

import shutil
from collections.abc import AsyncIterator
from datetime import time, timedelta
from pathlib import Path
from typing import Any

import pytest

from haulage.kernel.cargo import Item
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.policy import Actor
from haulage.orders import Order
from haulage.use_cases.dispatching.fitness import DriverOffline, JobsOverlap
from use_cases.town import Town, open_town, open_town_at

pytestmark = pytest.mark.anyio

HARLEM = Point(40.80, -73.95)
BOSTON = Point(42.36, -71.06)


@pytest.fixture
async def town(
    request: pytest.FixtureRequest, anyio_backend: str, empty_town: Path, tmp_path: Path
) -> AsyncIterator[Town]:
    """A town in which one is asked in turn before everybody is; over both databases where a test asks so."""
    if "database" in request.fixturenames:
        opening = open_town_at(request.getfixturevalue("database"), tmp_path, offer_turns=1)
    else:
        opening = open_town(shutil.copy(empty_town, tmp_path / "town.db"), offer_turns=1)
    async with opening as opened:
        yield opened


async def offline(town: Town, name: str, **facts: Any) -> Actor:
    """An approved driver near the pickup who has gone offline."""
    driver = await town.driver(name, **facts)
    await town.market.driver_desk.go_offline(driver)
    return driver


async def declined(town: Town, ada: Actor, dee: Actor, **wish: Any) -> Order:
    """Paid, and refused by the driver who was chosen; two hours ahead unless *wish* says otherwise."""
    hours = wish.pop("hours", 2)
    due = town.clock.now() + timedelta(hours=hours) if hours else None
    order = await town.assigned(ada, dee, scheduled_time=due, **wish)
    await town.market.offer_desk.decline(dee, order.id)
    return order


async def accepted(town: Town, ada: Actor, driver: Actor, **wish: Any) -> Order:
    order = await town.assigned(ada, driver, **wish)
    return await town.market.driving.accept(driver, order.id)


async def asked(town: Town, order: Order) -> str | None:
    """Whose turn it is; None when it is everybody's."""
    offer = await town.storage.read(lambda unit: unit.job_offers.open_of(order.id))
    assert offer is not None
    return offer.driver_id


async def offered(town: Town, driver: Actor) -> list[str]:
    return [each.order.id for each in (await town.market.offer_desk(driver)).offers]


async def test_who_is_offline_is_asked_in_turn_sees_it_and_takes_it(
    town: Town, ada: Actor, dee: Actor
) -> None:
    gus = await offline(town, "gus")
    order = await declined(town, ada, dee)
    assert (await asked(town, order), await offered(town, gus)) == ("drv_gus", [order.id])
    taken = await town.market.driving.accept(gus, order.id)
    assert (taken.driver_id, taken.accepted_at) == ("drv_gus", town.clock.now())
    assert await offered(town, gus) == []


async def test_what_is_for_now_is_offered_to_nobody_who_is_offline(
    town: Town, ada: Actor, dee: Actor
) -> None:
    gus = await offline(town, "gus")
    order = await declined(town, ada, dee, hours=None)
    assert (await asked(town, order), await offered(town, gus)) == (None, [])
    with pytest.raises(DriverOffline):
        await town.market.driving.accept(gus, order.id)


async def test_who_works_now_is_asked_for_what_is_hours_ahead(town: Town, ada: Actor, dee: Actor) -> None:
    eve = await town.driver("eve", at=HARLEM)
    await accepted(town, ada, eve)
    order = await declined(town, ada, dee, hours=4)
    assert (await asked(town, order), await offered(town, eve)) == ("drv_eve", [order.id])
    assert (await town.market.driving.accept(eve, order.id)).driver_id == "drv_eve"


async def test_who_has_another_job_then_or_does_not_work_at_that_hour_is_not_asked(
    town: Town, ada: Actor, dee: Actor
) -> None:
    due = town.clock.now() + timedelta(hours=2)
    eve = await town.driver("eve")
    await accepted(town, ada, eve, scheduled_time=due + timedelta(minutes=5))
    evenings = WorkingHours(every_day=HoursRange(time(20), time(23)))
    await town.driver("late", working_hours=evenings)
    await town.driver("far", at=BOSTON)
    await town.driver("new", approval=None, is_online=False)
    order = await declined(town, ada, dee)
    assert await asked(town, order) is None
    assert await offered(town, eve) == []
    with pytest.raises(JobsOverlap):
        await town.market.driving.accept(eve, order.id)


async def test_a_turn_outlasts_going_offline_but_not_another_job_at_that_time(
    town: Town, ada: Actor, dee: Actor
) -> None:
    eve = await town.driver("eve")
    order = await declined(town, ada, dee)
    await town.market.driver_desk.go_offline(eve)
    await town.later()
    assert (await asked(town, order), await offered(town, eve)) == ("drv_eve", [order.id])
    town.clock.turn(seconds=1)
    await accepted(town, ada, eve, scheduled_time=order.scheduled_time)
    await town.later()
    assert (await asked(town, order), await offered(town, eve)) == (None, [])


async def test_a_turn_ends_with_its_time_whoever_is_offline(town: Town, ada: Actor, dee: Actor) -> None:
    gus = await offline(town, "gus")
    order = await declined(town, ada, dee)
    await town.later(seconds=29)
    assert await asked(town, order) == "drv_gus"
    await town.later(seconds=1)
    assert (await asked(town, order), await offered(town, gus)) == (None, [order.id])


async def test_a_call_to_an_appointment_reaches_everyone_who_could_come_then(
    database: str, town: Town, ada: Actor, dee: Actor
) -> None:
    """In range, approved, with room for the load and nothing else to do at that time; on both databases."""
    due = town.clock.now() + timedelta(hours=4)
    calls = [await declined(town, ada, dee, hours=hours, items=(Item("Safe", 400),)) for hours in (4, None)]
    calm, busy = await offline(town, "calm"), await town.driver("busy")
    await accepted(town, ada, busy)
    taken = await town.driver("taken")
    await accepted(town, ada, taken, scheduled_time=due - timedelta(minutes=5))
    nobody = [
        await offline(town, "far", at=BOSTON),
        await town.driver("new", approval=None, is_online=False),
        await town.driver("lost", at=None),
    ]
    appointment, now = [order.id for order in calls]
    assert [await asked(town, order) for order in calls] == [None, None]
    assert [await offered(town, each) for each in (calm, busy)] == [[appointment], [appointment]]
    assert await offered(town, taken) == [now]
    assert [await offered(town, each) for each in nobody] == [[], [], []]
    assert sorted(await offered(town, dee)) == sorted([appointment, now])
    assert (await town.market.driving.accept(calm, appointment)).driver_id == "drv_calm"
    assert await offered(town, busy) == []
