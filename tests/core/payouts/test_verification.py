"""Whether the provider has a payout as we do (OUT-07, OP-41)."""

from datetime import UTC, datetime
from typing import Any

import attrs
import pytest

from haulage.payouts import (
    Payout,
    PayoutRail,
    PayoutSpeed,
    PayoutStatus,
    PayoutTrigger,
    payout_fees,
)
from haulage.payouts.verification import (
    Compared,
    Discrepancy,
    VerificationStatus,
    compare_payout,
    verification_status,
)

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
INSTANT, STANDARD = PayoutSpeed.INSTANT, PayoutSpeed.STANDARD
PAID = Payout(
    id="pyt_1",
    driver_id="drv_1",
    method_id="pom_1",
    speed=INSTANT,
    rail=PayoutRail.CARD,
    trigger=PayoutTrigger.REQUEST,
    fees=payout_fees(100_00, INSTANT, PayoutRail.CARD),
    created_at=NOW,
    local_day=NOW.date(),
    zone="America/New_York",
    expected_at=NOW,
    updated_at=NOW,
    status=PayoutStatus.PAID,
)
SAME: dict[str, Any] = {"net_cents": 93_00, "status": PayoutStatus.PAID, "speed": INSTANT}


def test_a_payout_that_is_the_same_there_is_verified() -> None:
    assert compare_payout(PAID, **SAME) == ()
    assert verification_status(PayoutStatus.PAID, ()) is VerificationStatus.VERIFIED


@pytest.mark.parametrize(
    ("theirs", "found", "status"),
    [
        ({"net_cents": 92_99}, Discrepancy(Compared.AMOUNT, "9300", "9299"), VerificationStatus.FAILED),
        (
            {"speed": STANDARD},
            Discrepancy(Compared.METHOD, "instant", "standard"),
            VerificationStatus.VERIFIED,
        ),
        (
            {"status": PayoutStatus.FAILED},
            Discrepancy(Compared.STATUS, "paid", "failed"),
            VerificationStatus.FAILED,
        ),
        (
            {"status": PayoutStatus.IN_TRANSIT},
            Discrepancy(Compared.STATUS, "paid", "in_transit"),
            VerificationStatus.PENDING,
        ),
    ],
)
def test_what_differs_is_listed_with_both_values(
    theirs: dict[str, Any], found: Discrepancy, status: VerificationStatus
) -> None:
    there = SAME | theirs
    discrepancies = compare_payout(PAID, **there)
    assert discrepancies == (found,)
    assert verification_status(there["status"], discrepancies) is status


def test_a_slower_payout_whose_fees_were_returned_differs_in_nothing() -> None:
    slower = attrs.evolve(PAID, fees_returned=True)
    net = slower.net_cents
    assert compare_payout(slower, net_cents=net, status=PayoutStatus.PAID, speed=STANDARD) == ()
