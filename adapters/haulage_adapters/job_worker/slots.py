"""How many attempts a process makes at a time, shared out among the queues."""

from collections import Counter

import attrs

from haulage.jobs import JobQueue

SHARE = 16
"""Ours: each queue keeps one slot in so many for itself, whatever the others have to do."""


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
        return max(0, self.at_once - others - self._busy[queue])

    def take(self, queue: JobQueue) -> None:
        self._busy[queue] += 1

    def free(self, queue: JobQueue) -> None:
        self._busy[queue] -= 1
