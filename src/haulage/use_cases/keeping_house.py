"""Forgetting, once an hour, what has been kept long enough."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import attrs

from haulage.ports.clock import Clock
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.behaviour.forgetting import forget_points, forget_streams, forget_traces
from haulage.use_cases.positions.forgetting import forget_last_positions
from haulage.use_cases.positions.reporting import POSITIONS_KEPT
from haulage.use_cases.proofs.forgetting import (
    PHOTOS_KEPT,
    PROOFS_KEPT,
    forget_proofs,
    forget_unused_photos,
)

SESSIONS_KEPT = timedelta(days=90)
"""Ours: a session that nobody has refreshed for so long has ended. A revoked one is kept as long, so that
its tokens are still recognised as used up."""

REPLIES_KEPT = timedelta(days=30)
"""Ours: how long an idempotency key is remembered."""

JOBS_KEPT = timedelta(days=30)
"""Ours: after this nobody needs to see that a job was done."""

PROVIDER_EVENTS_KEPT = timedelta(days=90)
"""Ours: the card provider repeats an event for days, and one with an old signature is refused anyway."""

CONVERSATIONS_KEPT = timedelta(days=365)
"""Ours, as for proofs: longer than a card's holder has to dispute a charge. Who wrote when stays."""

EVERY = timedelta(hours=1)
BATCH = 500

Forget = Callable[[UnitOfWork, datetime, int], Awaitable[int]]
"""Removes at most so many of what is older, and answers how many that were; fewer where each is dear."""

KEPT: tuple[tuple[timedelta, Forget], ...] = (
    (SESSIONS_KEPT, lambda unit, before, limit: unit.accounts.purge_sessions(before, limit)),
    (REPLIES_KEPT, lambda unit, before, limit: unit.replies.purge(before, limit)),
    (JOBS_KEPT, lambda unit, before, limit: unit.jobs.forget_before(before, limit)),
    (POSITIONS_KEPT, lambda unit, before, limit: unit.positions.forget_before(before, limit)),
    (POSITIONS_KEPT, forget_last_positions),
    (POSITIONS_KEPT, forget_streams),
    (POSITIONS_KEPT, forget_points),
    (POSITIONS_KEPT, forget_traces),
    (PROVIDER_EVENTS_KEPT, lambda unit, before, limit: unit.provider_events.forget_before(before, limit)),
    (CONVERSATIONS_KEPT, lambda unit, before, limit: unit.messages.forget_texts(before, limit)),
    (CONVERSATIONS_KEPT, lambda unit, before, limit: unit.calls.forget_details(before, limit)),
    (PROOFS_KEPT, forget_proofs),
    (PHOTOS_KEPT, forget_unused_photos),
)


@attrs.define(eq=False)
class KeepHouse:
    """Small batches, each in a transaction of its own, so that nobody waits long for one of them.

    Call it as often as you like: it works once an hour in each process.
    """

    storage: Storage
    clock: Clock
    _next: datetime | None = attrs.field(default=None, init=False)

    async def __call__(self) -> int:
        """How many rows of all kinds were forgotten."""
        now = self.clock.now()
        if self._next is not None and now < self._next:
            return 0
        count = sum([await self._forget(forget, now - kept) for kept, forget in KEPT])
        self._next = now + EVERY
        return count

    async def _forget(self, forget: Forget, before: datetime) -> int:
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: forget(unit, before, BATCH))
            if not gone:
                return total
            total += gone
