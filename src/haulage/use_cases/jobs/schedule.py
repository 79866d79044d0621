"""Enqueue recurring jobs when they are due."""

from datetime import time

import attrs

from haulage.jobs import Every, JobKind, RecurringJob
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

RECURRING_JOBS: tuple[RecurringJob, ...] = (
    RecurringJob(JobKind.REPORT_DEAD_JOBS, Every.HOUR, at=time(minute=5)),
    RecurringJob(JobKind.ROLL_UP_LEDGER, Every.HOUR, at=time(minute=35)),
    RecurringJob(JobKind.SWEEP_SCREENINGS, Every.HOUR, at=time(minute=50)),
    RecurringJob(JobKind.WATCH_DOCUMENTS, Every.DAY, at=time(0, 5)),
    RecurringJob(JobKind.SEND_AUDIT_HEAD, Every.DAY, at=time(4)),
    RecurringJob(JobKind.RECONCILE_PAYMENTS, Every.DAY, at=time(4, 15)),
    RecurringJob(JobKind.COMPARE_PAYOUTS, Every.DAY, at=time(4, 45)),
    RecurringJob(JobKind.WATCH_CREDENTIALS, Every.DAY, at=time(7)),
    RecurringJob(JobKind.FIND_TAX_DUE, Every.DAY, at=time(9)),
    RecurringJob(JobKind.RUN_WEEKLY_PAYOUTS, Every.WEEK),
)
"""Everything that is done by the clock; the times are ours."""


@attrs.define(eq=False)
class EnqueueRecurringJobs:
    """Has the job of every period enqueued once it is due. Call it every few seconds, in every process: the
    period is part of the job's id, so that all calls together enqueue it once. A process asks the database
    only about a period that it has not enqueued itself."""

    storage: Storage
    clock: Clock
    recurring: tuple[RecurringJob, ...] = RECURRING_JOBS
    _enqueued: frozenset[str] = attrs.field(default=frozenset(), init=False)

    async def __call__(self) -> int:
        """How many periods were new to this process."""
        now = self.clock.now()
        due = [job for each in self.recurring for job in each.due(now)]
        new = [job for job in due if job.id not in self._enqueued]

        async def enqueue(unit: UnitOfWork) -> None:
            for job in new:
                await unit.jobs.enqueue(job, now)

        if new:
            await self.storage.write(enqueue)
            self._enqueued = frozenset(job.id for job in due)
        return len(new)
