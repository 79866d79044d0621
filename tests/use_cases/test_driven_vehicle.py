"""What an order was driven with, after its driver drives something else."""

import pytest

from haulage.drivers import ProfileChange, VehicleChange, license_plate
from haulage.kernel.actor import Actor
from haulage.kernel.vehicles import VehicleColor, VehicleType
from haulage.services.drivers.driver_of_order import driver_of
from haulage.services.drivers.driver_words import what_to_look_for
from use_cases.bookkeeping import driven
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

WHITE_VAN = ProfileChange(
    vehicle=VehicleChange(
        type=VehicleType.VAN, make="Ford", model="Transit", year=2021, color=VehicleColor.WHITE
    ),
    plate=license_plate("NY", "ABC 1234"),
)
RED_TRUCK = ProfileChange(
    vehicle=VehicleChange(
        type=VehicleType.TRUCK, make="Isuzu", model="NPR", year=2024, color=VehicleColor.RED
    ),
    plate=license_plate("NJ", "XYZ 99"),
)


async def drives(scenario: Scenario, driver: Actor, change: ProfileChange) -> None:
    await scenario.market.drivers.update_profile(driver, change)


async def looks(scenario: Scenario, order_id: str) -> str | None:
    order = await scenario.order(order_id)
    found: str | None = await scenario.storage.read(lambda unit: what_to_look_for(unit, order))
    return found


async def test_a_new_vehicle_leaves_completed_orders_with_what_drove_them(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await drives(scenario, dee, WHITE_VAN)
    order = await driven(scenario, ada, dee)
    await drives(scenario, dee, RED_TRUCK)
    tracked = (await scenario.market.orders.track(ada, order.id)).driver
    overseen = (await scenario.market.orders.admin.history(ADMIN, order.id)).overseen.driver
    for driver in (tracked, overseen):
        assert driver is not None
        assert (driver.vehicle.line, str(driver.plate)) == ("2021 Ford Transit", "ABC 1234 (NY)")
    assert await looks(scenario, order.id) == "White Ford Transit, plate ABC 1234 (NY)"


async def test_until_it_begins_an_accepted_job_follows_the_vehicle_that_comes(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await drives(scenario, dee, WHITE_VAN)
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    assert await looks(scenario, order.id) == "White Ford Transit, plate ABC 1234 (NY)"
    await drives(scenario, dee, RED_TRUCK)
    await scenario.market.deliveries.sessions.start(dee, order.id)
    assert await looks(scenario, order.id) == "Red Isuzu NPR, plate XYZ 99 (NJ)"
    await drives(scenario, dee, WHITE_VAN)
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)
    assert await looks(scenario, order.id) == "Red Isuzu NPR, plate XYZ 99 (NJ)"


async def test_a_job_that_is_given_up_is_driven_with_nothing(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    assert (await scenario.order(order.id)).driven is not None
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    free = await scenario.order(order.id)
    assert free.driven is None
    assert await scenario.storage.read(lambda unit: driver_of(unit, free)) is None
