"""The simulated card form and its rules (PAY-03, OP-32). Real cards never come near this server."""

from datetime import datetime

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import platform_time

MIN_NUMBER_DIGITS, MAX_NUMBER_LENGTH = 16, 19
AMEX_DIGITS, AMEX_CODE_DIGITS = 15, 4
"""Ours: American Express prints fewer digits than other schemes, in groups of 4, 6 and 5, and a code of 4."""
AMEX_PREFIXES = ("34", "37")
"""Of ISO/IEC 7812."""
MIN_CVC_DIGITS, MAX_CVC_DIGITS = 3, 4
MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 100
EXPIRY_LENGTH = 5


@attrs.frozen
class Card:
    """A card as typed. ``repr`` shows nothing of it, so that no log can."""

    number: str = attrs.field(repr=False)
    expiry: str = attrs.field(repr=False)
    cvc: str = attrs.field(repr=False)
    name: str = attrs.field(repr=False)

    @property
    def digits(self) -> str:
        return self.number.replace(" ", "")

    @property
    def last4(self) -> str:
        return self.digits[-4:]

    @property
    def brand(self) -> str:
        """The scheme by its leading digits (ISO/IEC 7812 issuer ranges)."""
        digits = self.digits
        if _is_amex(digits):
            return "amex"
        if digits.startswith("4"):
            return "visa"
        if "51" <= digits[:2] <= "55" or "2221" <= digits[:4] <= "2720":
            return "mastercard"
        if digits.startswith(("6011", "65")):
            return "discover"
        return "card"


def check_card(card: Card, now: datetime) -> Card:
    """The card itself, or ``InvalidInput`` naming the field at fault."""
    _check_number(card.number)
    _check_expiry(card.expiry, now)
    _check_code(card)
    if len(card.name.strip()) < MIN_NAME_LENGTH:
        raise InvalidInput("card.name", "must be at least 2 characters")
    if len(card.name) > MAX_NAME_LENGTH:
        raise InvalidInput("card.name", f"must be at most {MAX_NAME_LENGTH} characters")
    return card


def _is_ascii_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_amex(digits: str) -> bool:
    return digits.startswith(AMEX_PREFIXES) and len(digits) == AMEX_DIGITS


def _check_number(number: str) -> None:
    digits = number.replace(" ", "")
    is_long_enough = len(digits) >= MIN_NUMBER_DIGITS or _is_amex(digits)
    if len(number) > MAX_NUMBER_LENGTH or not is_long_enough or not _is_ascii_digits(digits):
        raise InvalidInput("card.number", "must be at least 16 digits")
    if not passes_luhn(digits):
        raise InvalidInput("card.number", "is not a valid card number")


def passes_luhn(digits: str) -> bool:
    """The check digit of ISO/IEC 7812-1, annex B."""
    doubled = (int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _check_code(card: Card) -> None:
    is_code = _is_ascii_digits(card.cvc)
    if _is_amex(card.digits):
        if not (is_code and len(card.cvc) == AMEX_CODE_DIGITS):
            raise InvalidInput("card.cvc", "must be the 4 digits on the front of an American Express card")
    elif not (is_code and MIN_CVC_DIGITS <= len(card.cvc) <= MAX_CVC_DIGITS):
        raise InvalidInput("card.cvc", "must be 3 or 4 digits")


def _check_expiry(expiry: str, now: datetime) -> None:
    month, slash, year = expiry.partition("/")
    well_formed = (
        len(expiry) == EXPIRY_LENGTH and slash and _is_ascii_digits(month) and _is_ascii_digits(year)
    )
    if not well_formed or not 1 <= int(month) <= 12:
        raise InvalidInput("card.expiry", "must be MM/YY")
    today = platform_time(now)
    if (2000 + int(year), int(month)) < (today.year, today.month):
        raise InvalidInput("card.expiry", "is in the past")
