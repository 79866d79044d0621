"""How long jobs are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, NOBODYS, deleted, expired, retained
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "jobs",
        "jobs",
        30 * DAY,
        "after they were done",
        lambda unit, before, limit: unit.jobs.forget_before(before, limit),
        "After this nobody needs to see that a job was done.",
        "What the server had to do for you, such as sending a mail, by ids",
    ),
    deleted(
        "dead_jobs",
        "jobs",
        90 * DAY,
        "after they were given up",
        expired(Expiring.DEAD_JOBS),
        "An operator has had three months to have them tried again.",
        "What it could not do",
    ),
    retained("job_workers", ("job_workers", "operation_state"), NOBODYS),
)
