"""Jobs in the database."""

from collections.abc import Sequence
from datetime import datetime
from types import ModuleType
from typing import Any

from sqlalchemy import Label, delete, func, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from haulage.jobs import Job, JobQueue, JobState, StoredJob, new_stored_job
from haulage.ports.runtime.topics import JOBS, Notify
from haulage.ports.storage.jobs import JobStore
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import JOB_FREE, JOB_HELD, JOB_WAITING, job_workers, jobs
from haulage_adapters.sql.upserts import insert_ignore

WHAT = "job"
_FLAT = flat_names(StoredJob, without=set())


class SqlJobStore(JobStore):
    def __init__(self, session: Session, notify: Notify) -> None:
        self._session = session
        self._notify = notify

    async def enqueue(self, job: Job, now: datetime) -> None:
        stored = new_stored_job(job, now)
        new = self._dialect.insert(jobs).values(_flat(stored)).on_conflict_do_nothing(index_elements=["id"])
        if (await self._session.run(new.returning(jobs.c.id), what=WHAT)).first() is not None:
            self._notify(JOBS)

    async def enqueue_all(self, new_jobs: Sequence[Job], now: datetime) -> None:
        rows = [_flat(new_stored_job(job, now)) for job in new_jobs]
        if rows:
            await self._session.run(insert_ignore(self._session.dialect, jobs, "id"), rows, what=WHAT)
            self._notify(JOBS)

    async def get(self, job_id: str) -> StoredJob | None:
        row = await self._session.row(select(jobs).where(jobs.c.id == job_id))
        return None if row is None else StoredJob(**columns_of(row, _FLAT))

    async def save(self, before: StoredJob, after: StoredJob) -> StoredJob:
        saved = await save_unchanged(
            self._session, jobs, before, after, _released, what=WHAT, same=("id", "state", "version")
        )
        if saved.state is JobState.WAITING:
            self._notify(JOBS)
        return saved

    async def due(self, now: datetime, limit: int) -> Sequence[StoredJob]:
        rows = await self._session.rows(
            select(jobs)
            .where(JOB_WAITING, jobs.c.due_at <= now)
            .order_by(jobs.c.due_at, jobs.c.id)
            .limit(limit)
        )
        return [StoredJob(**columns_of(row, _FLAT)) for row in rows]

    async def next_due(self, queues: Sequence[JobQueue]) -> dict[JobQueue, datetime]:
        firsts = [
            select(func.min(jobs.c.due_at)).where(JOB_FREE, jobs.c.queue == queue).scalar_subquery()
            for queue in queues
        ]
        row = await self._session.row(select(*(first.label(f"due_{n}") for n, first in enumerate(firsts))))
        found = {} if row is None else {queue: row[f"due_{n}"] for n, queue in enumerate(queues)}
        return {queue: due_at for queue, due_at in found.items() if due_at is not None}

    async def claim(self, worker_id: str, queue: JobQueue, now: datetime, limit: int) -> Sequence[StoredJob]:
        due = (
            select(jobs.c.id)
            .where(JOB_FREE, jobs.c.queue == queue, jobs.c.due_at <= now)
            .order_by(jobs.c.due_at, jobs.c.id)
            .limit(limit)
        )
        if self._session.dialect == "postgresql":
            due = due.with_for_update(skip_locked=True)
        # A common table expression is carried out once; a plain subquery may be once for each row.
        taken = due.cte("due")
        statement = update(jobs).where(jobs.c.id.in_(select(taken.c.id))).values(held_by=worker_id)
        rows = (await self._session.run(statement.returning(*jobs.c), what=WHAT)).mappings().all()
        return sorted(
            (StoredJob(**columns_of(row, _FLAT)) for row in rows), key=lambda job: (job.due_at, job.id)
        )

    async def holders(self) -> Sequence[str]:
        rows = await self._session.rows(select(jobs.c.held_by).where(JOB_HELD).distinct())
        return [row["held_by"] for row in rows]

    async def held_by(self, worker_id: str, limit: int) -> Sequence[StoredJob]:
        held = select(jobs).where(JOB_HELD, jobs.c.held_by == worker_id).limit(limit)
        return [StoredJob(**columns_of(row, _FLAT)) for row in await self._session.rows(held)]

    async def list(
        self, request: PageRequest, *, state: JobState | None = None, kind: str | None = None
    ) -> Page[StoredJob]:
        statement = page_of(jobs, request)
        if state is not None:
            statement = statement.where(jobs.c.state == state)
        if kind is not None:
            statement = statement.where(jobs.c.kind == kind)
        rows = await self._session.rows(statement)
        return page(rows, request, lambda row: StoredJob(**columns_of(row, _FLAT)))

    async def count_by_state(self, most: int) -> dict[JobState, int]:
        row = await self._session.row(select(*(_counted(state, most) for state in JobState)))
        return {state: 0 if row is None else row[state.value] for state in JobState}

    async def count_dead_by_kind(self) -> dict[str, int]:
        counted = select(jobs.c.kind, func.count().label("jobs")).where(jobs.c.state == JobState.DEAD)
        rows = await self._session.rows(counted.group_by(jobs.c.kind))
        return {row["kind"]: row["jobs"] for row in rows}

    async def forget_before(self, finished_before: datetime, limit: int) -> int:
        old = (
            select(jobs.c.id)
            .where(jobs.c.state == JobState.DONE, jobs.c.finished_at < finished_before)
            .order_by(jobs.c.finished_at)
            .limit(limit)
        )
        return await self._session.changed(delete(jobs).where(jobs.c.id.in_(old)), what=WHAT)

    async def beat(self, worker_id: str) -> None:
        first = self._dialect.insert(job_workers).values(id=worker_id, heartbeats=1)
        beaten = first.on_conflict_do_update(
            index_elements=["id"], set_={"heartbeats": job_workers.c.heartbeats + 1}
        )
        await self._session.run(beaten, what=WHAT)

    async def workers(self) -> dict[str, int]:
        rows = await self._session.rows(select(job_workers))
        return {row["id"]: row["heartbeats"] for row in rows}

    async def release(self, worker_id: str) -> int:
        await self._session.run(delete(job_workers).where(job_workers.c.id == worker_id), what=WHAT)
        held = update(jobs).where(JOB_HELD, jobs.c.held_by == worker_id)
        released = await self._session.changed(held.values(held_by=None), what=WHAT)
        if released:
            self._notify(JOBS)
        return released

    @property
    def _dialect(self) -> ModuleType:
        """The two dialects write their upserts alike."""
        return postgresql if self._session.dialect == "postgresql" else sqlite


def _counted(state: JobState, most: int) -> Label[int]:
    """The jobs in this state, in a subquery that stops at *most*."""
    some = select(literal(1)).where(jobs.c.state == state).limit(most).subquery()
    return select(func.count()).select_from(some).scalar_subquery().label(state.value)


def _released(value: StoredJob) -> dict[str, Any]:
    """Whoever writes down an attempt holds the job no more."""
    return {**_flat(value), "held_by": None}


def _flat(value: StoredJob) -> dict[str, Any]:
    return attributes_of(value, _FLAT)
