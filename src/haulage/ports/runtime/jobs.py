"""Work that is done later: where it is kept, and who does it."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

import attrs

from haulage.jobs import STANDARD_PATIENCE, JobKind, JobPatience, StoredJob
from haulage.jobs.stored_job import LONGEST_WAIT
from haulage.kernel.errors import HaulageError


@attrs.define
class NotYet(HaulageError):
    """Said by a handler whose time has not come: ask again then. It counts as no attempt. *waits_for* is a
    sentence for whoever finds the job given up because it waited too long."""

    code = "job_not_yet"
    until: datetime
    waits_for: str = ""

    @property
    def message(self) -> str:
        return self.waits_for or f"The time for this is not before {self.until.isoformat()}."


@attrs.define
class GiveUp(HaulageError):
    """Raised by a handler where trying again is of no use: the job is left to an operator at once."""

    code = "job_given_up"
    reason: str

    @property
    def message(self) -> str:
        return self.reason


TIME_LIMIT = timedelta(minutes=2)
"""Ours: longer than all outside calls of one attempt may take together."""


@attrs.frozen
class JobHandler:
    """How one kind of job is done.

    *do* is given the job's subject. It may be called again for a job that it has done already, and beside
    itself, when a process died or was thought to be dead: what it does must have one effect. Raising is
    failing, and is tried again; ``NotYet`` is waiting, for *longest_wait* at most from when the job was
    first due; ``GiveUp`` is the end. An attempt that takes longer than *time_limit* is cancelled and has
    failed.
    """

    do: Callable[[str], Awaitable[object]]
    patience: JobPatience = STANDARD_PATIENCE
    longest_wait: timedelta = LONGEST_WAIT
    time_limit: timedelta = TIME_LIMIT


JobHandlers: TypeAlias = Mapping[JobKind, JobHandler]


class JobAttempts(Protocol):
    """What makes the attempts, as whoever runs jobs sees it."""

    async def __call__(self, job: StoredJob) -> Exception | None:
        """Make the next attempt at a job that was claimed; what is returned belongs into a log. Raises when
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
