"""What an approval needs, and who approves without it (OP-79)."""

from datetime import UTC, datetime
from itertools import product

import attrs
import pytest

from haulage.kernel.actor import Actor, UserType
from haulage.onboarding import (
    ApprovalOverride,
    NoOverride,
    OnboardingProgress,
    OwnOverride,
    lacking,
    require_second_person,
)
from haulage.onboarding.gate import person_behind
from haulage.onboarding.progress import CHECK_PERCENT, CheckStatus

ASKED = ApprovalOverride("usr_1", "usr_8", datetime(2026, 7, 1, 12, tzinfo=UTC), "Known to us")


def test_the_gate_opens_only_where_all_four_stand_and_the_check_is_approved() -> None:
    opened = [
        (*percents, is_approved)
        for *percents, is_approved in product(
            (0, 50, 100), (0, 50, 100), (0, 50, 100), (0, 50, 100), (False, True)
        )
        if not lacking(OnboardingProgress(*percents, 0, ()), check_approved=is_approved)
    ]
    assert opened == [(100, 100, 100, 100, True)]


def test_what_is_lacking_is_named() -> None:
    progress = OnboardingProgress(100, 50, 100, 80, 0, ())
    assert lacking(progress, check_approved=False) == (
        "documents (50% approved)",
        "background check not approved",
        "training (80% completed)",
    )


@pytest.mark.parametrize("check", [None, CheckStatus.PENDING, CheckStatus.IN_PROGRESS])
def test_how_a_check_stands_is_told_in_words(check: CheckStatus | None) -> None:
    progress = OnboardingProgress(100, 100, CHECK_PERCENT[check], 100, 0, ())
    (what,) = lacking(progress, check_approved=False)
    assert what.startswith("background check (")
    assert "%" not in what


def test_whoever_asks_never_confirms() -> None:
    assert require_second_person(ASKED, "usr_9") is ASKED
    with pytest.raises(OwnOverride):
        require_second_person(ASKED, "usr_8")
    with pytest.raises(NoOverride):
        require_second_person(None, "usr_9")


def test_a_second_person_confirms_whom_it_is_not_about() -> None:
    admin = Actor(user_id="usr_9", user_type=UserType.ADMIN)
    assert ASKED.may_be_confirmed_by(admin)
    assert not ASKED.may_be_confirmed_by(attrs.evolve(admin, user_id="usr_8"))
    assert not ASKED.may_be_confirmed_by(attrs.evolve(admin, user_id="usr_1"))


def test_two_accounts_that_one_operator_acts_for_are_one_person() -> None:
    operated = Actor(user_id="usr_9", user_type=UserType.ADMIN, operated_by="operator:ann")
    assert person_behind(operated) == "operator:ann"
    assert person_behind(attrs.evolve(operated, operated_by=None)) == "usr_9"
    by_ann = attrs.evolve(ASKED, requested_by="operator:ann")
    assert not by_ann.may_be_confirmed_by(operated)
