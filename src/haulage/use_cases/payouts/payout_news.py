"""Look at a payout when the provider writes that something has become of it."""

import attrs

from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payouts.send_payout import SendPayouts


@attrs.frozen
class HearOfPayout:
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


async def _ours(unit: UnitOfWork, account: str, provider_id: str) -> str | None:
    payout = await unit.payouts.of_provider(provider_id)
    if payout is None:
        return None
    whose = await unit.connected_accounts.get(payout.driver_id)
    return payout.id if whose is not None and whose.account_id == account else None
