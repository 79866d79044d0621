"""Release the jobs of a process that died."""

from collections.abc import Callable

import attrs

from haulage.jobs import STANDARD_PATIENCE, JobState, StoredJob
from haulage.jobs.stored_job import orphaned
from haulage.kernel.errors import Conflict
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.jobs.dead_jobs import raise_alarm
from haulage.use_cases.jobs.given_up import note_given_up

BATCH = 100


@attrs.frozen
class RecoverJobs:
    """Each job that the process held may be taken by others again; one over which process after process
    died is left to an operator."""

    storage: Storage
    clock: Clock
    luck: Callable[[], float]
    alarm: Alarm

    async def __call__(self, worker_id: str) -> int:
        """How many jobs that were."""
        count = 0
        while freed := await self.storage.write(lambda unit: self._free(unit, worker_id)):
            for job in freed:
                if job.state is JobState.DEAD:
                    raise_alarm(self.alarm, job)
            count += len(freed)
        return count

    async def _free(self, unit: UnitOfWork, worker_id: str) -> list[StoredJob]:
        now = self.clock.now()
        freed = []
        for job in await unit.jobs.held_by(worker_id, BATCH):
            after = orphaned(job, now, self.luck(), STANDARD_PATIENCE)
            try:
                freed.append(await unit.jobs.save(job, after))
            except Conflict:
                continue  # Somebody else was faster.
            await note_given_up(unit, after, now)
        return freed
