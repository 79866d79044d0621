"""Training: what applicants learn before their first job, and how it is certified."""

from haulage.training.attempt import (
    AnsweredAlready,
    Attempt,
    Unanswered,
    answer,
    grade,
    is_revealed,
    is_right,
    new_attempt,
)
from haulage.training.catalog import MODULES, module_of
from haulage.training.certificate import Certificate
from haulage.training.module import CompletionCriteria, ModuleType, TrainingModule
from haulage.training.progress import (
    AttemptsUsedUp,
    ModuleCompleted,
    NotWatchedYet,
    ScoreNeeded,
    TrainingProgress,
    TrainingStatus,
    attempts_left,
    complete,
    require_open,
    reset,
    score,
    spend,
)
from haulage.training.question import Question, draw
from haulage.training.watch import HEARTBEAT_INTERVAL, Watch, WatchedElsewhere, beat

__all__ = [
    "HEARTBEAT_INTERVAL",
    "MODULES",
    "AnsweredAlready",
    "Attempt",
    "AttemptsUsedUp",
    "Certificate",
    "CompletionCriteria",
    "ModuleCompleted",
    "ModuleType",
    "NotWatchedYet",
    "Question",
    "ScoreNeeded",
    "TrainingModule",
    "TrainingProgress",
    "TrainingStatus",
    "Unanswered",
    "Watch",
    "WatchedElsewhere",
    "answer",
    "attempts_left",
    "beat",
    "complete",
    "draw",
    "grade",
    "is_revealed",
    "is_right",
    "module_of",
    "new_attempt",
    "require_open",
    "reset",
    "score",
    "spend",
]
