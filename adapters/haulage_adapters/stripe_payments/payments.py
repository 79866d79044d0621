"""The card provider's port on Stripe: separate charges and transfers, refunds, and express accounts.

Stripe forgets idempotency keys after a day or later, so what moves money back or onwards is first looked
for under our reference, which is kept with it for good.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import stripe

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.payments import Card, ProviderRefused
from haulage.ports.payments import (
    MAX_ENTRIES_A_PAGE,
    Charge,
    ChargeResult,
    OpenedIntent,
    ProviderDispute,
    ProviderEntries,
    ProviderRefund,
    ProviderReversal,
    ProviderTransfer,
)
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure
from haulage_adapters.http_client.reading import read_value
from haulage_adapters.stripe_payments.accounts import StripeAccounts
from haulage_adapters.stripe_payments.asking import require_unexpected_state, why_declined
from haulage_adapters.stripe_payments.client import Said, StripeConnection
from haulage_adapters.stripe_payments.entries import read_entries
from haulage_adapters.stripe_payments.events import read_dispute
from haulage_adapters.stripe_payments.lists import Named, whole_list
from haulage_adapters.stripe_payments.payout_reading import read_balance
from haulage_adapters.stripe_payments.reading import (
    EXPANDED,
    REFERENCE,
    WithSecret,
    made_under,
    read_id,
    read_intent,
    read_refund,
    read_reversal,
    read_transfer,
    service_of,
)
from haulage_adapters.stripe_payments.saved_cards import StripeVault

ORDER = "haulage_order"
"""The name under which an order's id is kept with Stripe's objects."""


class StripeCards(StripeVault, StripeAccounts):
    """Where *simulated*, Stripe is a server on this machine, which this one may show cards to.

    Real cards are shown to Stripe by browsers and never come near this server (OP-32).
    """

    def __init__(self, line: StripeConnection, *, simulated: bool, takes_cards: bool = True) -> None:
        super().__init__(line)
        self.simulated = simulated
        self.takes_cards = simulated and takes_cards

    @property
    def line(self) -> StripeConnection:
        """What whoever pays out of its accounts asks over too: one breaker is enough for one company."""
        return self._line

    async def open(self, *, reference: str, amount_cents: Cents, order_id: str) -> OpenedIntent:
        """Captured at once, so that the fee is known when the charge is."""
        async with self._line.asking():
            said = await self._made(
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
                raise InvalidResponse("an intent over another amount")
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
                return Charge(ChargeResult.DECLINED, reason=why_declined(error))
            except stripe.StripeError as error:
                require_unexpected_state(error)
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
            except stripe.StripeError as error:
                require_unexpected_state(error)
            return read_intent(await self._intent(provider_reference), provider_reference)

    async def look_up(self, provider_reference: str) -> Charge:
        async with self._line.asking():
            said = await self._intent(provider_reference)
        with self._line.reading():
            return read_intent(said, provider_reference)

    async def cancel(self, provider_reference: str) -> Charge:
        async with self._line.asking():
            try:
                said = await self._line.call(
                    self._line.v1.payment_intents.cancel_async(
                        provider_reference, options={"idempotency_key": f"cancel-{provider_reference}"}
                    )
                )
            except stripe.StripeError as error:
                require_unexpected_state(error)
                said = await self._intent(provider_reference)
            return read_intent(said, provider_reference)

    async def refund(self, provider_reference: str, *, amount_cents: Cents, reference: str) -> str:
        known = made_under(await self._refunds(provider_reference), reference)
        async with self._line.asking():
            if known is None:
                known = await self._made(
                    self._line.v1.refunds.create_async(
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
        found = await self._refunds(provider_reference)
        with self._line.reading():
            return [read_refund(each) for each in found]

    async def transfer(
        self,
        *,
        amount_cents: Cents,
        account: str,
        order_id: str,
        reference: str,
        provider_reference: str | None = None,
        service_type: ServiceType | None = None,
    ) -> str:
        """Out of the very charge, so that it waits for that money and for no other; or from the balance."""
        known = made_under(await self._transfers(order_id), reference)
        async with self._line.asking():
            if known is None:
                params: Any = {
                    "amount": amount_cents,
                    "currency": "usd",
                    "destination": account,
                    "transfer_group": order_id,
                    "metadata": {REFERENCE: reference, ORDER: order_id, **service_of(service_type)},
                }
                if provider_reference is not None:
                    params["source_transaction"] = await self._charge_of(provider_reference)
                options: Any = {"idempotency_key": f"transfer-{reference}"}
                known = await self._made(self._line.v1.transfers.create_async(params=params, options=options))
            return read_id(known, "tr_")

    async def transfers_of(self, order_id: str) -> Sequence[ProviderTransfer]:
        found = await self._transfers(order_id)
        with self._line.reading():
            return [read_transfer(each) for each in found]

    async def reverse_transfer(self, transfer_id: str, *, amount_cents: Cents, reference: str) -> str:
        known = made_under(await self._reversals(transfer_id), reference)
        async with self._line.asking():
            if known is None:
                known = await self._made(
                    self._line.v1.transfers.reversals.create_async(
                        transfer_id,
                        params={"amount": amount_cents, "metadata": {REFERENCE: reference}},
                        options={"idempotency_key": f"reversal-{reference}"},
                    )
                )
            return read_id(known, "trr_")

    async def reversals_of(self, transfer_id: str) -> Sequence[ProviderReversal]:
        found = await self._reversals(transfer_id)
        with self._line.reading():
            return [read_reversal(each) for each in found]

    async def disputes_of(self, provider_reference: str) -> Sequence[ProviderDispute]:
        disputes = self._line.v1.disputes
        found = await self._all(
            lambda page: disputes.list_async(params=page), payment_intent=provider_reference
        )
        with self._line.reading():
            return [ProviderDispute(_dispute_id(each), read_dispute(each)) for each in found]

    @property
    def keeps_entries(self) -> bool:
        return True

    async def entries(
        self,
        *,
        since: datetime,
        until: datetime,
        cursor: str | None = None,
        limit: int = MAX_ENTRIES_A_PAGE,
    ) -> ProviderEntries:
        params: Any = {
            "created": {"gte": int(since.timestamp()), "lt": int(until.timestamp())},
            "limit": limit,
            "expand": ["data.source"],
        }
        if cursor is not None:
            params["starting_after"] = cursor
        async with self._line.asking():
            said = await self._made(self._line.v1.balance_transactions.list_async(params=params))
            return read_entries(said, limit)

    async def balance_cents(self) -> Cents:
        async with self._line.asking():
            said = await self._made(self._line.v1.balance.retrieve_async())
        with self._line.reading():
            balance = read_balance(said)
            return balance.available_cents + balance.pending_cents

    async def check(self) -> None:
        """Whether the key is good and somebody answers. Raises ``Unavailable``."""
        async with self._line.asking():
            try:
                await self._line.call(self._line.v1.balance.retrieve_async())
            except stripe.StripeError as error:
                raise OutsideFailure(type(error).__name__) from None

    async def aclose(self) -> None:
        await self._line.aclose()

    async def _charge_of(self, provider_reference: str) -> str:
        charge = (await self._intent(provider_reference)).get("latest_charge")
        if not isinstance(charge, dict):
            raise ProviderRefused("This payment has no charge that could be shared.")
        return read_id(charge, "ch_")

    async def _refunds(self, intent: str) -> list[Said]:
        refunds = self._line.v1.refunds
        return await self._all(lambda page: refunds.list_async(params=page), payment_intent=intent)

    async def _transfers(self, order_id: str) -> list[Said]:
        transfers = self._line.v1.transfers
        return await self._all(lambda page: transfers.list_async(params=page), transfer_group=order_id)

    async def _reversals(self, transfer_id: str) -> list[Said]:
        reversals = self._line.v1.transfers.reversals
        return await self._all(lambda page: reversals.list_async(transfer_id, params=page))

    async def _all(self, ask: Callable[[Any], Any], **wanted: str) -> list[Said]:
        """To the last page, each within a budget of its own."""

        async def page(params: dict[str, Any]) -> Said:
            async with self._line.asking():
                return await self._line.look_up(ask(params))

        with self._line.reading():
            return await whole_list(page, **wanted)


def _dispute_id(dispute: Said) -> str:
    """Stripe has had two prefixes for them."""
    return read_value(dispute, Named).id


def _secret(said: Said) -> str:
    return read_value(said, WithSecret).client_secret


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
