"""Where drivers are: told late, twice, in any order and wrongly, and which of it is trusted."""

import asyncio
import itertools
import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs
import pytest

from builders import TIMES_SQUARE
from haulage.drivers import DriverPosition, QualityFlag
from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.orders import Order
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.positions import StoredPosition
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.retention.lines import POSITIONS_RETENTION
from haulage.use_cases.positions import Fix, ReportPositions
from haulage.use_cases.positions import position_ingest as taking_module
from haulage.use_cases.positions.report_positions import MOST_FIXES
from use_cases.scenario import ADMIN, NEARBY, Scenario

pytestmark = pytest.mark.anyio

A_MILE = 1 / 69.1
"""In degrees of latitude."""


def a_fix(scenario: Scenario, seconds: float, north_miles: float = 0.0, accuracy: float | None = 8) -> Fix:
    """So many seconds from now, that far north of Times Square."""
    point = Point(NEARBY.lat + north_miles * A_MILE, NEARBY.lng)
    return Fix(scenario.clock.now() + timedelta(seconds=seconds), point, accuracy_meters=accuracy)


async def history(scenario: Scenario, driver: Actor) -> Sequence[StoredPosition]:
    until = scenario.clock.now() + timedelta(seconds=90)
    page = PageRequest(limit=1000)
    read = scenario.market.positions.history
    return (await read(driver, driver.driver_id or "", until - timedelta(days=90), until, page)).items


async def last(scenario: Scenario, driver: Actor) -> DriverPosition | None:
    return await scenario.storage.read(lambda unit: unit.drivers.position(driver.driver_id or ""))


async def test_a_batch_is_kept_by_time_and_its_newest_is_where_the_driver_is(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.clock.turn(minutes=5)
    fixes = [a_fix(scenario, -10, 0.2), a_fix(scenario, -30, 0.0), a_fix(scenario, -20, 0.1)]
    reported = await scenario.market.positions.report(dee, fixes)
    assert (len(reported.taken), reported.known, reported.refused) == (3, 0, [])
    stored = await history(scenario, dee)
    assert [it.position.at for it in stored] == sorted(fix.at for fix in fixes)
    assert [it.number for it in stored] == [1, 2, 3]
    assert reported.last is not None
    assert (reported.last.point, reported.last.heading) == (fixes[0].point, pytest.approx(0, abs=0.1))
    assert await last(scenario, dee) == reported.last


async def test_what_was_told_before_changes_nothing(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=5)
    fixes = [a_fix(scenario, -20), a_fix(scenario, -10, 0.1)]
    await scenario.market.positions.report(dee, fixes)
    before = await history(scenario, dee)
    again = await scenario.market.positions.report(dee, [*fixes, *fixes])
    assert (again.taken, again.known) == ((), 4)
    assert await history(scenario, dee) == before


async def test_fixes_of_a_tunnel_come_late_and_do_not_move_the_driver_back(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.clock.turn(minutes=10)
    here = await scenario.market.drivers.profiles.report_position(dee, NEARBY)
    late = await scenario.market.positions.report(
        dee, [a_fix(scenario, -300, 0.5), a_fix(scenario, -240, 0.4)]
    )
    assert len(late.taken) == 2
    assert late.last == here
    assert [it.number for it in await history(scenario, dee)] == [2, 3, 1]


async def test_a_jump_is_stored_with_its_doubt_and_moves_nobody(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=5)
    fixes = [a_fix(scenario, -20), a_fix(scenario, -10, 5), a_fix(scenario, 0, 0.1)]
    reported = await scenario.market.positions.report(dee, fixes[:2])
    assert [position.quality_flag for position in reported.taken] == [None, QualityFlag.IMPOSSIBLE_JUMP]
    assert reported.last is not None
    assert (reported.last.at, reported.last.quality_flag) == (fixes[0].at, None)
    back = await scenario.market.positions.report(dee, fixes[2:])
    assert back.last is not None
    assert (back.last.at, back.last.quality_flag) == (fixes[2].at, None)


async def test_a_wrong_first_fix_is_found_out_by_those_that_come_late(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=10)
    wrong = a_fix(scenario, -60, 30)
    alone = await scenario.market.positions.report(dee, [wrong])
    assert alone.last is not None
    assert alone.last.quality_flag is None, "nothing speaks against it yet"
    await scenario.market.positions.report(dee, [a_fix(scenario, -61), a_fix(scenario, -59, 0.01)])
    assert [it.position.quality_flag for it in await history(scenario, dee)] == [
        None,
        QualityFlag.IMPOSSIBLE_JUMP,
        None,
    ]
    now_last = await last(scenario, dee)
    assert now_last is not None
    assert now_last.at == scenario.clock.now() - timedelta(seconds=59)


async def test_a_position_becomes_the_last_once_nothing_speaks_against_it(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.clock.turn(minutes=40)
    fixes = [a_fix(scenario, -130, 30), a_fix(scenario, -10)]
    await scenario.market.positions.report(dee, fixes)
    stayed = await last(scenario, dee)
    assert stayed is not None
    assert stayed.at == fixes[0].at
    await scenario.market.positions.report(dee, [a_fix(scenario, -140, 0)])
    moved = await last(scenario, dee)
    assert moved is not None
    assert (moved.at, moved.quality_flag) == (fixes[1].at, None)


async def test_who_watches_an_order_never_sees_its_driver_on_another_continent(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.deliveries.steps.start(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    scenario.clock.turn(minutes=2)
    here = a_fix(scenario, -60)
    london = Fix(scenario.clock.now(), Point(51.5074, -0.1278), accuracy_meters=5.0)
    await scenario.market.positions.report(dee, [here, london])
    live = await scenario.market.orders.track.live(ada, order.id)
    assert live.position is not None
    assert live.position.point == here.point
    assert live.arrival is not None
    assert live.arrival.at - scenario.clock.now() < timedelta(hours=1)


def wandering(scenario: Scenario, luck: random.Random, count: int = 60) -> list[Fix]:
    """A drive with gaps, jumps and poor fixes in it, some of them of one instant."""
    fixes, seconds, north = [], -25_000.0, 0.0
    for _ in range(count):
        seconds += luck.choice([0, 1, 1, 5, 30, 400])
        north += luck.uniform(0, 0.01)
        jump = luck.choice([0, 0, 0, 0, 6, 40])
        fixes.append(a_fix(scenario, seconds, north + jump, luck.choice([5, 8, 20, 45, 90])))
    return fixes


def split(fixes: Sequence[Fix], luck: random.Random) -> list[list[Fix]]:
    """In some order, in some batches, many of them told twice."""
    sent = [*fixes, *luck.sample(list(fixes), len(fixes) // 2)]
    luck.shuffle(sent)
    cuts = sorted(luck.sample(range(1, len(sent)), 6))
    return [sent[a:b] for a, b in itertools.pairwise([0, *cuts, len(sent)])]


def one_an_instant(fixes: Sequence[Fix]) -> list[Fix]:
    return list({fix.at: fix for fix in fixes}.values())


@pytest.mark.parametrize("seed", range(8))
async def test_what_is_kept_does_not_depend_on_how_it_came(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Against a driver whose device told everything in order and once."""
    monkeypatch.setattr(taking_module, "CHUNK", 5)
    luck = random.Random(seed)
    scenario.clock.turn(hours=8)
    fixes = one_an_instant(wandering(scenario, luck))
    histories: list[list[tuple[datetime, Point, QualityFlag | None]]] = []
    lasts = []
    for name, batches in (
        ("in order", [sorted(fixes, key=lambda fix: fix.at)]),
        ("anyhow", split(fixes, luck)),
    ):
        driver = await scenario.driver(name.replace(" ", "_"), at=None)
        for batch in batches:
            await scenario.market.positions.report(driver, batch)
        stored = [it.position for it in await history(scenario, driver)]
        histories.append([(it.at, it.point, it.quality_flag) for it in stored])
        shown = await last(scenario, driver)
        assert shown is not None
        lasts.append((shown.at, shown.point, shown.quality_flag))
    assert histories[0] == histories[1]
    reachable = [each for each in histories[0] if each[2] is not QualityFlag.IMPOSSIBLE_JUMP]
    assert lasts[0] == lasts[1] == reachable[-1]
    assert {flag for _, _, flag in histories[0]} >= {
        None,
        QualityFlag.IMPOSSIBLE_JUMP,
        QualityFlag.POOR_ACCURACY,
    }


async def test_batches_at_once_are_numbered_one_after_the_other(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=30)
    batches = [[a_fix(scenario, -600 + 5 * n + k) for k in range(3)] for n in range(12)]
    await asyncio.gather(*(scenario.market.positions.report(dee, batch) for batch in batches))
    stored = await history(scenario, dee)
    assert sorted(it.number for it in stored) == list(range(1, 37))


async def test_of_two_fixes_of_one_instant_the_more_accurate_counts(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=5)
    good, poor = a_fix(scenario, -10, 0.01, accuracy=5), a_fix(scenario, -10, 0, accuracy=40)
    for fixes in ([good, poor], [poor, good]):
        driver = await scenario.driver(f"two_{fixes[0].accuracy_meters:.0f}", at=None)
        await scenario.market.positions.report(driver, fixes)
        assert [it.position.point for it in await history(scenario, driver)] == [good.point]


async def test_a_fix_that_cannot_be_does_not_keep_the_others_out(scenario: Scenario, dee: Actor) -> None:
    too_old = a_fix(scenario, -POSITIONS_RETENTION.total_seconds() - 1)
    ahead = a_fix(scenario, 61)
    reported = await scenario.market.positions.report(dee, [too_old, a_fix(scenario, 59), ahead])
    assert len(reported.taken) == 1
    assert [(it.index, it.refusal.message) for it in reported.refused] == [
        (0, "fixes[0].at: is more than 90 days ago"),
        (2, "fixes[2].at: must not be in the future"),
    ]
    with pytest.raises(InvalidInput, match=r"^fixes\[0\]\.at: must not be in the future$"):
        await scenario.market.positions.report(dee, [ahead])


async def test_a_batch_is_bounded(scenario: Scenario, dee: Actor) -> None:
    for count in (0, MOST_FIXES + 1):
        with pytest.raises(InvalidInput, match=r"^fixes: must be between 1 and 500$"):
            await scenario.market.positions.report(dee, [a_fix(scenario, 0)] * count)


async def test_two_reports_of_one_instant_are_both_kept_and_the_later_is_shown(
    scenario: Scenario, dee: Actor
) -> None:
    await scenario.market.drivers.profiles.report_position(dee, NEARBY)
    shown = await scenario.market.drivers.profiles.report_position(dee, Point(40.7584, -73.9855))
    assert await last(scenario, dee) == shown
    assert shown.point.lat == 40.7584
    scenario.clock.turn(seconds=1)
    assert len(await history(scenario, dee)) == 2


async def test_going_online_somewhere_is_part_of_the_history(scenario: Scenario, dee: Actor) -> None:
    await scenario.market.drivers.profiles.go_online(dee, NEARBY)
    scenario.clock.turn(seconds=1)
    assert [it.position.point for it in await history(scenario, dee)] == [NEARBY]


async def test_only_the_driver_and_admins_see_where_they_have_been(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    other = await scenario.driver("other")
    for stranger in (ada, other):
        with pytest.raises(NotFound, match=r"^Driver not found$"):
            await history_of(scenario, stranger, dee)
        with pytest.raises(NotFound):
            await anext(scenario.market.positions.follow(stranger, dee.driver_id or ""))
    assert await history_of(scenario, ADMIN, dee) == []


async def history_of(scenario: Scenario, reader: Actor, driver: Actor) -> Sequence[StoredPosition]:
    now = scenario.clock.now()
    read = scenario.market.positions.history
    since = now - timedelta(days=1)
    return (await read(reader, driver.driver_id or "", since, now, PageRequest())).items


async def test_customers_report_no_positions(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.positions.report(ada, [a_fix(scenario, 0)])


async def test_a_follower_hears_of_every_position_late_ones_included(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=5)
    await scenario.market.positions.report(dee, [a_fix(scenario, -100)])
    received: list[StoredPosition] = []
    async with asyncio.timeout(10):
        follow = scenario.market.positions.follow(ADMIN, dee.driver_id or "")
        assert await anext(follow) == [], "what was before is asked for by its number"
        for seconds in (-10, -50):
            await scenario.market.positions.report(dee, [a_fix(scenario, seconds)])
            while not (news := await anext(follow)):
                pass
            received += news
        assert [it.number for it in received] == [2, 3]
        everything = await anext(scenario.market.positions.follow(ADMIN, dee.driver_id or "", 0))
    assert [it.number for it in everything] == [1, 2, 3]


async def test_whoever_watches_the_order_is_woken_by_its_driver(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    notifier = scenario.storage.notifier
    async with asyncio.timeout(10), notifier.listen(order_topic(order.id)) as subscription:
        await scenario.market.positions.report(dee, [a_fix(scenario, 0)])
        assert await subscription.wait(0)
        await scenario.market.positions.report(dee, [a_fix(scenario, 0)])
        assert not await subscription.wait(0), "nothing was new"


async def test_what_hears_of_positions_hears_of_new_ones_and_in_their_transaction(
    scenario: Scenario, dee: Actor
) -> None:
    received: list[DriverPosition] = []

    async def hear(
        unit: UnitOfWork, driver_id: str, orders: Sequence[Order], positions: Sequence[DriverPosition]
    ) -> None:
        assert (driver_id, orders) == (dee.driver_id, [])
        received.extend(positions)
        if len(received) > 2:
            raise RuntimeError("what hears of them fails")

    report: ReportPositions = attrs.evolve(scenario.market.positions.report, on_new=(hear,))
    scenario.clock.turn(minutes=1)
    fixes = [a_fix(scenario, -20), a_fix(scenario, -10)]
    await report(dee, fixes)
    await report(dee, fixes)
    assert [it.at for it in received] == [fix.at for fix in fixes]
    with pytest.raises(RuntimeError):
        await report(dee, [a_fix(scenario, -5)])
    assert len(await history(scenario, dee)) == 2


async def test_a_position_of_old_is_news_to_the_matches(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    """The fleet's feed reads what changed lately, by when it was heard."""
    eve = await scenario.driver("eve", at=None)
    scenario.clock.turn(minutes=20)
    await scenario.market.drivers.profiles.report_position(dee, TIMES_SQUARE.point)
    assert await scenario.offered_ids(ada) == ["drv_dee"]
    await scenario.market.positions.report(eve, [a_fix(scenario, -600)])
    assert sorted(await scenario.offered_ids(ada)) == ["drv_dee", "drv_eve"]


async def test_drivers_near_a_pickup_are_found_nearest_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    near = await scenario.driver("near", at=Point(NEARBY.lat + 0.5 * A_MILE, NEARBY.lng))
    await scenario.driver("far", at=Point(NEARBY.lat + 25 * A_MILE, NEARBY.lng))
    await scenario.driver("nowhere", at=None)
    find = scenario.market.positions.find_nearby
    assert [it.driver.id for it in await find(ADMIN, NEARBY)] == ["drv_dee", "drv_near"]
    assert [it.driver.id for it in await find(SYSTEM, NEARBY, 30)] == ["drv_dee", "drv_near", "drv_far"]
    assert [it.driver.id for it in await find(ADMIN, NEARBY, limit=1)] == ["drv_dee"]
    await scenario.market.drivers.profiles.go_offline(near)
    await scenario.assigned(ada, dee)
    assert await find(ADMIN, NEARBY) == [], "one is offline and the other has a job in hand"
    for bad in (0.0, -1.0, 100.1, float("nan")):
        with pytest.raises(InvalidInput, match="max_distance"):
            await find(ADMIN, NEARBY, bad)
    with pytest.raises(Forbidden):
        await find(ada, NEARBY)


async def test_positions_of_known_speed_are_how_the_driver_drives(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.turn(minutes=5)
    moving = [
        attrs.evolve(a_fix(scenario, second - 60, second / 200), speed_mph=18.0) for second in range(30)
    ]
    await scenario.market.positions.report(dee, [*moving, a_fix(scenario, 0)])
    points = await scenario.market.behaviour.see.points(dee)
    assert sorted(point.at for point in points) == [fix.at for fix in moving]
