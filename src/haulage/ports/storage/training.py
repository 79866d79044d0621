"""Storage of training: how far people are, what they watch, and what they answered."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.training import Attempt, TrainingProgress, Watch


@attrs.frozen
class CertifiedModule:
    """A completed module with the name of who completed it."""

    progress: TrainingProgress
    holder: str


class TrainingStore(Protocol):
    """Part of the unit of work."""

    async def begin(self, user_id: str, module_id: str, now: datetime) -> TrainingProgress:
        """The progress that there is, or a new one."""
        ...

    async def progress(self, user_id: str, module_id: str) -> TrainingProgress | None: ...

    async def progress_of(self, user_id: str) -> Sequence[TrainingProgress]:
        """In all modules that the person has begun, the earliest first."""
        ...

    async def save(self, before: TrainingProgress, after: TrainingProgress) -> TrainingProgress:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def certified(self, code: str) -> CertifiedModule | None:
        """Whose certificate has this code."""
        ...

    async def take_watch(self, watch: Watch) -> None:
        """Make it the person's only watch."""
        ...

    async def watch_of(self, user_id: str) -> Watch | None: ...

    async def save_watch(self, before: Watch, after: Watch) -> None:
        """``Conflict`` when another heartbeat or another window was first."""
        ...

    async def add_attempt(self, attempt: Attempt) -> None:
        """``Conflict`` when the person has an open one in the module."""
        ...

    async def open_attempt(self, user_id: str, module_id: str) -> Attempt | None: ...

    async def latest_attempt(self, user_id: str, module_id: str) -> Attempt | None:
        """The one that was begun last, open or graded."""
        ...

    async def seen_questions(self, user_id: str, module_id: str) -> Sequence[str]:
        """The ids of questions in the person's latest attempts in the module, of which it reads a bounded
        number."""
        ...

    async def save_attempt(self, before: Attempt, after: Attempt) -> Attempt:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...
