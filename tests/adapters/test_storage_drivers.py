"""What the driver store promises, on both databases."""

from collections.abc import Sequence
from datetime import time, timedelta
from typing import Any

import attrs
import pytest

from builders import (
    NOON,
    a_driver,
    a_paid_order,
    a_position,
    a_van,
    an_assigned_order,
    an_online_driver,
    minutes_later,
)
from haulage.drivers import DriverProfile, go_offline
from haulage.kernel.errors import Conflict
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.cells import cell_of
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

LATER = minutes_later(10)


async def _changed(storage: SqlStorage, *arguments: Any) -> list[str]:
    entries: Sequence[FleetEntry] = await storage.read(lambda unit: unit.drivers.changed_since(*arguments))
    return [entry.driver.id for entry in entries]


async def _save(storage: SqlStorage, before: DriverProfile, **changes: Any) -> DriverProfile:
    return await storage.write(lambda unit: unit.drivers.save(before, attrs.evolve(before, **changes)))


async def test_a_driver_comes_back_equal(scene: Any, storage: SqlStorage) -> None:
    hours = WorkingHours(by_weekday={0: HoursRange(time(8, 30), time(20)), 6: HoursRange(time(22), time(6))})
    driver = an_online_driver(
        "drv_3",
        user_id="usr_3",
        vehicle=a_van(make='O\'Neill "Custom"'),
        working_hours=hours,
        specialties=frozenset({"pianos", "fragile"}),
        rating=4.666666666666667,
        total_jobs=41,
    )
    await scene.driver(driver)
    assert await storage.read(lambda unit: unit.drivers.get("drv_3")) == driver
    assert await storage.read(lambda unit: unit.drivers.get_by_user("usr_3")) == driver


async def test_an_unknown_driver_is_none(storage: SqlStorage) -> None:
    assert await storage.read(lambda unit: unit.drivers.get("drv_x")) is None
    assert await storage.read(lambda unit: unit.drivers.get_by_user("usr_x")) is None
    assert await storage.read(lambda unit: unit.drivers.position("drv_x")) is None


async def test_a_user_is_one_driver_at_most(scene: Any, storage: SqlStorage) -> None:
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.drivers.add(a_driver("drv_9", user_id="usr_1")))


async def test_a_driver_must_be_a_user(scene: Any, storage: SqlStorage) -> None:
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.drivers.add(a_driver("drv_9", user_id="usr_9")))


async def test_saving_a_driver_that_somebody_else_changed_is_a_conflict(
    scene: Any, storage: SqlStorage
) -> None:
    driver = a_driver()
    saved = await _save(storage, driver, phone="+12125550199")
    assert saved.version == 2
    assert await storage.read(lambda unit: unit.drivers.get("drv_1")) == saved
    with pytest.raises(Conflict, match="driver"):
        await _save(storage, driver, phone="+12125550198")


async def test_the_database_refuses_a_driver_online_without_approval(scene: Any, storage: SqlStorage) -> None:
    with pytest.raises(DatabaseRefused):
        await _save(storage, a_driver(), is_online=True)


async def test_drivers_are_listed_newest_first_and_by_standing(scene: Any, storage: SqlStorage) -> None:
    await scene.driver(an_online_driver("drv_3", user_id="usr_3", created_at=LATER))
    approved = attrs.evolve(go_offline(an_online_driver("drv_4"), NOON), user_id=await scene.user(4))
    await scene.driver(approved)

    async def ids(**wanted: bool) -> list[str]:
        page = await storage.read(lambda unit: unit.drivers.list(PageRequest(), **wanted))
        return [driver.id for driver in page.items]

    assert await ids() == ["drv_3", "drv_4", "drv_2", "drv_1"]
    assert await ids(online=True) == ["drv_3"]
    assert await ids(online=False) == ["drv_4", "drv_2", "drv_1"]
    assert await ids(approved=True) == ["drv_3", "drv_4"]
    assert await ids(approved=False, online=False) == ["drv_2", "drv_1"]


async def test_the_newest_position_is_kept_whatever_arrives_when(scene: Any, storage: SqlStorage) -> None:
    older, newer = a_position(at=NOON), a_position(at=LATER, point=Point(40.7, -73.9))
    for position in (older, newer, older):
        await storage.write(lambda unit, position=position: unit.drivers.set_position(position))
    assert await storage.read(lambda unit: unit.drivers.position("drv_1")) == newer


async def test_positions_are_found_by_driver(scene: Any, storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.drivers.set_position(a_position("drv_1")))
    found = await storage.read(lambda unit: unit.drivers.positions(["drv_1", "drv_2"]))
    assert found == {"drv_1": a_position("drv_1")}
    assert await storage.read(lambda unit: unit.drivers.positions([])) == {}


async def test_the_fleet_is_followed_by_what_changed(scene: Any, storage: SqlStorage) -> None:
    assert await _changed(storage, None, None, 10) == ["drv_1", "drv_2"]
    assert await _changed(storage, None, "drv_1", 10) == ["drv_2"]
    assert await _changed(storage, None, None, 1) == ["drv_1"]
    assert await _changed(storage, LATER, None, 10) == []


async def test_a_changed_profile_a_position_and_a_job_show_a_driver_again(
    scene: Any, storage: SqlStorage
) -> None:
    await scene.driver(a_driver("drv_3", user_id="usr_3"))
    await _save(storage, a_driver("drv_1"), updated_at=LATER)
    await storage.write(lambda unit: unit.drivers.set_position(a_position("drv_2", LATER)))
    await storage.write(lambda unit: unit.drivers.mark_changed("drv_3", LATER))
    assert await _changed(storage, LATER, None, 10) == ["drv_1", "drv_2", "drv_3"]


async def test_a_change_mark_never_goes_back(scene: Any, storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.drivers.mark_changed("drv_1", LATER))
    await storage.write(lambda unit: unit.drivers.mark_changed("drv_1", NOON))
    await _save(storage, a_driver("drv_1"), updated_at=NOON)
    assert await _changed(storage, LATER, None, 10) == ["drv_1"]


async def test_a_stale_position_changes_nothing(scene: Any, storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.drivers.set_position(a_position("drv_1", NOON)))
    await storage.write(
        lambda unit: unit.drivers.set_position(a_position("drv_1", NOON - timedelta(seconds=1)))
    )
    assert await storage.read(lambda unit: unit.drivers.position("drv_1")) == a_position("drv_1", NOON)


async def test_a_fleet_entry_tells_profile_position_and_work(scene: Any, storage: SqlStorage) -> None:
    await scene.orders([an_assigned_order("ord_1", driver_id="drv_1"), a_paid_order("ord_2")])
    await storage.write(lambda unit: unit.drivers.set_position(a_position("drv_1", LATER)))
    entries = await storage.read(lambda unit: unit.drivers.changed_since(None, None, 10))
    assert entries == [
        FleetEntry(a_driver("drv_1"), a_position("drv_1", LATER), busy=True, changed_at=LATER),
        FleetEntry(a_driver("drv_2", user_id="usr_2"), None, busy=False, changed_at=NOON),
    ]


@pytest.mark.parametrize(("lat", "lng"), [(-90.0, -180.0), (-12.3, 0.0), (90.0, 180.0)])
async def test_every_point_has_a_cell(scene: Any, storage: SqlStorage, lat: float, lng: float) -> None:
    await storage.write(lambda unit: unit.drivers.set_position(a_position(point=Point(lat, lng))))
    assert await storage.read(lambda unit: unit.drivers.position("drv_1")) == a_position(
        point=Point(lat, lng)
    )


def test_neighbouring_points_share_a_cell_and_far_ones_do_not() -> None:
    assert cell_of(Point(40.751, -73.99)) == cell_of(Point(40.76, -73.98))
    assert cell_of(Point(40.751, -73.99)) != cell_of(Point(40.751, -73.9))
    assert cell_of(Point(40.751, -73.99)) != cell_of(Point(40.8, -73.99))


async def test_drivers_are_found_by_name_address_and_id(scene: Any, storage: SqlStorage) -> None:
    await scene.driver(a_driver("drv_3", user_id="usr_3", name="Élise 100%", email="el@haulage.example"))
    bob = await scene.user(4)
    await scene.driver(a_driver("drv_4", user_id=bob, name="Bo_b", email="bob@haulage.example"))

    async def found(text: str) -> list[str]:
        entries = await storage.read(lambda unit: unit.drivers.named(text, 5))
        return [entry.driver.id for entry in entries]

    assert [await found(text) for text in ("BO", "o_b", "BOB@", "drv_4")] == [["drv_4"]] * 4
    assert [await found(text) for text in ("Élise", "LISE", "100%", "el@")] == [["drv_3"]] * 4
    assert await found("haulage.example") == ["drv_4", "drv_3"]
    assert [await found(text) for text in ("o%b", "drv", "x" * 100)] == [[]] * 3
