"""Appointments are offered to approved drivers around who are free at their time, online or not (OP-19)."""

from collections.abc import AsyncIterator
from datetime import time, timedelta
from pathlib import Path
from typing import Any

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.cargo import Item
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.orders import Order
from haulage.services.dispatch.eligibility import DriverOffline, JobsOverlap
from use_cases.scenario import Scenario, make_tables, open_scenario, open_scenario_at

pytestmark = pytest.mark.anyio

HARLEM = Point(40.80, -73.95)
BOSTON = Point(42.36, -71.06)


@pytest.fixture
async def scenario(
    request: pytest.FixtureRequest, anyio_backend: str, tmp_path: Path
) -> AsyncIterator[Scenario]:
    """A town in which one is asked in turn before everybody is; over both databases where a test asks so."""
    if "database" in request.fixturenames:
        opening = open_scenario_at(request.getfixturevalue("database"), tmp_path, offer_turns=1)
    else:
        make_tables(tmp_path / "town.db")
        opening = open_scenario(tmp_path / "town.db", offer_turns=1)
    async with opening as opened:
        yield opened


async def offline(scenario: Scenario, name: str, **facts: Any) -> Actor:
    """An approved driver near the pickup who has gone offline."""
    driver = await scenario.driver(name, **facts)
    await scenario.market.drivers.profiles.go_offline(driver)
    return driver


async def declined(scenario: Scenario, ada: Actor, dee: Actor, **request_facts: Any) -> Order:
    """Paid, and refused by the driver who was chosen; two hours ahead unless *wish* says otherwise."""
    hours = request_facts.pop("hours", 2)
    due = scenario.clock.now() + timedelta(hours=hours) if hours else None
    order = await scenario.assigned(ada, dee, scheduled_time=due, **request_facts)
    await scenario.market.dispatch.offers.decline(dee, order.id)
    return order


async def accepted(scenario: Scenario, ada: Actor, driver: Actor, **request_facts: Any) -> Order:
    order = await scenario.assigned(ada, driver, **request_facts)
    return await scenario.market.dispatch.accept_offer(driver, order.id)


async def asked(scenario: Scenario, order: Order) -> str | None:
    """Whose turn it is; None when it is everybody's."""
    offer = await scenario.storage.read(lambda unit: unit.job_offers.open_of(order.id))
    assert offer is not None
    return offer.driver_id


async def offered(scenario: Scenario, driver: Actor) -> list[str]:
    return [each.order.id for each in (await scenario.market.dispatch.offers(driver)).offers]


async def test_who_is_offline_is_asked_in_turn_sees_it_and_takes_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    gus = await offline(scenario, "gus")
    order = await declined(scenario, ada, dee)
    assert (await asked(scenario, order), await offered(scenario, gus)) == ("drv_gus", [order.id])
    taken = await scenario.market.dispatch.accept_offer(gus, order.id)
    assert (taken.driver_id, taken.accepted_at) == ("drv_gus", scenario.clock.now())
    assert await offered(scenario, gus) == []


async def test_what_is_for_now_is_offered_to_nobody_who_is_offline(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    gus = await offline(scenario, "gus")
    order = await declined(scenario, ada, dee, hours=None)
    assert (await asked(scenario, order), await offered(scenario, gus)) == (None, [])
    with pytest.raises(DriverOffline):
        await scenario.market.dispatch.accept_offer(gus, order.id)


async def test_who_works_now_is_asked_for_what_is_hours_ahead(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    eve = await scenario.driver("eve", at=HARLEM)
    await accepted(scenario, ada, eve)
    order = await declined(scenario, ada, dee, hours=4)
    assert (await asked(scenario, order), await offered(scenario, eve)) == ("drv_eve", [order.id])
    assert (await scenario.market.dispatch.accept_offer(eve, order.id)).driver_id == "drv_eve"


async def test_who_has_another_job_then_or_does_not_work_at_that_hour_is_not_asked(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    due = scenario.clock.now() + timedelta(hours=2)
    eve = await scenario.driver("eve")
    await accepted(scenario, ada, eve, scheduled_time=due + timedelta(minutes=5))
    evenings = WorkingHours(every_day=HoursRange(time(20), time(23)))
    await scenario.driver("late", working_hours=evenings)
    await scenario.driver("far", at=BOSTON)
    await scenario.driver("new", approval=None, is_online=False)
    order = await declined(scenario, ada, dee)
    assert await asked(scenario, order) is None
    assert await offered(scenario, eve) == []
    with pytest.raises(JobsOverlap):
        await scenario.market.dispatch.accept_offer(eve, order.id)


async def test_a_turn_outlasts_going_offline_but_not_another_job_at_that_time(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    eve = await scenario.driver("eve")
    order = await declined(scenario, ada, dee)
    await scenario.market.drivers.profiles.go_offline(eve)
    await scenario.later()
    assert (await asked(scenario, order), await offered(scenario, eve)) == ("drv_eve", [order.id])
    scenario.clock.turn(seconds=1)
    await accepted(scenario, ada, eve, scheduled_time=order.scheduled_time)
    await scenario.later()
    assert (await asked(scenario, order), await offered(scenario, eve)) == (None, [])


async def test_a_turn_ends_with_its_time_whoever_is_offline(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    gus = await offline(scenario, "gus")
    order = await declined(scenario, ada, dee)
    await scenario.later(seconds=29)
    assert await asked(scenario, order) == "drv_gus"
    await scenario.later(seconds=1)
    assert (await asked(scenario, order), await offered(scenario, gus)) == (None, [order.id])


async def test_a_call_to_an_appointment_reaches_everyone_who_could_come_then(
    database: str, scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """In range, approved, with room for the load and nothing else to do at that time; on both databases."""
    due = scenario.clock.now() + timedelta(hours=4)
    calls = [
        await declined(scenario, ada, dee, hours=hours, items=(Item("Safe", 400),)) for hours in (4, None)
    ]
    calm, busy = await offline(scenario, "calm"), await scenario.driver("busy")
    await accepted(scenario, ada, busy)
    taken = await scenario.driver("taken")
    await accepted(scenario, ada, taken, scheduled_time=due - timedelta(minutes=5))
    nobody = [
        await offline(scenario, "far", at=BOSTON),
        await scenario.driver("new", approval=None, is_online=False),
        await scenario.driver("lost", at=None),
    ]
    appointment, now = [order.id for order in calls]
    assert [await asked(scenario, order) for order in calls] == [None, None]
    assert [await offered(scenario, each) for each in (calm, busy)] == [[appointment], [appointment]]
    assert await offered(scenario, taken) == [now]
    assert [await offered(scenario, each) for each in nobody] == [[], [], []]
    assert await offered(scenario, dee) == [], "who declined is asked no more"
    assert (await scenario.market.dispatch.accept_offer(calm, appointment)).driver_id == "drv_calm"
    assert await offered(scenario, busy) == []
