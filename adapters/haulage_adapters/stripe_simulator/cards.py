"""The test cards: what becomes of a charge is written on the card."""

import hashlib
from enum import Enum

import attrs

from haulage_adapters.stripe_simulator.errors import Json, Refused, required

ALWAYS_PAYS = "4242424242424242"
TOKENS = {
    "pm_card_visa": ALWAYS_PAYS,
    "pm_card_mastercard": "5555555555554444",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_threeDSecure2Required": "4000000000003220",
    "pm_card_createDispute": "4000000000000259",
}


class Fate(Enum):
    """What a card does."""

    PAYS = "pays"
    AUTHENTICATES = "authenticates"
    IS_DISPUTED = "is_disputed"
    IS_DECLINED = "is_declined"
    IS_PROCESSING = "is_processing"


@attrs.frozen
class Decline:
    """Why the bank said no: Stripe's codes and its sentence."""

    code: str
    decline_code: str
    message: str


GENERIC = Decline("card_declined", "generic_decline", "Your card was declined.")
DECLINES = {
    "4000000000000002": GENERIC,
    "4000000000009995": Decline("card_declined", "insufficient_funds", "Your card has insufficient funds."),
    "4000000000000069": Decline("expired_card", "expired_card", "Your card has expired."),
    "4000000000000127": Decline("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
    "4000000000000119": Decline(
        "processing_error",
        "processing_error",
        "An error occurred while processing your card. Try again in a little bit.",
    ),
}
ASKS, DISPUTED = "4000000000003220", "4000000000000259"
PROCESSING = "4000000000000655"
"""Ours, since none of Stripe's does it: the payment is processing until its bank has answered."""
PAYS_ONCE = "4000000000000341"
"""Pays when it is typed, and is declined once it is a customer's."""

USUAL_EXPIRY = (12, 2034)
"""Of cards that are named by a token, or shown without."""


@attrs.frozen
class ShownCard:
    """A card at the simulator; nothing but brand, last four digits and expiry is ever told again."""

    number: str = attrs.field(repr=False)
    expiry: tuple[int, int] = USUAL_EXPIRY

    @property
    def brand(self) -> str:
        return {"4": "visa", "5": "mastercard", "6": "discover", "3": "amex"}.get(self.number[0], "unknown")

    @property
    def last4(self) -> str:
        return self.number[-4:]

    def fate(
        self, *, chance: float, decline_share: float, is_saved: bool = False
    ) -> tuple[Fate, Decline | None]:
        """Other cards than the known ones are declined at *decline_share*; *chance* is in [0, 1)."""
        if self.number == PAYS_ONCE:
            return (Fate.IS_DECLINED, GENERIC) if is_saved else (Fate.PAYS, None)
        if self.number == ASKS:
            return Fate.AUTHENTICATES, None
        if self.number == DISPUTED:
            return Fate.IS_DISPUTED, None
        if self.number == PROCESSING:
            return Fate.IS_PROCESSING, None
        if self.number in DECLINES:
            return Fate.IS_DECLINED, DECLINES[self.number]
        known = self.number in TOKENS.values()
        return (Fate.PAYS, None) if known or chance >= decline_share else (Fate.IS_DECLINED, GENERIC)


def read_card(data: Json) -> ShownCard:
    """The card in ``payment_method_data`` or a payment method's form."""
    card = data.get("card")
    if not isinstance(card, dict):
        raise required("payment_method_data[card]")
    number = str(card.get("number", "")).replace(" ", "")
    if not (number.isascii() and number.isdigit() and 12 <= len(number) <= 19):
        raise Refused(
            "Your card number is incorrect.", 402, type="card_error", code="incorrect_number", param="number"
        )
    return ShownCard(number, _expiry(card))


def _expiry(card: Json) -> tuple[int, int]:
    """Month and year, which Stripe takes with two or four digits."""
    month, year = str(card.get("exp_month", USUAL_EXPIRY[0])), str(card.get("exp_year", USUAL_EXPIRY[1]))
    if not (month.isascii() and month.isdigit() and 1 <= int(month) <= 12):
        raise Refused(
            "Your card's expiration month is invalid.", 402, type="card_error", code="invalid_expiry_month"
        )
    if not (year.isascii() and year.isdigit() and len(year) in {2, 4}):
        raise Refused(
            "Your card's expiration year is invalid.", 402, type="card_error", code="invalid_expiry_year"
        )
    return int(month), int(year) + (2000 if len(year) == 2 else 0)


def chance(seed: str, intent: str, attempt: int) -> float:
    """A number in [0, 1), the same for the same attempt."""
    digest = hashlib.sha256(f"{seed}:{intent}:{attempt}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64
