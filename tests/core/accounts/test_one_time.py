"""Mailed codes: how long one lives, and how many guesses it allows."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON
from haulage.accounts.one_time import CODE_LIFETIME, MAX_WRONG_GUESSES, CodePurpose, OneTimeCode

CODE = OneTimeCode("acc_1", CodePurpose.SIGN_UP, "ada@example.com", "sealed", "linked", NOON)
A_MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("age", "is_over"),
    [(timedelta(), False), (CODE_LIFETIME - A_MOMENT, False), (CODE_LIFETIME, True)],
)
def test_a_code_is_over_at_the_end_of_its_hour(age: timedelta, is_over: bool) -> None:
    assert CODE.is_over(NOON + age) is is_over


@pytest.mark.parametrize(("wrong", "is_over"), [(MAX_WRONG_GUESSES - 1, False), (MAX_WRONG_GUESSES, True)])
def test_the_last_wrong_guess_ends_it(wrong: int, is_over: bool) -> None:
    assert attrs.evolve(CODE, wrong_guesses=wrong).is_over(NOON) is is_over


def test_only_its_own_hash_is_the_code() -> None:
    assert CODE.is_code("sealed")
    assert not CODE.is_code("linked")
