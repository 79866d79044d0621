"""List, retry and pause jobs: for administrators and operators."""

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import JobKind, JobsPause, JobState, PauseReason, StoredJob
from haulage.jobs.stored_job import retried
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.own_payments import require_another_than_its_parties
from haulage.use_cases.jobs.dead_jobs import MONEY_JOBS

MOST_COUNTED = 10_000
"""Ours: who sees that there are more needs no exact number, and to count every finished job takes long."""


@attrs.frozen
class ManageJobs:
    """For administrators and operators: jobs hold ids alone, and nothing personal."""

    storage: Storage
    clock: Clock

    async def list(
        self, actor: Actor, request: PageRequest, *, state: JobState | None = None, kind: str | None = None
    ) -> Page[StoredJob]:
        """Newest first."""
        authorize(actor, Action.MANAGE_JOBS)
        return await self.storage.read(lambda unit: unit.jobs.list(request, state=state, kind=kind))

    async def counts(self, actor: Actor) -> dict[JobState, int]:
        """How many jobs are in each state, counted up to :data:`MOST_COUNTED`."""
        authorize(actor, Action.MANAGE_JOBS)
        return await self.storage.read(lambda unit: unit.jobs.count_by_state(MOST_COUNTED))

    async def count_dead_money(self, actor: Actor) -> int:
        """How many jobs that move money were given up and wait for an operator."""
        authorize(actor, Action.MANAGE_JOBS)
        dead = await self.storage.read(lambda unit: unit.jobs.count_dead_by_kind())
        return sum(count for kind, count in dead.items() if kind in MONEY_JOBS)

    async def pause(self, actor: Actor, reason: PauseReason = PauseReason.OPERATOR) -> JobsPause:
        """Let no job begin, no mail go out and no money move until :meth:`resume`. Where they are paused
        already, that pause stays."""
        authorize(actor, Action.MANAGE_JOBS)
        wanted = JobsPause(self.clock.now(), reason)

        async def work(unit: UnitOfWork) -> JobsPause:
            if await unit.operation.pause_jobs(wanted):
                facts: dict[str, Fact] = {"reason": reason.value}
                await unit.audit.append(
                    AuditEvent(AuditAction.JOBS_PAUSED, actor, wanted.since, "jobs", "all", facts)
                )
            return await unit.operation.jobs_pause() or wanted

        return await self.storage.write(work)

    async def resume(self, actor: Actor) -> bool:
        """Let them go on; whether they were paused."""
        authorize(actor, Action.MANAGE_JOBS)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> bool:
            was_paused = await unit.operation.resume_jobs()
            if was_paused:
                await unit.audit.append(AuditEvent(AuditAction.JOBS_RESUMED, actor, now, "jobs", "all"))
            return was_paused

        return await self.storage.write(work)

    async def paused(self, actor: Actor) -> JobsPause | None:
        """The pause that they are in."""
        authorize(actor, Action.MANAGE_JOBS)
        return await self.storage.read(lambda unit: unit.operation.jobs_pause())

    async def show(self, actor: Actor, job_id: str) -> StoredJob:
        """Raises ``NotFound``."""
        authorize(actor, Action.MANAGE_JOBS)
        job = await self.storage.read(lambda unit: unit.jobs.get(job_id))
        if job is None:
            raise NotFound("Job")
        return job

    async def retry(self, actor: Actor, job_id: str) -> StoredJob:
        """Have a job tried again from the beginning, at once. Raises ``NotFound``, ``IllegalMove`` for a
        job that is done, ``Conflict``, and ``OwnCase`` for a refund of an order that the actor paid or
        drove: another sends it again, as in ``UnsentRefunds``."""
        authorize(actor, Action.MANAGE_JOBS)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> StoredJob:
            job = await unit.jobs.get(job_id)
            if job is None:
                raise NotFound("Job")
            if job.kind == JobKind.SEND_REFUND:
                refund = await unit.refunds.get(job.subject)
                await require_another_than_its_parties(unit, actor, refund.payment_id if refund else None)
            again = await unit.jobs.save(job, retried(job, now))
            facts: dict[str, Fact] = {"kind": job.kind, "subject": job.subject, "attempts": job.attempts}
            await unit.audit.append(AuditEvent(AuditAction.JOB_RETRIED, actor, now, "job", job.id, facts))
            return again

        return await self.storage.write(work)
