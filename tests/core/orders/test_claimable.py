"""Since when a claim can be made about an order."""

import attrs

from builders import NOON, a_started_order
from haulage.orders import Cancellation, Failure, FailureReason, OrderStatus
from haulage.orders.claimable import claimable_since

DELIVERED = attrs.evolve(a_started_order(), status=OrderStatus.COMPLETED, completed_at=NOON)
FAILED = attrs.evolve(
    a_started_order(),
    status=OrderStatus.CANCELLED,
    failure=Failure(NOON, FailureReason.NOBODY_THERE),
    cancellation=Cancellation(NOON, "drv_1", "Nobody there", 10_00),
)


def test_what_counts_as_delivered_can_be_claimed_about_from_then_on() -> None:
    assert claimable_since(DELIVERED) == NOON
    assert claimable_since(a_started_order()) is None


def test_what_failed_can_be_where_it_was_charged() -> None:
    assert FAILED.cancellation is not None
    assert claimable_since(FAILED) == NOON
    free = attrs.evolve(FAILED.cancellation, fee_cents=0)
    assert claimable_since(attrs.evolve(FAILED, cancellation=free)) is None
    assert claimable_since(attrs.evolve(FAILED, failure=None)) is None
    assert claimable_since(attrs.evolve(FAILED, cancellation=None)) is None
