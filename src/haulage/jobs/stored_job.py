"""What became of a job: attempts with growing pauses, up to a last one."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.jobs.job import Job, JobQueue
from haulage.kernel.lifecycle import Lifecycle

MAX_REASON_LENGTH = 500

LONGEST_WAIT = timedelta(days=7)
"""Ours: nothing that a job waits for takes longer, unless its handler says so."""

DEATHS = 10
"""Ours: how many processes may die over a job, one after the other, before it is left to an operator."""


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
class StoredJob:
    """A job as it is stored. ``due_at`` is when it may next be tried. ``kind`` may be one that only a newer
    release knows. ``version`` grows by one with every stored change and never goes back, so that job and
    version together name one attempt. ``since`` is when it was first due, or an operator had it retried;
    ``deaths`` counts the processes that died over it one after the other."""

    id: str
    kind: str
    subject: str
    created_at: datetime
    due_at: datetime
    since: datetime
    queue: JobQueue
    state: JobState = JobState.WAITING
    attempts: int = 0
    finished_at: datetime | None = None
    last_error: str | None = None
    deaths: int = 0
    version: int = 1


def new_stored_job(job: Job, now: datetime) -> StoredJob:
    """The queue's entry for a new job."""
    due_at = max(now, job.due_at or now)
    return StoredJob(
        job.id, job.kind.value, job.subject, created_at=now, due_at=due_at, since=due_at, queue=job.kind.queue
    )


def finished(job: StoredJob, now: datetime) -> StoredJob:
    """It is done, for good."""
    state = JOB_LIFECYCLE.after(job.state, JobMove.FINISH)
    return attrs.evolve(
        job, state=state, attempts=job.attempts + 1, finished_at=now, due_at=now, last_error=None
    )


def postponed(
    job: StoredJob, until: datetime, now: datetime, reason: str, longest: timedelta = LONGEST_WAIT
) -> StoredJob:
    """Nothing failed: the time for it has not come. Given up when it has waited for *longest* by now,
    because what it waits for will not come any more."""
    if now - job.since >= longest:
        return given_up(job, f"Still waiting after {describe_wait(longest)}: {reason}", now)
    state = JOB_LIFECYCLE.after(job.state, JobMove.WAIT)
    return attrs.evolve(job, state=state, due_at=until, deaths=0)


def describe_wait(longest: timedelta) -> str:
    """Days, or hours below two of them."""
    hours = round(longest / timedelta(hours=1))
    return f"{hours} h" if hours < 48 else f"{hours // 24} days"


def failed(job: StoredJob, reason: str, now: datetime, luck: float, patience: JobPatience) -> StoredJob:
    """Try again after a pause, or give up after the last attempt."""
    tried = attrs.evolve(job, attempts=job.attempts + 1, deaths=0)
    if tried.attempts >= patience.attempts:
        return given_up(tried, reason, now)
    return attrs.evolve(
        tried,
        state=JOB_LIFECYCLE.after(job.state, JobMove.WAIT),
        due_at=now + patience.pause(tried.attempts, luck),
        last_error=reason[:MAX_REASON_LENGTH],
    )


def orphaned(job: StoredJob, now: datetime, luck: float, patience: JobPatience) -> StoredJob:
    """The process that held it died. Done again at once after the first death; then after growing pauses,
    so that a job which kills its process does not take the same neighbors with it each time."""
    died = attrs.evolve(job, deaths=job.deaths + 1)
    if died.deaths >= DEATHS:
        return given_up(died, f"The server died {DEATHS} times over this.", now)
    pause = patience.pause(died.deaths, luck) if died.deaths > 1 else timedelta()
    return attrs.evolve(died, state=JOB_LIFECYCLE.after(job.state, JobMove.WAIT), due_at=now + pause)


def given_up(job: StoredJob, reason: str, now: datetime) -> StoredJob:
    """Leave it to an operator, who may have it tried again."""
    state = JOB_LIFECYCLE.after(job.state, JobMove.GIVE_UP)
    return attrs.evolve(job, state=state, finished_at=now, last_error=reason[:MAX_REASON_LENGTH])


def refused(job: StoredJob, reason: str, now: datetime) -> StoredJob:
    """Tried, and to try it again would be of no use."""
    return given_up(attrs.evolve(job, attempts=job.attempts + 1), reason, now)


def retried(job: StoredJob, now: datetime) -> StoredJob:
    """Begin again with all attempts, at once. Raises ``IllegalMove`` for a job that is done."""
    state = JOB_LIFECYCLE.after(job.state, JobMove.RETRY)
    return attrs.evolve(job, state=state, attempts=0, deaths=0, due_at=now, since=now, finished_at=None)
