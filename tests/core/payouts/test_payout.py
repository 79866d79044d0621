"""A payout as a value."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import attrs
import pytest

from haulage.payouts.fees import PayoutFees, PayoutRail, PayoutSpeed
from haulage.payouts.payout import (
    INSTANT_TAKES,
    ZONE_HOLDS,
    Payout,
    counting_zone,
    expected_arrival,
    with_status,
)
from haulage.payouts.schedule import PayoutTrigger
from haulage.payouts.status import PayoutStatus

NOON = datetime(2026, 11, 2, 17, tzinfo=UTC)
FEES = PayoutFees(100_00, instant_fee_cents=1_50)


def a_payout(status: PayoutStatus) -> Payout:
    return Payout(
        "po_1",
        "drv_1",
        "pm_1",
        PayoutSpeed.INSTANT,
        PayoutRail.CARD,
        PayoutTrigger.ORDER,
        FEES,
        NOON,
        date(2026, 11, 2),
        "America/New_York",
        NOON,
        NOON,
        withheld_cents=24_00,
        status=status,
    )


@pytest.mark.parametrize("status", PayoutStatus)
def test_a_payout_is_open_until_it_has_an_end(status: PayoutStatus) -> None:
    payout = a_payout(status)
    assert payout.is_open is (status in {PayoutStatus.PENDING, PayoutStatus.IN_TRANSIT})
    assert payout.has_failed is (status in {PayoutStatus.FAILED, PayoutStatus.CANCELED})


def test_what_arrives_is_without_the_fees_and_what_is_withheld() -> None:
    payout = a_payout(PayoutStatus.PAID)
    assert (payout.amount_cents, payout.net_cents) == (100_00, 74_50)


def test_a_canceled_payout_says_who_canceled_it_whichever_word_comes_first() -> None:
    canceled = with_status(a_payout(PayoutStatus.PENDING), PayoutStatus.CANCELED, NOON)
    assert canceled.failure_reason == "The payment provider canceled this payout."
    asked = with_status(canceled, PayoutStatus.CANCELED, NOON, "The driver canceled this payout.")
    assert asked.failure_reason == "The driver canceled this payout."
    assert with_status(asked, PayoutStatus.CANCELED, NOON) == asked
    assert with_status(asked, PayoutStatus.CANCELED, NOON, "An operator canceled this payout.") == asked


def test_a_second_cancellation_without_a_reason_leaves_the_first_sentence() -> None:
    canceled = with_status(a_payout(PayoutStatus.PENDING), PayoutStatus.CANCELED, NOON)
    assert with_status(canceled, PayoutStatus.CANCELED, NOON) == canceled
    assert with_status(canceled, PayoutStatus.CANCELED, NOON, "") == canceled


def test_a_payout_that_failed_says_why() -> None:
    reason = "The bank account has been closed."
    failed = with_status(a_payout(PayoutStatus.PENDING), PayoutStatus.FAILED, NOON, reason)
    assert (failed.status, failed.failure_reason) == (PayoutStatus.FAILED, reason)


@pytest.mark.parametrize(
    ("asked", "arrives"),
    [
        (2, 4),  # Monday to Wednesday
        (5, 9),  # Thursday to Monday
        (6, 10),  # Friday to Tuesday
        (7, 10),  # Saturday to Tuesday
        (8, 10),  # Sunday to Tuesday
    ],
)
def test_a_standard_payout_arrives_two_business_days_later(asked: int, arrives: int) -> None:
    then = expected_arrival(PayoutSpeed.STANDARD, NOON.replace(day=asked))
    assert then == NOON.replace(day=arrives)


def test_an_instant_payout_arrives_within_its_half_hour() -> None:
    assert expected_arrival(PayoutSpeed.INSTANT, NOON) == NOON + INSTANT_TAKES


def test_whoever_changes_their_zone_has_no_fresh_day_by_it() -> None:
    here, there = ZoneInfo("America/New_York"), ZoneInfo("Asia/Tokyo")
    assert counting_zone(None, here, NOON) == here
    just_within = NOON + ZONE_HOLDS - timedelta(microseconds=1)
    assert counting_zone((NOON, there.key), here, just_within) == there
    assert counting_zone((NOON, there.key), here, NOON + ZONE_HOLDS) == here


def test_on_paypal_all_of_a_payout_is_taken_back_and_elsewhere_what_does_not_arrive() -> None:
    by_card = a_payout(PayoutStatus.PENDING)
    assert (by_card.leaves_whole, by_card.taken_back_cents) == (False, 25_50)
    on_paypal = attrs.evolve(by_card, rail=PayoutRail.PAYPAL)
    assert (on_paypal.leaves_whole, on_paypal.taken_back_cents) == (True, 100_00)
