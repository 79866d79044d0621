"""What the store of positions promises, and that both databases answer by their indexes."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import attrs
import pytest
from sqlalchemy.dialects import postgresql, sqlite

from builders import NOON, a_driver, an_assigned_order, an_online_driver
from haulage.drivers import DriverPosition, DriverProfile, QualityFlag
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.kernel.geo import Point, great_circle_miles
from haulage.ports.storage.drivers import NearbyDriver
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.positions import StoredPosition
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.cells import cell_of, cells_around
from haulage_adapters.sql.drivers import available_within
from haulage_adapters.sql.positions import history_between
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

NEW_YORK = Point(40.75, -73.98)


def seconds_later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def a_place(seconds: float, driver_id: str = "drv_1", **changes: Any) -> DriverPosition:
    return DriverPosition(driver_id, NEW_YORK, seconds_later(seconds), **changes)


async def add(storage: SqlStorage, *positions: DriverPosition, received: datetime = NOON) -> None:
    await storage.write(lambda unit: unit.positions.add(positions, received))


async def history(storage: SqlStorage, **page: Any) -> tuple[Sequence[StoredPosition], str | None]:
    found = await storage.read(
        lambda unit: unit.positions.history("drv_1", NOON, seconds_later(100), PageRequest(**page))
    )
    return found.items, found.next


async def test_a_position_comes_back_equal(scene: Any, storage: SqlStorage) -> None:
    fix = a_place(
        1.000001,
        heading=359.9,
        speed_mph=31.25,
        accuracy_meters=7.5,
        address='O\'Neill "Square"',
        quality_flag=QualityFlag.IMPOSSIBLE_JUMP,
    )
    await add(storage, fix, a_place(2), received=seconds_later(9))
    first, second = (await history(storage))[0]
    assert first == StoredPosition(1, fix, seconds_later(9))
    assert second == StoredPosition(2, a_place(2), seconds_later(9))


async def test_a_driver_has_one_position_an_instant(scene: Any, storage: SqlStorage) -> None:
    await add(storage, a_place(1))
    await add(storage, a_place(1, "drv_2"))
    with pytest.raises(Conflict, match="position"):
        await add(storage, a_place(1, heading=5))
    known = await storage.read(lambda unit: unit.positions.known("drv_1", [NOON, seconds_later(1)]))
    assert known == {seconds_later(1)}


async def test_history_is_read_in_pages_by_time_ascending(scene: Any, storage: SqlStorage) -> None:
    await add(storage, *(a_place(seconds) for seconds in (5, 1, 4, 2, 3)))
    await add(storage, a_place(-1), a_place(100), a_place(2, "drv_2"))
    seen: list[float] = []
    cursor = None
    while True:
        items, cursor = await history(storage, limit=2, cursor=cursor)
        seen += [(it.position.at - NOON).total_seconds() for it in items]
        if cursor is None:
            break
    assert seen == [1, 2, 3, 4, 5]
    for limit in (0, 1001):
        with pytest.raises(InvalidInput, match="limit"):
            await history(storage, limit=limit)
    with pytest.raises(InvalidInput, match="cursor"):
        await history(storage, cursor="nonsense")


async def test_numbers_count_on_in_the_order_of_arrival(scene: Any, storage: SqlStorage) -> None:
    await add(storage, a_place(5), a_place(6))
    await add(storage, a_place(1))
    assert await storage.read(lambda unit: unit.positions.last_number("drv_1")) == 3
    assert await storage.read(lambda unit: unit.positions.last_number("drv_2")) == 0
    after = await storage.read(lambda unit: unit.positions.after("drv_1", 1, 10))
    assert [(it.number, it.position.at) for it in after] == [(2, seconds_later(6)), (3, seconds_later(1))]


async def test_quality_flags_are_set_and_removed(scene: Any, storage: SqlStorage) -> None:
    first, second, third = (a_place(seconds) for seconds in (1, 2, 3))
    await add(storage, first, second, third)
    untrusted = attrs.evolve(second, quality_flag=QualityFlag.IMPOSSIBLE_JUMP)
    await storage.write(lambda unit: unit.positions.flag([untrusted]))
    await storage.write(lambda unit: unit.positions.flag([]))

    async def trusted(seconds: float) -> DriverPosition | None:
        at = seconds_later(seconds)
        return await storage.read(lambda unit: unit.positions.trusted_before("drv_1", at))

    assert await trusted(3) == first
    await storage.write(lambda unit: unit.positions.flag([second]))
    assert await trusted(3) == second
    assert await trusted(1) is None
    since = await storage.read(lambda unit: unit.positions.since("drv_1", seconds_later(2), 1))
    assert list(since) == [second]


async def test_the_oldest_are_forgotten_first(scene: Any, storage: SqlStorage) -> None:
    await add(storage, *(a_place(seconds) for seconds in range(5)))
    await add(storage, a_place(0.5, "drv_2"))
    before = seconds_later(3)
    gone = [await storage.write(lambda unit: unit.positions.forget_before(before, 3)) for _ in range(3)]
    assert gone == [3, 1, 0]
    assert [it.position.at for it in (await history(storage))[0]] == [seconds_later(3), seconds_later(4)]


def somewhere(luck: random.Random) -> tuple[Point, Point, float]:
    """A centre, a point about a circle's edge, and the radius; often near a pole or 180 degrees."""
    lat = luck.choice([luck.uniform(-90, 90), luck.uniform(89, 90), luck.uniform(-90, -89), 40.7])
    lng = luck.choice([luck.uniform(-180, 180), luck.uniform(179, 180), luck.uniform(-180, -179)])
    miles = luck.choice([0.1, 5, 20, 100])
    reach = miles / 69.1
    other = Point(
        max(-90, min(90, lat + luck.uniform(-1.1, 1.1) * reach)),
        (lng + luck.uniform(-1.1, 1.1) * reach * luck.choice([1, 2, 60]) + 180) % 360 - 180,
    )
    return Point(lat, lng), other, miles


def test_no_point_within_a_circle_is_outside_its_cells() -> None:
    luck, within = random.Random(7), 0
    for _ in range(4000):
        centre, other, miles = somewhere(luck)
        if great_circle_miles(centre, other) <= miles:
            within += 1
            cell = cell_of(other)
            assert any(first <= cell <= last for first, last in cells_around(centre, miles))
    assert within > 500


def test_twenty_miles_around_new_york_are_a_few_runs_of_cells() -> None:
    runs = cells_around(NEW_YORK, 20)
    assert len(runs) < 25
    assert sum(last - first + 1 for first, last in runs) < 600


async def test_180_degrees_east_and_west_are_one_place(scene: Any, storage: SqlStorage) -> None:
    driver = an_online_driver("drv_3", user_id="usr_3")
    await scene.driver(driver)
    east = DriverPosition("drv_3", Point(10, 180), NOON)
    await storage.write(lambda unit: unit.drivers.set_position(east))
    found = await storage.read(lambda unit: unit.drivers.available_near(Point(10, -180), 1, 5))
    assert found == [NearbyDriver(driver, east, pytest.approx(0, abs=1e-6))]


async def _stands(unit: UnitOfWork, driver: DriverProfile, position: DriverPosition) -> None:
    await unit.drivers.save(a_driver(driver.id, user_id=driver.user_id), driver)
    await unit.drivers.set_position(position)


async def test_the_nearest_who_could_come_are_found(scene: Any, storage: SqlStorage) -> None:
    """Against all of them, asked one by one."""
    luck = random.Random(3)
    positions: dict[str, DriverPosition] = {}
    await scene.drivers(range(10, 70))
    for number in range(10, 70):
        driver = an_online_driver(f"drv_{number}", user_id=f"usr_{number}", is_available=number % 6 > 0)
        point = Point(NEW_YORK.lat + luck.uniform(-0.4, 0.4), NEW_YORK.lng + luck.uniform(-0.5, 0.5))
        position = DriverPosition(driver.id, point, NOON)
        await storage.write(lambda unit, who=driver, it=position: _stands(unit, who, it))
        if number % 6:
            positions[driver.id] = position
    await scene.order(an_assigned_order("ord_1", driver_id="drv_11", customer_id="usr_1"))
    del positions["drv_11"]
    expected = sorted(
        (great_circle_miles(NEW_YORK, position.point), id) for id, position in positions.items()
    )
    for miles in (3.0, 10.0, 20.0):
        found = await storage.read(lambda unit, it=miles: unit.drivers.available_near(NEW_YORK, it, 100))
        assert [(it.miles, it.driver.id) for it in found] == [each for each in expected if each[0] <= miles]
    three = await storage.read(lambda unit: unit.drivers.available_near(NEW_YORK, 20, 3))
    assert [it.driver.id for it in three] == [id for _, id in expected[:3]]
    free = await storage.read(lambda unit: unit.drivers.around(NEW_YORK, 20, 3, free=True))
    assert [it.driver.id for it in free] == [id for _, id in expected[:3]]
    approved = await storage.read(lambda unit: unit.drivers.approved_near(NEW_YORK, 100, 100))
    assert {it.driver.id for it in approved} == {f"drv_{number}" for number in range(10, 70)}
    assert [it.miles for it in approved] == sorted(it.miles for it in approved)
    nearest = await storage.read(lambda unit: unit.drivers.approved_near(NEW_YORK, approved[6].miles, 3))
    assert nearest == approved[:3]
    everyone = await storage.read(lambda unit: unit.drivers.around(NEW_YORK, 100, 100))
    assert {it.driver.id for it in everyone} == {f"drv_{number}" for number in range(10, 70)}
    assert [it.driver.id for it in everyone if it.busy] == ["drv_11"]


async def test_a_last_position_is_forgotten_unless_a_newer_one_came(scene: Any, storage: SqlStorage) -> None:
    for driver_id, seconds in (("drv_1", 0), ("drv_2", 60)):
        place = a_place(seconds, driver_id)
        await storage.write(lambda unit, place=place: unit.drivers.set_position(place))
    until = seconds_later(30)
    assert await storage.read(lambda unit: unit.drivers.seen_before(until, 5)) == ["drv_1"]
    assert not await storage.write(lambda unit: unit.drivers.forget_position("drv_2", until))
    assert await storage.write(lambda unit: unit.drivers.forget_position("drv_1", until))
    left = await storage.read(lambda unit: unit.drivers.positions(["drv_1", "drv_2"]))
    assert list(left) == ["drv_2"]


async def test_a_driver_who_may_not_work_is_near_nobody(scene: Any, storage: SqlStorage) -> None:
    await scene.driver(a_driver("drv_3", user_id="usr_3"))
    await storage.write(lambda unit: unit.drivers.set_position(a_place(0, "drv_3")))
    assert await storage.read(lambda unit: unit.drivers.available_near(NEW_YORK, 20, 5)) == []
    assert await storage.read(lambda unit: unit.drivers.approved_near(NEW_YORK, 20, 5)) == []


COPIED = {
    "accounts": {"id": "id || '_' || n", "email": "n || email"},
    "users": {"id": "id || '_' || n", "auth_id": "'acc_1_' || n", "email": "n || email"},
    "drivers": {
        "id": "id || '_' || n",
        "user_id": "'usr_1_' || n",
        "is_online": "TRUE",
        "is_available": "TRUE",
        "approved_at": "created_at",
        "approved_by": "'admin'",
        "approval_reason": "'checked'",
    },
}
ALL_OVER_THE_COUNTRY = """
INSERT INTO driver_last_positions (driver_id, lat, lng, cell, at)
SELECT 'drv_1_' || n, (3680 + n % 800) / 32.0 - 90, (1760 + (7 * n) % 1900) / 32.0 - 180,
       (3680 + n % 800) * 11521 + 1760 + (7 * n) % 1900, changed_at
FROM numbers, drivers WHERE drivers.id = 'drv_1'
"""
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000) "


async def fill_the_country(storage: SqlStorage) -> None:
    """Three thousand drivers at work in cells of their own, so that a database has reason to use an index."""
    async with storage.engine.writing.begin() as connection:
        for name, copied in COPIED.items():
            columns = [column.name for column in metadata.tables[name].columns]
            values = ", ".join(copied.get(column, f'"{column}"') for column in columns)
            named = ", ".join(f'"{column}"' for column in columns)
            source = f"{NUMBERS} SELECT {values} FROM {name}, numbers WHERE id = '{FIRST[name]}'"
            insert = f"INSERT INTO {name} ({named}) {source}"
            await connection.exec_driver_sql(insert.replace("%", "%%"))
        inserted = ALL_OVER_THE_COUNTRY.replace("SELECT", NUMBERS + "SELECT", 1)
        is_sqlite = connection.dialect.name == "sqlite"
        await connection.exec_driver_sql(inserted if is_sqlite else inserted.replace("%", "%%"))
        await connection.exec_driver_sql("ANALYZE")


FIRST = {"accounts": "acc_1", "users": "usr_1", "drivers": "drv_1"}


async def plan(storage: SqlStorage, statement: Any) -> str:
    """What the database would do. PostgreSQL reads so small a table as a whole unless told not to."""
    is_sqlite = storage.engine.reading.dialect.name == "sqlite"
    dialect = sqlite.dialect() if is_sqlite else postgresql.dialect()  # type: ignore[no-untyped-call]
    written = str(statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
    async with storage.engine.reading.connect() as connection:
        if not is_sqlite:
            await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN "
        rows = (await connection.exec_driver_sql(explain + written.replace("%%", "%"))).all()
    return "\n".join(str(row[-1]) for row in rows)


@pytest.mark.new_database
async def test_who_is_within_twenty_miles_is_asked_of_the_index_on_cells(
    scene: Any, storage: SqlStorage
) -> None:
    await fill_the_country(storage)
    query_plan = await plan(storage, available_within(NEW_YORK, 20))
    assert "ix_driver_last_positions_cell" in query_plan
    assert "SCAN driver_last_positions" not in query_plan
    assert "Seq Scan on driver_last_positions" not in query_plan


@pytest.mark.new_database
async def test_a_drivers_history_is_asked_of_its_key(scene: Any, storage: SqlStorage) -> None:
    for driver_id in ("drv_1", "drv_2"):
        await add(storage, *(a_place(seconds, driver_id) for seconds in range(500)))
    async with storage.engine.writing.begin() as connection:
        await connection.exec_driver_sql("ANALYZE")
    query_plan = await plan(storage, history_between("drv_1", NOON, seconds_later(60)))
    assert (
        "sqlite_autoindex_driver_position_history_1" in query_plan
        or "pk_driver_position_history" in query_plan
    )
    assert "TEMP B-TREE" not in query_plan
