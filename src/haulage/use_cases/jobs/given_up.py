"""What follows when a job is given up, in the transaction that gives it up."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TypeAlias

from haulage.jobs import JobKind, JobState, StoredJob
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.share_transfers import owe_reversal

WhenGivenUp: TypeAlias = Callable[[UnitOfWork, str, datetime], Awaitable[None]]
"""Given the job's subject, and the time; it calls nothing outside the unit."""

WHEN_GIVEN_UP: Mapping[JobKind, WhenGivenUp] = {JobKind.TAKE_BACK_SHARE: owe_reversal}


async def note_given_up(unit: UnitOfWork, job: StoredJob, now: datetime) -> None:
    """A job was saved that may be dead."""
    kind = JobKind.named(job.kind)
    follows = WHEN_GIVEN_UP.get(kind) if kind and job.state is JobState.DEAD else None
    if follows is not None:
        await follows(unit, job.subject, now)
