"""Card payments: the form's rules, the life of one charge, and every way in which its money goes back."""

from haulage.payments.card import Card, check_card
from haulage.payments.dispute import Dispute, DisputeState
from haulage.payments.payment import (
    PAYMENT_LIFECYCLE,
    Payment,
    PaymentCanceled,
    PaymentInProgress,
    PaymentPurpose,
    PaymentState,
    ProviderRefused,
)
from haulage.payments.refund import Refund, RefundKind, RefundStatus

__all__ = [
    "PAYMENT_LIFECYCLE",
    "Card",
    "Dispute",
    "DisputeState",
    "Payment",
    "PaymentCanceled",
    "PaymentInProgress",
    "PaymentPurpose",
    "PaymentState",
    "ProviderRefused",
    "Refund",
    "RefundKind",
    "RefundStatus",
    "check_card",
]
