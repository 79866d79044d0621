"""What the store of driving promises, on both databases."""

import asyncio
from datetime import date, timedelta
from typing import Any

import attrs
import pytest

from concurrently import Meanwhile
from core.behaviour.drives import START, a_drive, a_fix, at_second, mps
from haulage.behaviour import (
    ContestStatus,
    Decision,
    DriverStream,
    DrivingEvent,
    Fix,
    Totals,
    decide,
    event_id,
    open_contest,
    score_drive,
)
from haulage.kernel.errors import Conflict
from haulage.kernel.geo import Point
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

TODAY, TOMORROW = date(2026, 3, 4), date(2026, 3, 5)


def an_event(driver_id: str = "drv_1", *, seconds: float = 0) -> StoredDrivingEvent:
    (event,) = score_drive(a_drive(mps(20, 20, 15))).events
    moved = attrs.evolve(
        event,
        start=event.start + timedelta(seconds=seconds),
        end=event.end + timedelta(seconds=seconds),
    )
    trace = (a_fix(0, engine_off=True), a_fix(1, limit_mph=25.0))
    return StoredDrivingEvent(event_id(driver_id, moved), driver_id, moved, trace=trace)


async def test_a_stream_comes_back_equal(scene: Any, storage: SqlStorage) -> None:
    stream = DriverStream()
    stream.take(a_drive([0.0] * 130 + mps(0.1, 1 / 3, 17.123456789, 3), limit_mph=25.0))

    async def keep(unit: UnitOfWork) -> None:
        assert await unit.behaviour.lock_stream("drv_1") == DriverStream()
        await unit.behaviour.save_stream("drv_1", stream, START)

    await storage.write(keep)
    assert await storage.read(lambda unit: unit.behaviour.stream("drv_1")) == stream
    assert await storage.write(lambda unit: unit.behaviour.lock_stream("drv_1")) == stream
    assert await storage.read(lambda unit: unit.behaviour.stream("drv_2")) == DriverStream()


async def test_writers_of_one_stream_queue_for_it(scene: Any, storage: SqlStorage) -> None:
    """Each adds one fix to what it reads; without the lock some would be lost."""
    meanwhile = Meanwhile()

    async def add(number: int) -> None:
        async def work(unit: UnitOfWork) -> None:
            stream = await unit.behaviour.lock_stream("drv_1")
            await meanwhile.rest(0)
            stream.take([a_fix(number)])
            await unit.behaviour.save_stream("drv_1", stream, START)

        await storage.write(work)

    await asyncio.gather(*(add(number) for number in range(20)))
    stored = await storage.read(lambda unit: unit.behaviour.stream("drv_1"))
    assert stored.waiting == [a_fix(number) for number in range(20)]


async def test_only_the_newest_points_are_kept(scene: Any, storage: SqlStorage) -> None:
    fixes = [a_fix(n, accuracy_meters=4.5, engine_off=bool(n % 2)) for n in range(30)]

    async def add(unit: UnitOfWork) -> None:
        await unit.behaviour.add_points("drv_1", fixes[:20])
        await unit.behaviour.add_points("drv_1", [fixes[3]._replace(speed_mph=99.0), *fixes[10:]])
        await unit.behaviour.add_points("drv_2", fixes[:5])
        await unit.behaviour.trim_points("drv_1", 12, at_second(40))
        await unit.behaviour.trim_points("drv_2", 12, at_second(40))

    await storage.write(add)
    assert await storage.read(lambda unit: unit.behaviour.points("drv_1")) == fixes[18:]
    assert await storage.read(lambda unit: unit.behaviour.points("drv_2")) == fixes[:5]
    await storage.write(lambda unit: unit.behaviour.trim_points("drv_1", 1, at_second(20)))
    assert await storage.read(lambda unit: unit.behaviour.points("drv_1")) == fixes[20:]
    middle = await storage.read(lambda unit: unit.behaviour.points("drv_1", at_second(20), at_second(22)))
    assert middle == fixes[20:23]


async def test_days_add_up(scene: Any, storage: SqlStorage) -> None:
    one, two = Totals(3, 10**12, 7, 5, 40.5, 2, 1), Totals(1, 5, 6, 7, 30.0, 1, 1)
    await storage.write(lambda unit: unit.behaviour.add_days("drv_1", {TODAY: one, TOMORROW: two}))
    await storage.write(lambda unit: unit.behaviour.add_days("drv_1", {TODAY: two}))
    await storage.write(lambda unit: unit.behaviour.add_days("drv_2", {TODAY: two}))
    days = await storage.read(lambda unit: unit.behaviour.days("drv_1", TODAY, TOMORROW))
    assert days == {TODAY: one + two, TOMORROW: two}
    assert await storage.read(lambda unit: unit.behaviour.days("drv_1", TOMORROW, TOMORROW)) == {
        TOMORROW: two
    }


async def test_events_come_back_equal_once(scene: Any, storage: SqlStorage) -> None:
    first, second, other = an_event(), an_event(seconds=60), an_event("drv_2")
    await storage.write(lambda unit: unit.behaviour.add_events([second, first, other]))
    await storage.write(lambda unit: unit.behaviour.add_events([attrs.evolve(first, trace=())]))
    stored = await storage.read(
        lambda unit: unit.behaviour.events("drv_1", START, START + timedelta(hours=1))
    )
    assert stored == [attrs.evolve(each, trace=()) for each in (first, second)]
    assert await storage.read(lambda unit: unit.behaviour.event(first.id)) == first
    assert await storage.read(lambda unit: unit.behaviour.event("evt_x")) is None
    until = second.event.start
    earlier = await storage.read(lambda unit: unit.behaviour.events("drv_1", START, until))
    assert [each.id for each in earlier] == [first.id]


async def test_the_oldest_points_are_forgotten_so_many_at_a_time(scene: Any, storage: SqlStorage) -> None:
    fixes = [a_fix(n) for n in range(6)]
    for driver_id in ("drv_1", "drv_2"):
        await storage.write(lambda unit, id=driver_id: unit.behaviour.add_points(id, fixes))
    gone = [await storage.write(lambda unit: unit.behaviour.forget_points(at_second(4), 5)) for _ in range(3)]
    assert gone == [5, 3, 0]
    for driver_id in ("drv_1", "drv_2"):
        assert await storage.read(lambda unit, id=driver_id: unit.behaviour.points(id)) == fixes[4:]


async def test_a_forgotten_event_keeps_its_figures_and_only_roughly_its_place(
    scene: Any, storage: SqlStorage
) -> None:
    old, bare, young = an_event(), attrs.evolve(an_event(seconds=60), trace=()), an_event(seconds=120)
    until = young.event.start
    await storage.write(lambda unit: unit.behaviour.add_events([old, bare, young]))
    gone = [await storage.write(lambda unit: unit.behaviour.forget_traces(until, 1)) for _ in range(3)]
    assert gone == [1, 1, 0]
    for stored in (old, bare):
        roughly = Point(round(stored.event.point.lat, 2), round(stored.event.point.lng, 2))
        left = attrs.evolve(stored, event=attrs.evolve(stored.event, point=roughly), trace=(), forgotten=True)
        assert left.event.point != stored.event.point
        assert await storage.read(lambda unit, id=stored.id: unit.behaviour.event(id)) == left
    assert await storage.read(lambda unit: unit.behaviour.event(young.id)) == young
    await storage.write(lambda unit: unit.behaviour.add_events([old]))
    again = await storage.read(lambda unit: unit.behaviour.event(old.id))
    assert again is not None
    assert again.forgotten


async def test_streams_are_stale_by_their_newest_fix_while_they_remember_places(
    scene: Any, storage: SqlStorage
) -> None:
    async def stale(second: float) -> list[str]:
        before = at_second(second)
        return list(await storage.read(lambda unit: unit.behaviour.stale_streams(before, 5)))

    async def keep(driver_id: str, stream: DriverStream) -> None:
        async def work(unit: UnitOfWork) -> None:
            await unit.behaviour.lock_stream(driver_id)
            await unit.behaviour.save_stream(driver_id, stream, at_second(900))

        await storage.write(work)

    for driver_id, newest in (("drv_1", 20), ("drv_2", 10)):
        stream = DriverStream()
        stream.take(a_drive([20.0] * newest))
        await keep(driver_id, stream)
    assert await stale(9) == []
    assert await stale(15) == ["drv_2"]
    assert await stale(30) == ["drv_2", "drv_1"]
    stream.close()
    await keep("drv_2", stream)
    assert await stale(15) == ["drv_2"]
    await keep("drv_2", stream.without_places())
    assert await stale(30) == ["drv_1"]


async def test_an_event_is_contested_once_and_decided_once(scene: Any, storage: SqlStorage) -> None:
    stored = an_event()
    contest = open_contest(stored.id, "drv_1", "A child ran out.", START)
    upheld = decide(contest, Decision.UPHOLD, by="usr_3", reason="Seen.", now=START)
    await storage.write(lambda unit: unit.behaviour.add_events([stored]))
    await storage.write(lambda unit: unit.behaviour.add_contest(contest))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.behaviour.add_contest(contest))
    await storage.write(lambda unit: unit.behaviour.save_contest(contest, upheld))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.behaviour.save_contest(contest, upheld))
    found = await storage.read(lambda unit: unit.behaviour.event(stored.id))
    assert found == attrs.evolve(stored, contest=upheld)


async def test_contests_are_paged_by_status(scene: Any, storage: SqlStorage) -> None:
    events = [an_event(seconds=60 * n) for n in range(3)]
    contests = [
        open_contest(stored.id, "drv_1", "No.", START + timedelta(hours=n)) for n, stored in enumerate(events)
    ]

    async def add(unit: UnitOfWork) -> None:
        await unit.behaviour.add_events(events)
        for contest in contests:
            await unit.behaviour.add_contest(contest)

    await storage.write(add)
    first = await storage.read(lambda unit: unit.behaviour.contests(ContestStatus.OPEN, PageRequest(2)))
    rest = await storage.read(lambda unit: unit.behaviour.contests(None, PageRequest(2, first.next)))
    assert [stored.contest for stored in [*first.items, *rest.items]] == contests[::-1]
    assert rest.next is None
    none = await storage.read(lambda unit: unit.behaviour.contests(ContestStatus.UPHELD, PageRequest(2)))
    assert none.items == []


def test_an_id_tells_nothing_and_is_the_drivers_own() -> None:
    fixes: list[Fix] = a_drive(mps(20, 20, 15))
    event: DrivingEvent = score_drive(fixes).events[0]
    assert event_id("drv_1", event) == event_id("drv_1", event)
    assert event_id("drv_1", event) != event_id("drv_2", event)
    assert len(event_id("drv_1", event)) == 36
