"""A payout provider that is asked for nothing that moves money while jobs are paused."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import attrs

from haulage.kernel.money import Cents
from haulage.payouts import MethodDetails, PayoutRail
from haulage.ports.payouts import (
    DriverPayouts,
    PayoutInstruction,
    ProviderBalance,
    ProviderMethod,
    ProviderPayout,
    TransferPart,
)
from haulage.ports.storage.unit_of_work import Storage
from haulage_adapters.paused_cards import require_payments_open


@attrs.frozen
class PausedPayouts(DriverPayouts):
    """Asks *provider* what it knows at any time, and to do something only while jobs are not paused, as
    :class:`~haulage_adapters.paused_cards.PausedCards` does."""

    provider: DriverPayouts
    storage: Storage

    @property
    def simulated(self) -> bool:
        return self.provider.simulated

    @property
    def takes_details(self) -> bool:
        return self.provider.takes_details

    @property
    def rails(self) -> frozenset[PayoutRail]:
        return self.provider.rails

    async def methods_of(self, account: str) -> Sequence[ProviderMethod]:
        return await self.provider.methods_of(account)

    async def add_method(self, account: str, details: MethodDetails, *, reference: str) -> ProviderMethod:
        await require_payments_open(self.storage)
        return await self.provider.add_method(account, details, reference=reference)

    async def remove_method(self, account: str, token: str) -> None:
        """The database that this one is a copy of may still pay there."""
        await require_payments_open(self.storage)
        await self.provider.remove_method(account, token)

    async def balance_of(self, account: str) -> ProviderBalance:
        return await self.provider.balance_of(account)

    async def balances_of(self, accounts: Collection[str]) -> Mapping[str, ProviderBalance]:
        return await self.provider.balances_of(accounts)

    async def find(self, instruction: PayoutInstruction) -> ProviderPayout | None:
        return await self.provider.find(instruction)

    async def prepare(self, instruction: PayoutInstruction) -> None:
        await require_payments_open(self.storage)
        await self.provider.prepare(instruction)

    async def send(self, instruction: PayoutInstruction) -> ProviderPayout:
        await require_payments_open(self.storage)
        return await self.provider.send(instruction)

    async def restore(self, instruction: PayoutInstruction) -> TransferPart | None:
        await require_payments_open(self.storage)
        return await self.provider.restore(instruction)

    async def return_fees(
        self, instruction: PayoutInstruction, *, amount_cents: Cents
    ) -> TransferPart | None:
        await require_payments_open(self.storage)
        return await self.provider.return_fees(instruction, amount_cents=amount_cents)

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        return await self.provider.status(account, payout_id)

    async def cancel(self, account: str, payout_id: str) -> ProviderPayout:
        await require_payments_open(self.storage)
        return await self.provider.cancel(account, payout_id)

    async def payouts_of(self, account: str, *, since: datetime) -> Sequence[ProviderPayout]:
        return await self.provider.payouts_of(account, since=since)
