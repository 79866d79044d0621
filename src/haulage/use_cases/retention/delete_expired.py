"""Delete expired data once an hour, by the retention schedule."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import HaulageError
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.messaging.email import Mailbox
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.retention.rule import Delete, RetentionRule
from haulage.use_cases.email.retention import MAIL_FILE
from haulage.use_cases.retention.schedule import SCHEDULE, rule

EVERY = timedelta(hours=1)
BATCH = 500
MOST_SECONDS = 20.0
"""Ours: what is left after so long is done by the next call, so that other chores have their turn."""

REWRITTEN = "database_rewritten"
ONCE_A_DAY = RateLimit(1, timedelta(days=1))
"""Ours: so often the database's file is written anew after something was deleted; writers wait for it."""


@attrs.define(eq=False)
class DeleteExpiredData:
    """Deletes expired data by the retention schedule.

    Small batches, each in a transaction of its own, so that nobody waits long for one of them.

    A rule that fails by a defect keeps no other from being applied; it is raised once they have been.

    Call it as often as you like: it works once an hour in each process, and goes on at the next call where
    there was too much for one. The database's own files lose what was deleted, too, whoever deleted it: what
    is left of it in corners of them, once a day.
    """

    storage: Storage
    clock: Clock
    mailbox: Mailbox | None = None
    schedule: Sequence[RetentionRule] = SCHEDULE
    batch: int = BATCH
    _next: datetime | None = attrs.field(default=None, init=False)

    async def __call__(self) -> int:
        """How many records of all kinds were deleted or emptied."""
        now = self.clock.now()
        if self._next is not None and now < self._next:
            return 0
        faults: list[Exception] = []
        count, finished = await self._apply_rules(now, faults)
        duration = rule(MAIL_FILE).duration
        if self.mailbox is not None and duration is not None:
            count += await self.mailbox.forget_before(now - duration)
        await self.storage.scrub(rewrite=count > 0 and await self._is_first_today(now))
        if faults:
            raise faults[0]
        if finished:
            self._next = now + EVERY
        return count

    async def _apply_rules(self, now: datetime, faults: list[Exception]) -> tuple[int, bool]:
        """How many were deleted, and whether that was all; defects are added to *faults*."""
        deadline = now + timedelta(seconds=MOST_SECONDS)
        count, finished = 0, True
        for each in self.schedule:
            if each.delete is None or each.duration is None:
                continue
            try:
                gone, all_gone = await self._delete(each.delete, now - each.duration, deadline)
            except HaulageError:  # the database does not answer: nor would it for the rules after this one
                raise
            except Exception as fault:
                fault.add_note(f"by the rule {each.key!r} of the retention schedule")
                faults.append(fault)
                continue
            count, finished = count + gone, finished and all_gone
        return count, finished

    async def _is_first_today(self, now: datetime) -> bool:
        """Of all processes."""
        taken = await self.storage.write(lambda unit: unit.limits.take(REWRITTEN, ONCE_A_DAY, now))
        return taken.allowed

    async def _delete(self, delete: Delete, before: datetime, deadline: datetime) -> tuple[int, bool]:
        """How many, and whether that was all. Every kind has one batch, however late it is."""
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: delete(unit, before, self.batch))
            total += gone
            if not gone:
                return total, True
            if self.clock.now() >= deadline:
                return total, False
