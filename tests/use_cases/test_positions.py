"""Where drivers are: told late, twice, in any order and wrongly, and what is believed of it."""

import asyncio
import itertools
import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs
import pytest

from builders import TIMES_SQUARE
from haulage.drivers import Doubt, DriverPosition
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.policy import SYSTEM, Actor
from haulage.orders import Order
from haulage.ports.position_storage import KeptPosition
from haulage.ports.storage import PageRequest, UnitOfWork
from haulage.use_cases.positions import Fix, ReportPositions
from haulage.use_cases.positions import taking as taking_module
from haulage.use_cases.positions.reporting import MOST_FIXES, POSITIONS_KEPT
from use_cases.town import ADMIN, NEARBY, Town

pytestmark = pytest.mark.anyio

A_MILE = 1 / 69.1
"""In degrees of latitude."""


def a_fix(town: Town, seconds: float, north_miles: float = 0.0, accuracy: float | None = 8) -> Fix:
    """So many seconds from now, that far north of Times Square."""
    point = Point(NEARBY.lat + north_miles * A_MILE, NEARBY.lng)
    return Fix(town.clock.now() + timedelta(seconds=seconds), point, accuracy_meters=accuracy)


async def history(town: Town, driver: Actor) -> Sequence[KeptPosition]:
    until = town.clock.now() + timedelta(seconds=90)
    page = PageRequest(limit=1000)
    read = town.market.driver_positions
    return (await read(driver, driver.driver_id or "", until - timedelta(days=90), until, page)).items


async def last(town: Town, driver: Actor) -> DriverPosition | None:
    return await town.storage.read(lambda unit: unit.drivers.position(driver.driver_id or ""))


async def test_a_batch_is_kept_by_time_and_its_newest_is_where_the_driver_is(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=5)
    fixes = [a_fix(town, -10, 0.2), a_fix(town, -30, 0.0), a_fix(town, -20, 0.1)]
    reported = await town.market.report_positions(dee, fixes)
    assert (len(reported.taken), reported.known, reported.refused) == (3, 0, [])
    kept = await history(town, dee)
    assert [it.position.at for it in kept] == sorted(fix.at for fix in fixes)
    assert [it.number for it in kept] == [1, 2, 3]
    assert reported.last is not None
    assert (reported.last.point, reported.last.heading) == (fixes[0].point, pytest.approx(0, abs=0.1))
    assert await last(town, dee) == reported.last


async def test_what_was_told_before_changes_nothing(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=5)
    fixes = [a_fix(town, -20), a_fix(town, -10, 0.1)]
    await town.market.report_positions(dee, fixes)
    before = await history(town, dee)
    again = await town.market.report_positions(dee, [*fixes, *fixes])
    assert (again.taken, again.known) == ((), 4)
    assert await history(town, dee) == before


async def test_fixes_of_a_tunnel_come_late_and_do_not_move_the_driver_back(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=10)
    here = await town.market.driver_desk.report_position(dee, NEARBY)
    late = await town.market.report_positions(dee, [a_fix(town, -300, 0.5), a_fix(town, -240, 0.4)])
    assert len(late.taken) == 2
    assert late.last == here
    assert [it.number for it in await history(town, dee)] == [2, 3, 1]


async def test_a_jump_is_kept_with_its_doubt_and_shown(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=5)
    fixes = [a_fix(town, -20), a_fix(town, -10, 5), a_fix(town, 0, 0.1)]
    reported = await town.market.report_positions(dee, fixes[:2])
    assert [position.doubt for position in reported.taken] == [None, Doubt.IMPOSSIBLE_JUMP]
    assert reported.last is not None
    assert reported.last.doubt is Doubt.IMPOSSIBLE_JUMP
    back = await town.market.report_positions(dee, fixes[2:])
    assert back.last is not None
    assert back.last.doubt is None


async def test_a_wrong_first_fix_is_found_out_by_those_that_come_late(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=10)
    wrong = a_fix(town, -60, 30)
    alone = await town.market.report_positions(dee, [wrong])
    assert alone.last is not None
    assert alone.last.doubt is None, "nothing speaks against it yet"
    await town.market.report_positions(dee, [a_fix(town, -61), a_fix(town, -59, 0.01)])
    assert [it.position.doubt for it in await history(town, dee)] == [None, Doubt.IMPOSSIBLE_JUMP, None]
    now_last = await last(town, dee)
    assert now_last is not None
    assert now_last.at == town.clock.now() - timedelta(seconds=59)


async def test_the_last_position_loses_its_doubt_with_its_reason(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=40)
    await town.market.report_positions(dee, [a_fix(town, -130, 30), a_fix(town, -10)])
    doubted = await last(town, dee)
    assert doubted is not None
    assert doubted.doubt is Doubt.IMPOSSIBLE_JUMP
    await town.market.report_positions(dee, [a_fix(town, -140, 0)])
    cleared = await last(town, dee)
    assert cleared is not None
    assert cleared.doubt is None


def wandering(town: Town, luck: random.Random, count: int = 60) -> list[Fix]:
    """A drive with gaps, jumps and poor fixes in it, some of them of one instant."""
    fixes, seconds, north = [], -25_000.0, 0.0
    for _ in range(count):
        seconds += luck.choice([0, 1, 1, 5, 30, 400])
        north += luck.uniform(0, 0.01)
        jump = luck.choice([0, 0, 0, 0, 6, 40])
        fixes.append(a_fix(town, seconds, north + jump, luck.choice([5, 8, 20, 45, 90])))
    return fixes


def split(fixes: Sequence[Fix], luck: random.Random) -> list[list[Fix]]:
    """In some order, in some batches, many of them told twice."""
    told = [*fixes, *luck.sample(list(fixes), len(fixes) // 2)]
    luck.shuffle(told)
    cuts = sorted(luck.sample(range(1, len(told)), 6))
    return [told[a:b] for a, b in itertools.pairwise([0, *cuts, len(told)])]


def one_an_instant(fixes: Sequence[Fix]) -> list[Fix]:
    return list({fix.at: fix for fix in fixes}.values())


@pytest.mark.parametrize("seed", range(8))
async def test_what_is_kept_does_not_depend_on_how_it_came(
    town: Town, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Against a driver whose device told everything in order and once."""
    monkeypatch.setattr(taking_module, "CHUNK", 5)
    luck = random.Random(seed)
    town.clock.turn(hours=8)
    fixes = one_an_instant(wandering(town, luck))
    told: list[list[tuple[datetime, Point, Doubt | None]]] = []
    lasts = []
    for name, batches in (
        ("in order", [sorted(fixes, key=lambda fix: fix.at)]),
        ("anyhow", split(fixes, luck)),
    ):
        driver = await town.driver(name.replace(" ", "_"), at=None)
        for batch in batches:
            await town.market.report_positions(driver, batch)
        kept = [it.position for it in await history(town, driver)]
        told.append([(it.at, it.point, it.doubt) for it in kept])
        shown = await last(town, driver)
        assert shown is not None
        lasts.append((shown.at, shown.point, shown.doubt))
    assert told[0] == told[1]
    assert lasts[0] == lasts[1] == told[0][-1]
    assert {doubt for _, _, doubt in told[0]} >= {None, Doubt.IMPOSSIBLE_JUMP, Doubt.POOR_ACCURACY}


async def test_batches_at_once_are_numbered_one_after_the_other(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=30)
    batches = [[a_fix(town, -600 + 5 * n + k) for k in range(3)] for n in range(12)]
    await asyncio.gather(*(town.market.report_positions(dee, batch) for batch in batches))
    kept = await history(town, dee)
    assert sorted(it.number for it in kept) == list(range(1, 37))


async def test_of_two_fixes_of_one_instant_the_more_accurate_counts(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=5)
    good, poor = a_fix(town, -10, 0.01, accuracy=5), a_fix(town, -10, 0, accuracy=40)
    for fixes in ([good, poor], [poor, good]):
        driver = await town.driver(f"two_{fixes[0].accuracy_meters:.0f}", at=None)
        await town.market.report_positions(driver, fixes)
        assert [it.position.point for it in await history(town, driver)] == [good.point]


async def test_a_fix_that_cannot_be_does_not_keep_the_others_out(town: Town, dee: Actor) -> None:
    too_old = a_fix(town, -POSITIONS_KEPT.total_seconds() - 1)
    ahead = a_fix(town, 61)
    reported = await town.market.report_positions(dee, [too_old, a_fix(town, 59), ahead])
    assert len(reported.taken) == 1
    assert [(it.index, it.refusal.message) for it in reported.refused] == [
        (0, "fixes[0].at: is more than 90 days ago"),
        (2, "fixes[2].at: must not be in the future"),
    ]
    with pytest.raises(InvalidInput, match=r"^fixes\[0\]\.at: must not be in the future$"):
        await town.market.report_positions(dee, [ahead])


async def test_a_batch_is_bounded(town: Town, dee: Actor) -> None:
    for count in (0, MOST_FIXES + 1):
        with pytest.raises(InvalidInput, match=r"^fixes: must be between 1 and 500$"):
            await town.market.report_positions(dee, [a_fix(town, 0)] * count)


async def test_two_reports_of_one_instant_are_both_kept_and_the_later_is_shown(
    town: Town, dee: Actor
) -> None:
    await town.market.driver_desk.report_position(dee, NEARBY)
    shown = await town.market.driver_desk.report_position(dee, Point(40.759, -73.985))
    assert await last(town, dee) == shown
    assert shown.point.lat == 40.759
    town.clock.turn(seconds=1)
    assert len(await history(town, dee)) == 2


async def test_going_online_somewhere_is_part_of_the_history(town: Town, dee: Actor) -> None:
    await town.market.driver_desk.go_online(dee, NEARBY)
    town.clock.turn(seconds=1)
    assert [it.position.point for it in await history(town, dee)] == [NEARBY]


async def test_only_the_driver_and_admins_see_where_they_have_been(
    town: Town, ada: Actor, dee: Actor
) -> None:
    other = await town.driver("other")
    for stranger in (ada, other):
        with pytest.raises(NotFound, match=r"^Driver not found$"):
            await history_of(town, stranger, dee)
        with pytest.raises(NotFound):
            await anext(town.market.follow_driver(stranger, dee.driver_id or ""))
    assert await history_of(town, ADMIN, dee) == []


async def history_of(town: Town, reader: Actor, driver: Actor) -> Sequence[KeptPosition]:
    now = town.clock.now()
    read = town.market.driver_positions
    since = now - timedelta(days=1)
    return (await read(reader, driver.driver_id or "", since, now, PageRequest())).items


async def test_customers_report_no_positions(town: Town, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        await town.market.report_positions(ada, [a_fix(town, 0)])


async def test_a_follower_hears_of_every_position_late_ones_included(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=5)
    await town.market.report_positions(dee, [a_fix(town, -100)])
    heard: list[KeptPosition] = []
    async with asyncio.timeout(10):
        follow = town.market.follow_driver(ADMIN, dee.driver_id or "")
        assert await anext(follow) == [], "what was before is asked for by its number"
        for seconds in (-10, -50):
            await town.market.report_positions(dee, [a_fix(town, seconds)])
            while not (news := await anext(follow)):
                pass
            heard += news
        assert [it.number for it in heard] == [2, 3]
        everything = await anext(town.market.follow_driver(ADMIN, dee.driver_id or "", 0))
    assert [it.number for it in everything] == [1, 2, 3]


async def test_whoever_watches_the_order_is_woken_by_its_driver(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    bells = town.market.report_positions.bells
    async with asyncio.timeout(10), bells.listen(order.id) as bell:
        await town.market.report_positions(dee, [a_fix(town, 0)])
        assert await bell.wait(0)
        await town.market.report_positions(dee, [a_fix(town, 0)])
        assert not await bell.wait(0), "nothing was new"


async def test_what_hears_of_positions_hears_of_new_ones_and_in_their_transaction(
    town: Town, dee: Actor
) -> None:
    heard: list[DriverPosition] = []

    async def hear(
        unit: UnitOfWork, driver_id: str, orders: Sequence[Order], positions: Sequence[DriverPosition]
    ) -> None:
        assert (driver_id, orders) == (dee.driver_id, [])
        heard.extend(positions)
        if len(heard) > 2:
            raise RuntimeError("what hears of them fails")

    report: ReportPositions = attrs.evolve(town.market.report_positions, heard=(hear,))
    town.clock.turn(minutes=1)
    fixes = [a_fix(town, -20), a_fix(town, -10)]
    await report(dee, fixes)
    await report(dee, fixes)
    assert [it.at for it in heard] == [fix.at for fix in fixes]
    with pytest.raises(RuntimeError):
        await report(dee, [a_fix(town, -5)])
    assert len(await history(town, dee)) == 2


async def test_a_position_of_old_is_news_to_the_matches(town: Town, ada: Actor, dee: Actor) -> None:
    """The fleet's feed reads what changed lately, by when it was heard."""
    eve = await town.driver("eve", at=None)
    town.clock.turn(minutes=20)
    await town.market.driver_desk.report_position(dee, TIMES_SQUARE.point)
    assert await town.offered_ids(ada) == ["drv_dee"]
    await town.market.report_positions(eve, [a_fix(town, -600)])
    assert sorted(await town.offered_ids(ada)) == ["drv_dee", "drv_eve"]


async def test_drivers_near_a_pickup_are_found_nearest_first(town: Town, ada: Actor, dee: Actor) -> None:
    near = await town.driver("near", at=Point(NEARBY.lat + 0.5 * A_MILE, NEARBY.lng))
    await town.driver("far", at=Point(NEARBY.lat + 25 * A_MILE, NEARBY.lng))
    await town.driver("nowhere", at=None)
    find = town.market.find_nearby_drivers
    assert [it.driver.id for it in await find(ADMIN, NEARBY)] == ["drv_dee", "drv_near"]
    assert [it.driver.id for it in await find(SYSTEM, NEARBY, 30)] == ["drv_dee", "drv_near", "drv_far"]
    assert [it.driver.id for it in await find(ADMIN, NEARBY, limit=1)] == ["drv_dee"]
    await town.market.driver_desk.go_offline(near)
    await town.assigned(ada, dee)
    assert await find(ADMIN, NEARBY) == [], "one is offline and the other has a job in hand"
    for bad in (0.0, -1.0, 100.1, float("nan")):
        with pytest.raises(InvalidInput, match="max_distance"):
            await find(ADMIN, NEARBY, bad)
    with pytest.raises(Forbidden):
        await find(ada, NEARBY)


async def test_positions_of_known_speed_are_how_the_driver_drives(town: Town, dee: Actor) -> None:
    town.clock.turn(minutes=5)
    moving = [attrs.evolve(a_fix(town, second - 60, second / 200), speed_mph=18.0) for second in range(30)]
    await town.market.report_positions(dee, [*moving, a_fix(town, 0)])
    points = await town.market.behaviour.see.points(dee)
    assert sorted(point.at for point in points) == [fix.at for fix in moving]
