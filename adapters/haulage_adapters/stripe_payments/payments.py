"""The card provider's port on Stripe: separate charges and transfers, refunds, and express accounts.

Stripe forgets idempotency keys after a day or later, so what moves money back or onwards is first looked
for under our reference, which is kept with it for good.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import stripe

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.payments import Card, ProviderRefused
from haulage.ports.payments import Charge, ChargeResult, OpenedIntent, ProviderRefund, ProviderReversal
from haulage_adapters.outside.failures import Garbled
from haulage_adapters.outside.reading import as_list, as_object, as_text
from haulage_adapters.stripe_payments.declines import sentence_for
from haulage_adapters.stripe_payments.line import Said, StripeLine
from haulage_adapters.stripe_payments.reading import (
    EXPANDED,
    MAX_ID,
    REFERENCE,
    read_id,
    read_intent,
    read_refund,
    read_reversal,
)

ORDER, DRIVER = "haulage_order", "haulage_driver"
"""Names under which our ids are kept with Stripe's objects."""

UNEXPECTED_STATE = "payment_intent_unexpected_state"
PAGE = 100


class StripeCards:
    """Where *simulated*, Stripe is a server on this machine, which this one may show cards to.

    Real cards are shown to Stripe by browsers and never come near this server (OP-32).
    """

    def __init__(self, line: StripeLine, *, simulated: bool, takes_cards: bool = True) -> None:
        self._line = line
        self.simulated = simulated
        self.takes_cards = simulated and takes_cards

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> OpenedIntent:
        """Captured at once, so that the fee is known when the charge is."""
        async with self._line.asking():
            said = await self._line.call(
                self._line.v1.payment_intents.create_async(
                    params={
                        "amount": amount_cents,
                        "currency": "usd",
                        "capture_method": "automatic",
                        "allowed_payment_method_types": ["card"],
                        "transfer_group": order_id,
                        "metadata": {REFERENCE: reference, ORDER: order_id},
                    },
                    options={"idempotency_key": f"open-{reference}-{amount_cents}"},
                )
            )
            if said.get("amount") != amount_cents or said.get("currency") != "usd":
                raise Garbled("an intent over another amount")
            return OpenedIntent(read_id(said, "pi_"), _secret(said))

    async def client_secret(self, provider_reference: str) -> str:
        async with self._line.asking():
            return _secret(await self._intent(provider_reference))

    async def confirm(
        self, provider_reference: str, card: Card, *, amount_cents: Cents, attempt: int
    ) -> Charge:
        if not self.takes_cards:
            raise InvalidInput("card", "is shown to the card provider by the browser and never sent here")
        async with self._line.asking():
            try:
                said = await self._line.call(
                    self._line.v1.payment_intents.confirm_async(
                        provider_reference,
                        params={"payment_method_data": _method(card), "expand": EXPANDED},
                        options={"idempotency_key": _attempt_key(provider_reference, attempt, card)},
                    )
                )
            except stripe.CardError as error:
                return Charge(ChargeResult.DECLINED, reason=_why(error))
            except stripe.InvalidRequestError as error:
                if error.code != UNEXPECTED_STATE:
                    raise ProviderRefused(_told(error)) from None
                return read_intent(await self._intent(provider_reference), provider_reference)
            return read_intent(said, provider_reference)

    async def authenticate(
        self, provider_reference: str, *, approved: bool, amount_cents: Cents, attempt: int
    ) -> Charge:
        """The simulated cardholder's answer; a real one is asked by their bank, in the browser."""
        if not self.takes_cards:
            raise InvalidInput("payment_id", "is authenticated with the card's bank and never here")
        async with self._line.asking():
            page = f"/simulator/authentications/{provider_reference}"
            try:
                await self._line.post(page, approved=str(approved).lower())
            except stripe.InvalidRequestError as error:
                if error.code != UNEXPECTED_STATE:
                    raise ProviderRefused(_told(error)) from None
            return read_intent(await self._intent(provider_reference), provider_reference)

    async def look_up(self, provider_reference: str) -> Charge:
        async with self._line.asking():
            return read_intent(await self._intent(provider_reference), provider_reference)

    async def cancel(self, provider_reference: str) -> Charge:
        async with self._line.asking():
            try:
                said = await self._line.call(
                    self._line.v1.payment_intents.cancel_async(
                        provider_reference, options={"idempotency_key": f"cancel-{provider_reference}"}
                    )
                )
            except stripe.InvalidRequestError as error:
                if error.code != UNEXPECTED_STATE:
                    raise ProviderRefused(_told(error)) from None
                said = await self._intent(provider_reference)
            return read_intent(said, provider_reference)

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> str:
        refunds = self._line.v1.refunds
        async with self._line.asking():
            earlier = await self._line.call(
                refunds.list_async(params={"payment_intent": provider_reference, "limit": PAGE})
            )
            known = _of_reference(earlier, reference)
            if known is None:
                known = await self._made(
                    refunds.create_async(
                        params={
                            "payment_intent": provider_reference,
                            "amount": amount_cents,
                            "metadata": {REFERENCE: reference},
                        },
                        options={"idempotency_key": f"refund-{reference}"},
                    )
                )
            if known.get("status") in {"failed", "canceled"}:
                raise ProviderRefused(f"The refund has failed: {known.get('failure_reason')}")
            return read_id(known, "re_")

    async def refunds_of(self, provider_reference: str) -> Sequence[ProviderRefund]:
        refunds = self._line.v1.refunds
        async with self._line.asking():
            said = await self._made(
                refunds.list_async(params={"payment_intent": provider_reference, "limit": PAGE})
            )
            return [read_refund(each) for each in reversed(as_list(said.get("data"), "data", most=PAGE))]

    async def open_driver_account(self, *, driver_id: str, email: str) -> str:
        async with self._line.asking():
            said = await self._made(
                self._line.v1.accounts.create_async(
                    params={
                        "type": "express",
                        "country": "US",
                        "business_type": "individual",
                        "email": email,
                        "capabilities": {"transfers": {"requested": True}},
                        "metadata": {DRIVER: driver_id},
                    },
                    options={"idempotency_key": f"account-{driver_id}"},
                )
            )
            return read_id(said, "acct_")

    async def transfer(
        self, *, amount_cents: Cents, account: str, provider_reference: str, order_id: str, reference: str
    ) -> str:
        """Out of the very charge, so that it waits for that money and for no other."""
        transfers = self._line.v1.transfers
        async with self._line.asking():
            earlier = await self._line.call(
                transfers.list_async(params={"transfer_group": order_id, "limit": PAGE})
            )
            known = _of_reference(earlier, reference)
            if known is None:
                known = await self._made(
                    transfers.create_async(
                        params={
                            "amount": amount_cents,
                            "currency": "usd",
                            "destination": account,
                            "source_transaction": await self._charge_of(provider_reference),
                            "transfer_group": order_id,
                            "metadata": {REFERENCE: reference, ORDER: order_id},
                        },
                        options={"idempotency_key": f"transfer-{reference}"},
                    )
                )
            return read_id(known, "tr_")

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: Cents, reference: str) -> str:
        reversals = self._line.v1.transfers.reversals
        async with self._line.asking():
            earlier = await self._made(reversals.list_async(transfer_id, params={"limit": PAGE}))
            known = _of_reference(earlier, reference)
            if known is None:
                known = await self._made(
                    reversals.create_async(
                        transfer_id,
                        params={"amount": amount_cents, "metadata": {REFERENCE: reference}},
                        options={"idempotency_key": f"reversal-{reference}"},
                    )
                )
            return read_id(known, "trr_")

    async def reversals_of(self, transfer_id: str) -> Sequence[ProviderReversal]:
        reversals = self._line.v1.transfers.reversals
        async with self._line.asking():
            said = await self._made(reversals.list_async(transfer_id, params={"limit": PAGE}))
            return [read_reversal(each) for each in reversed(as_list(said.get("data"), "data", most=PAGE))]

    async def check(self) -> None:
        """Whether the key is good and somebody answers. Raises ``Unavailable``."""
        async with self._line.asking():
            await self._line.call(self._line.v1.balance.retrieve_async())

    async def aclose(self) -> None:
        await self._line.aclose()

    async def _intent(self, provider_reference: str) -> Said:
        return await self._made(
            self._line.v1.payment_intents.retrieve_async(provider_reference, params={"expand": EXPANDED})
        )

    async def _charge_of(self, provider_reference: str) -> str:
        charge = (await self._intent(provider_reference)).get("latest_charge")
        if not isinstance(charge, dict):
            raise ProviderRefused("This payment has no charge that could be shared.")
        return read_id(charge, "ch_")

    async def _made(self, asked: Any) -> Said:
        """What was asked for, or ``ProviderRefused`` with Stripe's own words."""
        try:
            return await self._line.call(asked)
        except stripe.StripeError as error:
            raise ProviderRefused(_told(error)) from None


def _secret(said: Said) -> str:
    return as_text(said.get("client_secret"), "client_secret", most=500)


def _method(card: Card) -> Any:
    month, _, year = card.expiry.partition("/")
    return {
        "type": "card",
        "card": {
            "number": card.digits,
            "exp_month": int(month),
            "exp_year": 2000 + int(year),
            "cvc": card.cvc,
        },
        "billing_details": {"name": card.name},
    }


def _attempt_key(provider_reference: str, attempt: int, card: Card) -> str:
    """Another card is another question, also where the answer to the first one was lost; the intent itself
    is charged once at most."""
    shown = f"{card.digits}:{card.expiry}:{card.cvc}:{card.name}"
    digest = hashlib.sha256(f"{provider_reference}:{shown}".encode()).hexdigest()
    return f"confirm-{provider_reference}-{attempt}-{digest[:16]}"


def _of_reference(said: Said, reference: str) -> Said | None:
    """What was made under our reference before, if anything was."""
    for each in as_list(said.get("data"), "data", most=PAGE):
        found = as_object(each, "an entry")
        kept = found.get("metadata")
        if isinstance(kept, dict) and kept.get(REFERENCE) == reference:
            return found
    return None


def _why(error: stripe.CardError) -> str:
    body = error.json_body if isinstance(error.json_body, dict) else {}
    told = body.get("error")
    return sentence_for(error.code, told.get("decline_code") if isinstance(told, dict) else None)


def _told(error: stripe.StripeError) -> str:
    return (error.user_message or "The card provider refused.")[:MAX_ID]
