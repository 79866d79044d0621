"""What a driver earned and was paid out over some days, and how their instant payouts did."""

from collections.abc import Sequence
from datetime import date, datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payouts import (
    DayRange,
    EarningsSummary,
    PayoutAnalytics,
    WeekEarnings,
    day_range,
    earnings_summary,
    payout_analytics,
    weeks_until,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of


@attrs.frozen
class SeeEarnings:
    """For the driver, administrators and operators, over days of the driver's own clock."""

    storage: Storage
    clock: Clock

    async def summary(
        self, actor: Actor, driver_id: str, first: date | None = None, last: date | None = None
    ) -> EarningsSummary:
        """Over the last 30 days unless others are named. Raises ``NotFound`` and ``InvalidInput``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))

        async def query(unit: UnitOfWork) -> EarningsSummary:
            days, since, until = await self._days(unit, driver_id, first, last)
            income = await unit.ledger.income_of(driver_id, since, until)
            return earnings_summary(
                days,
                await unit.payouts.tallies(driver_id, since, until),
                earnings_cents=income.earnings_cents,
                tips_cents=income.tips_cents,
            )

        return await self.storage.read(query)

    async def analytics(
        self, actor: Actor, driver_id: str, first: date | None = None, last: date | None = None
    ) -> PayoutAnalytics:
        """Over the last 30 days unless others are named. Raises ``NotFound`` and ``InvalidInput``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))

        async def query(unit: UnitOfWork) -> PayoutAnalytics:
            days, since, until = await self._days(unit, driver_id, first, last)
            return payout_analytics(days, await unit.payouts.tallies(driver_id, since, until))

        return await self.storage.read(query)

    async def weeks(self, actor: Actor, driver_id: str) -> Sequence[WeekEarnings]:
        """Of the last twelve weeks, the oldest first; the last is the one that is not over. Raises
        ``NotFound``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))

        async def query(unit: UnitOfWork) -> Sequence[WeekEarnings]:
            zone = await zone_of(unit, driver_id)
            found = []
            for days in weeks_until(self.clock.now().astimezone(zone).date()):
                income = await unit.ledger.income_of(driver_id, *days.bounds(zone))
                found.append(WeekEarnings(days, income.earnings_cents, income.tips_cents))
            return found

        return await self.storage.read(query)

    async def _days(
        self, unit: UnitOfWork, driver_id: str, first: date | None, last: date | None
    ) -> tuple[DayRange, datetime, datetime]:
        zone = await zone_of(unit, driver_id)
        days = day_range(first, last, self.clock.now().astimezone(zone).date())
        return (days, *days.bounds(zone))
