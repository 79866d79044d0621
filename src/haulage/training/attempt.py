"""One attempt at the questions of a module: what it asks, what was answered, and its grade."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

import attrs

from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.kernel.money import half_up
from haulage.training.module import ModuleType, TrainingModule
from haulage.training.question import Question, draw


class Unanswered(RuleBroken):
    """ONB-54: every question needs an answer."""

    code = "unanswered"
    message = "Choose an answer to every question first."


class AnsweredAlready(RuleBroken):
    """The first answer to a task of an interactive module counts, because it tells what was right."""

    code = "answered_already"
    message = "This task is answered already: the first answer counts."


@attrs.frozen
class Attempt:
    """*answers* are indexes of options by the ids of questions. It is open until it is graded."""

    id: str
    user_id: str
    module_id: str
    question_ids: tuple[str, ...]
    started_at: datetime
    answers: Mapping[str, int] = attrs.field(factory=dict)
    score: int | None = None
    graded_at: datetime | None = None
    version: int = 1

    @property
    def is_open(self) -> bool:
        return self.graded_at is None


def new_attempt(
    id: str, user_id: str, module: TrainingModule, seen: Container[str], now: datetime
) -> Attempt:
    """A quiz draws its questions, by the unguessable id; an interactive module asks all of its tasks in their
    order. *seen* were asked of the person before."""
    chosen: Sequence[Question] = module.questions
    if module.type is ModuleType.QUIZ:
        chosen = draw(module.questions, module.question_count, seen, id)
    return Attempt(id, user_id, module.id, tuple(each.id for each in chosen), now)


def answer(module: TrainingModule, attempt: Attempt, question_id: str, option: int) -> Attempt:
    """With this answer. Raises ``NotFound``, ``InvalidInput`` and ``AnsweredAlready``."""
    if question_id not in attempt.question_ids:
        raise NotFound("Question")
    if not 0 <= option < len(module.question(question_id).options):
        raise InvalidInput("option", "is none of the question's")
    if attempt.answers.get(question_id) == option:
        return attempt
    if module.type is ModuleType.INTERACTIVE and question_id in attempt.answers:
        raise AnsweredAlready
    return attrs.evolve(attempt, answers={**attempt.answers, question_id: option})


def grade(module: TrainingModule, attempt: Attempt, now: datetime) -> Attempt:
    """With its score: the right answers in percent. Raises ``Unanswered``."""
    if any(id not in attempt.answers for id in attempt.question_ids):
        raise Unanswered
    right = sum(is_right(module, attempt, id) for id in attempt.question_ids)
    return attrs.evolve(attempt, score=half_up(100 * right, len(attempt.question_ids)), graded_at=now)


def is_right(module: TrainingModule, attempt: Attempt, question_id: str) -> bool:
    return attempt.answers.get(question_id) == module.question(question_id).correct


def is_revealed(module: TrainingModule, attempt: Attempt, question_id: str) -> bool:
    """Whether the right answer may be seen: once the attempt is graded, and of an interactive module's task
    once it is answered."""
    if not attempt.is_open:
        return True
    return module.type is ModuleType.INTERACTIVE and question_id in attempt.answers
