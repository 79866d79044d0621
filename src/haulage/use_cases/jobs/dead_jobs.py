"""Alert an operator to jobs that were given up."""

import attrs

from haulage.jobs import JobKind, JobQueue, StoredJob
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.storage.unit_of_work import Storage

MONEY_JOBS = frozenset(kind.value for kind in JobKind if kind.queue is JobQueue.MONEY)
REPORTED_ONCE = frozenset({JobKind.SEND_EMAIL.value})
"""An address that does not exist is no reason to alert anybody every hour."""

MONEY_DEAD = "jobs.money_dead"
OTHERS_DEAD = "jobs.dead"
EMAIL_DEAD = "mails.dead"


def raise_alarm(alarm: Alarm, dead: StoredJob) -> None:
    """A job was given up just now."""
    if dead.kind == JobKind.SEND_EMAIL:
        alarm(EMAIL_DEAD, mail=dead.subject, attempts=dead.attempts)
        return
    alarm(MONEY_DEAD if dead.queue is JobQueue.MONEY else OTHERS_DEAD, job=dead.id, attempts=dead.attempts)


@attrs.frozen
class ReportDeadJobs:
    """Says, once an hour, how many jobs wait for an operator; those that move money have a name of their
    own. It stops when they were retried."""

    storage: Storage
    alarm: Alarm

    async def __call__(self, _hour: str) -> None:
        dead = await self.storage.read(lambda unit: unit.jobs.count_dead_by_kind())
        money = {kind: count for kind, count in dead.items() if kind in MONEY_JOBS}
        others = {kind: count for kind, count in dead.items() if kind not in MONEY_JOBS | REPORTED_ONCE}
        if money:
            self.alarm(MONEY_DEAD, **money)
        if others:
            self.alarm(OTHERS_DEAD, **others)
