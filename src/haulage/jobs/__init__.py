"""Jobs: work that is done later, for certain, and however often a process dies over it."""

from haulage.jobs.job import MAX_SUBJECT_LENGTH, Job, JobKind
from haulage.jobs.kept import JOB_LIFECYCLE, STANDARD_PATIENCE, JobPatience, JobState, KeptJob, keep

__all__ = [
    "JOB_LIFECYCLE",
    "MAX_SUBJECT_LENGTH",
    "STANDARD_PATIENCE",
    "Job",
    "JobKind",
    "JobPatience",
    "JobState",
    "KeptJob",
    "keep",
]
