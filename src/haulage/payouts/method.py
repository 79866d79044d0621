"""Where a driver is paid: what is kept of a bank account, card or PayPal address, and what is checked."""

import re
from datetime import date
from enum import StrEnum
from typing import TypeAlias

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.payouts.fees import PayoutRail

ROUTING_DIGITS = 9
LAST_DIGITS = 4
MAX_CARD_DIGITS = 19
YEARS_OFFERED = 10
"""The current year and nine more (OUT-23)."""

_ROUTING_WEIGHTS = (3, 7, 1) * 3
"""The check of the American Bankers Association: the weighted digits are a multiple of ten."""


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


@attrs.frozen
class PayoutMethod:
    """One way of being paid (OUT-08): the provider's token and the last four digits, never the number
    (OP-40). ``is_instant`` is what the provider reports of it."""

    id: str
    driver_id: str
    type: MethodType
    token: str = attrs.field(repr=False)
    last4: str = ""
    bank_name: str = ""
    account_type: BankAccountType | None = None
    paypal_email: str = attrs.field(default="", repr=False)
    is_verified: bool = False
    is_default: bool = False
    is_instant: bool = False

    @property
    def rail(self) -> PayoutRail:
        return RAIL_OF[self.type]


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
    """The address of a PayPal account."""

    email: str = attrs.field(repr=False)


MethodDetails: TypeAlias = BankDetails | DebitCardDetails | PayPalDetails


def routing_number(text: str, *, field: str = "routing_number") -> str:
    """Nine digits that pass the bankers' check (OP-40). Raises ``InvalidInput``."""
    digits = text.strip()
    if not re.fullmatch(f"[0-9]{{{ROUTING_DIGITS}}}", digits):
        raise InvalidInput(field, f"must have {ROUTING_DIGITS} digits")
    if int(digits) == 0 or sum(w * int(d) for w, d in zip(_ROUTING_WEIGHTS, digits, strict=True)) % 10:
        raise InvalidInput(field, "is no routing number of a bank: please check its digits")
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
