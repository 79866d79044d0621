"""Which orders can be reported as not delivered, until when, and with which words."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON, a_started_order
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.orders import Cancellation, Failure, FailureReason, Order, OrderStatus
from haulage.orders.report import (
    MAX_ACCOUNT_LENGTH,
    MAX_REASON_LENGTH,
    REPORTED_WITHIN,
    NothingToReport,
    ReportDecision,
    ReportState,
    TooLateToReport,
    decide_report,
    open_report,
    reportable_since,
)

DELIVERED = attrs.evolve(a_started_order(), status=OrderStatus.COMPLETED, completed_at=NOON)
FAILED = attrs.evolve(
    a_started_order(),
    status=OrderStatus.CANCELLED,
    failure=Failure(NOON, FailureReason.NOBODY_THERE),
    cancellation=Cancellation(NOON, "drv_1", "Nobody there", 10_00),
)
A_MOMENT = timedelta(microseconds=1)


def test_what_counts_as_delivered_can_be_reported_from_then_on() -> None:
    assert reportable_since(DELIVERED) == NOON
    assert reportable_since(a_started_order()) is None


def test_what_failed_can_be_where_it_was_charged() -> None:
    assert FAILED.cancellation is not None
    assert reportable_since(FAILED) == NOON
    free = attrs.evolve(FAILED.cancellation, fee_cents=0)
    assert reportable_since(attrs.evolve(FAILED, cancellation=free)) is None
    assert reportable_since(attrs.evolve(FAILED, failure=None)) is None
    assert reportable_since(attrs.evolve(FAILED, cancellation=None)) is None


def test_the_day_is_over_after_its_last_moment() -> None:
    end = NOON + REPORTED_WITHIN
    assert open_report("rep_1", DELIVERED, " Nobody came. ", end, since=NOON).account == "Nobody came."
    with pytest.raises(TooLateToReport):
        open_report("rep_1", DELIVERED, "Nobody came.", end + A_MOMENT, since=NOON)


@pytest.mark.parametrize("order", [DELIVERED, attrs.evolve(DELIVERED, driver_id=None)])
def test_without_an_end_or_a_driver_there_is_nothing_to_report(order: Order) -> None:
    with pytest.raises(NothingToReport):
        open_report("rep_1", order, "Nobody came.", NOON, since=None if order.driver_id else NOON)


@pytest.mark.parametrize("account", ["", " ", "x" * (MAX_ACCOUNT_LENGTH + 1)])
def test_it_needs_words_and_not_too_many(account: str) -> None:
    assert open_report("rep_1", DELIVERED, "x" * MAX_ACCOUNT_LENGTH, NOON, since=NOON)
    with pytest.raises(InvalidInput, match="account"):
        open_report("rep_1", DELIVERED, account, NOON, since=NOON)


def test_it_is_decided_once_and_with_a_reason() -> None:
    report = open_report("rep_1", DELIVERED, "Nobody came.", NOON, since=NOON)
    reason = "x" * MAX_REASON_LENGTH
    decided = decide_report(report, ReportDecision.REFUND, by="usr_2", reason=reason, now=NOON)
    assert (decided.state, decided.decision_reason) == (ReportState.REFUNDED, reason)
    with pytest.raises(IllegalMove):
        decide_report(decided, ReportDecision.RELEASE, by="usr_2", reason=reason, now=NOON)
    with pytest.raises(InvalidInput, match="reason"):
        decide_report(report, ReportDecision.REFUND, by="usr_2", reason=reason + "x", now=NOON)
