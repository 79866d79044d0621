"""Card payments: the form's rules and the life of one charge."""

from haulage.payments.card import Card, check_card
from haulage.payments.payment import PAYMENT_LIFECYCLE, Payment, PaymentInProgress, PaymentState

__all__ = ["PAYMENT_LIFECYCLE", "Card", "Payment", "PaymentInProgress", "PaymentState", "check_card"]
