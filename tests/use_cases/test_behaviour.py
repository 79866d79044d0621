"""Driving recorded as one stream, shown to those whom it concerns, and contested."""

import asyncio
import random
from collections.abc import Sequence
from datetime import date, datetime, timedelta

import attrs
import pytest

from core.behaviour.drives import START, a_drive, a_fix, at_second, mps
from haulage.audit import AuditAction
from haulage.behaviour import (
    ContestStatus,
    Decision,
    EventType,
    Fix,
    Metrics,
    Period,
    RiskLevel,
    data_points,
    make_fix,
    score,
    score_drive,
)
from haulage.behaviour.drive import once_each
from haulage.behaviour.fix import microseconds
from haulage.behaviour.odometer import Odometer, total
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.ports.maps.roads import SpeedLimits
from haulage.ports.maps.routes import Route, RouteCalculationError
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.paging import PageRequest
from haulage.services.retention.lines import POSITIONS_RETENTION
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.behaviour.contests import AlreadyContested, StillRecording
from haulage.use_cases.behaviour.speed_limits import SpeedLimitsOnRoute
from haulage_adapters.embedded.unknown_limits import UnknownLimits
from haulage_adapters.simulated.speed_limits import SAMPLE_LIMITS_MPH, SimulatedLimits
from use_cases.scenario import ADMIN, Scenario, SteadyRoutes

pytestmark = pytest.mark.anyio

DAY = date(2026, 3, 4)
DRIVE = a_drive([*mps(20, 20, 15, 9, 9), *[20.0] * 200, *mps(9, 12.2, 12.2), *[27.0] * 60, *mps(12, 7)])
"""Braking, acceleration and, in the last second, braking again."""


async def record(scenario: Scenario, driver: Actor, *batches: list[Fix]) -> None:
    scenario.clock.at = at_second(400)
    for batch in batches:
        await scenario.market.behaviour.record(driver, batch)


async def metrics_of(scenario: Scenario, driver: Actor, period: Period = Period.DAY) -> Metrics:
    return (await scenario.market.behaviour.see.own_report(driver, period, DAY)).report.metrics


async def events_of(scenario: Scenario, driver: Actor) -> list[StoredDrivingEvent]:
    return list((await scenario.market.behaviour.see.own_report(driver, Period.DAY, DAY)).events)


async def test_a_report_is_that_of_the_whole_drive_to_the_last_digit(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    scored = score_drive(DRIVE)
    assert len(scored.events) == 3
    for period in Period:
        assert await metrics_of(scenario, dee, period) == scored.metrics
    assert [stored.event for stored in await events_of(scenario, dee)] == list(scored.events)[::-1]


async def test_batches_shuffled_and_repeated_give_the_same_report(scenario: Scenario, dee: Actor) -> None:
    chance = random.Random(5)
    late = sorted(DRIVE + DRIVE[::3], key=lambda fix: fix.at + chance.uniform(0, 120) * 1_000_000)
    await record(scenario, dee, *(late[n : n + 23] for n in range(0, len(late), 23)), DRIVE)
    assert await metrics_of(scenario, dee) == score_drive(DRIVE).metrics


async def test_after_ninety_days_the_places_are_forgotten_and_no_figure_changes(
    scenario: Scenario, dee: Actor
) -> None:
    await record(scenario, dee, DRIVE)
    before = await metrics_of(scenario, dee)
    scenario.clock.at += POSITIONS_RETENTION
    await scenario.market.retention.delete_expired()
    assert await metrics_of(scenario, dee) == before
    forgotten = await events_of(scenario, dee)
    assert len(forgotten) == 3
    assert all(stored.forgotten for stored in forgotten)
    assert await scenario.market.behaviour.see.points(dee) == []
    stream = await scenario.storage.read(lambda unit: unit.behaviour.stream("drv_dee"))
    assert not stream.holds_places
    late = await scenario.market.behaviour.record(dee, DRIVE[:2])
    assert (late.accepted, late.late) == (0, 2)


async def test_one_who_drives_again_while_places_are_forgotten_loses_nothing(
    scenario: Scenario, dee: Actor
) -> None:
    await record(scenario, dee, DRIVE[:60])
    scenario.clock.at += POSITIONS_RETENTION
    later = [fix._replace(at=microseconds(scenario.clock.now()) + n) for n, fix in enumerate(DRIVE[:5])]
    await asyncio.gather(
        scenario.market.retention.delete_expired(), scenario.market.behaviour.record(dee, later)
    )
    assert await scenario.market.behaviour.see.points(dee) == data_points("drv_dee", later)
    assert (await metrics_of(scenario, dee)).points == 60
    stream = await scenario.storage.read(lambda unit: unit.behaviour.stream("drv_dee"))
    assert stream.waiting == later


async def test_many_writers_at_once_keep_one_stream(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.at = at_second(400)
    batches = [DRIVE[n::8] for n in range(8)]
    short = [fix for fix in DRIVE if fix.at <= DRIVE[100].at]
    await asyncio.gather(
        *(scenario.market.behaviour.record(dee, [fix for fix in batch if fix in short]) for batch in batches)
    )
    assert await metrics_of(scenario, dee) == score_drive(short).metrics


async def test_what_came_in_is_told(scenario: Scenario, dee: Actor) -> None:
    scenario.clock.at = at_second(400)
    first = await scenario.market.behaviour.record(dee, DRIVE[:200])
    again = await scenario.market.behaviour.record(dee, DRIVE[:210])
    assert (first.accepted, first.repeated, first.late) == (200, 0, 0)
    assert (again.accepted, again.repeated + again.late) == (10, 200)
    assert again.newest == DRIVE[209].time


async def test_a_thousand_points_are_kept_for_the_live_view(scenario: Scenario, dee: Actor) -> None:
    fixes = a_drive([30.0] * 1500)
    scenario.clock.at = at_second(1500)
    for start in range(0, 1500, 500):
        await scenario.market.behaviour.record(dee, fixes[start : start + 500])
    points = await scenario.market.behaviour.see.points(dee)
    assert len(points) == 1000
    assert (points[0].at, points[-1].at) == (fixes[500].time, fixes[-1].time)
    assert points[1].acceleration_mps2 == 0
    assert points[0].acceleration_mps2 is None


@pytest.mark.parametrize("wrong", [[a_fix(500)], a_drive([30.0] * 1001)])
async def test_the_future_and_too_much_at_once_are_refused(
    scenario: Scenario, dee: Actor, wrong: list[Fix]
) -> None:
    scenario.clock.at = at_second(400)
    with pytest.raises(InvalidInput) as refused:
        await scenario.market.behaviour.record(dee, wrong)
    assert (refused.value.field or "").startswith("points")
    assert (await metrics_of(scenario, dee)).points == 0


async def test_only_drivers_record_and_only_admins_see_others(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.behaviour.record(ada, DRIVE)
    with pytest.raises(Forbidden):
        await scenario.market.behaviour.see.report_of(dee, "drv_dee", Period.DAY)
    await record(scenario, dee, DRIVE)
    seen = await scenario.market.behaviour.see.report_of(ADMIN, "drv_dee", Period.DAY, DAY)
    assert seen.report.metrics == score_drive(DRIVE).metrics
    with pytest.raises(NotFound):
        await scenario.market.behaviour.see.report_of(ADMIN, "drv_nobody", Period.DAY)


async def test_without_a_day_the_report_ends_today(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    assert (await scenario.market.behaviour.see.own_report(dee, Period.DAY)).report.window.last == DAY
    scenario.clock.at = START + timedelta(days=1)
    assert (await scenario.market.behaviour.see.own_report(dee, Period.DAY)).report.metrics.points == 0
    with pytest.raises(InvalidInput):
        await scenario.market.behaviour.see.own_report(dee, Period.MONTH, date(1, 1, 1))


async def test_an_event_shows_its_trace_settled_or_not(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    last, _, first = await events_of(scenario, dee)
    for shown in (first, last):
        traced = await scenario.market.behaviour.see.event(dee, shown.id)
        assert traced.event == shown.event
        times = [fix.time for fix in traced.trace]
        assert times == sorted(times)
        assert any(fix.time == shown.event.end for fix in traced.trace)
    assert (await scenario.market.behaviour.see.event(ADMIN, first.id)).id == first.id


async def test_a_long_event_is_drawn_from_its_beginning(scenario: Scenario, dee: Actor) -> None:
    """Longer than a thousand points last, and told as it happens."""
    stand = a_drive([20.0] * 5 + [0.0] * 1_500 + [20.0] * 300)
    for begin in range(0, len(stand), 300):
        batch = stand[begin : begin + 300]
        scenario.clock.at = batch[-1].time
        await scenario.market.behaviour.record(dee, batch)
    (shown,) = [event for event in await events_of(scenario, dee) if event.event.type is EventType.IDLE]
    traced = await scenario.market.behaviour.see.event(dee, shown.id)
    assert traced.trace[0].time <= shown.event.start
    assert traced.trace[-1].time >= shown.event.end


async def test_another_drivers_event_is_not_found(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    eve = await scenario.driver("eve")
    for shown in await events_of(scenario, dee):
        with pytest.raises(NotFound):
            await scenario.market.behaviour.see.event(eve, shown.id)
        with pytest.raises(NotFound):
            await scenario.market.behaviour.contest(eve, shown.id, "Mine.")


async def test_an_upheld_contest_takes_the_event_out_exactly(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    wrong = (await events_of(scenario, dee))[-1]
    before = await metrics_of(scenario, dee)
    contested = await scenario.market.behaviour.contest(dee, wrong.id, "A child ran out.")
    assert contested.contest is not None
    assert await metrics_of(scenario, dee) == before

    decided = await scenario.market.behaviour.decide(ADMIN, wrong.id, Decision.UPHOLD, "Seen on the camera.")
    assert decided.resolved
    rest = [event for event in score_drive(DRIVE).events if event != wrong.event]
    totals = total(Odometer().feed(once_each(DRIVE)).values())
    assert await metrics_of(scenario, dee) == score(totals, rest)
    assert wrong.id in {stored.id for stored in await events_of(scenario, dee)}


async def test_a_rejected_contest_changes_nothing_and_is_final(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    wrong = (await events_of(scenario, dee))[-1]
    before = await metrics_of(scenario, dee)
    await scenario.market.behaviour.contest(dee, wrong.id, "Not me.")
    await scenario.market.behaviour.decide(ADMIN, wrong.id, Decision.REJECT, "It was you.")
    assert await metrics_of(scenario, dee) == before
    with pytest.raises(IllegalMove):
        await scenario.market.behaviour.decide(ADMIN, wrong.id, Decision.UPHOLD, "Again.")
    with pytest.raises(AlreadyContested):
        await scenario.market.behaviour.contest(dee, wrong.id, "Again.")


@pytest.mark.both_databases
async def test_of_an_objection_sent_ten_times_at_once_one_stands(
    database: str, scenario: Scenario, dee: Actor
) -> None:
    await record(scenario, dee, DRIVE)
    wrong = (await events_of(scenario, dee))[-1]
    contests = [scenario.market.behaviour.contest(dee, wrong.id, "A child ran out.") for _ in range(10)]
    answers = await asyncio.gather(*contests, return_exceptions=True)
    assert sum(isinstance(answer, StoredDrivingEvent) for answer in answers) == 1
    assert sum(isinstance(answer, AlreadyContested) for answer in answers) == 9


async def test_a_decision_is_written_into_the_audit_trail(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    wrong = (await events_of(scenario, dee))[-1]
    await scenario.market.behaviour.contest(dee, wrong.id, "Not me.")
    with pytest.raises(Forbidden):
        await scenario.market.behaviour.decide(dee, wrong.id, Decision.UPHOLD, "I say so.")
    await scenario.market.behaviour.decide(ADMIN, wrong.id, Decision.UPHOLD, "Seen.")
    entries = await scenario.storage.read(lambda unit: unit.audit.newest(1))
    assert (entries[0].action, entries[0].object_id) == (AuditAction.DRIVING_CONTEST_UPHELD, wrong.id)


async def test_of_two_decisions_at_once_one_stands(scenario: Scenario, dee: Actor) -> None:
    await record(scenario, dee, DRIVE)
    wrong = (await events_of(scenario, dee))[-1]
    await scenario.market.behaviour.contest(dee, wrong.id, "Not me.")
    decide = scenario.market.behaviour.decide
    answers = await asyncio.gather(
        decide(ADMIN, wrong.id, Decision.UPHOLD, "Yes."),
        decide(ADMIN, wrong.id, Decision.REJECT, "No."),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, (IllegalMove, Conflict)) for answer in answers) == 1


async def test_the_last_event_of_a_drive_can_be_contested_once_it_is_quiet(
    scenario: Scenario, dee: Actor
) -> None:
    await record(scenario, dee, DRIVE)
    last = (await events_of(scenario, dee))[0]
    scenario.clock.at = DRIVE[-1].time + timedelta(seconds=119)
    with pytest.raises(StillRecording):
        await scenario.market.behaviour.contest(dee, last.id, "Not me.")
    scenario.clock.at = DRIVE[-1].time + timedelta(seconds=120)
    before = await metrics_of(scenario, dee)
    contested = await scenario.market.behaviour.contest(dee, last.id, "Not me.")
    assert contested.id == last.id
    assert await metrics_of(scenario, dee) == before
    listed = await scenario.market.behaviour.contests(ADMIN, PageRequest(), status=ContestStatus.OPEN)
    assert [stored.id for stored in listed.items] == [last.id]


async def test_a_driver_without_driving_has_an_empty_report(scenario: Scenario, dee: Actor) -> None:
    seen = await scenario.market.behaviour.see.own_report(dee, Period.MONTH, DAY)
    assert (seen.events, seen.report.insights, seen.report.recommendations) == ((), (), ())
    assert (seen.report.metrics.points, seen.report.metrics.risk_level) == (0, RiskLevel.LOW)


async def test_limits_come_from_the_map_and_by_chance_only_in_the_demonstration(
    scenario: Scenario, dee: Actor
) -> None:
    fast = a_drive([60.0] * 30, limit_mph=1.0)
    await record(scenario, dee, fast)
    assert (await metrics_of(scenario, dee)).speeding_events == 0
    demonstration = BehaviourUseCases.over(
        scenario.storage, scenario.clock, SimulatedLimits(), SteadyRoutes()
    )
    eve = await scenario.driver("eve")
    await demonstration.record(eve, fast)
    assert (await metrics_of(scenario, eve)).speeding_events >= 1
    points = [fix.point for fix in fast]
    assert await SimulatedLimits().limits(points) == await SimulatedLimits().limits(points)
    assert set(await SimulatedLimits().limits(points)) <= set(SAMPLE_LIMITS_MPH)
    assert set(await UnknownLimits().limits(points)) == {None}
    assert attrs.asdict(await metrics_of(scenario, dee))["points"] == 30


class StreetLimits(SpeedLimits):
    """Twenty-five wherever it is told where a drive led; remembers what it was asked about."""

    def __init__(self) -> None:
        self.requests: list[list[Point]] = []

    async def limits(self, points: Sequence[Point]) -> Sequence[float | None]:
        self.requests.append(list(points))
        return [25.0 if len(points) > 1 else None] * len(points)


async def test_limits_are_asked_in_the_order_of_driving_and_not_for_positions_that_waver(
    scenario: Scenario, dee: Actor
) -> None:
    limits = StreetLimits()
    behaviour = BehaviourUseCases.over(scenario.storage, scenario.clock, limits, None)
    wavering = a_drive([60.0] * 30, limit_mph=1.0)
    wavering = [fix._replace(accuracy_meters=101) for fix in wavering]
    scenario.clock.at = at_second(400)
    await behaviour.record(dee, wavering)
    assert (await metrics_of(scenario, dee)).speeding_events == 0
    assert limits.requests == []
    eve = await scenario.driver("eve")
    fast = a_drive([60.0] * 30)
    await behaviour.record(eve, fast[::-1])
    assert limits.requests == [[fix.point for fix in fast]]
    assert (await metrics_of(scenario, eve)).speeding_events == 1


async def test_who_sends_positions_one_by_one_speeds_like_everybody_else() -> None:
    limits = StreetLimits()
    on_the_way = SpeedLimitsOnRoute(limits)
    fast = a_drive([60.0] * 45)
    found = [(await on_the_way.limited("dee", [fix]))[0].limit_mph for fix in fast]
    assert found == [None, *[25.0] * 44]
    assert limits.requests[-1] == [fix.point for fix in fast[-11:]], "ten from before and the new one"
    again = limits.requests[-1]
    await on_the_way.limited("dee", fast[-1:])
    assert limits.requests[-1] == again, "what is sent again is asked about with the same words"
    await on_the_way.limited("eve", fast[-1:])
    later = fast[-1]._replace(at=fast[-1].at + 61_000_000)
    await on_the_way.limited("dee", [later])
    assert limits.requests[-2:] == [[fast[-1].point], [later.point]], "of another driver, and too long ago"


class StreetRoutes(SteadyRoutes):
    """Knows the streets: north first, then east or west. Counts how often it is asked."""

    def __init__(self, *, approximate: bool = False) -> None:
        self.approximate = approximate
        self.calls = 0
        self.down = False

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        self.calls += 1
        if self.down:
            raise RouteCalculationError
        corner = Point(end.lat, start.lng)
        return attrs.evolve(
            await super().route(start, end, at=at),
            polyline=(start, corner, end),
            approximate=self.approximate,
        )


async def _drive_past_the_pickup(
    scenario: Scenario, ada: Actor, dee: Actor, routes: StreetRoutes, east: float
) -> Metrics:
    """A delivery under way, driven for a minute so many degrees east of the planned street."""
    behaviour = BehaviourUseCases.over(scenario.storage, scenario.clock, UnknownLimits(), routes)
    order = await scenario.assigned(ada, dee)
    work = scenario.market.deliveries.steps
    for step in (scenario.market.dispatch.accept_offer, work.set_out, work.start, work.confirm_pickup):
        await step(dee, order.id)
    begun = scenario.clock.now()
    scenario.clock.turn(minutes=2)
    pickup = order.pickup.point
    fixes = [
        make_fix(begun + timedelta(seconds=n), Point(pickup.lat - n * 1e-4, pickup.lng + east), 25)
        for n in range(60)
    ]
    await behaviour.record(dee, fixes[:30])
    await behaviour.record(dee, fixes[30:])
    return (await behaviour.see.own_report(dee, Period.DAY)).report.metrics


async def test_leaving_the_planned_way_is_an_event(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    routes = StreetRoutes()
    metrics = await _drive_past_the_pickup(scenario, ada, dee, routes, east=-0.02)
    assert metrics.route_deviation_events == 1
    assert metrics.route_compliance == 0
    assert routes.calls == 1


async def test_keeping_to_the_planned_way_is_none(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    metrics = await _drive_past_the_pickup(scenario, ada, dee, StreetRoutes(), east=0.001)
    assert (metrics.route_deviation_events, metrics.route_compliance) == (0, 1)


@pytest.mark.parametrize("unknown", ["approximate", "down"])
async def test_nobody_leaves_a_way_that_follows_no_street_or_is_not_known(
    scenario: Scenario, ada: Actor, dee: Actor, unknown: str
) -> None:
    routes = StreetRoutes()
    setattr(routes, unknown, True)
    metrics = await _drive_past_the_pickup(scenario, ada, dee, routes, east=-0.02)
    assert (metrics.route_deviation_events, metrics.route_compliance) == (0, None)
    assert metrics.points == 60
