"""Stripe's objects in our words; nothing in them is believed without a look."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import attrs
import msgspec
from msgspec import Meta

from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import ServiceType
from haulage.ports.payments import (
    Charge,
    ChargeResult,
    ProviderCard,
    ProviderRefund,
    ProviderReversal,
    ProviderTransfer,
)
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Name, Text, read_or_none, read_value
from haulage_adapters.stripe_payments.client import Said
from haulage_adapters.stripe_payments.declines import sentence_for
from haulage_adapters.stripe_payments.lists import Named

MAX_ID = 200
REFERENCE = "haulage_reference"
"""The name under which our own id is kept with Stripe's objects."""

SERVICE_TYPE = "service_type"
"""The name of an order's service there (OUT-05)."""

FAILED_REFUNDS = frozenset({"failed", "canceled"})
EXPANDED = ["latest_charge.balance_transaction"]
"""What an intent must be asked with, for :func:`read_intent` to find the fee."""

WITHOUT_MONEY = {
    "requires_confirmation": ChargeResult.OPEN,
    "requires_action": ChargeResult.NEEDS_AUTHENTICATION,
    "processing": ChargeResult.UNDER_WAY,
    "canceled": ChargeResult.CANCELED,
}

Amount = Annotated[int, Meta(ge=0, le=MAX_CENTS)]
SignedAmount = Annotated[int, Meta(ge=-MAX_CENTS, le=MAX_CENTS)]
"""Negative for money that leaves, and for fees that are given back."""

Instant = Annotated[int, Meta(ge=0, le=4_000_000_000)]
"""Seconds since 1970."""


class _Intent(Named):
    status: Annotated[Text, Meta(max_length=50)]
    last_payment_error: Any = None
    customer: Any = None
    setup_future_usage: Any = None


class _Entry(msgspec.Struct):
    fee: Amount
    currency: Literal["usd"] = "usd"


class _Charge(msgspec.Struct):
    balance_transaction: _Entry
    payment_method_details: Any = None
    payment_method: Any = None


class _SavedCard(msgspec.Struct):
    """The details of a card that can be kept: all of them are told."""

    brand: Annotated[Text, Meta(min_length=1, max_length=20)]
    last4: Annotated[str, Meta(pattern=r"^[0-9]{4}\Z")]
    exp_month: Annotated[int, Meta(ge=1, le=12)]
    exp_year: Annotated[int, Meta(ge=2000, le=2199)]


CardId = Annotated[str, Meta(pattern=r"^pm_[A-Za-z0-9_]{1,45}\Z")]
"""As jobs can name it, which have the provider forget it."""


class _PaidIntent(msgspec.Struct):
    """As it is where it was asked for with ``EXPANDED``."""

    latest_charge: _Charge


class WithSecret(msgspec.Struct):
    """An intent that a browser can pay."""

    client_secret: Annotated[Text, Meta(max_length=500)]


class _Movement(Named):
    """A refund, a transfer or a reversal, which may be nobody of ours' doing."""

    amount: Amount
    status: Text | None = None
    metadata: Any = None


def read_intent(said: Any, provider_reference: str) -> Charge:
    """What a payment intent has come to (docs.stripe.com/payments/paymentintents/lifecycle)."""
    intent = read_value(said, _Intent)
    if intent.id != provider_reference:
        raise InvalidResponse("an intent that was not asked for")
    if intent.status == "succeeded":
        charge = read_value(said, _PaidIntent).latest_charge
        return attrs.evolve(_paid(charge), saved_card=_saved_card(intent, charge))
    if intent.status == "requires_payment_method":
        return _waiting(intent.last_payment_error)
    if intent.status in WITHOUT_MONEY:
        return Charge(WITHOUT_MONEY[intent.status])
    raise InvalidResponse(f"an intent that is {intent.status}")


def _paid(charge: _Charge) -> Charge:
    brand, last4 = _card(charge.payment_method_details)
    return Charge(
        ChargeResult.PAID,
        processing_fee_cents=charge.balance_transaction.fee,
        card_brand=brand,
        card_last4=last4,
    )


def _saved_card(intent: _Intent, charge: _Charge) -> ProviderCard | None:
    """The card that Stripe keeps because it was told to; None for one that could not be shown or removed."""
    details = charge.payment_method_details
    card = read_or_none(details.get("card") if isinstance(details, dict) else None, _SavedCard)
    id, customer = read_or_none(charge.payment_method, CardId), read_or_none(intent.customer, Name)
    if intent.setup_future_usage is None or card is None or id is None or customer is None:
        return None
    return ProviderCard(id, customer, card.brand, card.last4, card.exp_month, card.exp_year)


def _card(details: Any) -> tuple[str | None, str | None]:
    """Brand and last four digits, where the payment was by card and they are told."""
    card = details.get("card") if isinstance(details, dict) else None
    if not isinstance(card, dict):
        return None, None
    brand, last4 = card.get("brand"), card.get("last4")
    known = isinstance(last4, str) and len(last4) == 4 and last4.isascii() and last4.isdigit()
    return (str(brand)[:20] if brand else None), (last4 if known else None)


def _waiting(error: Any) -> Charge:
    if not isinstance(error, dict):
        return Charge(ChargeResult.OPEN)
    brand, last4 = _card(error.get("payment_method"))
    reason = sentence_for(error.get("code"), error.get("decline_code"))
    return Charge(ChargeResult.DECLINED, reason=reason, card_brand=brand, card_last4=last4)


def read_refund(said: Any) -> ProviderRefund:
    """What was given back to the customer."""
    refund = read_value(said, _Movement)
    return ProviderRefund(
        id=_prefixed(refund.id, "re_"),
        amount_cents=refund.amount,
        reference=reference_of(refund.metadata),
        failed=refund.status in FAILED_REFUNDS,
    )


def read_transfer(said: Any) -> ProviderTransfer:
    """What was sent to a connected account, by us or in Stripe's own dashboard."""
    transfer = read_value(said, _Movement)
    return ProviderTransfer(
        id=_prefixed(transfer.id, "tr_"),
        amount_cents=transfer.amount,
        reference=reference_of(transfer.metadata),
    )


def read_reversal(said: Any) -> ProviderReversal:
    """What was taken back of a transfer, by us or in Stripe's own dashboard."""
    reversal = read_value(said, _Movement)
    return ProviderReversal(
        id=_prefixed(reversal.id, "trr_"),
        amount_cents=reversal.amount,
        reference=reference_of(reversal.metadata),
    )


def reference_of(metadata: Any) -> str | None:
    """Our own id, where what was made carries it."""
    reference = metadata.get(REFERENCE) if isinstance(metadata, dict) else None
    return None if reference is None else read_value(reference, Name)


def service_of(service: ServiceType | None) -> dict[str, str]:
    """The part of the metadata that says it; nothing of what is for no order."""
    return {} if service is None else {SERVICE_TYPE: service.value}


def made_under(made: Sequence[Said], reference: str) -> Said | None:
    """What was made under our reference before, if anything was; the newest of it."""
    for each in reversed(made):
        metadata = each.get("metadata")
        if isinstance(metadata, dict) and metadata.get(REFERENCE) == reference:
            return each
    return None


def read_id(said: Any, prefix: str) -> str:
    """The id of what was made; of another kind of thing than was asked for it cannot be."""
    return _prefixed(read_value(said, Named).id, prefix)


def _prefixed(id: str, prefix: str) -> str:
    if not id.startswith(prefix):
        raise InvalidResponse(f"an id that does not begin with {prefix}")
    return id
