"""The overview for operators: what waits, how the day is going, and who is on the road."""

from collections.abc import Sequence
from datetime import date, datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.overview import (
    DayFigures,
    Figures,
    OpenedDay,
    Waiting,
    comparable_spans,
    hours_of,
    latest_days,
    opened_day,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.overview import OnlineDriver, OrderUnderWay
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

MOST_COUNTED = 100
MOST_ON_MAP = 500
"""Ours: more pins hide each other, and the counts say how many there are."""


@attrs.frozen
class Overview:
    """Today until now beside yesterday and the same weekday last week until the same time; whole days, oldest
    first, the last of them today."""

    as_of: datetime
    waiting: Waiting
    drivers_online: int
    today: Figures
    yesterday: Figures
    last_week: Figures
    days: Sequence[DayFigures]


@attrs.frozen
class LiveMap:
    """Drivers who are online and orders that are under way, each up to ``MOST_ON_MAP``."""

    as_of: datetime
    drivers: Sequence[OnlineDriver]
    orders: Sequence[OrderUnderWay]


@attrs.frozen
class OverviewUseCases:
    """For administrators and operators."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor) -> Overview:
        authorize(actor, Action.SEE_OVERVIEW)
        now = self.clock.now()
        days, compared = latest_days(now), comparable_spans(now)

        async def query(unit: UnitOfWork) -> Overview:
            figures = await unit.overview.figures([*compared, *days])
            today, yesterday, last_week = figures[: len(compared)]
            return Overview(
                as_of=now,
                waiting=await unit.overview.waiting(now, MOST_COUNTED),
                drivers_online=await unit.overview.count_online(),
                today=today,
                yesterday=yesterday,
                last_week=last_week,
                days=[
                    DayFigures(span.day, each)
                    for span, each in zip(days, figures[len(compared) :], strict=True)
                ],
            )

        return await self.storage.read(query)

    async def day(self, actor: Actor, day: date) -> OpenedDay:
        """One day by service and by hour; any that has begun, also one before those of the overview."""
        authorize(actor, Action.SEE_OVERVIEW)
        hours = hours_of(day, self.clock.now())
        return opened_day(hours, await self.storage.read(lambda unit: unit.overview.paid_by_service(hours)))

    async def live_map(self, actor: Actor) -> LiveMap:
        """Where people are; over HTTP the audit trail says who looked."""
        authorize(actor, Action.SEE_LIVE_MAP)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> LiveMap:
            return LiveMap(
                now,
                await unit.overview.online_drivers(MOST_ON_MAP),
                await unit.overview.orders_under_way(MOST_ON_MAP),
            )

        return await self.storage.read(query)
