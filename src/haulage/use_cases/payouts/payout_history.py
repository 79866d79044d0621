"""Payouts as they are listed and shown (OUT-27, OUT-28)."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payouts import Payout, PayoutNotFound, PayoutStatus
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage


@attrs.frozen
class PayoutHistory:
    """For the driver, administrators and operators."""

    storage: Storage

    async def list(
        self, actor: Actor, driver_id: str, page: PageRequest, *, status: PayoutStatus | None = None
    ) -> Page[Payout]:
        """A driver's, newest first."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))
        return await self.storage.read(
            lambda unit: unit.payouts.list(page, driver_id=driver_id, status=status)
        )

    async def all(
        self, actor: Actor, page: PageRequest, *, status: PayoutStatus | None = None
    ) -> Page[Payout]:
        """Everybody's, newest first, for administrators and operators."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver"))
        return await self.storage.read(lambda unit: unit.payouts.list(page, status=status))

    async def get(self, actor: Actor, payout_id: str) -> Payout:
        """Raises ``PayoutNotFound``."""
        found = await self.storage.read(lambda unit: unit.payouts.get(payout_id))
        authorize(actor, Action.SEE_PAYOUTS, Facts("Payout", driver_id=found.driver_id if found else None))
        if found is None:
            raise PayoutNotFound
        return found
