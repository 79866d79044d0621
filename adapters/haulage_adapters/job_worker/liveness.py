"""Which processes live, and what becomes of the jobs of those that do not."""

import time
from collections.abc import Sequence

import attrs

from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.jobs import RecoverJobs
from haulage_adapters.job_worker.timing import WorkerTiming


async def _workers_and_holders(unit: UnitOfWork) -> tuple[dict[str, int], Sequence[str]]:
    """In one view of the database: who beats first and then takes a job is never seen as unknown."""
    return await unit.jobs.workers(), await unit.jobs.holders()


@attrs.define(eq=False)
class Liveness:
    """Clocks of other machines are not believed: a process is dead when the number of its beats has not
    changed while *we* waited."""

    worker_id: str
    storage: Storage
    recover: RecoverJobs
    timing: WorkerTiming
    _seen: dict[str, tuple[int, float]] = attrs.field(factory=dict, init=False)

    async def look(self) -> None:
        """Beat, and free the jobs of whoever does so no more."""
        await self.storage.write(lambda unit: unit.jobs.beat(self.worker_id))
        workers, holders = await self.storage.read(_workers_and_holders)
        dead = self._dead(workers)
        for holder in sorted(set(holders) - (workers.keys() - dead)):
            await self.recover(holder)
        for worker_id in dead:
            self._seen.pop(worker_id)
            await self._forget(worker_id)

    async def _forget(self, worker_id: str) -> None:
        await self.storage.write(lambda unit: unit.jobs.release(worker_id))

    def _dead(self, workers: dict[str, int]) -> set[str]:
        now = time.monotonic()
        known = self._seen
        self._seen = {
            worker_id: known[worker_id] if known.get(worker_id, (None,))[0] == beats else (beats, now)
            for worker_id, beats in workers.items()
        }
        limit = now - self.timing.dead_after
        return {
            worker_id
            for worker_id, (_, since) in self._seen.items()
            if since < limit and worker_id != self.worker_id
        }
