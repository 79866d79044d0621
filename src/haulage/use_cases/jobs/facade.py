"""Everything about background jobs, in one value for the shells to call."""

import attrs

from haulage.ports.runtime.jobs import JobRunner
from haulage.use_cases.jobs.manage_jobs import ManageJobs
from haulage.use_cases.jobs.run_job import RunJob
from haulage.use_cases.jobs.schedule import EnqueueRecurringJobs


@attrs.frozen
class JobUseCases:
    """Jobs: run, repeated and looked after."""

    run: RunJob
    worker: JobRunner
    """Whoever has jobs done in this process, once it is asked to."""
    manage: ManageJobs
    enqueue_recurring: EnqueueRecurringJobs
    """To be called every few seconds."""
