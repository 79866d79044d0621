"""Cards that the simulated provider keeps: all that is known of one is written in its token.

So a card that was saved pays after a restart and in every process alike, and nothing of it is stored but what
a real provider's token says too: neither number nor security code.
"""

import hashlib
import secrets
from enum import StrEnum

from cachetools import FIFOCache

from haulage.payments import Card
from haulage.payments.saved_card import SavedCardGone
from haulage.ports.payments import ProviderCard

PREFIX = "pm_simulated"
REMEMBERED = 10_000
"""Ours: intents and removed cards that one process still knows of."""


class SavedFate(StrEnum):
    """What becomes of a charge of a saved card."""

    PAYS = "pays"
    ASKS = "asks"
    DECLINED = "declined"
    BY_CHANCE = "chance"


class SimulatedVault:
    """Which intents keep their card, and for whom; and which cards were removed while this process lives."""

    def __init__(self) -> None:
        self._customer_of: FIFOCache[str, str] = FIFOCache(REMEMBERED)
        self._gone: FIFOCache[str, None] = FIFOCache(REMEMBERED)
        self._shown: FIFOCache[str, ProviderCard] = FIFOCache(REMEMBERED)

    async def open_customer(self, *, reference: str) -> str:
        return f"cus_simulated_{_digest(reference)}"

    async def save_next_card(self, provider_reference: str, customer: str | None) -> None:
        if customer is None:
            self._customer_of.pop(provider_reference, None)
            return
        if customer in self._gone:
            raise SavedCardGone
        self._customer_of[provider_reference] = customer

    async def forget_card(self, card: str) -> None:
        self._gone[card] = None

    async def forget_customer(self, customer: str) -> None:
        self._gone[customer] = None

    def show(self, provider_reference: str, card: Card, fate: SavedFate) -> None:
        """Remember the card that is about to pay, where it is to be kept."""
        customer = self._customer_of.get(provider_reference)
        self._shown.pop(provider_reference, None)
        if customer is None:
            return
        month, _, year = card.expiry.partition("/")
        token = f"{PREFIX}_{fate}_{_digest(customer)[:8]}{secrets.token_hex(8)}"
        self._shown[provider_reference] = ProviderCard(
            token, customer, card.brand, card.last4, int(month), 2000 + int(year)
        )

    def paid_with(self, provider_reference: str) -> ProviderCard | None:
        """The card that is kept, now that it has paid."""
        return self._shown.pop(provider_reference, None)

    def fate_of(self, card: str, customer: str) -> SavedFate:
        """Raises ``SavedCardGone`` for one that was removed, or is another customer's."""
        fate, _, rest = card.removeprefix(f"{PREFIX}_").partition("_")
        theirs = rest.startswith(_digest(customer)[:8])
        if not theirs or card in self._gone or customer in self._gone:
            raise SavedCardGone
        return SavedFate(fate)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]
