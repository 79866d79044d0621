"""Payments and the simulated card form."""

from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.payments import Card, Payment, PaymentState
from haulage.use_cases.payments.checkout import OpenedPayment
from haulage_adapters.wire.common import Cents, FareOut, In, Instant, Out
from haulage_adapters.wire.orders import OrderOut


class CardIn(In):
    """The documented form of the simulated provider. A real card number must never be sent here."""

    number: Annotated[str, Meta(max_length=32)]
    expiry: Annotated[str, Meta(max_length=8, description="MM/YY")]
    cvc: Annotated[str, Meta(max_length=8)]
    name: Annotated[str, Meta(max_length=200)]

    def to_core(self) -> Card:
        return Card(self.number, self.expiry, self.cvc, self.name)


class ConfirmIn(In):
    card: CardIn


class AuthenticateIn(In):
    """What the cardholder answered to the simulated 3-D Secure question."""

    approved: bool


class PaymentOut(Out):
    """A payment intent (PAY-01): of the card only brand and last four digits are known.

    The secret lets a browser show a card to the provider; it is there while the payment is opened for
    that, and never afterwards.
    """

    id: str
    order_id: str
    customer_id: str
    amount_cents: Cents
    currency: str
    status: PaymentState
    simulated: bool
    card_brand: str | None
    card_last4: str | None
    refunded_cents: Cents
    created_at: Instant
    updated_at: Instant
    client_secret: str | None = None
    driver_id: str | None = None
    pricing_breakdown: FareOut | None = None
    metadata: dict[str, str] = msgspec.field(default_factory=dict)

    @classmethod
    def opened(cls, opened: OpenedPayment, *, simulated: bool) -> "PaymentOut":
        """With all that the payer's screen needs; what comes of it later is told without."""
        payment = opened.payment
        made = cls.of(payment, simulated=simulated, client_secret=opened.client_secret)
        made.driver_id = opened.driver_id
        made.pricing_breakdown = FareOut.of(opened.fare) if opened.fare else None
        made.metadata = {"order_id": payment.order_id, "purpose": payment.purpose.value}
        return made

    @classmethod
    def of(cls, payment: Payment, *, simulated: bool, client_secret: str | None = None) -> "PaymentOut":
        return cls(
            client_secret=client_secret,
            id=payment.id,
            order_id=payment.order_id,
            customer_id=payment.customer_id,
            amount_cents=payment.amount_cents,
            currency=payment.currency,
            status=payment.state,
            simulated=simulated,
            card_brand=payment.card_brand,
            card_last4=payment.card_last4,
            refunded_cents=payment.refunded_cents,
            created_at=payment.created_at,
            updated_at=payment.updated_at,
        )


class PaymentOutcomeOut(Out):
    """The payment after an attempt, and its order."""

    payment: PaymentOut
    order: OrderOut
