"""What a process does for the jobs beside making attempts: it beats, takes over, finds and tidies."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import attrs

from haulage.jobs import KeptJob
from haulage.jobs.kept import given_up
from haulage.kernel.errors import Conflict
from haulage.ports.clock import Clock
from haulage.ports.storage import Storage
from haulage_adapters.jobs_dbos.line import QUEUE, workflow_id
from haulage_adapters.jobs_dbos.rhythm import DEATHS, Rhythm

if TYPE_CHECKING:
    from dbos import DBOSClient

BATCH = 500
UNDER_WAY = frozenset({"ENQUEUED", "PENDING"})
"""Not ``DELAYED``: that a late job is not to begin yet is what a machine with another clock says."""
FINISHED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
TOO_OFTEN = "MAX_RECOVERY_ATTEMPTS_EXCEEDED"


@attrs.define(eq=False)
class Watch:
    """One process's care for the jobs of all. Clocks of other machines are not believed: a process is dead
    when the number of its beats has not changed while *we* waited."""

    worker_id: str
    storage: Storage
    clock: Clock
    client: "DBOSClient"
    rhythm: Rhythm
    _seen: dict[str, tuple[int, float]] = attrs.field(factory=dict, init=False)
    _tidied_at: float = attrs.field(factory=time.monotonic, init=False)

    async def look(self) -> None:
        """Everything once."""
        await self.storage.write(lambda unit: unit.jobs.beat(self.worker_id))
        await self._take_over()
        await self._hand_over_what_is_late()
        await self._tidy()

    async def _take_over(self) -> None:
        """Put attempts whose process is dead, or left, back into the queue."""
        dead = self._dead(await self.storage.read(lambda unit: unit.jobs.workers()))
        holders = await self._holders()
        orphaned = sorted(holders - (self._seen.keys() - dead))
        if orphaned:
            await asyncio.to_thread(_recover, orphaned)
        for worker_id in dead:
            self._seen.pop(worker_id)
            await self._forget(worker_id)

    async def _forget(self, worker_id: str) -> None:
        await self.storage.write(lambda unit: unit.jobs.forget_worker(worker_id))

    def _dead(self, workers: dict[str, int]) -> set[str]:
        now = time.monotonic()
        known = self._seen
        self._seen = {
            worker_id: known[worker_id] if known.get(worker_id, (None,))[0] == beats else (beats, now)
            for worker_id, beats in workers.items()
        }
        limit = now - self.rhythm.dead_after_seconds
        return {
            worker_id
            for worker_id, (_, since) in self._seen.items()
            if since < limit and worker_id != self.worker_id
        }

    async def _holders(self) -> set[str]:
        """The processes that attempts were given to."""
        pending = await self.client.list_workflows_async(
            status="PENDING", queue_name=QUEUE, load_input=False, load_output=False
        )
        return {workflow.executor_id for workflow in pending if workflow.executor_id}

    async def _hand_over_what_is_late(self) -> None:
        late = self.clock.now() - timedelta(seconds=self.rhythm.overdue_seconds)
        jobs = await self.storage.read(lambda unit: unit.jobs.due(late, BATCH))
        if not jobs:
            return
        found = await self.client.list_workflows_async(
            workflow_ids=[workflow_id(kept) for kept in jobs], load_input=False, load_output=False
        )
        status = {workflow.workflow_id: workflow.status for workflow in found}
        for kept in jobs:
            await self._hand_over(kept, status.get(workflow_id(kept)))

    async def _hand_over(self, kept: KeptJob, status: str | None) -> None:
        """A saved job has a new version, and with it a new workflow."""
        if status in UNDER_WAY:
            return
        after = kept
        if status == TOO_OFTEN:
            after = given_up(kept, f"The server died {DEATHS} times over this.", self.clock.now())
        try:
            await self.storage.write(lambda unit: unit.jobs.save(kept, after))
        except Conflict:
            return  # Somebody else was faster.

    async def _tidy(self) -> None:
        """Remove what DBOS has finished."""
        now = time.monotonic()
        if now - self._tidied_at < self.rhythm.tidy_seconds:
            return
        self._tidied_at = now
        before = datetime.now(UTC) - timedelta(seconds=self.rhythm.keep_seconds)
        while True:
            old = await self.client.list_workflows_async(
                status=FINISHED,
                queue_name=QUEUE,
                completed_before=before.isoformat(),
                limit=BATCH,
                load_input=False,
                load_output=False,
            )
            if old:
                await self.client.delete_workflows_async([workflow.workflow_id for workflow in old])
            if len(old) < BATCH:
                return


def _recover(worker_ids: list[str]) -> None:
    """Not ``resume_workflow``: that forgets how often a process died over the attempt, and takes it also
    from a living process that was faster than we."""
    from dbos import DBOS

    DBOS._recover_pending_workflows(worker_ids)  # noqa: SLF001 - the only way that counts and checks
