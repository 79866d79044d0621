"""Asking Stripe for something, and what it means when Stripe refuses."""

import logging
from typing import Any

import stripe

from haulage.payments import ProviderRefused
from haulage_adapters.stripe_payments.client import Said, StripeConnection
from haulage_adapters.stripe_payments.declines import sentence_for
from haulage_adapters.stripe_payments.reading import EXPANDED, MAX_ID

log = logging.getLogger(__name__)

UNEXPECTED_STATE = "payment_intent_unexpected_state"


class StripeQuestions:
    """What every part of the adapter asks."""

    def __init__(self, line: StripeConnection) -> None:
        self._line = line

    async def _intent(self, provider_reference: str) -> Said:
        return await self._made(
            self._line.v1.payment_intents.retrieve_async(provider_reference, params={"expand": EXPANDED})
        )

    async def _made(self, request: Any) -> Said:
        """What was asked for, or ``ProviderRefused`` with Stripe's own words."""
        try:
            return await self._line.call(request)
        except stripe.StripeError as error:
            raise refusal(error) from None


def require_unexpected_state(error: stripe.StripeError) -> None:
    """An intent that is elsewhere by now tells itself where; every other refusal stands."""
    if error.code != UNEXPECTED_STATE:
        raise refusal(error) from None


def refusal(error: stripe.StripeError) -> ProviderRefused:
    """In our words; operators find the code in the log."""
    log.warning("the card provider refused: %s %s", type(error).__name__, error.code or "")
    return ProviderRefused((error.user_message or "The card provider refused.")[:MAX_ID])


def why_declined(error: stripe.CardError) -> str:
    body = error.json_body if isinstance(error.json_body, dict) else {}
    body_error = body.get("error")
    return sentence_for(error.code, body_error.get("decline_code") if isinstance(body_error, dict) else None)
