"""How far somebody is with one training module (ONB-52)."""

from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.training.module import TrainingModule

MILLISECOND = timedelta(milliseconds=1)
SECONDS_A_MINUTE = 60


class TrainingStatus(StrEnum):
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"


@attrs.define
class NotWatchedYet(RuleBroken):
    """Some of the time that a module must be watched is missing."""

    code = "not_watched_yet"
    missing: timedelta
    watch_minutes: int
    """How many of the module's minutes have to be watched."""

    @property
    def message(self) -> str:
        minutes = ceil(self.missing.total_seconds() / SECONDS_A_MINUTE)
        more = f"Watch {minutes} more minute{'' if minutes == 1 else 's'} first"
        return f"{more}: this module is completed once {self.watch_minutes} minutes are watched."


class ScoreNeeded(RuleBroken):
    """A module that is completed by answering its questions, and by nothing else (OP-81)."""

    code = "score_needed"
    message = "This module is completed by answering its questions."


class ModuleCompleted(RuleBroken):
    """There is nothing left to do in this module."""

    code = "module_completed"
    message = "You have completed this module already."


@attrs.define
class AttemptsUsedUp(RuleBroken):
    """Nothing is asked any more until an administrator gives new attempts (OP-81)."""

    code = "attempts_used_up"
    allowed: int

    @property
    def message(self) -> str:
        return f"All {self.allowed} attempts are used. An administrator can give you new ones."


@attrs.frozen
class TrainingProgress:
    """A person's progress in one module.

    *attempts* counts the graded ones since the last reset, *score* is the latest in percent, and
    *certificate_code* names the certificate from the completion on. *reset_reason* is why an administrator
    gave new attempts.
    """

    user_id: str
    module_id: str
    started_at: datetime
    status: TrainingStatus = TrainingStatus.IN_PROGRESS
    completed_at: datetime | None = None
    attempts: int = 0
    time_spent_ms: int = 0
    score: int | None = None
    certificate_code: str | None = None
    reset_reason: str = ""
    version: int = 1

    @property
    def time_spent(self) -> timedelta:
        return self.time_spent_ms * MILLISECOND

    @property
    def is_completed(self) -> bool:
        return self.status is TrainingStatus.COMPLETED


def attempts_left(module: TrainingModule, progress: TrainingProgress | None) -> int | None:
    """None is as many as it takes."""
    allowed = module.criteria.attempts_allowed
    if allowed is None:
        return None
    return max(0, allowed - (0 if progress is None else progress.attempts))


def spend(progress: TrainingProgress, credit: timedelta) -> TrainingProgress:
    """With so much more time spent; what is completed stays as it was."""
    if progress.is_completed:
        return progress
    return attrs.evolve(progress, time_spent_ms=progress.time_spent_ms + credit // MILLISECOND)


def complete(
    module: TrainingModule, progress: TrainingProgress, code: str, now: datetime
) -> TrainingProgress:
    """Complete a module without a score; *code* will name its certificate. Again changes nothing. Raises
    ``ScoreNeeded`` and ``NotWatchedYet``."""
    if progress.is_completed:
        return progress
    if module.needs_score:
        raise ScoreNeeded
    missing = module.watch_time - progress.time_spent
    if missing > timedelta():
        raise NotWatchedYet(missing, module.criteria.watch_minutes)
    return _completed(progress, code, now)


def score(
    module: TrainingModule, progress: TrainingProgress, percent: int, code: str, now: datetime
) -> TrainingProgress:
    """Count an attempt with this score: completed at the minimum, failed with the last attempt (OP-81)."""
    counted = attrs.evolve(progress, attempts=progress.attempts + 1, score=percent)
    if percent >= module.criteria.minimum_score:
        return _completed(counted, code, now)
    if attempts_left(module, counted) == 0:
        return attrs.evolve(counted, status=TrainingStatus.FAILED)
    return counted


def require_open(module: TrainingModule, progress: TrainingProgress) -> None:
    """Raises ``ModuleCompleted`` and ``AttemptsUsedUp``."""
    if progress.is_completed:
        raise ModuleCompleted
    if attempts_left(module, progress) == 0:
        raise AttemptsUsedUp(module.criteria.attempts_allowed or 0)


def reset(progress: TrainingProgress, reason: str) -> TrainingProgress:
    """With new attempts and everything else as it was. Raises ``ModuleCompleted``."""
    if progress.is_completed:
        raise ModuleCompleted
    return attrs.evolve(
        progress, status=TrainingStatus.IN_PROGRESS, attempts=0, score=None, reset_reason=reason.strip()
    )


def _completed(progress: TrainingProgress, code: str, now: datetime) -> TrainingProgress:
    return attrs.evolve(progress, status=TrainingStatus.COMPLETED, completed_at=now, certificate_code=code)
