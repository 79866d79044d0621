"""Jobs: work that is done later, for certain, and however often a process dies over it."""

from haulage.jobs.job import MAX_SUBJECT_LENGTH, Job, JobKind, JobQueue
from haulage.jobs.pause import JobsPause, PauseReason
from haulage.jobs.recurring import Every, RecurringJob
from haulage.jobs.stored_job import (
    JOB_LIFECYCLE,
    STANDARD_PATIENCE,
    JobPatience,
    JobState,
    StoredJob,
    new_stored_job,
)

__all__ = [
    "JOB_LIFECYCLE",
    "MAX_SUBJECT_LENGTH",
    "STANDARD_PATIENCE",
    "Every",
    "Job",
    "JobKind",
    "JobPatience",
    "JobQueue",
    "JobState",
    "JobsPause",
    "PauseReason",
    "RecurringJob",
    "StoredJob",
    "new_stored_job",
]
