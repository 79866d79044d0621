"""Look at a payout when the provider writes that something has become of it."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import attrs

from haulage.payments import ProviderRefused
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payouts.send_payout import SendPayouts
from haulage.use_cases.webhooks.apply_event import APPLIED, IGNORED, Attempt, EventEffect


@attrs.frozen
class RefreshPayout:
    """Asks the provider about one of ours; what it wrote is a hint and no more."""

    storage: Storage
    send: SendPayouts

    async def __call__(self, account: str, provider_id: str) -> bool:
        """Whether it is ours, by the driver's account and the payout's id at the provider. Raises
        ``Unavailable`` and ``ProviderRefused``."""
        payout_id = await self.storage.read(lambda unit: _ours(unit, account, provider_id))
        if payout_id is None:
            return False
        await self.send.look_at(payout_id)
        return True


PayoutHint: TypeAlias = Callable[[str, str], Awaitable[bool]]
"""Asks the provider about a payout, by its account and its id there; whether it is one of ours."""


@attrs.frozen
class PayoutEvents:
    """What the provider's events about payouts come to."""

    look: PayoutHint

    async def __call__(self, attempt: Attempt) -> EventEffect:
        """One that names no driver's account pays the platform itself."""
        account, payout = attempt.event.account, attempt.event.object_reference
        if account is None or payout is None:
            return IGNORED
        try:
            return APPLIED if await self.look(account, payout) else IGNORED
        except ProviderRefused:
            return IGNORED


async def _ours(unit: UnitOfWork, account: str, provider_id: str) -> str | None:
    payout = await unit.payouts.of_provider(provider_id)
    if payout is None:
        return None
    whose = await unit.connected_accounts.get(payout.driver_id)
    return payout.id if whose is not None and whose.account_id == account else None
