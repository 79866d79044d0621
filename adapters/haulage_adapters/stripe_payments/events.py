"""Stripe's events: proved by their signature over the raw bytes, then put in our words."""

import hashlib
import hmac
import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import attrs
import msgspec
from msgspec import Meta

from haulage.jobs import MAX_SUBJECT_LENGTH
from haulage.kernel.money import MAX_CENTS, Cents
from haulage.ports.storage.provider_events import EventForged
from haulage.webhooks.dispute_update import DisputeUpdate
from haulage.webhooks.event import EventKind, ProviderEvent
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import JsonObject, Name, Text, read_json, read_or_none, read_value
from haulage_adapters.stripe_payments.reading import Instant, SignedAmount

TOLERANCE_SECONDS = 300
"""How far a signature's time may lie from ours (docs.stripe.com/webhooks/signature)."""

MAX_FAULT = 200
Type = Annotated[Text, Meta(max_length=100)]
FilledType = Annotated[Type, Meta(min_length=1)]
EventId = Annotated[Text, Meta(min_length=1, max_length=255)]
"""Stripe's ids may have so many characters (docs.stripe.com/upgrades)."""

FilledName = Annotated[Name, Meta(min_length=1)]

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
    "account.updated": EventKind.ACCOUNT,
    "payout.created": EventKind.PAYOUT,
    "payout.updated": EventKind.PAYOUT,
    "payout.paid": EventKind.PAYOUT,
    "payout.failed": EventKind.PAYOUT,
    "payout.canceled": EventKind.PAYOUT,
}
"""What concerns us; every other event is kept and nothing comes of it."""

UNKNOWN_TYPE = "unknown"
OUR_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_SUBJECT_LENGTH}}}\Z")
"""Ids that jobs can be named by; longer ones get a short one of ours."""

log = logging.getLogger(__name__)


class _Data(msgspec.Struct):
    object: JsonObject


class _Event(msgspec.Struct):
    id: EventId
    type: Type
    created: Instant
    data: _Data
    account: Any = None


class _DisputeEntry(msgspec.Struct):
    """What is not told is nothing."""

    amount: SignedAmount | None = None
    fee: SignedAmount | None = None


class _Dispute(msgspec.Struct):
    amount: Annotated[int, Meta(ge=1, le=MAX_CENTS)]
    status: Type
    reason: Type | None = None
    balance_transactions: Annotated[list[_DisputeEntry], Meta(max_length=1_000)] | None = None


class StripeEvents:
    """Reads what comes to the endpoints whose signing secrets these are.

    Several are good at a time: the old and the new one while a secret is rotated, or those of two endpoints.
    """

    def __init__(self, *secrets: str) -> None:
        self._secrets = [secret.encode() for secret in secrets]

    def read(self, payload: bytes, signature: str | None, now: datetime) -> ProviderEvent:
        """What is signed is genuine, whatever its form: refused, it would be sent again and again, and then
        be lost."""
        if not self._is_genuine(payload, signature or "", now):
            raise EventForged
        try:
            return _event(read_json(payload, _Event))
        except InvalidResponse as fault:
            unreadable = _unreadable(payload, str(fault), now)
            log.error(
                "a genuine event of the card provider cannot be read and waits as %s (%s): %s",
                unreadable.id,
                unreadable.type,
                fault,
            )
            return unreadable

    def read_again(self, event: ProviderEvent) -> ProviderEvent:
        if event.kind is EventKind.OTHER:
            kind = KINDS.get(event.type, EventKind.OTHER)
            # The body is gone, so what a dispute comes to is not known: its next event tells.
            if kind is EventKind.DISPUTE:
                return event
            # A payment is the intent itself, which names none beside it.
            intent = event.object_reference if kind is EventKind.PAYMENT else event.provider_reference
            return attrs.evolve(event, kind=kind, provider_reference=intent)
        if event.body is None:
            return event
        try:
            return _event(read_json(event.body, _Event))
        except InvalidResponse as fault:
            return attrs.evolve(event, fault=str(fault)[:MAX_FAULT])

    def _is_genuine(self, payload: bytes, header: str, now: datetime) -> bool:
        pairs = [part.partition("=") for part in header.split(",")]
        times = [value for name, _, value in pairs if name.strip() == "t"]
        if len(times) != 1 or not (times[0].isascii() and times[0].isdigit() and len(times[0]) <= 12):
            return False
        if abs(now.timestamp() - int(times[0])) > TOLERANCE_SECONDS:
            return False
        signed = times[0].encode() + b"." + payload
        ours = [hmac.new(secret, signed, hashlib.sha256).hexdigest().encode() for secret in self._secrets]
        given = [value.encode() for name, _, value in pairs if name.strip() == "v1"]
        return any(hmac.compare_digest(each, one) for each in given for one in ours)


def _event(event: _Event) -> ProviderEvent:
    about = event.data.object
    kind = KINDS.get(event.type, EventKind.OTHER)
    id, provider_id = _ids(event.id)
    return ProviderEvent(
        id=id,
        type=event.type,
        kind=kind,
        created_at=datetime.fromtimestamp(event.created, UTC),
        provider_reference=_intent_of(about, kind),
        object_reference=_reference(about.get("id"), kind),
        dispute=read_dispute(about) if kind is EventKind.DISPUTE else None,
        provider_id=provider_id,
        account=_reference(event.account, kind),
    )


def _unreadable(payload: bytes, fault: str, now: datetime) -> ProviderEvent:
    """As much of it as can be told; without an id, copies of it have one by their bytes."""
    try:
        event = read_json(payload, JsonObject)
    except InvalidResponse:
        event = {}
    type = read_or_none(event.get("type"), FilledType) or UNKNOWN_TYPE
    name = read_or_none(event.get("id"), EventId)
    id, provider_id = (_short(payload), None) if name is None else _ids(name)
    return ProviderEvent(
        id=id,
        type=type,
        kind=EventKind.UNREADABLE,
        created_at=now,
        provider_reference=None,
        object_reference=None,
        provider_id=provider_id,
        body=payload,
        fault=fault[:MAX_FAULT],
    )


def _ids(said: str) -> tuple[str, str | None]:
    """Our id of the event, and the provider's where that cannot be ours."""
    return (said, None) if OUR_ID.match(said) else (_short(said.encode()), said)


def _short(of: bytes) -> str:
    return f"evt_{hashlib.sha256(of).hexdigest()[:32]}"


def _intent_of(about: JsonObject, kind: EventKind) -> str | None:
    if kind is EventKind.PAYMENT:
        return _reference(about.get("id"), kind)
    named = about.get("payment_intent")
    return _reference(named.get("id") if isinstance(named, dict) else named, kind)


def _reference(value: Any, kind: EventKind) -> str | None:
    """An id; of what concerns us, one that cannot be an id must not be passed over."""
    if value is None or kind is EventKind.OTHER:
        return read_or_none(value, FilledName)
    return read_value(value, FilledName)


def read_dispute(about: Any) -> DisputeUpdate:
    """A dispute as it stands."""
    dispute = read_value(about, _Dispute)
    entries = dispute.balance_transactions or []
    return DisputeUpdate(
        amount_cents=dispute.amount,
        fee_cents=read_value(_cost(dispute, entries), SignedAmount),
        status=dispute.status,
        reason=dispute.reason or "",
        entries=len(entries),
    )


def _cost(dispute: _Dispute, entries: Sequence[_DisputeEntry]) -> Cents:
    """What the balance has lost by these entries, beyond the disputed amount while that is gone (OP-02).

    A fee that is given back is negative, and amounts differ from the disputed one where currencies do.
    What comes back before the bank has decided, or is still to come when it has, is not counted: the
    amount is entered as back when the dispute is won.
    """
    fees = sum(entry.fee or 0 for entry in entries)
    moved = [entry.amount or 0 for entry in entries]
    taken, returned = -sum(each for each in moved if each < 0), sum(each for each in moved if each > 0)
    if not taken:
        return fees
    gone = taken - returned
    if dispute.status == "won":
        return fees + (gone if returned else taken - dispute.amount)
    if dispute.status != "lost" and gone <= 0:
        return fees
    return fees + gone - dispute.amount
