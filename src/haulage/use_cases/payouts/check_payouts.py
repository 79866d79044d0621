"""Ask the provider after every payout that is not at its end, and compare what it has with ours (OUT-31)."""

from collections.abc import Sequence
from datetime import timedelta

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payments import ProviderRefused
from haulage.payouts import OPEN, Payout
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payouts.compare_payouts import ComparePayouts, PayoutDifference
from haulage.use_cases.payouts.send_payout import SendPayouts

BATCH = 100
"""Ours: so many are read at once."""


@attrs.frozen
class CheckedPayouts:
    """How many payouts are in another state than before, and of how many nothing could be learned; and where
    our books differ from the provider's. Not *complete* where the time was over before all were compared."""

    updated: int
    failed: int
    differences: Sequence[PayoutDifference] = ()
    complete: bool = True

    @property
    def message(self) -> str:
        return f"Updated {self.updated} payouts, {self.failed} failed"


@attrs.frozen
class CheckPayouts:
    """For administrators, operators and each driver; a payout's own job asks after it by itself, and every
    night compares all."""

    storage: Storage
    send: SendPayouts
    compare: ComparePayouts

    async def __call__(self, actor: Actor, *, within: timedelta | None = None) -> CheckedPayouts:
        """Ask after all that are open, and compare every account, or as many as *within* that time."""
        authorize(actor, Action.CHECK_PAYOUTS)
        updated = failed = 0
        after: str | None = None
        while found := await self.storage.read(lambda unit: unit.payouts.open_ones(BATCH, after)):  # noqa: B023
            checked = await self._look_at(found)
            updated, failed = updated + checked.updated, failed + checked.failed
            after = found[-1].id
        compared = await self.compare(within=within)
        updated, failed = updated + compared.updated, failed + compared.unanswered
        return CheckedPayouts(updated, failed, compared.differences, compared.complete)

    async def of_driver(self, actor: Actor, driver_id: str) -> CheckedPayouts:
        """Of one driver's newest open payouts, for them too."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))

        async def query(unit: UnitOfWork) -> list[Payout]:
            newest = PageRequest(BATCH)
            pages = [
                await unit.payouts.list(newest, driver_id=driver_id, status=status) for status in sorted(OPEN)
            ]
            return [payout for page in pages for payout in page.items]

        return await self._look_at(await self.storage.read(query))

    async def _look_at(self, payouts: Sequence[Payout]) -> CheckedPayouts:
        updated = failed = 0
        for payout in payouts:
            try:
                now = await self.send.look_at(payout.id)
            except (Unavailable, ProviderRefused, Conflict):
                failed += 1
            else:
                updated += now.status is not payout.status
        return CheckedPayouts(updated, failed)
