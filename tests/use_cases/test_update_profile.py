"""A driver's change of their own profile, and who is matched from then on."""

import pytest

from haulage.drivers import DriverProfile, HoursChange, ProfileChange, VehicleChange
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from haulage.kernel.vehicles import VehicleType
from haulage.ports.storage.unit_of_work import UnitOfWork
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

SMALL = ProfileChange(VehicleChange(capacity_pounds=1))
DEARER = ProfileChange(price_per_mile_cents=2_60, minimum_fare_cents=26_00)


async def test_a_job_in_hand_and_a_quote_keep_what_they_were_made_with(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    quoted = await scenario.market.storage.read(lambda unit: unit.quotes.offers(order.quote_id))
    await scenario.market.drivers.update_profile(dee, DEARER)
    await scenario.market.drivers.update_profile(dee, ProfileChange(VehicleChange(VehicleType.VAN)))
    assert await scenario.market.storage.read(lambda unit: unit.quotes.offers(order.quote_id)) == quoted
    assert await scenario.market.orders.see(ada, order.id) == order


async def test_matching_sees_the_new_vehicle_and_rates_at_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    (before,) = await scenario.offers(ada, await scenario.quote(ada))
    await scenario.market.drivers.update_profile(dee, DEARER)
    (after,) = await scenario.offers(ada, await scenario.quote(ada))
    assert after.estimate.total_cents > before.estimate.total_cents
    await scenario.market.drivers.update_profile(dee, SMALL)
    assert await scenario.offered_ids(ada) == []


async def test_whoever_drives_something_too_small_by_then_is_not_given_what_was_booked(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    await scenario.market.drivers.update_profile(dee, SMALL)
    paid = (await scenario.pay(ada, order)).order
    assert (paid.driver_id, paid.price_cents) == (None, order.price_cents)
    assert "chosen_driver_unavailable" in await scenario.event_types(paid)


async def test_the_trail_tells_which_part_was_changed(scenario: Scenario, dee: Actor) -> None:
    await scenario.market.drivers.update_profile(
        dee, ProfileChange(VehicleChange(make="Ram"), minimum_fare_cents=30_00)
    )
    await scenario.market.drivers.update_profile(dee, ProfileChange(VehicleChange(make="Ram")))
    events = await scenario.market.audit.after(OPERATOR, 0, 100)
    (event,) = [each for each in events if each.action == "driver_updated"]
    assert (event.object_id, event.facts) == (dee.driver_id, {"vehicle": True, "minimum_fare_cents": 30_00})


async def test_a_refused_change_leaves_all_of_it_as_it_was(scenario: Scenario, dee: Actor) -> None:
    before = await scenario.market.drivers.profiles.me(dee)
    wrong = ProfileChange(VehicleChange(make="Ram"), HoursChange(by_weekday={}))
    with pytest.raises(InvalidInput):
        await scenario.market.drivers.update_profile(dee, wrong)
    assert await scenario.market.drivers.profiles.me(dee) == before


async def test_of_two_changes_at_once_the_later_is_told(
    scenario: Scenario, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await scenario.market.drivers.profiles.me(dee)
    await scenario.market.drivers.update_profile(dee, DEARER)

    async def stale(_unit: UnitOfWork, _actor: Actor) -> DriverProfile:
        return before

    monkeypatch.setattr("haulage.use_cases.drivers.update_profile.own_profile", stale)
    with pytest.raises(Conflict):
        await scenario.market.drivers.update_profile(dee, SMALL)


async def test_only_drivers_have_a_profile_to_change(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.drivers.update_profile(ada, DEARER)
    with pytest.raises(NotFound):
        await scenario.market.drivers.update_profile(Actor("usr_lost", UserType.DRIVER, "drv_lost"), DEARER)
