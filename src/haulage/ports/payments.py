"""Charging cards, in our words."""

from enum import StrEnum
from typing import Protocol

import attrs

from haulage.kernel.money import Cents
from haulage.payments import Card


class ChargeResult(StrEnum):
    PAID = "paid"
    DECLINED = "declined"
    NEEDS_AUTHENTICATION = "needs_authentication"


@attrs.frozen
class Charge:
    """What came of an attempt. ``reason`` is the sentence for a declined customer."""

    result: ChargeResult
    processing_fee_cents: Cents = 0
    reason: str | None = None


class CardPayments(Protocol):
    """A card provider. Every method may raise ``Unavailable``; nothing was charged then, or the same
    call can be repeated: equal references and attempts have one effect."""

    @property
    def simulated(self) -> bool:
        """Whether no real money moves."""
        ...

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> str:
        """Open an intent for this payment and return the provider's id for it."""
        ...

    async def confirm(
        self, provider_reference: str, card: Card, *, amount_cents: Cents, attempt: int
    ) -> Charge:
        """Charge the card. The same *attempt* asked twice charges once."""
        ...

    async def authenticate(
        self, provider_reference: str, *, approved: bool, amount_cents: Cents, attempt: int
    ) -> Charge:
        """Finish a charge that asked the cardholder to authenticate (3-D Secure)."""
        ...

    async def cancel(self, provider_reference: str) -> None:
        """Close an intent that was not paid. Closing twice is no error."""
        ...

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> None:
        """Give back part of a paid amount. The same *reference* refunds once."""
        ...
