"""A training module: what an applicant learns, and when it counts as completed (ONB-50)."""

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import NotFound
from haulage.training.question import Question

DEFAULT_MINIMUM_SCORE = 70
"""ONB-53, in percent, where a module names none of its own."""


class ModuleType(StrEnum):
    """How a module is taught."""

    VIDEO = "video"
    INTERACTIVE = "interactive"
    QUIZ = "quiz"
    DOCUMENT = "document"


@attrs.frozen
class CompletionCriteria:
    """When a module is completed: minutes that must have been watched, a score in percent, and how many
    attempts there are at that score; None is as many as it takes."""

    watch_minutes: int = 0
    minimum_score: int = DEFAULT_MINIMUM_SCORE
    attempts_allowed: int | None = None


@attrs.frozen
class TrainingModule:
    """*minutes* is how long it takes. *questions* is what may be asked, and *question_count* how many of them
    one attempt has; an interactive module asks all of its tasks in their order."""

    id: str
    title: str
    description: str
    type: ModuleType
    minutes: int
    criteria: CompletionCriteria = CompletionCriteria()
    questions: Sequence[Question] = ()
    question_count: int = 0
    is_required: bool = True

    @property
    def needs_score(self) -> bool:
        """OP-81: quizzes and interactive modules."""
        return self.type in {ModuleType.QUIZ, ModuleType.INTERACTIVE}

    @property
    def watch_time(self) -> timedelta:
        return timedelta(minutes=self.criteria.watch_minutes)

    @property
    def length(self) -> timedelta:
        return timedelta(minutes=self.minutes)

    def question(self, question_id: str) -> Question:
        """Raises ``NotFound``."""
        found = next((each for each in self.questions if each.id == question_id), None)
        if found is None:
            raise NotFound("Question")
        return found
