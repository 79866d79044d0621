"""Fetch the state of our disputes from the card provider.

A dispute that is lost moves no money when it is decided, so no entry of the provider's balance tells of it;
nor do entries tell of a fee that came without its event. A lost dispute that we took for open would freeze
the driver's share, and every refund of the payment, for good.
"""

from collections.abc import AsyncIterator
from datetime import datetime

import attrs

from haulage.payments import Dispute, Payment, ProviderRefused
from haulage.payments.difference import Difference
from haulage.ports.payments import CardPayments, ProviderUnreadable
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.comparison import Comparison
from haulage.use_cases.payments.disputes import costs_otherwise, is_decided_otherwise
from haulage.use_cases.payments.repair_difference import RepairDifference
from haulage.webhooks.dispute_update import DisputeUpdate

BATCH = 100


@attrs.frozen
class FetchDisputeOutcomes:
    """Looks at every open dispute, and at those that were opened or closed of late."""

    storage: Storage
    cards: CardPayments
    repair: RepairDifference

    async def __call__(
        self, compare: Comparison, since: datetime, *, repair: bool
    ) -> AsyncIterator[tuple[Difference, bool]]:
        """What differs, and whether it was repaired. Raises ``Unavailable``."""
        after = ""
        while rows := await self._disputes(since, after):
            for dispute in rows:
                found = await self._difference(compare, dispute.provider_reference)
                if found is None:
                    continue
                if repair:
                    await self.repair(found)
                left = await self._difference(compare, dispute.provider_reference) if repair else found
                yield left or found, left is None
            after = rows[-1].id

    async def _disputes(self, since: datetime, after: str) -> list[Dispute]:
        simulated = self.cards.simulated

        async def query(unit: UnitOfWork) -> list[Dispute]:
            store = unit.reconciliation
            return list(await store.disputes_since(since, after, BATCH, simulated=simulated))

        return await self.storage.read(query)

    async def _difference(self, compare: Comparison, reference: str) -> Difference | None:
        async def query(unit: UnitOfWork) -> tuple[Dispute | None, Payment | None]:
            ours = await unit.disputes.of_reference(reference)
            return ours, await unit.payments.get(ours.payment_id) if ours else None

        ours, payment = await self.storage.read(query)
        if ours is None or payment is None:
            return None
        try:
            update = await self._dispute_update(payment.provider_reference, ours.provider_reference)
        except ProviderUnreadable:
            return compare.unreadable_dispute(ours)
        if update is None:
            return None
        if is_decided_otherwise(ours, update):
            return compare.decided_otherwise(ours, update)
        if costs_otherwise(ours, update, is_looked_up=True):
            return compare.costs_otherwise(ours, update)
        return None

    async def _dispute_update(self, intent: str, reference: str) -> DisputeUpdate | None:
        try:
            disputes = await self.cards.disputes_of(intent)
        except ProviderRefused:  # it does not know the payment, which its entries tell
            return None
        return next((each.update for each in disputes if each.id == reference), None)
