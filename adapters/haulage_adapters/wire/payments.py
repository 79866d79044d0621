"""Payments, as their customers and as administrators see them, and the simulated card form."""

from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta

from haulage.kernel.errors import InvalidInput
from haulage.payments import Card, DisputeState, Payment, PaymentPurpose, PaymentState
from haulage.payments.payment import refundable_cents
from haulage.ports.storage.payments import ListedPayment
from haulage.use_cases.payments.open_payment import OpenedPayment
from haulage.use_cases.payments.saved_cards import ListedCard
from haulage.use_cases.payments.tips import LEAST_TIP_CENTS, MOST_TIP_CENTS
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
    """Either a card as typed, kept for next time if the payer asks for that, or one that was saved."""

    card: CardIn | None = None
    save_card: bool = False
    saved_card_id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None

    def check(self) -> None:
        """Raises ``InvalidInput`` unless there is one card, and a saved one is not saved again."""
        if (self.card is None) == (self.saved_card_id is None):
            raise InvalidInput("card", "or saved_card_id is required, and not both")
        if self.save_card and self.card is None:
            raise InvalidInput("save_card", "is for a card that is not saved yet")


class SaveCardIn(In):
    """Whether the customer wants the card that pays to be saved."""

    save: bool


class SavedCardOut(Out):
    """Of a saved card only brand, last four digits and expiry are known."""

    id: str
    brand: str
    last4: str
    expiry_month: int
    expiry_year: int
    has_expired: bool
    is_default: bool
    created_at: Instant

    @classmethod
    def of(cls, listed: ListedCard) -> "SavedCardOut":
        return cls.from_attributes(listed.card, has_expired=listed.has_expired)


class AuthenticateIn(In):
    """What the cardholder answered to the simulated 3-D Secure question."""

    approved: bool


class TipIn(In):
    amount_cents: Annotated[int, Meta(ge=LEAST_TIP_CENTS, le=MOST_TIP_CENTS)]


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
    attempts: Annotated[int, Meta(description="How often a card was tried.")]
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
        return cls.from_attributes(
            payment,
            status=payment.state,
            simulated=simulated,
            client_secret=client_secret,
            driver_id=None,
            pricing_breakdown=None,
            metadata={},
        )


class PaymentOutcomeOut(Out):
    """The payment after an attempt, and its order."""

    payment: PaymentOut
    order: OrderOut


class AnyPaymentOut(Out):
    """A payment as administrators see it; `refundable_cents` is what can still be given back.
    `decline_reason` is why the latest refused card did not pay, also where another has paid since."""

    id: str
    order_id: str
    customer_id: str
    provider_reference: str
    purpose: PaymentPurpose
    status: PaymentState
    dispute: DisputeState | None
    amount_cents: Cents
    processing_fee_cents: Cents
    refund_requested_cents: Cents
    refunded_cents: Cents
    refundable_cents: Cents
    currency: str
    simulated: bool
    card_brand: str | None
    card_last4: str | None
    decline_reason: str | None
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, payment: Payment, **others: Any) -> Self:
        return cls.from_attributes(
            payment, status=payment.state, refundable_cents=refundable_cents(payment), **others
        )


class ListedPaymentOut(AnyPaymentOut):
    """With what people know it by; the customer is null where their data were erased. `open_claim_id` is the
    oldest undecided problem reported about its order, and `receipt_id` is null until it has succeeded."""

    order_number: int
    customer_name: str | None
    customer_email: str | None
    open_claim_id: str | None
    receipt_id: str | None

    @classmethod
    def of_listed(cls, listed: ListedPayment) -> "ListedPaymentOut":
        return cls.of(
            listed.payment,
            order_number=listed.order_number,
            customer_name=listed.customer_name,
            customer_email=listed.customer_email,
            open_claim_id=listed.open_claim_id,
            receipt_id=listed.receipt_id,
        )
