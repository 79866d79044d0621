"""Pay every driver's whole balance once a week (OP-37)."""

from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.money import Cents
from haulage.ledger import AccountKind
from haulage.payouts import PayoutTrigger, week_of, weekly_amount
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.services.payments.ledger_entries import derived_id
from haulage.use_cases.payouts.automatic_payouts import (
    NOTHING_TO_PAY,
    enter_standard,
    settled_there,
    unsent_cents,
)

BATCH = 100
"""Ours: so many drivers are found at once."""
RUN_LIMIT = timedelta(minutes=30)
"""Ours: enough to find all drivers, and a run that was cut off finds nobody twice."""


@attrs.frozen
class WeeklyPayouts:
    """The run finds the drivers who have something and leaves a job for each, so that one who cannot be paid
    stands in nobody's way."""

    storage: Storage
    clock: Clock
    provider: DriverPayouts

    async def run(self, week: str) -> None:
        """*week* is the period of the recurring job."""
        after: str | None = None
        while True:
            found = await self.storage.write(lambda unit: self._leave_jobs(unit, week, after))  # noqa: B023
            if found is None:
                return
            after = found

    async def pay(self, driver_id: str) -> None:
        """Once a week, however often it is called. What has not settled waits for the next week. Raises
        ``Unavailable``."""
        settled = await settled_there(self.storage, self.provider, driver_id)
        if settled > 0:
            with suppress(*NOTHING_TO_PAY):
                await self.storage.write(lambda unit: self._enter(unit, driver_id, settled))

    async def _leave_jobs(self, unit: UnitOfWork, week: str, after: str | None) -> str | None:
        """The last driver of a page; None when there was none left."""
        found = await unit.ledger.owners_with(AccountKind.DRIVER_AVAILABLE, BATCH, after)
        now = self.clock.now()
        for driver_id in found:
            await unit.jobs.enqueue(Job(JobKind.PAY_WEEKLY, driver_id, week), now)
        return found[-1] if found else None

    async def _enter(self, unit: UnitOfWork, driver_id: str, settled: Cents) -> None:
        await unit.ledger.lock(driver_id)
        now = self.clock.now()
        id = derived_id("pyt", f"weekly/{driver_id}/{week_of(now)}")
        if await unit.payouts.get(id) is not None:
            return
        available = weekly_amount((await balance_of(unit, driver_id)).available_cents)
        cents = min(available, settled - await unsent_cents(unit, driver_id))
        if cents > 0:
            await enter_standard(unit, driver_id, cents, PayoutTrigger.WEEKLY, id=id, now=now)
