"""Storage of the jobs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.jobs import Job, JobQueue, JobState, StoredJob
from haulage.ports.storage.paging import Page, PageRequest


class JobStore(Protocol):
    """The jobs; part of the unit of work, so that a job is kept exactly when the change is that calls
    for it. Whoever runs jobs finds it there, with or without being told."""

    async def enqueue(self, job: Job, now: datetime) -> None:
        """Have it done. Asked again with the same id, this changes nothing, even when it is done or dead."""
        ...

    async def enqueue_all(self, new_jobs: Sequence[Job], now: datetime) -> None:
        """The same for many."""
        ...

    async def get(self, job_id: str) -> StoredJob | None: ...

    async def save(self, before: StoredJob, after: StoredJob) -> StoredJob:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def due(self, now: datetime, limit: int) -> Sequence[StoredJob]:
        """Jobs that wait and may be tried by now, the longest due first."""
        ...

    async def next_due(self, queues: Sequence[JobQueue]) -> dict[JobQueue, datetime]:
        """When the next job that nobody holds is due; a queue without any is missing."""
        ...

    async def claim(self, worker_id: str, queue: JobQueue, now: datetime, limit: int) -> Sequence[StoredJob]:
        """Take due jobs that nobody holds, the longest due first. They are held until they are saved,
        released, or their holder counts as dead; no job is ever given to two."""
        ...

    async def holders(self) -> Sequence[str]:
        """The workers that hold jobs, dead or alive."""
        ...

    async def held_by(self, worker_id: str, limit: int) -> Sequence[StoredJob]:
        """Jobs that this worker holds."""
        ...

    async def list(
        self, page: PageRequest, *, state: JobState | None = None, kind: str | None = None
    ) -> Page[StoredJob]:
        """Newest first."""
        ...

    async def count_by_state(self, most: int) -> dict[JobState, int]:
        """Every state with its number of jobs, counted up to *most*: of finished ones there are millions."""
        ...

    async def count_dead_by_kind(self) -> dict[str, int]:
        """How many jobs were given up and not yet retried; kinds without any are missing."""
        ...

    async def forget_before(self, finished_before: datetime, limit: int) -> int:
        """Remove jobs that were done before this, oldest first; return how many that were. Dead ones stay."""
        ...

    async def beat(self, worker_id: str) -> None:
        """Show that this process lives; the first beat makes it known."""
        ...

    async def workers(self) -> dict[str, int]:
        """Every known process and its number of beats: one whose number stands still is dead."""
        ...

    async def release(self, worker_id: str) -> int:
        """It has left: others may take what it still holds, at once. How many jobs that were."""
        ...
