"""The whole story, all its scenes in the order of time."""

import heapq
from collections.abc import Sequence
from datetime import datetime, timedelta

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.clock import StoryClock
from haulage_adapters.demonstration.people import CUSTOMERS, DRIVERS
from haulage_adapters.demonstration.progress import Report
from haulage_adapters.demonstration.registration import actor_of
from haulage_adapters.demonstration.scenario_runner import RunningScene
from haulage_adapters.demonstration.scenarios import STORY


async def seed_story(marketplace: Marketplace, clock: StoryClock, now: datetime, report: Report) -> None:
    """Live through every scene, all of them in the order of time."""
    customers = [await actor_of(marketplace, person.email) for person in CUSTOMERS]
    drivers = [await actor_of(marketplace, driver.person.email) for driver in DRIVERS]
    cast = {actor.driver_id or "": actor for actor in drivers}
    scenes = [
        (
            now - timedelta(minutes=scene.minutes_ago),
            number,
            RunningScene(marketplace, clock, cast, customers[scene.customer], number, scene),
        )
        for number, scene in enumerate(STORY)
    ]
    under_way = [(at, number, scene.steps(at, now)) for at, number, scene in scenes]
    heapq.heapify(under_way)
    while under_way:
        at, number, steps = heapq.heappop(under_way)
        clock.at = at
        try:
            following = await anext(steps, None)
        except (RuleBroken, NotFound):  # since an earlier run, somebody has changed the order
            following = None
        if following is not None and following <= now:
            heapq.heappush(under_way, (following, number, steps))
        else:
            report("Living through orders", len(STORY) - len(under_way), len(STORY))
    clock.at = now
    await _stand_somewhere(marketplace, drivers, [scene for _, _, scene in scenes])


async def _stand_somewhere(
    marketplace: Marketplace, drivers: Sequence[Actor], running_scenes: Sequence[RunningScene]
) -> None:
    """Everybody who is online is seen at this moment: on their job, or near home."""
    on_the_way = {
        scene.driver.driver_id: scene.where for scene in running_scenes if scene.driver and scene.where
    }
    for sample, driver in zip(DRIVERS, drivers, strict=True):
        if sample.is_online:
            await marketplace.drivers.profiles.report_position(
                driver, on_the_way.get(driver.driver_id, sample.home)
            )
