"""A receipt: what was paid, for what and by whom, as it was when the money arrived."""

from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.receipts.breakdown import FareBreakdown

CONFIRMATION_LETTERS = 10
"""Of a random id's 22: 60 bits, more than enough for two not to be alike, few enough to read out."""


@attrs.frozen
class Receipt:
    """One for each payment, never changed (PAY-17).

    What is given back later stands on the payment, and is printed beside it. ``simulated`` is whether no
    real card was charged, which every copy says. ``confirmation_id`` is the address of the payment's
    confirmation (PAY-21).
    """

    id: str
    number: str
    confirmation_id: str
    payment_id: str
    order_id: str
    order_number: int
    customer_id: str
    customer_name: str
    customer_email: str
    issued_at: datetime
    paid_at: datetime
    service_type: ServiceType
    description: str
    pickup_address: str
    delivery_address: str
    breakdown: FareBreakdown
    card_brand: str | None
    card_last4: str | None
    simulated: bool

    @property
    def total_cents(self) -> Cents:
        return self.breakdown.total_cents

    @property
    def confirmation_number(self) -> str:
        return confirmation_number(self.confirmation_id)


def companion_id(payment_id: str, kind: str) -> str:
    """The id of the one thing of this *kind* that belongs to a payment: as random as the payment's own,
    and the same however often it is asked for."""
    return f"{kind}_{payment_id.partition('_')[2]}"


def confirmation_number(confirmation_id: str) -> str:
    """What a customer reads to the support: ``A1B2C-D3E4F`` out of the confirmation's id."""
    plain = "".join(letter for letter in confirmation_id.partition("_")[2].upper() if letter.isalnum())
    shown = plain[:CONFIRMATION_LETTERS].rjust(CONFIRMATION_LETTERS, "0")
    half = CONFIRMATION_LETTERS // 2
    return f"{shown[:half]}-{shown[half:]}"
