"""A card that a customer lets the card provider keep, to pay the next order with (PAY-30)."""

from collections.abc import Iterable
from datetime import datetime

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import platform_time

MAX_SAVED_CARDS = 10
"""Ours, for each customer: more than anybody looks through while paying."""


class SavedCardGone(RuleBroken):
    """The card is not saved for this customer: they removed it, or the provider does not have it any more."""

    code = "saved_card_gone"
    message = "This card is not saved any more. Please choose another way to pay."
    field = "saved_card_id"


class SavedCardExpired(RuleBroken):
    """The card's last month is over."""

    code = "saved_card_expired"
    message = "This card has expired. Please choose another way to pay."
    field = "saved_card_id"


class TooManySavedCards(RuleBroken):
    """The customer has as many saved cards as anybody may have."""

    code = "too_many_saved_cards"
    message = f"You can save up to {MAX_SAVED_CARDS} cards. Remove one first, or pay without saving this one."
    field = "save_card"


@attrs.frozen
class SavedCard:
    """What is known of it here: never its number, nor its security code.

    ``provider_card`` is the provider's token of the card, good only together with ``provider_customer``.
    """

    id: str
    user_id: str
    provider_customer: str = attrs.field(repr=False)
    provider_card: str = attrs.field(repr=False)
    brand: str
    last4: str
    expiry_month: int
    expiry_year: int
    created_at: datetime
    simulated: bool
    """Saved at a provider that moves no real money; it pays at no other."""
    is_default: bool = False

    def has_expired(self, now: datetime) -> bool:
        """A card is good to the end of its last month."""
        today = platform_time(now)
        return (self.expiry_year, self.expiry_month) < (today.year, today.month)

    def looks_like(self, other: "SavedCard") -> bool:
        """Whether both are the same card as far as we can tell, saved twice."""
        return (self.brand, self.last4, self.expiry_month, self.expiry_year) == (
            other.brand,
            other.last4,
            other.expiry_month,
            other.expiry_year,
        )


def sorted_cards(cards: Iterable[SavedCard]) -> tuple[SavedCard, ...]:
    """The default first, then the newest."""
    newest = sorted(cards, key=lambda card: (card.created_at, card.id), reverse=True)
    return tuple(sorted(newest, key=lambda card: not card.is_default))
