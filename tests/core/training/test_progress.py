"""When a module is completed, and when it is failed (ONB-50 to ONB-53, OP-81)."""

from datetime import timedelta

import pytest

from builders import NOON
from haulage.kernel.errors import NotFound
from haulage.training import (
    MODULES,
    AttemptsUsedUp,
    ModuleCompleted,
    ModuleType,
    NotWatchedYet,
    ScoreNeeded,
    TrainingProgress,
    TrainingStatus,
    attempts_left,
    complete,
    module_of,
    require_open,
    reset,
    score,
    spend,
)

LATER = NOON + timedelta(hours=1)
VIDEO, QUIZ, TOUR = (module_of(id) for id in ("safety-basics", "safety-quiz", "platform-navigation"))


def begun(module_id: str) -> TrainingProgress:
    return TrainingProgress("usr_1", module_id, NOON)


def test_the_five_modules_are_the_documented_ones() -> None:
    assert [(each.id, each.type, each.minutes, each.criteria.watch_minutes) for each in MODULES] == [
        ("safety-basics", ModuleType.VIDEO, 15, 12),
        ("customer-service", ModuleType.VIDEO, 20, 16),
        ("platform-navigation", ModuleType.INTERACTIVE, 10, 0),
        ("safety-quiz", ModuleType.QUIZ, 15, 0),
        ("vehicle-inspection", ModuleType.DOCUMENT, 10, 0),
    ]
    assert (QUIZ.criteria.minimum_score, QUIZ.criteria.attempts_allowed, QUIZ.question_count) == (80, 3, 3)
    assert (TOUR.criteria.minimum_score, TOUR.criteria.attempts_allowed) == (80, None)
    assert VIDEO.criteria.minimum_score == 70
    with pytest.raises(NotFound, match="Training module not found"):
        module_of("flying")


def test_a_video_is_completed_by_its_watch_time_to_the_millisecond() -> None:
    almost = spend(begun(VIDEO.id), timedelta(minutes=12) - timedelta(milliseconds=1))
    with pytest.raises(NotWatchedYet, match="Watch 1 more minute first"):
        complete(VIDEO, almost, "crt_1", LATER)
    with pytest.raises(
        NotWatchedYet, match="Watch 12 more minutes first: this module is completed once 12 minutes"
    ):
        complete(VIDEO, begun(VIDEO.id), "crt_1", LATER)
    done = complete(VIDEO, spend(almost, timedelta(milliseconds=1)), "crt_1", LATER)
    assert (done.status, done.completed_at, done.certificate_code) == (
        TrainingStatus.COMPLETED,
        LATER,
        "crt_1",
    )
    assert complete(VIDEO, done, "crt_2", LATER) == done
    assert spend(done, timedelta(minutes=1)) == done


def test_a_document_needs_no_score_and_questions_do() -> None:
    document = module_of("vehicle-inspection")
    assert complete(document, begun(document.id), "crt_1", LATER).is_completed
    for module in (QUIZ, TOUR):
        with pytest.raises(ScoreNeeded):
            complete(module, begun(module.id), "crt_1", LATER)


def test_the_third_attempt_below_the_minimum_fails_the_quiz_until_it_is_reset() -> None:
    progress = begun(QUIZ.id)
    for left in (2, 1, 0):
        require_open(QUIZ, progress)
        progress = score(QUIZ, progress, 67, "crt_1", LATER)
        assert attempts_left(QUIZ, progress) == left
    assert (progress.status, progress.attempts) == (TrainingStatus.FAILED, 3)
    with pytest.raises(AttemptsUsedUp, match="All 3 attempts are used"):
        require_open(QUIZ, progress)
    again = reset(progress, " Asked by phone ")
    assert (again.status, again.attempts, again.reset_reason) == (
        TrainingStatus.IN_PROGRESS,
        0,
        "Asked by phone",
    )
    passed = score(QUIZ, again, 100, "crt_1", LATER)
    assert (passed.is_completed, passed.score) == (True, 100)
    for refused in (lambda: require_open(QUIZ, passed), lambda: reset(passed, "x")):
        with pytest.raises(ModuleCompleted):
            refused()


def test_the_tour_is_passed_at_eighty_and_tried_as_often_as_it_takes() -> None:
    progress = begun(TOUR.id)
    for _each in range(9):
        progress = score(TOUR, progress, 79, "crt_1", LATER)
    assert (progress.status, attempts_left(TOUR, progress)) == (TrainingStatus.IN_PROGRESS, None)
    assert score(TOUR, progress, 80, "crt_1", LATER).is_completed
