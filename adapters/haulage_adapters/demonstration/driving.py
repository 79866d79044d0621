"""How the sample drivers drive: second by second, gently for the most part.

Drives are made up of blocks between traffic lights. Now and then somebody brakes or starts hard, or
hurries, so that reports have something to tell. The same seed makes the same drive.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

from haulage.behaviour import Fix, Period, make_fix
from haulage.behaviour.rules import METERS_PER_SECOND_PER_MPH
from haulage.drivers import DriverPosition
from haulage.kernel.actor import Actor
from haulage.kernel.errors import HaulageError
from haulage.kernel.geo import Point
from haulage.use_cases.behaviour.contests import AlreadyContested
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.drives import DriveLine, drive_line
from haulage_adapters.demonstration.people import DRIVERS
from haulage_adapters.demonstration.places import PLACES
from haulage_adapters.demonstration.registration import actor_of

EVERY = timedelta(seconds=30)
"""BEH-17."""

SECOND = timedelta(seconds=1)
SECONDS_PER_HOUR = 3600
FARTHEST_TRAIL = 400
"""Positions of one half minute, however fast the demonstration ticks."""

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


def sample_drive(luck: Random, line: DriveLine, begun: datetime, seconds: int) -> list[Fix]:
    """A drive along a line, and back again where it is too short."""
    fixes, rates = [], speeds(luck)
    before = gone = 0.0
    for second in range(seconds):
        speed = next(rates)
        gone += (speed + before) / 2 / SECONDS_PER_HOUR
        lap, share = divmod(gone / line.miles, 1)
        point, heading = line.at(1 - share if lap % 2 else share)
        if heading is not None and lap % 2:
            heading = (heading + 180) % 360
        fixes.append(
            make_fix(begun + second * SECOND, point, speed, heading_deg=heading, accuracy_meters=4.0)
        )
        before = speed
    return fixes


async def seed_past_drives(marketplace: Marketplace, now: datetime) -> None:
    """A past week for some of the drivers; told again it changes nothing."""
    routes = marketplace.orders.track.forecasts.routes
    for sample in DRIVERS[:DRIVERS_WITH_PAST]:
        driver = await actor_of(marketplace, sample.person.email)
        for days in DAYS_AGO:
            luck = Random(f"{sample.person.email}/{days}")  # noqa: S311 - a sample, not a secret
            begun = now - timedelta(days=days, seconds=luck.randint(600, 7200))
            away = luck.choice([place.point for place in PLACES if place.point != sample.home])
            line, _ = await drive_line(routes, sample.home, away, begun)
            await marketplace.behaviour.record(driver, sample_drive(luck, line, begun, DRIVE_SECONDS))


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
        self._trails: dict[str, list[Point]] = {}
        """Where each has been since the last record."""
        self._next: datetime | None = None

    async def go_on(self, moving: Sequence[tuple[Actor, DriverPosition]], now: datetime) -> None:
        """Records nothing until half a minute has passed since the last time."""
        trails = {here.driver_id: [*self._trails.get(here.driver_id, ()), here.point] for _, here in moving}
        self._trails = {driver: trail[-FARTHEST_TRAIL:] for driver, trail in trails.items()}
        if self._next is not None and now < self._next:
            return
        self._next = now + EVERY
        for actor, here in moving:
            trail = self._trails[here.driver_id]
            if len(trail) > 1:
                await self._record(actor, here.driver_id, DriveLine(trail), now)
            self._trails[here.driver_id] = trail[-1:]

    async def _record(self, actor: Actor, driver_id: str, line: DriveLine, now: datetime) -> None:
        rates = self._rates.setdefault(
            driver_id,
            speeds(Random(driver_id)),  # noqa: S311 - a sample, not a secret
        )
        count = EVERY // SECOND
        fixes = []
        for second in range(1, count + 1):
            point, _ = line.at(second / count)
            at = now - (count - second) * SECOND
            fixes.append(make_fix(at, point, next(rates), accuracy_meters=4.0))
        try:
            await self._marketplace.behaviour.record(actor, fixes)
        except HaulageError:
            # A driver who is gone, or a database that is busy: the next half minute tells more.
            return
