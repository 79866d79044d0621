"""Ask the provider after every payout that is not at its end (OUT-31)."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.payments import ProviderRefused
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.payouts.send_payout import SendPayouts

BATCH = 100
"""Ours: so many are read at once."""


@attrs.frozen
class CheckedPayouts:
    """How many payouts are in another state than before, and of how many nothing could be learned."""

    updated: int
    failed: int

    @property
    def message(self) -> str:
        return f"Updated {self.updated} payouts, {self.failed} failed"


@attrs.frozen
class CheckPayouts:
    """For administrators and operators; each payout's own job does the same by itself."""

    storage: Storage
    send: SendPayouts

    async def __call__(self, actor: Actor) -> CheckedPayouts:
        authorize(actor, Action.CHECK_PAYOUTS)
        updated = failed = 0
        after: str | None = None
        while found := await self.storage.read(lambda unit: unit.payouts.open_ones(BATCH, after)):  # noqa: B023
            for payout in found:
                try:
                    now = await self.send.look_at(payout.id)
                except (Unavailable, ProviderRefused, Conflict):
                    failed += 1
                else:
                    updated += now.status is not payout.status
            after = found[-1].id
        return CheckedPayouts(updated, failed)
