"""Card payments: the form's rules and the life of one charge."""

from haulage.payments.card import Card, check_card
from haulage.payments.payment import (
    PAYMENT_LIFECYCLE,
    Payment,
    PaymentInProgress,
    PaymentState,
    ProviderRefused,
)

__all__ = [
    "PAYMENT_LIFECYCLE",
    "Card",
    "Payment",
    "PaymentInProgress",
    "PaymentState",
    "ProviderRefused",
    "check_card",
]
