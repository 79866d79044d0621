"""How many attempts a process makes at a time, shared out among the queues."""

from collections import Counter
from collections.abc import Mapping

import attrs

from haulage.jobs import JobQueue

SHARE = 16
"""Ours: each queue keeps one slot in so many for itself, whatever the others have to do."""

LIMITS: Mapping[JobQueue, int] = {JobQueue.EMAIL: 4}
"""Ours: mail servers refuse clients that open many connections at a time."""


@attrs.frozen
class JobSlots:
    """*at_once* attempts at most. No queue takes the slots that are kept for the others, so that six hundred
    mails never hold up a promise of seconds."""

    at_once: int
    _busy: Counter[JobQueue] = attrs.field(factory=Counter, init=False)

    @property
    def reserved(self) -> int:
        return max(1, self.at_once // SHARE)

    def room(self, queue: JobQueue) -> int:
        """How many more attempts of this queue may begin now."""
        others = sum(max(self._busy[other], self.reserved) for other in JobQueue if other is not queue)
        most = min(self.at_once - others, LIMITS.get(queue, self.at_once))
        return max(0, most - self._busy[queue])

    def take(self, queue: JobQueue) -> None:
        self._busy[queue] += 1

    def free(self, queue: JobQueue) -> None:
        self._busy[queue] -= 1
