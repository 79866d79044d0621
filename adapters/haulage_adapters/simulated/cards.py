"""A card provider that moves no money and behaves like one that does (PAY-06, CONTRACTS).

What becomes of an attempt is a function of the seed, the intent and the attempt's number, so the
same attempt asked twice has one outcome, after a restart and in every process alike.
"""

import hashlib
from fractions import Fraction

from haulage.kernel.money import Cents, half_up
from haulage.payments import Card
from haulage.ports.payments import Charge, ChargeResult

ALWAYS_PAYS = "4242424242424242"
ALWAYS_DECLINED = "4000000000000002"
ASKS_TO_AUTHENTICATE = "4000000000003220"

DECLINED = "Your card was declined. Please try a different payment method."

FEE_SHARE = Fraction(29, 1000)
FEE_CENTS: Cents = 30
"""2.9 % + $0.30, ours (OP-02)."""

DECLINE_SHARE = 0.05
"""PAY-06: one payment in twenty."""


def processing_fee_cents(amount_cents: Cents) -> Cents:
    return half_up(amount_cents * FEE_SHARE.numerator, FEE_SHARE.denominator) + FEE_CENTS


class SimulatedCards:
    """The test cards of the contract; every other card is declined at *decline_share*."""

    simulated = True

    def __init__(self, *, decline_share: float = DECLINE_SHARE, seed: str = "haulage") -> None:
        if not 0 <= decline_share <= 1:
            raise ValueError("decline_share must be between 0 and 1")
        self._decline_share = decline_share
        self._seed = seed

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> str:
        return f"pi_simulated_{reference}"

    async def confirm(
        self, provider_reference: str, card: Card, *, amount_cents: Cents, attempt: int
    ) -> Charge:
        if card.digits == ASKS_TO_AUTHENTICATE:
            return Charge(ChargeResult.NEEDS_AUTHENTICATION)
        if card.digits == ALWAYS_DECLINED:
            return Charge(ChargeResult.DECLINED, reason=DECLINED)
        if card.digits != ALWAYS_PAYS and self._luck(provider_reference, attempt) < self._decline_share:
            return Charge(ChargeResult.DECLINED, reason=DECLINED)
        return self._paid(amount_cents)

    async def authenticate(
        self, provider_reference: str, *, approved: bool, amount_cents: Cents, attempt: int
    ) -> Charge:
        return self._paid(amount_cents) if approved else Charge(ChargeResult.DECLINED, reason=DECLINED)

    async def cancel(self, provider_reference: str) -> None:
        """Nothing is held at a provider that holds nothing."""

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> None:
        """No money came, so none goes back."""

    def _paid(self, amount_cents: Cents) -> Charge:
        return Charge(ChargeResult.PAID, processing_fee_cents=processing_fee_cents(amount_cents))

    def _luck(self, provider_reference: str, attempt: int) -> float:
        """A number in [0, 1), evenly spread over intents and attempts."""
        text = f"{self._seed}:{provider_reference}:{attempt}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8]) / 2**64
