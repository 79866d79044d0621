"""The port of payouts on Stripe: out of drivers' express accounts, to what they entered in Stripe's form.

What goes back to the platform before a payout, such as its fees, is taken by reversing part of the transfers
that came to the account, and given back by a transfer of its own. Stripe forgets idempotency keys after a day
or later, so whatever moves money is first looked for under our reference, which is kept with it for good.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import stripe

from haulage.kernel.errors import Unavailable
from haulage.kernel.money import Cents
from haulage.payments import ProviderRefused
from haulage.payouts import MethodDetails, PayoutRail
from haulage.ports.payouts import (
    DriverPayouts,
    PayoutInstruction,
    ProviderBalance,
    ProviderMethod,
    ProviderPayout,
    TransferPart,
    fees_reference,
    restored_reference,
    take_back_reference,
)
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.stripe_payments.asking import log
from haulage_adapters.stripe_payments.client import ACCOUNT_INVALID, MISSING, Said, StripeConnection, code_of
from haulage_adapters.stripe_payments.lists import whole_list
from haulage_adapters.stripe_payments.payments import StripeCards
from haulage_adapters.stripe_payments.payout_reading import (
    is_ours_to_report,
    read_balance,
    read_method,
    read_payout,
)
from haulage_adapters.stripe_payments.reading import MAX_ID, REFERENCE, made_under, read_transfer, service_of

PAYOUT = "haulage_payout"
"""The name under which a payout's reference is kept with what is transferred for it."""

AT_ONCE = 16
"""Ours: for so many accounts it is asked at one time."""

ENTERED_THERE = "Bank accounts and cards are entered in the payment provider's own form."
NO_METHOD = "There is no such way of being paid."
NO_PAYOUT = "There is no such payout."
STAYS = "The payment provider keeps the one that it pays to by default. Choose another in its pages first."

INSUFFICIENT = "balance_insufficient"
NOT_SETTLED = "Part of this money has not settled at the payment provider yet. Please try again in two days."
"""Card payments settle in two business days (docs.stripe.com/payouts)."""

REFUSALS = {
    ACCOUNT_INVALID: "The payment provider has no such account.",
    INSUFFICIENT: "The account holds less than that.",
    "instant_payouts_config_disabled": "The payment provider offers no instant payouts for this account.",
    "instant_payouts_currency_disabled": "The payment provider offers no instant payouts for this account.",
    "instant_payouts_limit_exceeded": "The payment provider allows no more instant payouts today.",
    "instant_payouts_unsupported": "This way of being paid does not take instant payouts.",
    "payouts_limit_exceeded": "The payment provider allows no more payouts today.",
    "payouts_not_allowed": "The payment provider pays nothing out of this account at the moment.",
}
"""Stripe's codes (docs.stripe.com/error-codes), in sentences of ours for drivers."""


class StripePayouts(DriverPayouts):
    """Pays out of the accounts that *cards* opens, over the same connection."""

    def __init__(self, cards: StripeCards) -> None:
        self._cards = cards
        self._line: StripeConnection = cards.line

    @property
    def simulated(self) -> bool:
        return self._cards.simulated

    @property
    def takes_details(self) -> bool:
        """Numbers go from the driver to Stripe and never through this server (OP-40)."""
        return False

    @property
    def rails(self) -> frozenset[PayoutRail]:
        return frozenset({PayoutRail.BANK, PayoutRail.CARD})

    async def methods_of(self, account: str) -> Sequence[ProviderMethod]:
        external = self._line.v1.accounts.external_accounts
        found = await self._all(lambda page: external.list_async(account, params=page))
        with self._line.reading():
            return [method for each in found if (method := read_method(each)) is not None]

    async def add_method(self, account: str, details: MethodDetails, *, reference: str) -> ProviderMethod:
        raise ProviderRefused(ENTERED_THERE)

    async def remove_method(self, account: str, token: str) -> None:
        """Stripe keeps the default one of an account, to which nothing goes that does not name it."""
        external = self._line.v1.accounts.external_accounts
        async with self._line.asking():
            try:
                await self._line.call(external.delete_async(account, token))
            except stripe.StripeError as error:
                if error.code == MISSING:
                    return
                log.warning("the card provider refused to remove a method: %s", error.code or "")
                raise ProviderRefused(STAYS) from None

    async def balance_of(self, account: str) -> ProviderBalance:
        async with self._line.asking():
            said = await self._made(self._line.v1.balance.retrieve_async(options=_in_name_of(account)))
        with self._line.reading():
            return read_balance(said)

    async def balances_of(self, accounts: Collection[str]) -> Mapping[str, ProviderBalance]:
        few, found = asyncio.Semaphore(AT_ONCE), dict[str, ProviderBalance]()

        async def ask(account: str) -> None:
            async with few:
                try:
                    found[account] = await self.balance_of(account)
                except ProviderRefused:
                    found[account] = ProviderBalance(0)
                except Unavailable as error:
                    log.warning("the payout provider did not tell the balance of an account: %s", error)

        async with asyncio.TaskGroup() as group:
            for account in accounts:
                group.create_task(ask(account))
        return found

    async def find(self, instruction: PayoutInstruction) -> ProviderPayout | None:
        known = made_under(await self._payouts(instruction.account), instruction.reference)
        with self._line.reading():
            return None if known is None else read_payout(known)

    async def prepare(self, instruction: PayoutInstruction) -> None:
        for number, part in enumerate(instruction.take_back):
            await self._cards.reverse_transfer(
                part.transfer_id,
                amount_cents=part.amount_cents,
                reference=take_back_reference(instruction.reference, number),
            )

    async def send(self, instruction: PayoutInstruction) -> ProviderPayout:
        account, reference = instruction.account, instruction.reference
        if instruction.rail not in self.rails:
            raise ProviderRefused(NO_METHOD)
        known = made_under(await self._payouts(account), reference) or await self._create(instruction)
        with self._line.reading():
            return read_payout(known)

    async def _create(self, instruction: PayoutInstruction) -> Said:
        params: Any = {
            "amount": instruction.net_cents,
            "currency": "usd",
            "destination": instruction.destination,
            "method": instruction.speed.value,
            "metadata": _metadata(instruction),
        }
        key = f"payout-{instruction.reference}"
        options = _in_name_of(instruction.account, idempotency_key=key)
        async with self._line.asking():
            try:
                said = await self._line.call(
                    self._line.v1.payouts.create_async(params=params, options=options)
                )
            except stripe.StripeError as error:
                if error.code == INSUFFICIENT and await self._will_settle(instruction):
                    raise ProviderRefused(NOT_SETTLED) from None
                raise _refusal(error, NO_METHOD) from None
            if said.get("amount") != instruction.net_cents:
                raise InvalidResponse("a payout of another amount")
            return said

    async def _will_settle(self, instruction: PayoutInstruction) -> bool:
        """Whether the account holds enough, though not all of it can be paid out yet."""
        balance = read_balance(
            await self._made(self._line.v1.balance.retrieve_async(options=_in_name_of(instruction.account)))
        )
        return instruction.net_cents <= balance.available_cents + balance.pending_cents

    async def restore(self, instruction: PayoutInstruction) -> TransferPart | None:
        taken = 0
        for number, part in enumerate(instruction.take_back):
            reversals = await self._cards.reversals_of(part.transfer_id)
            reference = take_back_reference(instruction.reference, number)
            mine = {each.id: each for each in reversals if each.reference == reference}
            taken += sum(each.amount_cents for each in mine.values())
        given = await self._given(instruction)
        returned = made_under(given, fees_reference(instruction.reference))
        with self._line.reading():
            left = taken - (0 if returned is None else read_transfer(returned).amount_cents)
        if left < 1:
            return None
        return await self._give(instruction, left, restored_reference(instruction.reference), given)

    async def return_fees(
        self, instruction: PayoutInstruction, *, amount_cents: Cents
    ) -> TransferPart | None:
        if not 0 < amount_cents <= sum(each.amount_cents for each in instruction.take_back):
            raise ProviderRefused(f"{amount_cents} cents are not what was taken back.")
        given = await self._given(instruction)
        fees, restored = fees_reference(instruction.reference), restored_reference(instruction.reference)
        if made_under(given, fees) is None and made_under(given, restored) is not None:
            return None
        return await self._give(instruction, amount_cents, fees, given)

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        async with self._line.asking():
            said = await self._payout(account, payout_id)
        with self._line.reading():
            return read_payout(said)

    async def cancel(self, account: str, payout_id: str) -> ProviderPayout:
        options = _in_name_of(account, idempotency_key=f"cancel-{payout_id}")
        async with self._line.asking():
            try:
                said = await self._line.call(self._line.v1.payouts.cancel_async(payout_id, options=options))
            except stripe.StripeError as error:
                said = await self._payout(account, payout_id)
                if said.get("status") == "pending":
                    raise _refusal(error, NO_PAYOUT) from None
        with self._line.reading():
            return read_payout(said)

    async def payouts_of(self, account: str, *, since: datetime) -> Sequence[ProviderPayout]:
        found = await self._payouts(account, created={"gte": int(since.timestamp())})
        with self._line.reading():
            return [read_payout(each) for each in reversed(found) if is_ours_to_report(each)]

    async def _payout(self, account: str, payout_id: str) -> Said:
        return await self._made(
            self._line.v1.payouts.retrieve_async(payout_id, options=_in_name_of(account)), missing=NO_PAYOUT
        )

    async def _payouts(self, account: str, **wanted: Any) -> list[Said]:
        """Oldest first."""
        payouts = self._line.v1.payouts
        options = _in_name_of(account)
        return await self._all(lambda page: payouts.list_async(params=page, options=options), **wanted)

    async def _given(self, instruction: PayoutInstruction) -> list[Said]:
        """What went back to the account for this payout."""
        transfers, group = self._line.v1.transfers, _group(instruction)
        return await self._all(lambda page: transfers.list_async(params=page), transfer_group=group)

    async def _give(
        self, instruction: PayoutInstruction, cents: Cents, reference: str, given: Sequence[Said]
    ) -> TransferPart:
        """Out of the platform's own balance, once."""
        if (known := made_under(given, reference)) is not None:
            return self._part(known)
        params: Any = {
            "amount": cents,
            "currency": "usd",
            "destination": instruction.account,
            "transfer_group": _group(instruction),
            "metadata": {REFERENCE: reference, PAYOUT: instruction.reference},
        }
        options: Any = {"idempotency_key": f"transfer-{reference}"}
        async with self._line.asking():
            said = await self._made(self._line.v1.transfers.create_async(params=params, options=options))
        return self._part(said)

    def _part(self, said: Said) -> TransferPart:
        with self._line.reading():
            transfer = read_transfer(said)
        return TransferPart(transfer.id, transfer.amount_cents)

    async def _made(self, request: Any, *, missing: str = NO_METHOD) -> Said:
        """What was asked for, or ``ProviderRefused`` in a sentence for drivers."""
        try:
            return await self._line.call(request)
        except stripe.StripeError as error:
            raise _refusal(error, missing) from None

    async def _all(self, ask: Callable[[Any], Any], **wanted: Any) -> list[Said]:
        """To the last page, each within a budget of its own."""

        async def page(params: dict[str, Any]) -> Said:
            async with self._line.asking():
                return await self._line.look_up(ask(params))

        with self._line.reading():
            return await whole_list(page, **wanted)


def _refusal(error: stripe.StripeError, missing: str) -> ProviderRefused:
    """Operators find the code in the log."""
    code = code_of(error) or ""
    log.warning("the card provider refused a payout: %s %s", type(error).__name__, code)
    if code == MISSING:
        return ProviderRefused(missing)
    words = REFUSALS.get(code) or error.user_message or "The card provider refused."
    return ProviderRefused(words[:MAX_ID])


def _in_name_of(account: str, **options: str) -> Any:
    return {"stripe_account": account, **options}


def _metadata(instruction: PayoutInstruction) -> dict[str, str]:
    return {REFERENCE: instruction.reference, **service_of(instruction.service_type)}


def _group(instruction: PayoutInstruction) -> str:
    return f"payout-{instruction.reference}"
