"""Ways of being paid that the simulated provider keeps: all that is known of one is written in its token.

So a payout goes there after a restart and in every process alike, and nothing of it is stored but what a real
provider's token says too: the last four digits, never the number (OP-40).
"""

import secrets
from datetime import datetime, timedelta
from typing import Any

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.payments import ProviderRefused
from haulage.payments.card import passes_luhn
from haulage.payouts import (
    LEAST_CARD_DIGITS,
    MAX_CARD_DIGITS,
    BankAccountType,
    BankDetails,
    DebitCardDetails,
    MethodDetails,
    MethodType,
    account_number,
    card_expiry,
    routing_number,
)
from haulage.ports.payouts import ProviderMethod
from haulage_adapters.simulated.provider_book import ProviderBook

METHOD, GONE = "method", "gone_method"
"""Kinds of facts in the book."""

ROUTING = "110000000"
BANK_PAYS = "000123456789"
BANK_INSTANT = "000777777771"
"""Ours: the bank account that takes instant payouts."""
CARD_PAYS = "4000056655665556"
CARD_NOT_INSTANT = "4000056755665555"
"""Stripe's documented debit card that takes no instant payout."""
CREDIT_CARDS = frozenset(
    {
        "4242424242424242",
        "5555555555554444",
        "2223003122003222",
        "378282246310005",
        "371449635398431",
        "6011111111111117",
        "6011000990139424",
        "3056930009020004",
        "36227206271667",
        "3566002020360505",
    }
)
"""Stripe's documented test numbers of credit cards (docs.stripe.com/testing): nothing is paid out to them."""

FATE_OF_BANK = {
    "000111111116": "no_account",
    "000111111113": "account_closed",
    "000222222227": "insufficient_funds",
    "000333333335": "debit_not_authorized",
    "000555555559": "declined",
}
"""Stripe's documented test numbers (docs.stripe.com/connect/testing), and the last one, which is ours; every
other account is paid."""

AT_ONCE = frozenset({"declined"})
"""Ours: payouts that fail without a wait, so that somebody can watch one."""

FAILURES = {
    "no_account": "The bank found no account with this number and name.",
    "account_closed": "The bank account has been closed.",
    "insufficient_funds": "The bank could not take the payout for want of funds.",
    "debit_not_authorized": "The bank does not allow this payout to the account.",
    "declined": "The bank declined the payout.",
}
"""Ours: the reasons in plain words."""

PAID = "ok"

_LETTER = {MethodType.BANK_ACCOUNT: "ba", MethodType.DEBIT_CARD: "card", MethodType.PAYPAL: "pp"}
_TYPE = {letter: type for type, letter in _LETTER.items()}


@attrs.frozen
class Destination:
    """What a token says: ``failure`` is the code with which payouts there fail, if they do."""

    type: MethodType
    is_instant: bool
    failure: str | None


def destination(token: str) -> Destination:
    """Raises ``ProviderRefused`` for a token that is none of the simulation's."""
    match token.split("-"):
        case ["simulated", letter, speed, fate, _] if letter in _TYPE and fate in {PAID, *FAILURES}:
            return Destination(_TYPE[letter], speed == "instant", None if fate == PAID else fate)
    raise ProviderRefused("There is no such way of being paid.")


class SimulatedMethods:
    """Whose methods the book lists. They are verified *verified_after* they were added."""

    def __init__(self, book: ProviderBook, verified_after: timedelta) -> None:
        self._book = book
        self._verified_after = verified_after

    def of(self, account: str, now: datetime) -> list[ProviderMethod]:
        listed = self._book.of(METHOD, account).values()
        return [self._seen(each, now) for each in listed if not self.is_gone(account, each["token"])]

    def add(self, account: str, details: MethodDetails, reference: str, now: datetime) -> ProviderMethod:
        key = f"{account}/{reference}"
        with self._book.writing():
            known = self._book.find(METHOD, key)
            if known is None:
                known = self._book.once(METHOD, key, _written(_made(details, now), now), owner=account)
        return self._seen(known, now)

    def remove(self, account: str, token: str) -> None:
        """Nothing but the token is kept of it, so that no later copy of the request adds it anew."""
        with self._book.writing():
            for key, each in self._book.of(METHOD, account).items():
                if each["token"] == token:
                    self._book.change(METHOD, key, {**each, "last4": "", "bank_name": ""})
            self._book.once(GONE, f"{account}/{token}", 1)

    def is_gone(self, account: str, token: str) -> bool:
        return self._book.find(GONE, f"{account}/{token}") is not None

    def _seen(self, written: dict[str, Any], now: datetime) -> ProviderMethod:
        kind, account_type = MethodType(written["type"]), written["account_type"]
        added_at = datetime.fromisoformat(written["added_at"])
        return ProviderMethod(
            written["token"],
            kind,
            written["last4"],
            written["bank_name"],
            None if account_type is None else BankAccountType(account_type),
            is_verified=now >= added_at + self._verified_after,
            is_instant=destination(written["token"]).is_instant,
        )


def _written(method: ProviderMethod, now: datetime) -> dict[str, Any]:
    return {
        "token": method.token,
        "type": method.type,
        "last4": method.last4,
        "bank_name": method.bank_name,
        "account_type": method.account_type,
        "added_at": now.isoformat(),
    }


def _made(details: MethodDetails, now: datetime) -> ProviderMethod:
    """Raises ``ProviderRefused`` for numbers that no bank gives out."""
    try:
        if isinstance(details, BankDetails):
            return _bank(details)
        if isinstance(details, DebitCardDetails):
            card_expiry(details.expiry_year, details.expiry_month, now.date())
            return _card(details)
    except InvalidInput as wrong:
        raise ProviderRefused(str(wrong)) from wrong
    return ProviderMethod(_token(MethodType.PAYPAL, is_instant=True), MethodType.PAYPAL, is_instant=True)


def _bank(details: BankDetails) -> ProviderMethod:
    routing_number(details.routing_number)
    number = account_number(details.account_number)
    instant = number == BANK_INSTANT
    return ProviderMethod(
        _token(MethodType.BANK_ACCOUNT, is_instant=instant, fate=FATE_OF_BANK.get(number, PAID)),
        MethodType.BANK_ACCOUNT,
        last4=number[-4:],
        bank_name=details.bank_name,
        account_type=details.account_type,
        is_instant=instant,
    )


def _card(details: DebitCardDetails) -> ProviderMethod:
    number = _digits(details.number)
    if not LEAST_CARD_DIGITS <= len(number) <= MAX_CARD_DIGITS or not passes_luhn(number):
        raise ProviderRefused("Your card number is invalid.")
    if number in CREDIT_CARDS:
        raise ProviderRefused("This is a credit card. Payouts go to debit cards.")
    instant = number != CARD_NOT_INSTANT
    token = _token(MethodType.DEBIT_CARD, is_instant=instant)
    return ProviderMethod(token, MethodType.DEBIT_CARD, last4=number[-4:], is_instant=instant)


def _digits(text: str) -> str:
    digits = text.replace(" ", "").replace("-", "")
    return digits if digits.isascii() and digits.isdigit() else ""


def _token(type: MethodType, *, is_instant: bool, fate: str = PAID) -> str:
    speed = "instant" if is_instant else "standard"
    return f"simulated-{_LETTER[type]}-{speed}-{fate}-{secrets.token_hex(12)}"
