"""Background jobs: run, schedule, recover and manage them."""

from haulage.use_cases.jobs.dead_jobs import ReportDeadJobs
from haulage.use_cases.jobs.manage_jobs import ManageJobs
from haulage.use_cases.jobs.recover_jobs import RecoverJobs
from haulage.use_cases.jobs.run_job import RunJob
from haulage.use_cases.jobs.schedule import EnqueueRecurringJobs

__all__ = ["EnqueueRecurringJobs", "ManageJobs", "RecoverJobs", "ReportDeadJobs", "RunJob"]
