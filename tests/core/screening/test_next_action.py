"""Whom a screening case waits for, and when its waiting period leaves the decision to a reviewer."""

from datetime import timedelta

import pytest

from core.screening.cases import CLEAR, MONDAY, ORDER, THEFT, a_case, a_letter
from haulage.screening import CaseStatus, LetterKind, ScreeningPlace, steps
from haulage.screening.case import ScreeningCase
from haulage.screening.decision import decide
from haulage.screening.next_action import NextAction, next_action

A_MOMENT = timedelta(microseconds=1)


def ordered() -> ScreeningCase:
    return steps.ordered(
        steps.request(a_case(), ScreeningPlace.UNITED_STATES, MONDAY), ORDER, "Agency", MONDAY
    )


def test_a_waiting_period_is_over_at_its_last_instant() -> None:
    waits = NextAction.WAITING_PERIOD_ENDS
    assert next_action(CaseStatus.WAITING, MONDAY, MONDAY) is NextAction.DECIDE
    assert next_action(CaseStatus.WAITING, MONDAY, MONDAY - A_MOMENT) is waits
    assert next_action(CaseStatus.WAITING, None, MONDAY) is waits


@pytest.mark.parametrize("status", [each for each in CaseStatus if each is not CaseStatus.WAITING])
def test_only_a_case_that_waits_is_decided_by_its_time(status: CaseStatus) -> None:
    assert next_action(status, MONDAY, MONDAY) is next_action(status, None, MONDAY)
    assert next_action(status, MONDAY, MONDAY) is not NextAction.DECIDE


def test_a_report_recommends_and_without_one_nothing_does() -> None:
    assert ordered().decision is None
    for report in (CLEAR, THEFT):
        assert steps.receive(ordered(), report, MONDAY).decision == decide(report)


def test_a_letter_is_found_by_its_id() -> None:
    case = steps.receive(ordered(), THEFT, MONDAY)
    letter = a_letter(LetterKind.PRE_ADVERSE_NOTICE, case)
    intended = steps.intend(case, "rev", "The conviction.", MONDAY)
    other = a_letter(LetterKind.FINAL_NOTICE, intended)
    sent = ScreeningCase(
        case.id,
        case.application_id,
        case.user_id,
        case.place,
        case.consent,
        MONDAY,
        MONDAY,
        letters=(letter,),
    )
    assert sent.letter(letter.id) is letter
    assert sent.letter(f"{other.id}x") is None


def test_what_the_provider_says_again_of_its_order_changes_nothing() -> None:
    case = ordered()
    later = MONDAY + timedelta(hours=1)
    assert steps.invited(case, ORDER, later) is case
