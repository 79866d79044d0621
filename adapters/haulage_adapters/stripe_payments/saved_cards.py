"""Cards that Stripe keeps for its customers.

A customer at Stripe carries our reference and nothing of the person. Cards are kept for payments at which
their holder is present (``setup_future_usage`` is ``on_session``): nothing is ever charged behind anybody's
back, and where a bank asks, there is somebody who can answer.
"""

import hashlib
from typing import Any

import stripe

from haulage.kernel.money import Cents
from haulage.payments.saved_card import SavedCardGone
from haulage.ports.payments import Charge, ChargeResult
from haulage_adapters.stripe_payments.asking import (
    StripeQuestions,
    refusal,
    require_unexpected_state,
    why_declined,
)
from haulage_adapters.stripe_payments.client import MISSING, Said
from haulage_adapters.stripe_payments.reading import EXPANDED, REFERENCE, read_id, read_intent

PRESENT = "on_session"
WAITING = frozenset({"requires_payment_method", "requires_confirmation", "requires_action"})
"""Nothing was charged, and nothing is being charged."""


class StripeVault(StripeQuestions):
    """Customers and their cards."""

    async def open_customer(self, *, reference: str) -> str:
        async with self._line.asking():
            said = await self._made(
                self._line.v1.customers.create_async(
                    params={"metadata": {REFERENCE: reference}},
                    options={"idempotency_key": f"customer-{reference}"},
                )
            )
            return read_id(said, "cus_")

    async def save_next_card(self, provider_reference: str, customer: str | None) -> None:
        params: Any = {"setup_future_usage": ""}
        if customer is not None:
            params = {"customer": customer, "setup_future_usage": PRESENT}
        async with self._line.asking():
            try:
                await self._line.call(
                    self._line.v1.payment_intents.update_async(provider_reference, params=params)
                )
            except stripe.StripeError as error:
                if customer is not None and error.code == MISSING:
                    raise SavedCardGone from None
                require_unexpected_state(error)  # paid or closed: there is no next card

    async def confirm_saved(
        self, provider_reference: str, card: str, *, customer: str, amount_cents: Cents, attempt: int
    ) -> Charge:
        """A bank that asks is answered in the browser, with the intent's secret."""
        digest = hashlib.sha256(f"{provider_reference}:{card}".encode()).hexdigest()
        params: Any = {
            "payment_method": card,
            "setup_future_usage": "",
            "use_stripe_sdk": True,
            "expand": EXPANDED,
        }
        async with self._line.asking():
            try:
                await self._line.call(
                    self._line.v1.payment_intents.update_async(
                        provider_reference, params={"customer": customer}
                    )
                )
                said = await self._line.call(
                    self._line.v1.payment_intents.confirm_async(
                        provider_reference,
                        params=params,
                        options={"idempotency_key": f"saved-{provider_reference}-{attempt}-{digest[:16]}"},
                    )
                )
            except stripe.CardError as error:
                return Charge(ChargeResult.DECLINED, reason=why_declined(error))
            except stripe.InvalidRequestError as error:
                said = await self._intent(provider_reference)
                if said.get("status") in WAITING and await self._holder_of(card) != customer:
                    raise SavedCardGone from None
                require_unexpected_state(error)
            except stripe.StripeError as error:
                raise refusal(error) from None
            return read_intent(said, provider_reference)

    async def forget_card(self, card: str) -> None:
        async with self._line.asking():
            try:
                await self._line.call(self._line.v1.payment_methods.detach_async(card))
            except stripe.StripeError as error:
                if await self._holder_of(card) is not None:
                    raise refusal(error) from None

    async def forget_customer(self, customer: str) -> None:
        """Stripe detaches their cards with them."""
        async with self._line.asking():
            try:
                await self._line.call(self._line.v1.customers.delete_async(customer))
            except stripe.StripeError as error:
                if error.code != MISSING:
                    raise refusal(error) from None

    async def _holder_of(self, card: str) -> object:
        """Whose card it is; nobody's once it was removed."""
        try:
            said: Said = await self._line.call(self._line.v1.payment_methods.retrieve_async(card))
        except stripe.StripeError as error:
            if error.code != MISSING:
                raise refusal(error) from None
            return None
        return said.get("customer")
