"""Work that is done later: where it is kept, and who does it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Protocol, TypeAlias

import attrs

from haulage.jobs import STANDARD_PATIENCE, Job, JobKind, JobPatience, JobState, KeptJob
from haulage.kernel.errors import HaulageError
from haulage.ports.paging import Page, PageRequest


@attrs.define(eq=False, str=False)
class NotYet(HaulageError):
    """Said by a handler whose time has not come: ask again then. It counts as no attempt."""

    code: ClassVar[str] = "job_not_yet"
    until: datetime

    @property
    def message(self) -> str:
        return f"The time for this is not before {self.until.isoformat()}."


@attrs.frozen
class JobHandler:
    """How one kind of job is done.

    *do* is given the job's subject. It may be called again for a job that it has done already, and beside
    itself, when a process died or was thought to be dead: what it does must have one effect. Raising is
    failing, and is tried again; ``NotYet`` is waiting.
    """

    do: Callable[[str], Awaitable[object]]
    patience: JobPatience = STANDARD_PATIENCE


JobHandlers: TypeAlias = Mapping[JobKind, JobHandler]


class JobStore(Protocol):
    """The jobs; part of the unit of work, so that a job is kept exactly when the change is that calls
    for it. Whoever runs jobs finds it there, with or without being told."""

    async def enqueue(self, job: Job, now: datetime) -> None:
        """Have it done. Asked again with the same id, this changes nothing, even when it is done or dead."""
        ...

    async def get(self, job_id: str) -> KeptJob | None: ...

    async def save(self, before: KeptJob, after: KeptJob) -> KeptJob:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def due(self, now: datetime, limit: int) -> Sequence[KeptJob]:
        """Jobs that wait and may be tried by now, the longest due first."""
        ...

    async def list(
        self, page: PageRequest, *, state: JobState | None = None, kind: str | None = None
    ) -> Page[KeptJob]:
        """Newest first."""
        ...

    async def count_by_state(self) -> dict[JobState, int]: ...

    async def forget_before(self, finished_before: datetime, limit: int) -> int:
        """Remove jobs that were done before this, oldest first; return how many that were. Dead ones stay."""
        ...

    async def beat(self, worker_id: str) -> None:
        """Show that this process lives; the first beat makes it known."""
        ...

    async def workers(self) -> dict[str, int]:
        """Every known process and its number of beats: one whose number stands still is dead."""
        ...

    async def forget_worker(self, worker_id: str) -> None:
        """It has left, or is dead and its work was taken over."""
        ...


class JobAttempts(Protocol):
    """What makes the attempts, as whoever runs jobs sees it."""

    async def __call__(self, job_id: str, version: int) -> Exception | None:
        """Make this attempt if it is still to be made; what is returned belongs into a log. Raises when
        nothing could be written down: the attempt is to be repeated then."""
        ...

    async def all_due(self) -> int:
        """Try everything that is due once; return how many were done."""
        ...


class JobRunner(Protocol):
    """Whoever has the jobs of this process done."""

    async def run_forever(self, attempts: JobAttempts) -> None:
        """Have due jobs done until cancelled. Any number of processes may do so on one store."""
        ...
