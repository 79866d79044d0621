"""Jobs in the database."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any, TypeAlias

from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from haulage.jobs import Job, JobState, KeptJob, keep
from haulage.ports.jobs import JobStore
from haulage.ports.paging import Page, PageRequest
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.rows import flat_names, pick, save_unchanged, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import JOB_WAITING, job_workers, jobs

WHAT = "job"
_FLAT = flat_names(KeptJob, without=set())

Dispatch: TypeAlias = Callable[[Session, KeptJob], Awaitable[None]]
"""Hands a waiting job, within its transaction, to whoever runs it at its due time."""


async def left_where_it_is(_session: Session, _kept: KeptJob) -> None:
    """Whoever runs jobs looks for those that nobody has handed over."""


class SqlJobStore(JobStore):
    def __init__(self, session: Session, dispatch: Dispatch = left_where_it_is) -> None:
        self._session = session
        self._dispatch = dispatch

    async def enqueue(self, job: Job, now: datetime) -> None:
        kept = keep(job, now)
        new = self._dialect.insert(jobs).on_conflict_do_nothing(index_elements=["id"])
        if await self._session.changed(new.values(_flat(kept)), what=WHAT):
            await self._dispatch(self._session, kept)

    async def get(self, job_id: str) -> KeptJob | None:
        row = await self._session.row(select(jobs).where(jobs.c.id == job_id))
        return None if row is None else KeptJob(**take(row, _FLAT))

    async def save(self, before: KeptJob, after: KeptJob) -> KeptJob:
        saved = await save_unchanged(
            self._session, jobs, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )
        if saved.state is JobState.WAITING:
            await self._dispatch(self._session, saved)
        return saved

    async def due(self, now: datetime, limit: int) -> Sequence[KeptJob]:
        rows = await self._session.rows(
            select(jobs)
            .where(JOB_WAITING, jobs.c.due_at <= now)
            .order_by(jobs.c.due_at, jobs.c.id)
            .limit(limit)
        )
        return [KeptJob(**take(row, _FLAT)) for row in rows]

    async def list(
        self, request: PageRequest, *, state: JobState | None = None, kind: str | None = None
    ) -> Page[KeptJob]:
        statement = page_of(jobs, request)
        if state is not None:
            statement = statement.where(jobs.c.state == state)
        if kind is not None:
            statement = statement.where(jobs.c.kind == kind)
        rows = await self._session.rows(statement)
        return page(rows, request, lambda row: KeptJob(**take(row, _FLAT)))

    async def count_by_state(self) -> dict[JobState, int]:
        counted = select(jobs.c.state, func.count().label("jobs")).group_by(jobs.c.state)
        rows = await self._session.rows(counted)
        return {row["state"]: row["jobs"] for row in rows}

    async def forget_before(self, finished_before: datetime, limit: int) -> int:
        old = (
            select(jobs.c.id)
            .where(jobs.c.state == JobState.DONE, jobs.c.finished_at < finished_before)
            .order_by(jobs.c.finished_at)
            .limit(limit)
        )
        return await self._session.changed(delete(jobs).where(jobs.c.id.in_(old)), what=WHAT)

    async def beat(self, worker_id: str) -> None:
        first = self._dialect.insert(job_workers).values(id=worker_id, beats=1)
        beaten = first.on_conflict_do_update(index_elements=["id"], set_={"beats": job_workers.c.beats + 1})
        await self._session.run(beaten, what=WHAT)

    async def workers(self) -> dict[str, int]:
        rows = await self._session.rows(select(job_workers))
        return {row["id"]: row["beats"] for row in rows}

    async def forget_worker(self, worker_id: str) -> None:
        await self._session.run(delete(job_workers).where(job_workers.c.id == worker_id), what=WHAT)

    @property
    def _dialect(self) -> ModuleType:
        """The two dialects write their upserts alike."""
        return postgresql if self._session.dialect == "postgresql" else sqlite


def _flat(value: KeptJob) -> dict[str, Any]:
    return pick(value, _FLAT)
