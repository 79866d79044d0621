"""Pay every driver's whole balance once a week (OP-37)."""

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Unavailable
from haulage.kernel.money import Cents
from haulage.ledger import AccountKind
from haulage.payouts import PayoutTrigger, weekly_amount
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.use_cases.payouts.automatic_payouts import (
    NOTHING_TO_PAY,
    enter_standard,
    settled_there,
    unsent_cents,
)
from haulage.use_cases.payouts.pay_together import pay_together, weekly_id

log = logging.getLogger(__name__)

BATCH = 100
"""Ours: so many drivers are paid by one transaction, which takes less than a second."""
RUN_LIMIT = timedelta(minutes=30)
"""Ours: enough for all drivers, and a run that was cut off pays nobody twice."""


@attrs.frozen
class WeeklyPayouts:
    """The run pays drivers in batches, each all or nothing. Who has to be paid apart, or could not be paid
    with the others, is left a job, so that one who cannot be paid stands in nobody's way."""

    storage: Storage
    clock: Clock
    provider: DriverPayouts

    async def run(self, week: str) -> None:
        """*week* is the period of the recurring job. However often it is done, and wherever it was cut off,
        each driver's payout of the week is entered once, by its id."""
        after: str | None = None
        answers = True
        while True:
            found = await self.storage.read(
                lambda unit: unit.ledger.owners_with(AccountKind.DRIVER_AVAILABLE, BATCH, after)  # noqa: B023
            )
            if not found:
                return
            settled, unanswered = await self._settled(found, ask=answers)
            await self._pay(settled, unanswered, week)
            answers, after = answers and bool(settled or not unanswered), found[-1]

    async def pay(self, driver_id: str) -> None:
        """Once a week, however often it is called. What has not settled waits for the next week. Raises
        ``Unavailable``."""
        settled = await settled_there(self.storage, self.provider, driver_id)
        if settled > 0:
            with suppress(*NOTHING_TO_PAY):
                await self.storage.write(lambda unit: self._enter(unit, driver_id, settled))

    async def _settled(
        self, driver_ids: Sequence[str], *, ask: bool
    ) -> tuple[Mapping[str, Cents], Collection[str]]:
        """What of each driver's money has settled at the provider, and for whom it did not answer. Who has no
        account there is in neither. After a batch in which it never answered, nobody waits for it again."""
        accounts = await self.storage.read(lambda unit: unit.connected_accounts.of_drivers(driver_ids))
        if not ask:
            return {}, accounts.keys()
        answers = await self.provider.balances_of([each.account_id for each in accounts.values()])
        found = {
            driver_id: answers[account.account_id].available_cents
            for driver_id, account in accounts.items()
            if account.account_id in answers
        }
        return found, accounts.keys() - found.keys()

    async def _pay(self, settled: Mapping[str, Cents], unanswered: Collection[str], week: str) -> None:
        try:
            await self.storage.write(lambda unit: self._together(unit, settled, unanswered, week))
        except Unavailable:
            raise
        except Exception:
            log.exception("drivers could not be paid together, and will be one by one")
            await self.storage.write(lambda unit: self._leave_jobs(unit, {*settled, *unanswered}, week))

    async def _together(
        self, unit: UnitOfWork, settled: Mapping[str, Cents], unanswered: Collection[str], week: str
    ) -> None:
        apart = await pay_together(unit, settled, self.clock.now())
        await self._leave_jobs(unit, {*apart, *unanswered}, week)

    async def _leave_jobs(self, unit: UnitOfWork, driver_ids: Collection[str], week: str) -> None:
        jobs = [Job(JobKind.PAY_WEEKLY, driver_id, week) for driver_id in sorted(driver_ids)]
        await unit.jobs.enqueue_all(jobs, self.clock.now())

    async def _enter(self, unit: UnitOfWork, driver_id: str, settled: Cents) -> None:
        await unit.ledger.lock(driver_id)
        now = self.clock.now()
        id = weekly_id(driver_id, now)
        if await unit.payouts.get(id) is not None:
            return
        available = weekly_amount((await balance_of(unit, driver_id)).available_cents)
        cents = min(available, settled - await unsent_cents(unit, driver_id))
        if cents > 0:
            await enter_standard(unit, driver_id, cents, PayoutTrigger.WEEKLY, id=id, now=now)
