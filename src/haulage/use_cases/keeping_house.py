"""Forgetting, once an hour, what has been kept long enough."""

from datetime import datetime, timedelta

import attrs

from haulage.ports.clock import Clock
from haulage.ports.storage import Storage
from haulage.use_cases.positions.reporting import POSITIONS_KEPT

SESSIONS_KEPT = timedelta(days=90)
"""Ours: a session that nobody has refreshed for so long has ended. A revoked one is kept as long, so that
its tokens are still recognised as used up."""

REPLIES_KEPT = timedelta(days=30)
"""Ours: how long an idempotency key is remembered."""

JOBS_KEPT = timedelta(days=30)
"""Ours: after this nobody needs to see that a job was done."""

EVERY = timedelta(hours=1)
BATCH = 500


@attrs.define(eq=False)
class KeepHouse:
    """Small batches, each in a transaction of its own, so that nobody waits long for one of them.

    Call it as often as you like: it works once an hour in each process.
    """

    storage: Storage
    clock: Clock
    _next: datetime | None = attrs.field(default=None, init=False)

    async def __call__(self) -> int:
        """How many sessions, replies, jobs and positions were forgotten."""
        now = self.clock.now()
        if self._next is not None and now < self._next:
            return 0
        count = await self._sessions(now - SESSIONS_KEPT) + await self._replies(now - REPLIES_KEPT)
        count += await self._jobs(now - JOBS_KEPT)
        count += await self._positions(now - POSITIONS_KEPT)
        self._next = now + EVERY
        return count

    async def _sessions(self, unused_since: datetime) -> int:
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: unit.accounts.purge_sessions(unused_since, BATCH))
            total += gone
            if gone < BATCH:
                return total

    async def _replies(self, before: datetime) -> int:
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: unit.replies.purge(before, BATCH))
            total += gone
            if gone < BATCH:
                return total

    async def _jobs(self, before: datetime) -> int:
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: unit.jobs.forget_before(before, BATCH))
            total += gone
            if gone < BATCH:
                return total

    async def _positions(self, before: datetime) -> int:
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: unit.positions.forget_before(before, BATCH))
            total += gone
            if gone < BATCH:
                return total
