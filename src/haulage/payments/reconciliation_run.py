"""One run of the reconciliation: asked for, under way, and what it found."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

RUN_LIMIT = timedelta(minutes=30)
"""Ours: how long a run may take; the next begins anew."""


class RunState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """It broke off, and may be tried again by itself."""


@attrs.frozen
class ReconciliationRun:
    """*since* is how far back it was asked to look, None for the usual span. The numbers are of its end:
    entries read, differences found that were not known, repaired and closed, and all that are open.
    ``failure`` is a sentence for people, ``repair`` whether somebody asked for it and had it repair."""

    id: str
    requested_at: datetime
    repair: bool
    since: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    failure: str | None = None
    entries: int = 0
    found: int = 0
    repaired: int = 0
    closed: int = 0
    open: int = 0

    def state(self, now: datetime) -> RunState:
        """A run that takes longer than it may has died with its process."""
        if self.finished_at is not None:
            return RunState.DONE
        if self.failure is not None:
            return RunState.FAILED
        if self.started_at is None:
            return RunState.WAITING
        return RunState.RUNNING if now < self.started_at + RUN_LIMIT else RunState.FAILED
