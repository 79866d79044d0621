"""A payment: one intent to charge a card for one order (PAY-01, PAY-02, OP-24)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.lifecycle import Lifecycle
from haulage.kernel.money import Cents
from haulage.kernel.split_policy import SplitPolicy
from haulage.payments.dispute import DisputeState


class PaymentPurpose(StrEnum):
    """What a payment is for."""

    ORDER = "order"
    TIP = "tip"


class PaymentState(StrEnum):
    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    PROCESSING = "processing"
    REQUIRES_ACTION = "requires_action"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


class PaymentMove(StrEnum):
    SUBMIT = "be_submitted"
    DECLINE = "be_declined"
    CHALLENGE = "be_challenged"
    SUCCEED = "succeed"
    CANCEL = "be_canceled"
    RELEASE = "be_released"


PAYMENT_LIFECYCLE: Lifecycle[PaymentState, PaymentMove] = Lifecycle(
    subject="payment",
    moves={
        PaymentState.REQUIRES_PAYMENT_METHOD: {
            PaymentMove.SUBMIT: PaymentState.PROCESSING,
            PaymentMove.DECLINE: PaymentState.REQUIRES_PAYMENT_METHOD,
            PaymentMove.CHALLENGE: PaymentState.REQUIRES_ACTION,
            PaymentMove.SUCCEED: PaymentState.SUCCEEDED,
            PaymentMove.CANCEL: PaymentState.CANCELED,
        },
        PaymentState.PROCESSING: {
            PaymentMove.DECLINE: PaymentState.REQUIRES_PAYMENT_METHOD,
            PaymentMove.CHALLENGE: PaymentState.REQUIRES_ACTION,
            PaymentMove.SUCCEED: PaymentState.SUCCEEDED,
            PaymentMove.RELEASE: PaymentState.REQUIRES_PAYMENT_METHOD,
        },
        PaymentState.REQUIRES_ACTION: {
            PaymentMove.SUBMIT: PaymentState.PROCESSING,
            PaymentMove.DECLINE: PaymentState.REQUIRES_PAYMENT_METHOD,
            PaymentMove.SUCCEED: PaymentState.SUCCEEDED,
            PaymentMove.RELEASE: PaymentState.REQUIRES_PAYMENT_METHOD,
            PaymentMove.CANCEL: PaymentState.CANCELED,
        },
        PaymentState.SUCCEEDED: {},
        PaymentState.CANCELED: {PaymentMove.SUCCEED: PaymentState.SUCCEEDED},
    },
)
"""Browsers may show cards to the provider without asking us, so an intent is declined, challenged or paid
also while we take it for untouched; and money that came must be accounted for, whatever we had decided."""


@attrs.define
class ProviderRefused(RuleBroken):
    """The card provider refused for good; trying again does not help. *reason* is for operators."""

    code = "provider_refused"
    reason: str

    @property
    def message(self) -> str:
        return self.reason


class PaymentInProgress(RuleBroken):
    """Another payment attempt for this order is under way."""

    code = "payment_in_progress"
    message = "Another payment for this order is being processed. Please wait a moment and try again."


class PaymentCanceled(RuleBroken):
    """The order was cancelled, or its payment closed, before the card was charged."""

    code = "payment_canceled"
    message = "This payment was canceled. Nothing was charged."


@attrs.frozen
class Payment:
    """One charge of one order. ``attempts`` counts submissions to the card provider.

    ``attempt_key`` is the fingerprint of the request that made the latest attempt, where it had a key.
    ``decline_reason`` is why the latest card that was refused did not pay, also where another has paid since.
    ``split_policy`` is the one that was in force when it was opened (OP-01).
    ``refund_requested_cents`` is what we owe back and ``refunded_cents`` what the provider has
    confirmed; neither passes ``amount_cents``. ``dispute`` is the state of the latest dispute, and
    ``lost_cents`` what lost ones took. Of the card only brand and last four digits are
    kept (X-10).
    """

    id: str
    order_id: str
    customer_id: str
    amount_cents: Cents
    provider_reference: str
    created_at: datetime
    updated_at: datetime
    currency: str = "usd"
    state: PaymentState = PaymentState.REQUIRES_PAYMENT_METHOD
    attempts: int = 0
    submitted_at: datetime | None = None
    attempt_key: str | None = attrs.field(default=None, repr=False)
    decline_reason: str | None = None
    card_brand: str | None = None
    card_last4: str | None = None
    processing_fee_cents: Cents = 0
    refund_requested_cents: Cents = 0
    refunded_cents: Cents = 0
    simulated: bool = False
    """Opened at a provider that moves no real money, whichever is configured by now."""
    purpose: PaymentPurpose = PaymentPurpose.ORDER
    split_policy: SplitPolicy = SplitPolicy.SPLIT_50_50
    dispute: DisputeState | None = None
    lost_cents: Cents = 0
    saves_card: bool = False
    """The customer has asked for the card that pays it to be saved (PAY-30)."""
    version: int = 1


def refundable_cents(payment: Payment) -> Cents:
    """What is left of a payment: nothing of one that did not succeed."""
    if payment.state is not PaymentState.SUCCEEDED:
        return 0
    return payment.amount_cents - payment.refund_requested_cents - payment.lost_cents


def submit(payment: Payment, now: datetime) -> Payment:
    """Hand the payment to the provider as one more attempt."""
    return attrs.evolve(
        payment,
        state=PAYMENT_LIFECYCLE.after(payment.state, PaymentMove.SUBMIT),
        attempts=payment.attempts + 1,
        submitted_at=now,
        updated_at=now,
    )


def decline(payment: Payment, reason: str, now: datetime) -> Payment:
    """The card was refused; another may be tried."""
    state = PAYMENT_LIFECYCLE.after(payment.state, PaymentMove.DECLINE)
    return attrs.evolve(payment, state=state, decline_reason=reason, updated_at=now)


def challenge(payment: Payment, now: datetime) -> Payment:
    """The cardholder must authenticate before the charge goes through (3-D Secure)."""
    state = PAYMENT_LIFECYCLE.after(payment.state, PaymentMove.CHALLENGE)
    return attrs.evolve(payment, state=state, updated_at=now)


def succeed(payment: Payment, processing_fee_cents: Cents, now: datetime) -> Payment:
    """The money is ours to account for."""
    return attrs.evolve(
        payment,
        state=PAYMENT_LIFECYCLE.after(payment.state, PaymentMove.SUCCEED),
        processing_fee_cents=processing_fee_cents,
        updated_at=now,
    )


def release(payment: Payment, now: datetime) -> Payment:
    """No attempt is under way, and nothing was charged; a card may be tried."""
    state = PAYMENT_LIFECYCLE.after(payment.state, PaymentMove.RELEASE)
    return attrs.evolve(payment, state=state, submitted_at=None, updated_at=now)


def cancel(payment: Payment, now: datetime) -> Payment:
    """Close a payment that never took any money."""
    state = PAYMENT_LIFECYCLE.after(payment.state, PaymentMove.CANCEL)
    return attrs.evolve(payment, state=state, updated_at=now)


def request_refund(payment: Payment, cents: Cents, now: datetime) -> Payment:
    """Owe the customer this much back, in all; nothing was sent yet."""
    if not payment.refund_requested_cents <= cents <= payment.amount_cents - payment.lost_cents:
        raise ValueError(f"cannot refund {cents} of {payment.amount_cents}")
    return attrs.evolve(payment, refund_requested_cents=cents, updated_at=now)


def lower_refund(payment: Payment, cents: Cents, now: datetime) -> Payment:
    """Owe the customer so much less, because it is not owed any more."""
    if not 0 < cents <= payment.refund_requested_cents - payment.refunded_cents:
        raise ValueError(f"cannot take {cents} from the refunds that have not gone out")
    requested = payment.refund_requested_cents - cents
    return attrs.evolve(payment, refund_requested_cents=requested, updated_at=now)


def confirm_refund(payment: Payment, cents: Cents, now: datetime) -> Payment:
    """The provider has given back this much, in all."""
    return attrs.evolve(payment, refunded_cents=cents, updated_at=now)
