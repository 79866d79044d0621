"""How the sample drivers drive: second by second, gently for the most part.

Drives are made up of blocks between traffic lights. Now and then somebody brakes or starts hard, or
hurries, so that reports have something to tell. The same seed makes the same drive.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

from haulage.behaviour import Fix, Period, make_fix
from haulage.behaviour.rules import METERS_PER_SECOND_PER_MPH
from haulage.drivers import DriverPosition
from haulage.kernel.errors import HaulageError
from haulage.kernel.geo import Point
from haulage.kernel.policy import Actor
from haulage.use_cases.behaviour.contests import AlreadyContested
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.people import DRIVERS
from haulage_adapters.demonstration.registration import actor_of

EVERY = timedelta(seconds=30)
"""BEH-17."""

SECOND = timedelta(seconds=1)
STREETS = (29.0, 119.0, 209.0, 299.0)
"""Manhattan's avenues and streets, in degrees from north."""

METERS_PER_DEGREE = 111_195.0
DRIVERS_WITH_PAST = 5
"""So many of the sample drivers have a past week; the others have not driven with the app yet."""
DAYS_AGO = (6, 4, 2, 1)
DRIVE_SECONDS = 360
OBJECTION = "A child ran onto the street. I had to stop at once."


def speeds(luck: Random) -> Iterator[float]:
    """Miles an hour, a second at a time, from one light to the next, for ever."""
    while True:
        for _ in range(luck.randint(4, 25)):
            yield 0.0
        hurry = luck.random() < 0.08
        cruise = luck.uniform(34, 41) if hurry else luck.uniform(19, 27)
        speed = 0.0
        push = _mph(luck.uniform(3.2, 4.4)) if luck.random() < 0.05 else _mph(luck.uniform(1, 2))
        while speed + push < cruise:
            speed += push
            yield speed
        for _ in range(luck.randint(8, 40)):
            yield max(0.0, cruise + luck.uniform(-0.6, 0.6))
        brake = _mph(luck.uniform(3.8, 6.5)) if luck.random() < 0.05 else _mph(luck.uniform(1.2, 2.4))
        speed = cruise
        while speed > brake:
            speed -= brake
            yield speed


def _mph(meters_per_second: float) -> float:
    return meters_per_second / METERS_PER_SECOND_PER_MPH


def sample_drive(luck: Random, start: Point, begun: datetime, seconds: int) -> list[Fix]:
    """A drive through streets at right angles, turning at some of the lights."""
    fixes, lat, lng, heading = [], start.lat, start.lng, luck.choice(STREETS)
    rates = speeds(luck)
    before = 0.0
    for second in range(seconds):
        speed = next(rates)
        if speed == 0 and before > 0 and luck.random() < 0.4:
            heading = luck.choice(STREETS)
        meters = (speed + before) / 2 * METERS_PER_SECOND_PER_MPH
        lat += meters * math.cos(math.radians(heading)) / METERS_PER_DEGREE
        lng += (
            meters * math.sin(math.radians(heading)) / METERS_PER_DEGREE / math.cos(math.radians(start.lat))
        )
        fixes.append(
            make_fix(
                begun + second * SECOND, Point(lat, lng), speed, heading_deg=heading, accuracy_meters=4.0
            )
        )
        before = speed
    return fixes


async def seed_past_drives(marketplace: Marketplace, now: datetime) -> None:
    """A past week for some of the drivers; told again it changes nothing."""
    for sample in DRIVERS[:DRIVERS_WITH_PAST]:
        driver = await actor_of(marketplace, sample.person.email)
        for days in DAYS_AGO:
            luck = Random(f"{sample.person.email}/{days}")  # noqa: S311 - a sample, not a secret
            begun = now - timedelta(days=days, seconds=luck.randint(600, 7200))
            await marketplace.behaviour.record(driver, sample_drive(luck, sample.home, begun, DRIVE_SECONDS))


async def contest_one_event(marketplace: Marketplace) -> None:
    """Somebody objects to the oldest event of their week; told again it changes nothing."""
    for sample in DRIVERS[:DRIVERS_WITH_PAST]:
        driver = await actor_of(marketplace, sample.person.email)
        events = (await marketplace.behaviour.see.own_report(driver, Period.WEEK)).events
        if events:
            with suppress(AlreadyContested):
                await marketplace.behaviour.contest(driver, events[-1].id, OBJECTION)
            return


class SampleDriving:
    """Every half minute, how those who have a job have driven since, along the way that they came."""

    def __init__(self, marketplace: Marketplace) -> None:
        self._marketplace = marketplace
        self._rates: dict[str, Iterator[float]] = {}
        self._seen: dict[str, DriverPosition] = {}
        self._next: datetime | None = None

    async def go_on(self, moving: Sequence[tuple[Actor, DriverPosition]], now: datetime) -> None:
        """Records nothing until half a minute has passed since the last time."""
        if self._next is not None and now < self._next:
            return
        self._next = now + EVERY
        current: Mapping[str, tuple[Actor, DriverPosition]] = {each[1].driver_id: each for each in moving}
        for driver_id, (actor, here) in current.items():
            there = self._seen.get(driver_id)
            if there is not None:
                await self._record(actor, there, here, now)
        self._seen = {driver_id: here for driver_id, (_, here) in current.items()}

    async def _record(self, actor: Actor, there: DriverPosition, here: DriverPosition, now: datetime) -> None:
        rates = self._rates.setdefault(
            here.driver_id,
            speeds(Random(here.driver_id)),  # noqa: S311 - a sample, not a secret
        )
        count = EVERY // SECOND
        fixes = []
        for second in range(1, count + 1):
            share = second / count
            point = Point(
                there.point.lat + (here.point.lat - there.point.lat) * share,
                there.point.lng + (here.point.lng - there.point.lng) * share,
            )
            at = now - (count - second) * SECOND
            fixes.append(make_fix(at, point, next(rates), accuracy_meters=4.0))
        try:
            await self._marketplace.behaviour.record(actor, fixes)
        except HaulageError:
            # A driver who is gone, or a database that is busy: the next half minute tells more.
            return
