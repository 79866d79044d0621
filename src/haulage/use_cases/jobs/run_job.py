"""Run one attempt of one job."""

from collections.abc import Callable
from datetime import timedelta

import attrs

from haulage.jobs import JobKind, JobState, StoredJob
from haulage.jobs.stored_job import failed, finished, postponed, refused
from haulage.kernel.errors import Conflict, HaulageError
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.deadlines import Deadline
from haulage.ports.runtime.jobs import GiveUp, JobHandlers, NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.jobs.dead_jobs import raise_alarm
from haulage.use_cases.jobs.given_up import note_given_up

UNKNOWN_KIND_PAUSE = timedelta(minutes=5)
"""Ours: a job of a newer release is left for a process that knows it."""

BATCH = 50
Luck = Callable[[], float]
"""A number from 0 to 1, drawn anew at each call."""


@attrs.frozen
class RunJob:
    """Does a job through its handler and writes down what came of it.

    Job and version name one attempt, and writing it down is guarded: called twice for one attempt, at
    once or one after the other, the second has no say in what becomes of the job.
    """

    storage: Storage
    clock: Clock
    handlers: JobHandlers
    luck: Luck
    alarm: Alarm
    """Hears of every job that is given up."""
    within: Deadline

    def __attrs_post_init__(self) -> None:
        missing = set(JobKind) - set(self.handlers)
        if missing:
            raise ValueError(f"jobs without a handler: {sorted(missing)}")

    async def __call__(self, job: StoredJob) -> Exception | None:
        """Make the attempt that this version of a waiting job stands for.

        What a handler raised that is no refusal is returned, for whoever keeps a log. Raises only what
        the storage raises: then nothing was written down, and the attempt is to be repeated.
        """
        after, fault = await self._attempted(job)
        try:
            await self.storage.write(lambda unit: self._save(unit, job, after))
        except Conflict:
            return None
        if after.state is JobState.DEAD:
            raise_alarm(self.alarm, after)
        return fault

    async def _save(self, unit: UnitOfWork, before: StoredJob, after: StoredJob) -> None:
        await unit.jobs.save(before, after)
        await note_given_up(unit, after, self.clock.now())

    async def all_due(self) -> int:
        """Try everything that is due once, one after the other; return how many were done.
        None is while they are paused."""
        if await self.storage.read(lambda unit: unit.operation.jobs_pause()):
            return 0
        due = await self.storage.read(lambda unit: unit.jobs.due(self.clock.now(), BATCH))
        for job in due:
            await self(job)
        return len([job for job in due if await self._is_done(job.id)])

    async def _is_done(self, job_id: str) -> bool:
        job = await self.storage.read(lambda unit: unit.jobs.get(job_id))
        return job is not None and job.state is JobState.DONE

    async def _attempted(self, job: StoredJob) -> tuple[StoredJob, Exception | None]:
        kind = JobKind.named(job.kind)
        if kind is None:
            now = self.clock.now()
            return postponed(job, now + UNKNOWN_KIND_PAUSE, now, "No process knows this kind."), None
        handler = self.handlers[kind]
        try:
            await self.within(lambda: handler.do(job.subject), handler.time_limit)
        except NotYet as later:
            now = self.clock.now()
            return postponed(job, later.until, now, later.message, handler.longest_wait), None
        except GiveUp as refusal:
            return refused(job, refusal.message, self.clock.now()), None
        except HaulageError as refusal:
            return failed(job, refusal.message, self.clock.now(), self.luck(), handler.patience), None
        except Exception as fault:
            reason = f"A fault in the program: {type(fault).__name__}"
            return failed(job, reason, self.clock.now(), self.luck(), handler.patience), fault
        return finished(job, self.clock.now()), None
