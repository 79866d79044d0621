"""What an approval needs, and who approves without it (OP-79)."""

from datetime import UTC, datetime
from itertools import product

import pytest

from haulage.onboarding import (
    ApprovalOverride,
    NoOverride,
    OnboardingProgress,
    OwnOverride,
    lacking,
    require_second_person,
)

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
        "documents 50%",
        "background check not approved",
        "training 80%",
    )


def test_whoever_asks_never_confirms() -> None:
    assert require_second_person(ASKED, "usr_9") is ASKED
    with pytest.raises(OwnOverride):
        require_second_person(ASKED, "usr_8")
    with pytest.raises(NoOverride):
        require_second_person(None, "usr_9")
