"""The one row about the marketplace as a whole; until something is decided there is none."""

from types import ModuleType
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite

from haulage.jobs.pause import JobsPause
from haulage.ports.storage.operation import OperationStore
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import operation_state
from haulage_adapters.sql.tables.operation_state import THE_ROW

WHAT = "operation state"
_GOES_ON = operation_state.c.jobs_paused_at.is_(None)


class SqlOperationStore(OperationStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def jobs_pause(self) -> JobsPause | None:
        row = await self._session.row(select(operation_state).where(~_GOES_ON))
        return None if row is None else JobsPause(row["jobs_paused_at"], row["jobs_paused_for"])

    async def pause_jobs(self, pause: JobsPause) -> bool:
        values = {"jobs_paused_at": pause.since, "jobs_paused_for": pause.reason}
        return await self._upsert(values, values | {"probes": 0}, where=_GOES_ON)

    async def resume_jobs(self) -> bool:
        going_on = update(operation_state).where(~_GOES_ON).values(jobs_paused_at=None, jobs_paused_for=None)
        return await self._session.changed(going_on, what=WHAT) > 0

    async def probe(self) -> None:
        await self._upsert({"probes": operation_state.c.probes + 1}, {"probes": 1})

    async def _upsert(self, changed: dict[str, Any], first: dict[str, Any], where: Any = None) -> bool:
        """Whether it wrote anything."""
        new = self._dialect.insert(operation_state).values(id=THE_ROW, **first)
        either = new.on_conflict_do_update(index_elements=["id"], set_=changed, where=where)
        written = await self._session.run(either.returning(operation_state.c.id), what=WHAT)
        return written.first() is not None

    @property
    def _dialect(self) -> ModuleType:
        return postgresql if self._session.dialect == "postgresql" else sqlite
