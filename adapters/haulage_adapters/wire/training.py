"""Training: modules with one's progress, attempts at their questions, and certificates."""

from typing import Annotated

from msgspec import Meta

from haulage.training import (
    HEARTBEAT_INTERVAL,
    MODULES,
    Attempt,
    Certificate,
    ModuleType,
    Question,
    TrainingModule,
    TrainingProgress,
    TrainingStatus,
    is_revealed,
    is_right,
)
from haulage.use_cases.training.review_training import MAX_REASON_LENGTH
from haulage.use_cases.training.standing import ModuleStanding, TrainingStanding
from haulage.use_cases.training.take_quiz import ShownAttempt
from haulage.use_cases.training.take_training import StartedWatch
from haulage_adapters.wire.common import In, Instant, Out

MAX_ID_LENGTH, MOST_OPTIONS = 64, 20
MILLISECONDS = 1000
CERTIFICATE_PAGE = "/certificates/"


class TrainingCriteriaOut(Out):
    """When a module is completed: minutes watched, a score in percent, and how many attempts there are; null
    is as many as it takes."""

    watch_minutes: int
    minimum_score: int
    attempts_allowed: int | None


class TrainingContentOut(Out):
    """`video_url` is the operator's own video, null where the application's slides stand.
    `asked_questions` is how many questions one attempt has."""

    video_url: str | None
    asked_questions: int


class TrainingProgressOut(Out):
    """`certificate_url` is the page that verifies the certificate, relative to the application."""

    status: TrainingStatus
    started_at: Instant
    completed_at: Instant | None
    attempts: int
    time_spent_seconds: int
    score: int | None
    certificate_code: str | None
    certificate_url: str | None

    @classmethod
    def of(cls, progress: TrainingProgress) -> "TrainingProgressOut":
        code = progress.certificate_code
        return cls.from_attributes(
            progress,
            time_spent_seconds=progress.time_spent_ms // MILLISECONDS,
            certificate_url=None if code is None else f"{CERTIFICATE_PAGE}{code}",
        )


class TrainingModuleOut(Out):
    """A module in its place. `progress` is null until it is begun, `attempts_left` where they are not
    counted."""

    id: str
    title: str
    description: str
    type: ModuleType
    minutes: int
    is_required: bool
    order: int
    content: TrainingContentOut
    criteria: TrainingCriteriaOut
    progress: TrainingProgressOut | None
    attempts_left: int | None

    @classmethod
    def of(cls, standing: ModuleStanding) -> "TrainingModuleOut":
        module, progress = standing.module, standing.progress
        return cls.from_attributes(
            module,
            order=MODULES.index(module) + 1,
            content=TrainingContentOut(standing.video_url, module.question_count),
            criteria=TrainingCriteriaOut.from_attributes(module.criteria),
            progress=None if progress is None else TrainingProgressOut.of(progress),
            attempts_left=standing.attempts_left,
        )


class TrainingOut(Out):
    """All modules in their order, and how many percent of the required ones are completed."""

    application_id: str
    percent: int
    modules: list[TrainingModuleOut]

    @classmethod
    def of(cls, standing: TrainingStanding) -> "TrainingOut":
        modules = [TrainingModuleOut.of(each) for each in standing.modules]
        return cls(standing.application_id, standing.percent, modules)


class TrainingWatchOut(Out):
    """`watch_id` goes into the heartbeats, of which one is sent every so many seconds."""

    watch_id: str
    heartbeat_seconds: int
    module: TrainingModuleOut

    @classmethod
    def of(cls, started: StartedWatch) -> "TrainingWatchOut":
        seconds = int(HEARTBEAT_INTERVAL.total_seconds())
        return cls(started.watch_id, seconds, TrainingModuleOut.of(started.standing))


class TrainingHeartbeatIn(In):
    watch_id: Annotated[str, Meta(min_length=1, max_length=MAX_ID_LENGTH)]


class TrainingAnswerIn(In):
    """`option` is the index of an option, from 0."""

    question_id: Annotated[str, Meta(min_length=1, max_length=MAX_ID_LENGTH)]
    option: Annotated[int, Meta(ge=0, le=MOST_OPTIONS)]


class TrainingQuestionOut(Out):
    """What is right, and why, is null until the question is graded."""

    id: str
    question: str
    options: list[str]
    chosen: int | None
    correct: int | None
    is_right: bool | None
    explanation: str | None

    @classmethod
    def of(cls, module: TrainingModule, attempt: Attempt, question: Question) -> "TrainingQuestionOut":
        shown = is_revealed(module, attempt, question.id)
        return cls(
            question.id,
            question.question,
            list(question.options),
            attempt.answers.get(question.id),
            question.correct if shown else None,
            is_right(module, attempt, question.id) if shown else None,
            question.explanation if shown else None,
        )


class TrainingAttemptOut(Out):
    """An attempt with its module as it stands after it. `score` is null until it is graded."""

    id: str
    started_at: Instant
    graded_at: Instant | None
    score: int | None
    questions: list[TrainingQuestionOut]
    module: TrainingModuleOut

    @classmethod
    def of(cls, shown: ShownAttempt) -> "TrainingAttemptOut":
        attempt, module = shown.attempt, shown.standing.module
        questions = [module.question(id) for id in attempt.question_ids]
        return cls.from_attributes(
            attempt,
            questions=[TrainingQuestionOut.of(module, attempt, each) for each in questions],
            module=TrainingModuleOut.of(shown.standing),
        )


class TrainingResetIn(In):
    """Why new attempts are given; it is stored with the training."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S")]


class CertificateOut(Out):
    """What anybody with the code may learn."""

    code: str
    holder: str
    module_id: str
    module_title: str
    completed_at: Instant

    @classmethod
    def of(cls, certificate: Certificate) -> "CertificateOut":
        return cls.from_attributes(certificate)
