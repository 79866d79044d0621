"""Background jobs: who runs them, and a handler for each kind."""

from random import SystemRandom

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.jobs import EnqueueRecurringJobs, ManageJobs, RecoverJobs, ReportDeadJobs, RunJob
from haulage.use_cases.jobs.facade import JobUseCases
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.job_worker import JobWorker
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.system.deadlines import within


def assemble_jobs(parts: Parts, handlers: JobHandlers) -> JobUseCases:
    storage, clock, luck = parts.storage, parts.clock, SystemRandom().random
    return JobUseCases(
        run=RunJob(
            storage,
            clock,
            {**handlers, JobKind.REPORT_DEAD_JOBS: JobHandler(ReportDeadJobs(storage, log_alarm))},
            luck=luck,
            alarm=log_alarm,
            within=within,
        ),
        worker=JobWorker(
            storage,
            clock,
            RecoverJobs(storage, clock, luck, log_alarm),
            parts.notifier,
            at_once=parts.settings.jobs_at_once,
        ),
        manage=ManageJobs(storage, clock),
        enqueue_recurring=EnqueueRecurringJobs(storage, clock),
    )
