"""An application from its draft to the decision (ONB-16, ONB-23)."""

from datetime import UTC, datetime, timedelta

import attrs
import pytest
from tests.core.onboarding.test_onboarding import WHOLE

from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.onboarding import (
    Application,
    ApplicationForm,
    ApplicationIncomplete,
    ApplicationInvalid,
    ApplicationMove,
    ApplicationNotDraft,
    ApplicationStatus,
    FieldProblem,
    begin_review,
    decide,
    fill_in,
    first_message,
    return_to_applicant,
    submit,
)
from haulage.onboarding.application import MAX_REASON_LENGTH

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
DRAFT = Application("app_1", "usr_1", WHOLE, NOW, NOW)


def test_a_draft_is_filled_in_and_submitted() -> None:
    sent = submit(fill_in(DRAFT, WHOLE, LATER), first_message(WHOLE), [], LATER)
    assert (sent.status, sent.submitted_at) == (ApplicationStatus.SUBMITTED, LATER)


def test_what_is_missing_is_said_before_what_is_wrong() -> None:
    wrong = [FieldProblem("personal.zip_code", "must have 5 digits, such as 11201")]
    with pytest.raises(ApplicationIncomplete) as missing:
        submit(DRAFT, first_message(ApplicationForm()), wrong, NOW)
    assert missing.value.message == "Please fill in all required fields before submitting."
    with pytest.raises(ApplicationInvalid) as invalid:
        submit(DRAFT, None, wrong, NOW)
    assert invalid.value.field == "personal.zip_code"


def test_what_was_submitted_stays_as_it_was() -> None:
    sent = submit(DRAFT, None, [], NOW)
    with pytest.raises(ApplicationNotDraft):
        fill_in(sent, ApplicationForm(), LATER)
    with pytest.raises(ApplicationNotDraft):
        submit(sent, None, [], LATER)


@pytest.mark.parametrize("reviewed", [False, True])
@pytest.mark.parametrize(
    ("move", "status"),
    [
        (ApplicationMove.APPROVE, ApplicationStatus.APPROVED),
        (ApplicationMove.REJECT, ApplicationStatus.REJECTED),
    ],
)
def test_a_decision_carries_who_and_why(
    move: ApplicationMove, status: ApplicationStatus, reviewed: bool
) -> None:
    sent = submit(DRAFT, None, [], NOW)
    waiting = begin_review(sent, "usr_8", NOW) if reviewed else sent
    decided = decide(waiting, move, by="usr_9", reason=" Known to us ", now=LATER)
    assert (decided.status, decided.reviewed_by, decided.reason) == (status, "usr_9", "Known to us")
    with pytest.raises(IllegalMove):
        decide(decided, move, by="usr_9", reason="Again", now=LATER)


def test_an_application_is_returned_with_a_question_and_submitted_again() -> None:
    asked = return_to_applicant(
        begin_review(submit(DRAFT, None, [], NOW), "usr_8", NOW), " Which year? ", LATER
    )
    assert (asked.status, asked.reason, asked.submitted_at, asked.reviewer) == (
        ApplicationStatus.DRAFT,
        "Which year?",
        None,
        None,
    )
    again = submit(asked, None, [], LATER)
    assert (again.status, again.reason) == (ApplicationStatus.SUBMITTED, "")


def test_only_an_approval_is_revoked_and_whoever_lost_it_may_apply_again() -> None:
    sent = submit(DRAFT, None, [], NOW)
    with pytest.raises(IllegalMove):
        decide(sent, ApplicationMove.REVOKE, by="usr_9", reason="x", now=LATER)
    approved = decide(sent, ApplicationMove.APPROVE, by="usr_9", reason="x", now=NOW)
    revoked = decide(approved, ApplicationMove.REVOKE, by="usr_9", reason="Expired", now=LATER)
    assert (revoked.status, revoked.reason) == (ApplicationStatus.REJECTED, "Expired")


def test_a_draft_is_not_decided_and_nothing_without_a_reason() -> None:
    with pytest.raises(IllegalMove):
        decide(DRAFT, ApplicationMove.APPROVE, by="usr_9", reason="x", now=NOW)
    sent = attrs.evolve(DRAFT, status=ApplicationStatus.SUBMITTED)
    with pytest.raises(InvalidInput, match="reason"):
        decide(sent, ApplicationMove.REJECT, by="usr_9", reason=" ", now=NOW)


def test_a_reason_may_have_its_whole_length() -> None:
    sent = submit(DRAFT, None, [], NOW)
    longest = "x" * MAX_REASON_LENGTH
    assert decide(sent, ApplicationMove.REJECT, by="usr_9", reason=longest, now=NOW).reason == longest
    with pytest.raises(InvalidInput, match="reason"):
        decide(sent, ApplicationMove.REJECT, by="usr_9", reason=longest + "x", now=NOW)
