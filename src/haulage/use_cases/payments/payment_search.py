"""Which payments an administrator means by what they typed."""

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.orders.order import MAX_ORDER_NUMBER
from haulage.ports.storage.payments import PaymentFilter

MAX_SEARCH_LENGTH = 320
"""Ours: the longest mail address."""

MAX_REFERENCE_LENGTH = 64
"""Ours: the longest id, a card company's too."""


def searched(wanted: PaymentFilter, typed: str) -> PaymentFilter:
    """The filter narrowed to an order's number, a customer's mail address, or an id of a payment.

    Raises ``InvalidInput`` for what is none of them.
    """
    text = typed.strip()
    if not text:
        return wanted
    if len(text) > MAX_SEARCH_LENGTH or not text.isprintable():
        raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
    digits = text.removeprefix("#")
    if digits.isascii() and digits.isdigit():
        return attrs.evolve(wanted, order_number=min(int(digits), MAX_ORDER_NUMBER))
    if "@" in text:
        return attrs.evolve(wanted, customer_email=text.lower())
    if len(text) > MAX_REFERENCE_LENGTH:
        raise InvalidInput("search", f"must be at most {MAX_REFERENCE_LENGTH} characters without an @")
    return attrs.evolve(wanted, reference=text)
