"""Movements of the platform's balance at Stripe (docs.stripe.com/api/balance_transactions)."""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from haulage.kernel.money import MAX_CENTS
from haulage.payments.provider_entry import EntryKind, ProviderEntry, UnreadableEntry
from haulage.ports.payments import ProviderEntries
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_index, as_list, as_object, as_text
from haulage_adapters.stripe_payments.client import Said
from haulage_adapters.stripe_payments.reading import MAX_ID, read_id, reference_of

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
}
"""By Stripe's types (docs.stripe.com/reports/balance-transaction-types). Disputes are ``adjustment``, as
other things are: those are told by their source."""

FAR_FUTURE = 4_000_000_000
MAX_CURRENCY = 10
Read = TypeVar("Read")


def read_entries(said: Said, limit: int) -> ProviderEntries:
    """A page. Entries that cannot be read are told apart and do not stop the others; but there must be one
    with an id to go on from."""
    data = as_list(said.get("data"), "data", most=limit)
    items, unreadable = [], []
    for each in data:
        try:
            items.append(read_entry(each))
        except InvalidResponse as fault:
            unreadable.append(_unreadable(each, str(fault)))
    if said.get("has_more") is not True or not data:
        return ProviderEntries(items, None, unreadable)
    ids = [id for each in data if (id := _id_of(each))]
    if not ids:
        raise InvalidResponse("a page of entries without ids")
    return ProviderEntries(items, ids[-1], unreadable)


def _unreadable(said: Any, fault: str) -> UnreadableEntry:
    """As much of it as can be read. Without an id of its own it is known by all it says."""
    entry = said if isinstance(said, dict) else {"said": said}
    source = entry.get("source")
    about = source if isinstance(source, dict) else {"id": source}
    whole = json.dumps(entry, sort_keys=True, default=str).encode()
    currency = _or_none(lambda: as_text(entry.get("currency"), "currency", most=MAX_CURRENCY))
    seconds = _or_none(lambda: as_index(entry.get("created"), "created", most=FAR_FUTURE))
    return UnreadableEntry(
        id=_id_of(entry) or f"unreadable-{hashlib.sha256(whole).hexdigest()[:24]}",
        kind=_entry_kind(str(entry.get("type")), about),
        fault=fault,
        currency=currency if currency != "usd" else None,
        created_at=None if seconds is None else datetime.fromtimestamp(seconds, UTC),
        source=_or_none(lambda: as_text(about.get("id"), "source", most=MAX_ID)),
        provider_reference=_or_none(lambda: _intent_of(about)),
    )


def _id_of(said: Any) -> str | None:
    return _or_none(lambda: read_id(said, "txn_"))


def _or_none(read: Callable[[], Read]) -> Read | None:
    try:
        return read()
    except InvalidResponse:
        return None


def read_entry(said: Any) -> ProviderEntry:
    """A balance transaction with its source made whole."""
    entry = as_object(said, "a balance transaction")
    if entry.get("currency") != "usd":
        raise InvalidResponse("a balance transaction in another currency")
    type = as_text(entry.get("type"), "type", most=100)
    source = entry.get("source")
    about = source if isinstance(source, dict) else {"id": source}
    id = about.get("id")
    seconds = as_index(entry.get("created"), "created", most=FAR_FUTURE)
    amount, fee = _signed(entry.get("amount"), "amount"), _signed(entry.get("fee"), "fee")
    if _signed(entry.get("net"), "net") != amount - fee:
        raise InvalidResponse("a net that is not the amount less the fee")
    return ProviderEntry(
        id=read_id(entry, "txn_"),
        kind=_entry_kind(type, about),
        type=type,
        amount_cents=amount,
        fee_cents=fee,
        net_cents=amount - fee,
        created_at=datetime.fromtimestamp(seconds, UTC),
        source=None if id is None else as_text(id, "source", most=MAX_ID),
        provider_reference=_intent_of(about),
        reference=reference_of(about),
    )


def _entry_kind(type: str, about: dict[str, Any]) -> EntryKind:
    if about.get("object") == "dispute":
        return EntryKind.DISPUTE
    return ENTRY_KINDS.get(type, EntryKind.OTHER)


def _intent_of(about: dict[str, Any]) -> str | None:
    named = about.get("payment_intent")
    id = named.get("id") if isinstance(named, dict) else named
    return None if id is None else as_text(id, "payment_intent", most=MAX_ID)


def _signed(value: Any, name: str) -> int:
    """Cents that may be negative: money that leaves, and fees that are given back."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_CENTS:
        raise InvalidResponse(f"{name} is no amount")
    return value
