"""The sample drivers drive: a past week that reports can tell of, and every half minute some more."""

from datetime import timedelta
from random import Random

import pytest

from adapters.test_demonstration import TICK, all_drivers, clock, lite, seeded, seeded_file
from haulage.behaviour import Period, score_drive
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.geo import Point
from haulage_adapters.demonstration.drives import DriveLine
from haulage_adapters.demonstration.driving import DRIVERS_WITH_PAST, sample_drive
from haulage_adapters.demonstration.movement import LivingMarketplace

__all__ = ["clock", "lite", "seeded", "seeded_file"]

pytestmark = pytest.mark.anyio

ADMIN = Actor("usr_admin", UserType.ADMIN)


async def points_of(market):
    drivers = await all_drivers(market)
    reports = [await market.behaviour.see.report_of(ADMIN, each.id, Period.WEEK) for each in drivers]
    return {report.driver_id: report.report.metrics for report in reports}


async def test_some_drivers_have_a_past_week_with_something_in_it(seeded, clock):
    shown = [metrics for metrics in (await points_of(seeded)).values() if metrics.points]
    assert len(shown) == DRIVERS_WITH_PAST
    assert all(metrics.total_distance_miles > 1 for metrics in shown)
    assert sum(100 - metrics.safety_score for metrics in shown) > 0


async def test_whoever_has_a_job_drives_on_every_half_minute(seeded, clock):
    before = await points_of(seeded)
    living = LivingMarketplace(seeded)
    for _ in range(int(timedelta(seconds=99) / TICK)):
        clock.at += TICK
        await living.tick()
    after = await points_of(seeded)
    gained = {driver: after[driver].points - before[driver].points for driver in after}
    assert sum(count > 0 for count in gained.values()) >= 2
    assert set(gained.values()) <= {0, 30, 60, 90}


def test_the_same_seed_makes_the_same_drive(clock):
    line = DriveLine((Point(40.75, -73.98), Point(40.76, -73.97)))
    one, other = (sample_drive(Random("a"), line, clock.at, 3600) for _ in range(2))
    assert one == other
    metrics = score_drive(one).metrics
    assert 4 < metrics.total_distance_miles < 30
    assert 0 < metrics.harsh_braking_events + metrics.harsh_acceleration_events < 30
