"""A refund from its request to its end, and what is still to be sent of it."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON
from haulage.kernel.errors import IllegalMove
from haulage.payments.refund import (
    MAX_REASON_LENGTH,
    Refund,
    RefundKind,
    RefundNotOpen,
    RefundStatus,
    failed,
    is_asking_of,
    sent,
    settled,
    withdrawn,
)

LATER = NOON + timedelta(hours=1)
REFUND = Refund(
    id="ref_1",
    payment_id="pay_1",
    order_id="ord_1",
    kind=RefundKind.NOT_PERFORMED,
    amount_cents=1_000,
    tax_cents=100,
    driver_cents=700,
    platform_cents=200,
    fare_cents=0,
    own_cents=0,
    reason="Late",
    requested_by="usr_1",
    reference="ref_1",
    created_at=NOON,
    updated_at=NOON,
)


def of_status(status: RefundStatus) -> Refund:
    return attrs.evolve(REFUND, status=status)


@pytest.mark.parametrize("status", RefundStatus)
def test_what_is_owed_and_what_is_over(status: RefundStatus) -> None:
    refund = of_status(status)
    assert refund.is_open is (status in {RefundStatus.PENDING, RefundStatus.FAILED})
    assert refund.is_closed is (status in {RefundStatus.SETTLED, RefundStatus.WITHDRAWN})


@pytest.mark.parametrize(
    ("reference", "is_ours"),
    [
        ("ref_1", True),
        ("ref_1-1", True),
        ("ref_1-12", True),
        ("ref_12", False),
        ("ref_12-1", False),
        ("", False),
    ],
)
def test_the_provider_knows_it_by_its_id_with_the_number_of_the_attempt(
    reference: str, is_ours: bool
) -> None:
    assert is_asking_of(REFUND, reference) is is_ours


def test_a_refusal_makes_the_next_attempt_another_asking() -> None:
    refused = failed(REFUND, "x" * (MAX_REASON_LENGTH + 1), LATER)
    assert (refused.status, refused.reference, refused.attempts) == (RefundStatus.FAILED, "ref_1-1", 1)
    assert refused.failure_reason == "x" * MAX_REASON_LENGTH
    gone = sent(refused, "re_1", LATER)
    assert (gone.status, gone.failure_reason, gone.sent_at) == (RefundStatus.SENT, None, LATER)


def test_a_dispute_that_paid_all_of_it_settles_it() -> None:
    after = settled(REFUND, 1_000, LATER)
    assert (after.status, after.to_send_cents, after.reference) == (RefundStatus.SETTLED, 0, "ref_1")


@pytest.mark.parametrize("cents", [1, 999])
def test_what_a_dispute_left_of_it_is_asked_for_anew(cents: int) -> None:
    after = settled(REFUND, cents, LATER)
    assert (after.status, after.to_send_cents) == (RefundStatus.PENDING, 1_000 - cents)
    assert (after.reference, after.attempts) == ("ref_1-1", 1)


@pytest.mark.parametrize("status", [RefundStatus.SENT, RefundStatus.SETTLED, RefundStatus.WITHDRAWN])
def test_what_is_not_open_is_neither_settled_nor_withdrawn(status: RefundStatus) -> None:
    with pytest.raises(IllegalMove):
        settled(of_status(status), 1, LATER)
    with pytest.raises(RefundNotOpen):
        withdrawn(of_status(status), "A mistake", LATER)


@pytest.mark.parametrize("status", [RefundStatus.PENDING, RefundStatus.FAILED])
def test_what_is_open_is_withdrawn_with_its_reason(status: RefundStatus) -> None:
    after = withdrawn(of_status(status), "A mistake", LATER)
    assert (after.status, after.withdrawal_reason) == (RefundStatus.WITHDRAWN, "A mistake")
    assert after.withdrawn_at == LATER
