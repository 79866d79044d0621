"""Stripe's events: proved by their signature over the raw bytes, then put in our words."""

import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any

from haulage.jobs import MAX_SUBJECT_LENGTH
from haulage.kernel.money import MAX_CENTS
from haulage.payments.provider_event import DisputeNews, EventKind, ProviderEvent
from haulage.ports.provider_events import EventForged
from haulage_adapters.outside.failures import Garbled
from haulage_adapters.outside.reading import as_index, as_object, as_text, read_json

TOLERANCE_SECONDS = 300
"""How far a signature's time may lie from ours (docs.stripe.com/webhooks/signature)."""

MAX_ID, MAX_TYPE = 200, 100
FAR_FUTURE = 4_000_000_000

KINDS = {
    "payment_intent.succeeded": EventKind.PAYMENT,
    "payment_intent.payment_failed": EventKind.PAYMENT,
    "payment_intent.canceled": EventKind.PAYMENT,
    "payment_intent.requires_action": EventKind.PAYMENT,
    "payment_intent.processing": EventKind.PAYMENT,
    "charge.refunded": EventKind.REFUND,
    "refund.created": EventKind.REFUND,
    "refund.updated": EventKind.REFUND,
    "refund.failed": EventKind.REFUND,
    "charge.dispute.created": EventKind.DISPUTE,
    "charge.dispute.updated": EventKind.DISPUTE,
    "charge.dispute.closed": EventKind.DISPUTE,
    "charge.dispute.funds_withdrawn": EventKind.DISPUTE,
    "charge.dispute.funds_reinstated": EventKind.DISPUTE,
    "transfer.reversed": EventKind.TRANSFER,
}
"""What concerns us; every other event is taken and nothing comes of it."""


class StripeEvents:
    """Reads what comes to the endpoint whose signing secret this is."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def read(self, payload: bytes, signature: str | None, now: datetime) -> ProviderEvent:
        if not self._is_genuine(payload, signature or "", now):
            raise EventForged
        try:
            return _event(read_json(payload))
        except Garbled:
            raise EventForged from None

    def _is_genuine(self, payload: bytes, header: str, now: datetime) -> bool:
        pairs = [part.partition("=") for part in header.split(",")]
        times = [value for name, _, value in pairs if name.strip() == "t"]
        if len(times) != 1 or not (times[0].isascii() and times[0].isdigit() and len(times[0]) <= 12):
            return False
        if abs(now.timestamp() - int(times[0])) > TOLERANCE_SECONDS:
            return False
        ours = hmac.new(self._secret, times[0].encode() + b"." + payload, hashlib.sha256).hexdigest()
        given = [value.encode() for name, _, value in pairs if name.strip() == "v1"]
        return any(hmac.compare_digest(ours.encode(), each) for each in given)


def _event(said: dict[str, Any]) -> ProviderEvent:
    type = as_text(said.get("type"), "type", most=MAX_TYPE)
    about = as_object(as_object(said.get("data"), "data").get("object"), "data.object")
    kind = KINDS.get(type, EventKind.OTHER)
    seconds = as_index(said.get("created"), "created", most=FAR_FUTURE)
    return ProviderEvent(
        id=as_text(said.get("id"), "id", most=MAX_SUBJECT_LENGTH),
        type=type,
        kind=kind,
        created_at=datetime.fromtimestamp(seconds, UTC),
        provider_reference=_intent_of(about, kind),
        object_reference=_id(about.get("id")),
        dispute=_dispute(about) if kind is EventKind.DISPUTE else None,
    )


def _intent_of(about: dict[str, Any], kind: EventKind) -> str | None:
    if kind is EventKind.PAYMENT:
        return _id(about.get("id"))
    named = about.get("payment_intent")
    return _id(named.get("id") if isinstance(named, dict) else named)


def _id(value: Any) -> str | None:
    return value if isinstance(value, str) and 0 < len(value) <= MAX_ID and "\0" not in value else None


def _dispute(about: dict[str, Any]) -> DisputeNews:
    """The fee is what the provider has entered in the balance for the dispute (OP-02)."""
    entries = about.get("balance_transactions")
    fees = [as_object(each, "entry").get("fee", 0) for each in entries] if isinstance(entries, list) else []
    return DisputeNews(
        amount_cents=as_index(about.get("amount"), "amount", most=MAX_CENTS),
        fee_cents=sum(as_index(fee, "fee", most=MAX_CENTS) for fee in fees),
        status=as_text(about.get("status"), "status", most=MAX_TYPE),
        reason=as_text(about.get("reason", ""), "reason", most=MAX_TYPE),
    )
