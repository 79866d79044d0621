"""Attempts at questions: drawn, answered and graded (ONB-53, ONB-54, OP-81)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.training import (
    AnsweredAlready,
    Attempt,
    Question,
    TrainingModule,
    Unanswered,
    answer,
    draw,
    grade,
    is_revealed,
    module_of,
    new_attempt,
)

LATER = NOON + timedelta(minutes=5)
QUIZ, TOUR = module_of("safety-quiz"), module_of("platform-navigation")


def answered(module: TrainingModule, attempt: Attempt, wrong: int = 0) -> Attempt:
    """With the first so many answers wrong."""
    for place, id in enumerate(attempt.question_ids):
        question = module.question(id)
        option = (question.correct + (place < wrong)) % len(question.options)
        attempt = answer(module, attempt, id, option)
    return attempt


def test_a_quiz_asks_three_of_its_pool_and_none_twice_in_three_attempts() -> None:
    assert len(QUIZ.questions) >= 12
    asked: list[str] = []
    for number in range(3):
        attempt = new_attempt(f"att_{number}", "usr_1", QUIZ, asked, NOON)
        assert len(attempt.question_ids) == 3
        asked += attempt.question_ids
    assert len(set(asked)) == 9


@given(st.text(), st.integers(1, 15), st.sets(st.sampled_from([each.id for each in QUIZ.questions])))
def test_a_draw_has_different_questions_and_new_ones_first(seed: str, count: int, asked: set[str]) -> None:
    drawn = draw(QUIZ.questions, count, asked, seed)
    assert len({each.id for each in drawn}) == count
    known = [each.id in asked for each in drawn]
    assert known == sorted(known)
    assert any(known) == (count > len(QUIZ.questions) - len(asked))
    assert drawn == draw(QUIZ.questions, count, asked, seed)


def test_every_question_can_be_drawn_and_every_place_of_an_answer_is_used() -> None:
    seen = {each.id for number in range(60) for each in draw(QUIZ.questions, 3, (), f"att_{number}")}
    assert seen == {each.id for each in QUIZ.questions}
    assert {each.correct for each in QUIZ.questions} == {0, 1, 2, 3}


def test_the_tour_asks_all_of_its_tasks_in_their_order() -> None:
    attempt = new_attempt("att_1", "usr_1", TOUR, (), NOON)
    assert attempt.question_ids == tuple(each.id for each in TOUR.questions)


@pytest.mark.parametrize(("wrong", "percent"), [(0, 100), (1, 67), (2, 33), (3, 0)])
def test_the_grade_is_the_right_answers_in_percent(wrong: int, percent: int) -> None:
    attempt = answered(QUIZ, new_attempt("att_1", "usr_1", QUIZ, (), NOON), wrong)
    assert grade(QUIZ, attempt, LATER).score == percent


def test_every_question_needs_an_answer_and_only_its_own_options() -> None:
    attempt = new_attempt("att_1", "usr_1", QUIZ, (), NOON)
    first = attempt.question_ids[0]
    with pytest.raises(Unanswered):
        grade(QUIZ, answer(QUIZ, attempt, first, 0), LATER)
    with pytest.raises(InvalidInput):
        answer(QUIZ, attempt, first, 4)
    with pytest.raises(NotFound):
        answer(QUIZ, attempt, "go-online", 0)


def test_an_answer_of_the_quiz_may_be_changed_and_one_of_the_tour_may_not() -> None:
    quiz = new_attempt("att_1", "usr_1", QUIZ, (), NOON)
    first = quiz.question_ids[0]
    changed = answer(QUIZ, answer(QUIZ, quiz, first, 0), first, 1)
    assert changed.answers == {first: 1}
    assert not is_revealed(QUIZ, changed, first)
    tour = answer(TOUR, new_attempt("att_2", "usr_1", TOUR, (), NOON), "accept", 0)
    assert answer(TOUR, tour, "accept", 0) == tour
    with pytest.raises(AnsweredAlready):
        answer(TOUR, tour, "accept", 1)
    assert [is_revealed(TOUR, tour, each) for each in ("accept", "set-out")] == [True, False]


def test_a_question_whose_answer_is_none_of_its_options_is_no_question() -> None:
    with pytest.raises(InvalidInput):
        Question("x", "Which?", ("a", "b"), 2, "Why")
