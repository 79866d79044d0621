"""Where a payout is, as the provider tells it and as its driver reads it (OP-38)."""

from enum import StrEnum

from haulage.kernel.lifecycle import Lifecycle


class PayoutStatus(StrEnum):
    """As the provider tells it (OUT-06)."""

    PENDING = "pending"
    IN_TRANSIT = "in_transit"
    PAID = "paid"
    FAILED = "failed"
    CANCELED = "canceled"


class PayoutMove(StrEnum):
    SEND = "be_sent"
    PAY = "be_paid"
    FAIL = "fail"
    CANCEL = "be_canceled"
    VOID = "be_voided"
    """It was never sent, and its money is given back."""


PAYOUT_LIFECYCLE: Lifecycle[PayoutStatus, PayoutMove] = Lifecycle(
    subject="payout",
    moves={
        PayoutStatus.PENDING: {
            PayoutMove.SEND: PayoutStatus.IN_TRANSIT,
            PayoutMove.PAY: PayoutStatus.PAID,
            PayoutMove.FAIL: PayoutStatus.FAILED,
            PayoutMove.CANCEL: PayoutStatus.CANCELED,
            PayoutMove.VOID: PayoutStatus.FAILED,
        },
        PayoutStatus.IN_TRANSIT: {
            PayoutMove.PAY: PayoutStatus.PAID,
            PayoutMove.FAIL: PayoutStatus.FAILED,
        },
        # A bank may send the money back days after it had come.
        PayoutStatus.PAID: {PayoutMove.FAIL: PayoutStatus.FAILED},
        PayoutStatus.FAILED: {},
        PayoutStatus.CANCELED: {},
    },
)

OPEN = frozenset({PayoutStatus.PENDING, PayoutStatus.IN_TRANSIT})
"""Its money is neither with the driver nor in their balance."""


class InstantStatus(StrEnum):
    """As the driver reads it (OUT-06)."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"


_SHOWN = {
    PayoutStatus.PENDING: InstantStatus.PENDING,
    PayoutStatus.IN_TRANSIT: InstantStatus.PROCESSING,
    PayoutStatus.PAID: InstantStatus.COMPLETED,
    PayoutStatus.FAILED: InstantStatus.FAILED,
    PayoutStatus.CANCELED: InstantStatus.FAILED,
}


def instant_status(status: PayoutStatus) -> InstantStatus:
    return _SHOWN[status]
