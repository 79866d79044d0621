"""Movements of the platform's balance at Stripe (docs.stripe.com/api/balance_transactions)."""

import hashlib
import json
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from haulage.payments.provider_entry import EntryKind, ProviderEntry, UnreadableEntry
from haulage.ports.payments import ProviderEntries
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import JsonObject, Name, Text, read_or_none, read_value
from haulage_adapters.stripe_payments.client import Said
from haulage_adapters.stripe_payments.reading import Instant, SignedAmount, read_id, reference_of

ENTRY_KINDS = {
    "charge": EntryKind.CHARGE,
    "payment": EntryKind.CHARGE,
    "refund": EntryKind.REFUND,
    "payment_refund": EntryKind.REFUND,
    "refund_failure": EntryKind.REFUND_FAILED,
    "payment_failure_refund": EntryKind.REFUND_FAILED,
    "transfer": EntryKind.TRANSFER,
    "transfer_refund": EntryKind.TRANSFER_REVERSAL,
    "payout": EntryKind.PAYOUT,
    "payout_cancel": EntryKind.PAYOUT,
    "payout_failure": EntryKind.PAYOUT,
    "payout_reversal": EntryKind.PAYOUT,
}
"""By Stripe's types (docs.stripe.com/reports/balance-transaction-types). Disputes are ``adjustment``, as
other things are: those are told by their source. What is not here is ``OTHER``, so that people see it."""

Currency = Annotated[Text, Meta(max_length=10)]


class _Page(msgspec.Struct):
    data: list[Any]
    has_more: Any = None


class _Entry(msgspec.Struct):
    """A balance transaction; its source is an object, an id, or missing."""

    currency: Literal["usd"]
    type: Annotated[Text, Meta(max_length=100)]
    created: Instant
    amount: SignedAmount
    fee: SignedAmount
    net: SignedAmount
    source: Any = None


def read_entries(said: Said, limit: int) -> ProviderEntries:
    """A page. Entries that cannot be read are told apart and do not stop the others; but there must be one
    with an id to go on from."""
    page = read_value(said, _Page)
    if len(page.data) > limit:
        raise InvalidResponse(f"a page of more than {limit} entries")
    items, unreadable = [], []
    for each in page.data:
        try:
            items.append(read_entry(each))
        except InvalidResponse as fault:
            unreadable.append(_unreadable(each, str(fault)))
    if page.has_more is not True or not page.data:
        return ProviderEntries(items, None, unreadable)
    ids = [id for each in page.data if (id := _id_of(each))]
    if not ids:
        raise InvalidResponse("a page of entries without ids")
    return ProviderEntries(items, ids[-1], unreadable)


def _unreadable(said: Any, fault: str) -> UnreadableEntry:
    """As much of it as can be read. Without an id of its own it is known by all it says."""
    entry = said if isinstance(said, dict) else {"said": said}
    about = _about(entry.get("source"))
    whole = json.dumps(entry, sort_keys=True, default=str).encode()
    currency = read_or_none(entry.get("currency"), Currency)
    seconds = read_or_none(entry.get("created"), Instant)
    return UnreadableEntry(
        id=_id_of(entry) or f"unreadable-{hashlib.sha256(whole).hexdigest()[:24]}",
        kind=_entry_kind(str(entry.get("type")), about),
        fault=fault,
        currency=currency if currency != "usd" else None,
        created_at=None if seconds is None else datetime.fromtimestamp(seconds, UTC),
        source=read_or_none(about.get("id"), Name),
        provider_reference=read_or_none(_intent_of(about), Name),
    )


def _id_of(said: Any) -> str | None:
    try:
        return read_id(said, "txn_")
    except InvalidResponse:
        return None


def read_entry(said: Any) -> ProviderEntry:
    """A balance transaction with its source made whole."""
    entry = read_value(said, _Entry)
    if entry.net != entry.amount - entry.fee:
        raise InvalidResponse("a net that is not the amount less the fee")
    about = _about(entry.source)
    source, intent = about.get("id"), _intent_of(about)
    return ProviderEntry(
        id=read_id(said, "txn_"),
        kind=_entry_kind(entry.type, about),
        type=entry.type,
        amount_cents=entry.amount,
        fee_cents=entry.fee,
        net_cents=entry.net,
        created_at=datetime.fromtimestamp(entry.created, UTC),
        source=None if source is None else read_value(source, Name),
        provider_reference=None if intent is None else read_value(intent, Name),
        reference=reference_of(about.get("metadata")),
    )


def _about(source: Any) -> JsonObject:
    return source if isinstance(source, dict) else {"id": source}


def _entry_kind(type: str, about: JsonObject) -> EntryKind:
    if about.get("object") == "dispute":
        return EntryKind.DISPUTE
    return ENTRY_KINDS.get(type, EntryKind.OTHER)


def _intent_of(about: JsonObject) -> Any:
    """Or the transfer, of what was taken back of one."""
    named = (
        about.get("transfer") if about.get("object") == "transfer_reversal" else about.get("payment_intent")
    )
    return named.get("id") if isinstance(named, dict) else named
