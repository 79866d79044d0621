"""What became of a job: attempts with growing pauses, up to a last one (SAFETY rule 4)."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.jobs.job import Job
from haulage.kernel.lifecycle import Lifecycle

MAX_REASON_LENGTH = 500


class JobState(StrEnum):
    WAITING = "waiting"
    DONE = "done"
    DEAD = "dead"


class JobMove(StrEnum):
    FINISH = "be_finished"
    WAIT = "wait"
    GIVE_UP = "be_given_up"
    RETRY = "be_retried"


JOB_LIFECYCLE: Lifecycle[JobState, JobMove] = Lifecycle(
    subject="job",
    moves={
        JobState.WAITING: {
            JobMove.FINISH: JobState.DONE,
            JobMove.WAIT: JobState.WAITING,
            JobMove.GIVE_UP: JobState.DEAD,
            JobMove.RETRY: JobState.WAITING,
        },
        JobState.DONE: {},
        JobState.DEAD: {JobMove.RETRY: JobState.WAITING},
    },
)
"""An operator may retry a waiting job too, when its pause has become needless."""


@attrs.frozen
class JobPatience:
    """How long a job is tried. Ours: the attempts lie within about a day, so that an outside service's bad
    night needs nobody to get up."""

    first_pause: timedelta = timedelta(seconds=2)
    longest_pause: timedelta = timedelta(hours=1)
    attempts: int = 40

    def pause(self, attempt: int, luck: float) -> timedelta:
        """Between half and all of a pause that doubles with each *attempt*; *luck* is from 0 to 1."""
        doubled = self.first_pause * (1 << min(attempt - 1, 30))
        return min(doubled, self.longest_pause) * (0.5 + luck / 2)


STANDARD_PATIENCE = JobPatience()


@attrs.frozen
class KeptJob:
    """A job as it is stored. ``due_at`` is when it may next be tried. ``kind`` may be one that only a newer
    release knows. ``version`` grows by one with every stored change and never goes back, so that job and
    version together name one attempt."""

    id: str
    kind: str
    subject: str
    created_at: datetime
    due_at: datetime
    state: JobState = JobState.WAITING
    attempts: int = 0
    finished_at: datetime | None = None
    last_error: str | None = None
    version: int = 1


def keep(job: Job, now: datetime) -> KeptJob:
    """The entry for a new job."""
    return KeptJob(job.id, job.kind.value, job.subject, created_at=now, due_at=max(now, job.due_at or now))


def finished(kept: KeptJob, now: datetime) -> KeptJob:
    """It is done, for good."""
    state = JOB_LIFECYCLE.after(kept.state, JobMove.FINISH)
    return attrs.evolve(
        kept, state=state, attempts=kept.attempts + 1, finished_at=now, due_at=now, last_error=None
    )


def postponed(kept: KeptJob, until: datetime) -> KeptJob:
    """Nothing failed: the time for it has not come."""
    return attrs.evolve(kept, state=JOB_LIFECYCLE.after(kept.state, JobMove.WAIT), due_at=until)


def failed(kept: KeptJob, reason: str, now: datetime, luck: float, patience: JobPatience) -> KeptJob:
    """Try again after a pause, or give up after the last attempt."""
    tried = attrs.evolve(kept, attempts=kept.attempts + 1)
    if tried.attempts >= patience.attempts:
        return given_up(tried, reason, now)
    return attrs.evolve(
        tried,
        state=JOB_LIFECYCLE.after(kept.state, JobMove.WAIT),
        due_at=now + patience.pause(tried.attempts, luck),
        last_error=reason[:MAX_REASON_LENGTH],
    )


def given_up(kept: KeptJob, reason: str, now: datetime) -> KeptJob:
    """Leave it to an operator, who may have it tried again."""
    state = JOB_LIFECYCLE.after(kept.state, JobMove.GIVE_UP)
    return attrs.evolve(kept, state=state, finished_at=now, last_error=reason[:MAX_REASON_LENGTH])


def retried(kept: KeptJob, now: datetime) -> KeptJob:
    """Begin again with all attempts, at once. Raises ``IllegalMove`` for a job that is done."""
    state = JOB_LIFECYCLE.after(kept.state, JobMove.RETRY)
    return attrs.evolve(kept, state=state, attempts=0, due_at=now, finished_at=None)
