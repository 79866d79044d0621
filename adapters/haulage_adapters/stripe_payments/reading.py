"""Stripe's objects in our words; nothing in them is believed without a look."""

from typing import Any

from haulage.kernel.money import MAX_CENTS
from haulage.ports.payments import Charge, ChargeResult, ProviderRefund, ProviderReversal, ProviderTransfer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_index, as_object, as_text
from haulage_adapters.stripe_payments.declines import sentence_for

MAX_ID = 200
REFERENCE = "haulage_reference"
"""The name under which our own id is kept with Stripe's objects."""

FAILED_REFUNDS = frozenset({"failed", "canceled"})
EXPANDED = ["latest_charge.balance_transaction"]
"""What an intent must be asked with, for :func:`read_intent` to find the fee."""

WITHOUT_MONEY = {
    "requires_confirmation": ChargeResult.OPEN,
    "requires_action": ChargeResult.NEEDS_AUTHENTICATION,
    "processing": ChargeResult.UNDER_WAY,
    "canceled": ChargeResult.CANCELED,
}


def read_intent(said: Any, provider_reference: str) -> Charge:
    """What a payment intent has come to (docs.stripe.com/payments/paymentintents/lifecycle)."""
    intent = as_object(said, "the intent")
    if intent.get("id") != provider_reference:
        raise InvalidResponse("an intent that was not asked for")
    status = as_text(intent.get("status"), "status", most=50)
    if status == "succeeded":
        return _paid(intent)
    if status == "requires_payment_method":
        return _waiting(intent)
    if status in WITHOUT_MONEY:
        return Charge(WITHOUT_MONEY[status])
    raise InvalidResponse(f"an intent that is {status}")


def _paid(intent: dict[str, Any]) -> Charge:
    charge = as_object(intent.get("latest_charge"), "latest_charge")
    entry = as_object(charge.get("balance_transaction"), "balance_transaction")
    if entry.get("currency", "usd") != "usd":
        raise InvalidResponse("a fee in another currency")
    brand, last4 = _card(charge)
    return Charge(
        ChargeResult.PAID,
        processing_fee_cents=as_index(entry.get("fee"), "fee", most=MAX_CENTS),
        card_brand=brand,
        card_last4=last4,
    )


def _card(charge: dict[str, Any]) -> tuple[str | None, str | None]:
    """Brand and last four digits, where the payment was by card and they are told."""
    details = charge.get("payment_method_details")
    card = details.get("card") if isinstance(details, dict) else None
    if not isinstance(card, dict):
        return None, None
    brand, last4 = card.get("brand"), card.get("last4")
    known = isinstance(last4, str) and len(last4) == 4 and last4.isascii() and last4.isdigit()
    return (str(brand)[:20] if brand else None), (last4 if known else None)


def _waiting(intent: dict[str, Any]) -> Charge:
    error = intent.get("last_payment_error")
    if not isinstance(error, dict):
        return Charge(ChargeResult.OPEN)
    return Charge(ChargeResult.DECLINED, reason=sentence_for(error.get("code"), error.get("decline_code")))


def read_refund(said: Any) -> ProviderRefund:
    """A refund, which may be nobody of ours' doing."""
    refund = as_object(said, "a refund")
    return ProviderRefund(
        id=read_id(refund, "re_"),
        amount_cents=as_index(refund.get("amount"), "amount", most=MAX_CENTS),
        reference=reference_of(refund),
        failed=refund.get("status") in FAILED_REFUNDS,
    )


def read_transfer(said: Any) -> ProviderTransfer:
    """What was sent to a connected account, by us or at Stripe's own desk."""
    transfer = as_object(said, "a transfer")
    return ProviderTransfer(
        id=read_id(transfer, "tr_"),
        amount_cents=as_index(transfer.get("amount"), "amount", most=MAX_CENTS),
        reference=reference_of(transfer),
    )


def read_reversal(said: Any) -> ProviderReversal:
    """What was taken back of a transfer, by us or at Stripe's own desk."""
    reversal = as_object(said, "a reversal")
    return ProviderReversal(
        id=read_id(reversal, "trr_"),
        amount_cents=as_index(reversal.get("amount"), "amount", most=MAX_CENTS),
        reference=reference_of(reversal),
    )


def reference_of(made: dict[str, Any]) -> str | None:
    metadata = made.get("metadata")
    reference = metadata.get(REFERENCE) if isinstance(metadata, dict) else None
    return None if reference is None else as_text(reference, "reference", most=MAX_ID)


def read_id(said: Any, prefix: str) -> str:
    """The id of what was made; of another kind of thing than was asked for it is garbled."""
    id = as_text(as_object(said, "the answer").get("id"), "id", most=MAX_ID)
    if not id.startswith(prefix):
        raise InvalidResponse(f"an id that does not begin with {prefix}")
    return id
