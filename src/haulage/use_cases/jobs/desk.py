"""What administrators and operators see of the jobs, and may change."""

import attrs

from haulage.audit import AuditAction, Deed, Fact
from haulage.jobs import JobState, KeptJob
from haulage.jobs.kept import retried
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, Actor, authorize
from haulage.ports.clock import Clock
from haulage.ports.storage import Page, PageRequest, Storage, UnitOfWork


@attrs.frozen
class JobDesk:
    """For administrators and operators: jobs hold ids alone, and nothing personal."""

    storage: Storage
    clock: Clock

    async def list(
        self, actor: Actor, request: PageRequest, *, state: JobState | None = None, kind: str | None = None
    ) -> Page[KeptJob]:
        """Newest first."""
        authorize(actor, Action.MANAGE_JOBS)
        return await self.storage.read(lambda unit: unit.jobs.list(request, state=state, kind=kind))

    async def counts(self, actor: Actor) -> dict[JobState, int]:
        """How many jobs are in each state."""
        authorize(actor, Action.MANAGE_JOBS)
        found = await self.storage.read(lambda unit: unit.jobs.count_by_state())
        return {state: found.get(state, 0) for state in JobState}

    async def show(self, actor: Actor, job_id: str) -> KeptJob:
        """Raises ``NotFound``."""
        authorize(actor, Action.MANAGE_JOBS)
        kept = await self.storage.read(lambda unit: unit.jobs.get(job_id))
        if kept is None:
            raise NotFound("Job")
        return kept

    async def retry(self, actor: Actor, job_id: str) -> KeptJob:
        """Have a job tried again from the beginning, at once. Raises ``NotFound``, ``IllegalMove`` for a
        job that is done, and ``Conflict``."""
        authorize(actor, Action.MANAGE_JOBS)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> KeptJob:
            kept = await unit.jobs.get(job_id)
            if kept is None:
                raise NotFound("Job")
            again = await unit.jobs.save(kept, retried(kept, now))
            facts: dict[str, Fact] = {"kind": kept.kind, "subject": kept.subject, "attempts": kept.attempts}
            await unit.audit.append(Deed(AuditAction.JOB_RETRIED, actor, now, "job", kept.id, facts))
            return again

        return await self.storage.write(work)
