"""Where a driver is paid: what is kept of a bank account, card or PayPal address, and what is checked."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import TypeAlias

import attrs

from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken
from haulage.payouts.fees import PayoutRail

ROUTING_DIGITS = 9
LAST_DIGITS = 4
LEAST_CARD_DIGITS, MAX_CARD_DIGITS = 12, 19
LEAST_ACCOUNT_DIGITS, MAX_ACCOUNT_DIGITS = 4, 17
"""Of a bank account in the United States."""
YEARS_OFFERED = 10
"""The current year and nine more (OUT-23)."""

_ROUTING_WEIGHTS = (3, 7, 1) * 3
"""The check of the American Bankers Association: the weighted digits are a multiple of ten."""


_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class MethodType(StrEnum):
    BANK_ACCOUNT = "bank_account"
    DEBIT_CARD = "debit_card"
    PAYPAL = "paypal"


class BankAccountType(StrEnum):
    CHECKING = "checking"
    SAVINGS = "savings"


RAIL_OF = {
    MethodType.BANK_ACCOUNT: PayoutRail.BANK,
    MethodType.DEBIT_CARD: PayoutRail.CARD,
    MethodType.PAYPAL: PayoutRail.PAYPAL,
}


CALLED = {
    MethodType.BANK_ACCOUNT: "bank account",
    MethodType.DEBIT_CARD: "debit card",
    MethodType.PAYPAL: "PayPal account",
}
"""What each kind is called within a sentence."""


@attrs.frozen
class PayoutMethod:
    """One way of being paid (OUT-08): the provider's token and the last four digits, never the number
    (OP-40). ``is_instant`` is what the provider reports of it. One that was removed is paid to no more; it
    stays, since payouts went there. Before ``held_until``, if that is set, no payout goes there."""

    id: str
    driver_id: str
    type: MethodType
    token: str = attrs.field(repr=False)
    added_at: datetime
    last4: str = ""
    bank_name: str = ""
    account_type: BankAccountType | None = None
    paypal_email: str = attrs.field(default="", repr=False)
    verified_at: datetime | None = None
    is_default: bool = False
    is_instant: bool = False
    removed_at: datetime | None = None
    held_until: datetime | None = None

    @property
    def rail(self) -> PayoutRail:
        return RAIL_OF[self.type]

    @property
    def is_verified(self) -> bool:
        return self.verified_at is not None

    @property
    def is_usable(self) -> bool:
        """Whether it can be paid to (OUT-19)."""
        return self.is_verified and self.removed_at is None

    def is_held_at(self, now: datetime) -> bool:
        return self.held_until is not None and now < self.held_until

    @property
    def in_words(self) -> str:
        """Within a sentence, with the digits by which its owner knows it."""
        return f"{CALLED[self.type]} ending {self.last4}" if self.last4 else CALLED[self.type]


class NoVerifiedMethod(RuleBroken):
    """The driver has no way of being paid that was verified (OUT-19)."""

    code = "no_verified_payout_method"
    field = "method_id"
    message = "No verified payout methods. Please add a bank account or debit card."


class MethodNotVerified(RuleBroken):
    """The driver has other ways of being paid, and named one that is not verified (OUT-19)."""

    code = "payout_method_not_verified"
    field = "method_id"
    message = "This payout method is not verified yet. Please choose one that is."


class MethodRemoved(RuleBroken):
    """What is tried again goes where it was to go, and the driver has removed that."""

    code = "payout_method_removed"
    field = "method_id"
    message = (
        "The payout method of this payout was removed, so it cannot be tried again. The money is back in the "
        "balance: ask for a new payout to another method."
    )


class EnteredAtProvider(RuleBroken):
    """Account and card numbers are entered in the provider's hosted form (OP-40)."""

    code = "entered_at_provider"
    field = "type"
    message = "Payout methods are added on the payment provider's own page."


class TooManyMethods(RuleBroken):
    """No more than :data:`MAX_METHODS` are kept of one driver."""

    code = "too_many_payout_methods"
    message = "You have as many payout methods as can be kept. Remove one first."


MAX_METHODS = 10
"""Ours: a bound for lists that are not paged."""


@attrs.define
class MethodNotFound(NotFound):
    """The driver has no such way of being paid, or has it no longer."""

    code = "payout_method_not_found"
    field = "method_id"
    what: str = "Payout method"


def the_method(methods: Sequence[PayoutMethod], method_id: str) -> PayoutMethod:
    """Raises ``MethodNotFound``."""
    found = next((each for each in methods if each.id == method_id and each.removed_at is None), None)
    if found is None:
        raise MethodNotFound
    return found


def next_default(methods: Sequence[PayoutMethod]) -> PayoutMethod | None:
    """The first verified method is the default until the driver chooses another (OUT-24, OP-40, OP-43)."""
    usable = [each for each in methods if each.removed_at is None]
    if any(each.is_default for each in usable):
        return None
    return min((each for each in usable if each.is_verified), key=lambda each: each.added_at, default=None)


@attrs.frozen
class BankDetails:
    """A bank account as its owner types it; it goes to the provider and is kept nowhere (OP-40)."""

    routing_number: str
    account_number: str = attrs.field(repr=False)
    bank_name: str
    account_type: BankAccountType


@attrs.frozen
class DebitCardDetails:
    """A debit card as its owner types it; it goes to the provider and is kept nowhere (OP-40)."""

    number: str = attrs.field(repr=False)
    expiry_month: int
    expiry_year: int


@attrs.frozen
class PayPalDetails:
    """The address of a PayPal account. Raises ``InvalidInput`` for what is no address."""

    email: str = attrs.field(repr=False)

    def __attrs_post_init__(self) -> None:
        if not _ADDRESS.fullmatch(self.email):
            raise InvalidInput("paypal_email", "must be an e-mail address")


MethodDetails: TypeAlias = BankDetails | DebitCardDetails | PayPalDetails


def routing_number(text: str, *, field: str = "routing_number") -> str:
    """Nine digits that pass the bankers' check (OP-40). Raises ``InvalidInput``."""
    digits = text.strip()
    if not re.fullmatch(f"[0-9]{{{ROUTING_DIGITS}}}", digits):
        raise InvalidInput(field, f"must have {ROUTING_DIGITS} digits")
    if int(digits) == 0 or sum(w * int(d) for w, d in zip(_ROUTING_WEIGHTS, digits, strict=True)) % 10:
        raise InvalidInput(field, "is no routing number of a bank: please check its digits")
    return digits


def account_number(text: str, *, field: str = "account_number") -> str:
    """4 to 17 digits, spaces and hyphens left out. Raises ``InvalidInput``."""
    digits = re.sub(r"[ -]", "", text)
    if not re.fullmatch(f"[0-9]{{{LEAST_ACCOUNT_DIGITS},{MAX_ACCOUNT_DIGITS}}}", digits):
        raise InvalidInput(field, f"must have {LEAST_ACCOUNT_DIGITS} to {MAX_ACCOUNT_DIGITS} digits")
    return digits


def card_expiry(year: int, month: int, today: date, *, field: str = "exp_month") -> tuple[int, int]:
    """A month that is not over, of a year that is offered. Raises ``InvalidInput``."""
    if not 1 <= month <= 12:
        raise InvalidInput(field, "must be from 1 to 12")
    if not today.year <= year < today.year + YEARS_OFFERED:
        raise InvalidInput("exp_year", f"must be from {today.year} to {today.year + YEARS_OFFERED - 1}")
    if (year, month) < (today.year, today.month):
        raise InvalidInput(field, "is over: the card has expired")
    return year, month
