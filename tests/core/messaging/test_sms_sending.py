"""A text goes out at most once, and any order of the same news ends in the same state."""

from datetime import UTC, datetime, timedelta
from itertools import permutations, product

import pytest

from haulage.kernel.errors import IllegalMove
from haulage.messaging.sms_sending import (
    STANDARD_SMS_PATIENCE,
    SmsFate,
    SmsSending,
    SmsState,
    accepted,
    lost,
    put_back,
    refused,
    tried,
    with_report,
)

NOW = datetime(2026, 11, 20, 17, tzinfo=UTC)
NEW = SmsSending("m1", NOW)
TRYING = tried(NEW, NOW)
SENT = accepted(TRYING, "SM1", NOW)


def test_it_is_written_down_that_it_is_tried_before_it_is() -> None:
    assert (TRYING.state, TRYING.tried_at) == (SmsState.TRYING, NOW)
    with pytest.raises(IllegalMove):
        tried(TRYING, NOW)


def test_only_what_certainly_stayed_here_is_tried_again() -> None:
    assert tried(put_back(TRYING), NOW).state is SmsState.TRYING
    for gone in (SENT, lost(TRYING, "?", NOW), refused(TRYING, "no", NOW)):
        with pytest.raises(IllegalMove):
            tried(gone, NOW)


def test_delivered_never_goes_back() -> None:
    delivered = with_report(SENT, "SM1", SmsFate.DELIVERED, None, NOW)
    for fate in SmsFate:
        assert with_report(delivered, "SM1", fate, None, NOW) == delivered


def test_any_order_of_the_same_news_ends_in_the_same_state() -> None:
    for start in (TRYING, SENT, lost(TRYING, "?", NOW)):
        for chosen in product(SmsFate, repeat=3):
            ends = set()
            for order in permutations(chosen):
                at = start
                for fate in order:
                    at = with_report(at, "SM1", fate, None, NOW)
                ends.add((at.state, at.reference))
            assert len(ends) == 1


def test_news_before_the_answer_are_the_answer() -> None:
    known = with_report(TRYING, "SM1", SmsFate.UNDER_WAY, None, NOW)
    assert (known.state, known.reference, known.sent_at) == (SmsState.SENT, "SM1", NOW)
    assert with_report(TRYING, "SM1", SmsFate.DELIVERED, None, NOW).reference == "SM1"


def test_news_of_another_text_change_nothing() -> None:
    assert with_report(SENT, "SM2", SmsFate.DELIVERED, None, NOW) is SENT
    assert with_report(NEW, "SM2", SmsFate.DELIVERED, None, NOW) is NEW


def test_what_was_lost_may_yet_be_found() -> None:
    gone = lost(TRYING, "The server stopped.", NOW)
    assert gone.is_settled
    found = with_report(gone, "SM1", SmsFate.UNDER_WAY, None, NOW)
    assert (found.state, found.settled_at, found.reason) == (SmsState.SENT, None, None)


def test_a_failure_says_why() -> None:
    failed = with_report(SENT, "SM1", SmsFate.FAILED, "x" * 1_000, NOW)
    assert (failed.state, len(failed.reason or "")) == (SmsState.FAILED, 200)


def test_pauses_between_questions_grow_up_to_an_hour() -> None:
    ages = [timedelta(0), timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=9)]
    pauses = [STANDARD_SMS_PATIENCE.ask_again_at(NOW - age, NOW) - NOW for age in ages]
    assert pauses == [timedelta(seconds=30), timedelta(seconds=30), timedelta(minutes=5), timedelta(hours=1)]


def test_a_report_keeps_when_a_text_went_out_and_stands_for_it_where_nobody_knows() -> None:
    later = NOW + timedelta(minutes=1)
    for fate in (SmsFate.DELIVERED, SmsFate.FAILED):
        assert with_report(SENT, "SM1", fate, None, later).sent_at == NOW
        assert with_report(TRYING, "SM1", fate, None, later).sent_at == later
