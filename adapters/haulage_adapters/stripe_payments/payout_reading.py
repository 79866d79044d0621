"""Stripe's payouts, balances and external accounts in our words; nothing in them is believed unseen."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from haulage.payouts import BankAccountType, MethodType, PayoutSpeed, PayoutStatus
from haulage.ports.payouts import ProviderBalance, ProviderMethod, ProviderPayout
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_or_none, read_value
from haulage_adapters.stripe_payments.client import Said
from haulage_adapters.stripe_payments.lists import Named
from haulage_adapters.stripe_payments.reading import Instant, SignedAmount, reference_of

USABLE = frozenset({"new", "validated", "verified"})
"""An external account that no payout has failed to reach and whose owner is not in doubt: it is ``new``, for
Stripe validates nothing more of one that is only paid to."""

FAILURES = {
    "account_closed": "The bank account has been closed.",
    "account_frozen": "The bank account has been frozen.",
    "bank_account_restricted": "The bank account takes no such payout. It may be a savings account.",
    "bank_ownership_changed": "The bank account is no longer valid, for its branch has changed owners.",
    "could_not_process": "The bank could not process the payout.",
    "debit_not_authorized": "The bank does not allow this payout to the account.",
    "declined": "The bank declined the payout.",
    "incorrect_account_holder_address": "The bank has another address of the account's holder.",
    "incorrect_account_holder_name": "The bank has another name of the account's holder.",
    "incorrect_account_holder_tax_id": "The bank has another tax number of the account's holder.",
    "insufficient_funds": "The bank could not take the payout for want of funds.",
    "invalid_account_number": "The bank has no account with this number.",
    "invalid_currency": "The bank account does not take US dollars.",
    "no_account": "The bank found no account with this number and name.",
    "unsupported_card": "The card's bank no longer takes payouts.",
}
"""Stripe's codes (docs.stripe.com/api/payouts/failures), in sentences of ours for drivers."""

FAILED = "The bank did not take the payout."
"""Ours: for every other code."""

DIGITS = r"^[0-9]{4}\Z"
Word = Annotated[Text, Meta(max_length=200)]


class _Payout(Named):
    amount: SignedAmount
    currency: str
    status: PayoutStatus
    method: PayoutSpeed
    arrival_date: Instant
    failure_code: Word | None = None
    metadata: Any = None


class _ExternalAccount(Named):
    object: str
    status: Word | None = None
    last4: Annotated[str, Meta(pattern=DIGITS)] = ""
    bank_name: Word | None = None
    brand: Word | None = None
    account_type: Any = None
    available_payout_methods: Annotated[list[Word], Meta(max_length=20)] | None = None


class _Amount(msgspec.Struct):
    amount: SignedAmount
    currency: str


class _Balance(msgspec.Struct):
    available: Annotated[list[_Amount], Meta(max_length=200)]
    pending: Annotated[list[_Amount], Meta(max_length=200)]
    instant_available: Annotated[list[_Amount], Meta(max_length=200)] = []


TYPES = {"bank_account": MethodType.BANK_ACCOUNT, "card": MethodType.DEBIT_CARD}


def read_payout(said: Said) -> ProviderPayout:
    """A payout as it stands."""
    payout = read_value(said, _Payout)
    if not payout.id.startswith("po_"):
        raise InvalidResponse("an id that does not begin with po_")
    if payout.currency != "usd" or payout.amount < 1:
        raise InvalidResponse("a payout of something other than US dollars")
    failed = payout.status is PayoutStatus.FAILED
    return ProviderPayout(
        id=payout.id,
        status=payout.status,
        net_cents=payout.amount,
        speed=payout.method,
        reference=reference_of(payout.metadata),
        arrives_at=datetime.fromtimestamp(payout.arrival_date, UTC),
        failure_reason=FAILURES.get(payout.failure_code or "", FAILED) if failed else None,
    )


def is_ours_to_report(said: Said) -> bool:
    """Whether it is a payout in US dollars, and none that takes another one back."""
    return said.get("original_payout") is None and said.get("currency") == "usd"


def read_method(said: Said) -> ProviderMethod | None:
    """A bank account or card; None for what is neither."""
    found = read_value(said, _ExternalAccount)
    if found.object not in TYPES:
        return None
    return ProviderMethod(
        token=found.id,
        type=TYPES[found.object],
        last4=found.last4,
        bank_name=found.bank_name or found.brand or "",
        account_type=read_or_none(found.account_type, BankAccountType),
        is_verified=found.status in USABLE or (found.status is None and found.object == "card"),
        is_instant=PayoutSpeed.INSTANT in (found.available_payout_methods or ()),
    )


def read_balance(said: Said) -> ProviderBalance:
    """What is not told to be instantly available is not."""
    balance = read_value(said, _Balance)
    return ProviderBalance(
        available_cents=_dollars(balance.available),
        pending_cents=_dollars(balance.pending),
        instant_available_cents=max(0, _dollars(balance.instant_available)),
    )


def _dollars(amounts: Sequence[_Amount]) -> int:
    return sum(each.amount for each in amounts if each.currency == "usd")
