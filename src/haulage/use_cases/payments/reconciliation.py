"""Reconciliation: compare every entry of our balance at the card provider, and all of it, with our ledger.

What a webhook should have reported, and did not, is found here: a tip or an order that was paid in the
browser, a refund that came back, a dispute. The provider's entries are read page by page and stored; each
page is compared in the transaction that stores it. Finding changes no money: repairing is asked for. Only
what the provider paid to our own bank is entered at once, since nothing else tells of it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.payments import Dispute, Payment, Refund
from haulage.payments.difference import Difference, DifferenceKind, accept
from haulage.payments.provider_entry import ProviderEntry, UnreadableEntry
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.email.administrator_email import AdministratorEmail
from haulage.services.payments.own_payments import require_another_than_its_parties
from haulage.use_cases.payments.balance_comparison import CompareBalance, first_gap_again_at
from haulage.use_cases.payments.comparison import Comparison
from haulage.use_cases.payments.dispute_outcomes import FetchDisputeOutcomes
from haulage.use_cases.payments.platform_payouts import enter_platform_payout
from haulage.use_cases.payments.repair_difference import RepairDifference
from haulage.use_cases.payments.transfer_comparison import (
    Moved,
    returned_without_entry,
    reversals_without_entry,
    transfers_without_entry,
)
from haulage.use_cases.payments.unsent_differences import SENT_AGAIN

OVERLAP = timedelta(days=3)
"""Ours: how far back a daily run looks again, for what came late."""
FIRST = timedelta(days=30)
"""Ours: how far back the first run looks."""
LONGEST = timedelta(days=400)
"""Ours: how far back an operator may ask to look."""
SETTLING = timedelta(hours=1)
"""Ours: what happened since may still be on its way between the provider and us."""
EVENTS_LATE = timedelta(days=1)
"""Ours: how much earlier than our row the provider's entry may have been made."""
REFUND_PATIENCE = timedelta(days=1)
"""Ours: how long a refund may be tried before it counts as a difference, unless its tries are used up."""
BATCH = 100
DIFFERENCES_FOUND = "payments.differences"


@attrs.frozen
class ReconciliationReport:
    """What a run has read and found. ``open_by_kind`` counts all that is open afterwards; ``again_at`` is
    when the balance is to be compared again before anybody is called, and None for not."""

    since: datetime
    until: datetime
    entries: int
    new: int
    repaired: int
    closed: int
    open_by_kind: Mapping[DifferenceKind, int]
    again_at: datetime | None = None


@attrs.frozen
class Batches:
    """Rows of ours, so many at a time after the id of the last one, and how each differs."""

    read: Callable[[UnitOfWork, str], Awaitable[Sequence[Any]]]
    describe: Callable[[Any], Difference | None]


@attrs.frozen
class ReconcilePayments:
    """Compares the provider's entries with ours.

    Run it as often as you like: a difference has one row, which closes when it is found no more.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments
    repair: RepairDifference
    alarm: Alarm
    emails: AdministratorEmail

    async def daily(self, _day: str) -> ReconciliationReport:
        """Find, keep and call an operator, unless the balance is to be compared again first. Raises
        ``Unavailable``."""
        report = await self._run(self._usual_start, repair=False)
        again_at = await first_gap_again_at(self.storage, report.open_by_kind, self.clock.now())
        if again_at is not None:
            return attrs.evolve(report, again_at=again_at)
        if report.open_by_kind:
            self.alarm(DIFFERENCES_FOUND, **{kind.value: n for kind, n in report.open_by_kind.items()})
            count, now = sum(report.open_by_kind.values()), self.clock.now()
            await self.storage.write(lambda unit: self.emails.queue(unit, count, now))
        return report

    def check_since(self, since: datetime | None) -> None:
        """Raises ``InvalidInput`` for a time that is none to look back to."""
        now = self.clock.now()
        if since is not None and not now - LONGEST <= since < now:
            raise InvalidInput("since", f"must lie in the past, and within {LONGEST.days} days")

    async def __call__(self, actor: Actor, since: datetime | None = None) -> ReconciliationReport:
        """The same at once, and repair what asking the provider can repair: what it was paid, gave back, got
        back, or had disputed without our knowing. Raises ``InvalidInput`` or ``Unavailable``."""
        authorize(actor, Action.RECONCILE_PAYMENTS)
        now = self.clock.now()
        self.check_since(since)

        async def start(unit: UnitOfWork) -> datetime:
            return since or await self._usual_start(unit)

        report = await self._run(start, repair=True)
        facts: dict[str, Fact] = {"entries": report.entries, "found": report.new, "repaired": report.repaired}
        audit_event = AuditEvent(AuditAction.PAYMENTS_RECONCILED, actor, now, "payment", "all", facts)
        await self.storage.write(lambda unit: unit.audit.append(audit_event))
        return report

    async def differences(self, actor: Actor, page: PageRequest, *, closed: bool = False) -> Page[Difference]:
        """Open ones, or closed ones, newest first."""
        authorize(actor, Action.RECONCILE_PAYMENTS)
        return await self.storage.read(lambda unit: unit.reconciliation.differences(page, closed=closed))

    async def accept(self, actor: Actor, difference_id: str, reason: str) -> Difference:
        """Close an open difference that is to stay, such as money in another currency, so that it calls
        nobody any more. Raises ``NotFound``, ``OwnCase``, ``InvalidInput``, ``DifferenceCannotStay`` or
        ``Conflict``."""
        authorize(actor, Action.RECONCILE_PAYMENTS)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Difference:
            known = await unit.reconciliation.difference(difference_id)
            if known is None:
                raise NotFound("Difference")
            await require_another_than_its_parties(unit, actor, known.payment_id)
            accepted = accept(known, reason, now)
            await unit.reconciliation.accept(accepted)
            facts: dict[str, Fact] = {"kind": known.kind.value, "theirs": known.their_id}
            subject = ("payment", known.payment_id or known.id)
            audit_event = AuditEvent(AuditAction.DIFFERENCE_ACCEPTED, actor, now, *subject, facts)
            await unit.audit.append(audit_event)
            return accepted

        return await self.storage.write(work)

    async def _usual_start(self, unit: UnitOfWork) -> datetime:
        """Far enough back that nothing was missed since the latest entry, and to see every open difference
        again, also one of a row of ours that has no entry."""
        now = self.clock.now()
        latest = await unit.reconciliation.latest_entry_at()
        oldest = await unit.reconciliation.oldest_open()
        starts = [now - OVERLAP if latest else now - FIRST, *([latest] if latest else [])]
        return min([*starts, *([oldest - EVENTS_LATE] if oldest else [])])

    async def _run(
        self, start: Callable[[UnitOfWork], Awaitable[datetime]], *, repair: bool
    ) -> ReconciliationReport:
        began = self.clock.now()
        since = (await self.storage.read(start)).replace(microsecond=0)
        compare = Comparison(began)
        entries = new = repaired = 0
        cursor: str | None = None
        while True:
            page = await self.cards.entries(since=since, until=began, cursor=cursor)
            found = await self._save(compare, page.items, began)
            if repair and found:
                repaired += await self._repair(compare, found, page.items)
                found = await self._save(compare, page.items, began)
            new += await self._note([*found, *await self._unreadable(compare, page.unreadable, since)])
            entries += len(page.items) + len(page.unreadable)
            cursor = page.next
            if cursor is None:
                break
        if self.cards.keeps_entries:
            ask = FetchDisputeOutcomes(self.storage, self.cards, self.repair)
            async for difference, is_repaired in ask(compare, since, repair=repair):
                repaired += is_repaired
                new += 0 if is_repaired else await self._note([difference])
        for each in self._ours(compare, since, began):
            new += await self._note_all(each)
        new += await self._balance(began)
        return await self._finish(since, began, entries, new, repaired)

    async def _balance(self, began: datetime) -> int:
        """After what is repaired is."""
        if not self.cards.keeps_entries:
            return 0
        found = await CompareBalance(self.storage, self.clock, self.cards)(began)
        return 0 if found is None else await self._note([found])

    async def _save(
        self, compare: Comparison, entries: Sequence[ProviderEntry], now: datetime
    ) -> Sequence[Difference]:
        async def work(unit: UnitOfWork) -> Sequence[Difference]:
            await unit.reconciliation.add_entries(entries, now)
            for entry in entries:
                await enter_platform_payout(unit, entry, now)
            found = [await compare.entry(unit, entry) for entry in entries]
            return [difference for difference in found if difference is not None]

        return await self.storage.write(work)

    async def _unreadable(
        self, compare: Comparison, entries: Sequence[UnreadableEntry], since: datetime
    ) -> Sequence[Difference]:
        """What cannot be read is listed by row, and the run goes on."""

        async def query(unit: UnitOfWork) -> Sequence[Difference]:
            return [await compare.unreadable(unit, entry, since) for entry in entries]

        return await self.storage.read(query) if entries else []

    async def _repair(
        self, compare: Comparison, found: Sequence[Difference], entries: Sequence[ProviderEntry]
    ) -> int:
        for difference in found:
            await self.repair(difference)
        left = {each.id for each in await self._save(compare, entries, compare.now)}
        return len({each.id for each in found} - left)

    async def _note(self, found: Sequence[Difference]) -> int:
        if not found:
            return 0

        async def work(unit: UnitOfWork) -> int:
            return sum([await unit.reconciliation.note(each) for each in found])

        return await self.storage.write(work)

    def _ours(self, compare: Comparison, since: datetime, now: datetime) -> Sequence[Batches]:
        """Our rows of which the provider knows nothing, and what we owe and did not send."""
        late = [self._refunds_not_sent(compare, now)]
        if not self.cards.keeps_entries:
            return late
        span, simulated = _span_of_ours(since, now), self.cards.simulated

        async def payments(unit: UnitOfWork, after: str) -> Sequence[Payment]:
            store = unit.reconciliation
            return await store.payments_without_entry(*span, after, BATCH, simulated=simulated)

        async def refunds(unit: UnitOfWork, after: str) -> Sequence[Refund]:
            store = unit.reconciliation
            return await store.refunds_without_entry(*span, after, BATCH, simulated=simulated)

        async def disputes(unit: UnitOfWork, after: str) -> Sequence[Dispute]:
            store = unit.reconciliation
            return await store.disputes_without_entry(*span, after, BATCH, simulated=simulated)

        return [
            *late,
            Batches(payments, compare.payment_missing),
            Batches(refunds, compare.refund_missing),
            Batches(disputes, compare.dispute_missing),
            *self._of_drivers(compare, span),
        ]

    def _of_drivers(self, compare: Comparison, span: tuple[datetime, datetime]) -> Sequence[Batches]:
        simulated = self.cards.simulated

        async def transfers(unit: UnitOfWork, after: str) -> Sequence[Moved]:
            return await transfers_without_entry(unit, span, after, BATCH, simulated=simulated)

        async def reversals(unit: UnitOfWork, after: str) -> Sequence[Moved]:
            return await reversals_without_entry(unit, span, after, BATCH, simulated=simulated)

        async def returned(unit: UnitOfWork, after: str) -> Sequence[Moved]:
            return await returned_without_entry(unit, span, after, BATCH, simulated=simulated)

        missing = compare.transfer_missing
        return [Batches(transfers, missing), Batches(reversals, missing), Batches(returned, missing)]

    def _refunds_not_sent(self, compare: Comparison, now: datetime) -> Batches:
        async def refunds(unit: UnitOfWork, after: str) -> Sequence[Refund]:
            return await unit.reconciliation.refunds_not_sent(now - REFUND_PATIENCE, SENT_AGAIN, after, BATCH)

        return Batches(refunds, compare.refund_not_sent)

    async def _note_all(self, batches: Batches) -> int:
        new, after = 0, ""
        while rows := await self._read(batches, after):
            described = [batches.describe(row) for row in rows]
            new += await self._note([found for found in described if found is not None])
            after = rows[-1].id
        return new

    async def _read(self, batches: Batches, after: str) -> Sequence[Any]:
        return await self.storage.read(lambda unit: batches.read(unit, after))

    async def _finish(
        self, since: datetime, began: datetime, entries: int, new: int, repaired: int
    ) -> ReconciliationReport:
        async def work(unit: UnitOfWork) -> ReconciliationReport:
            ours = _span_of_ours(since, began)
            closed = await unit.reconciliation.close(since, ours, began, self.clock.now())
            still_open = await unit.reconciliation.count_open()
            return ReconciliationReport(since, began, entries, new, repaired, closed, still_open)

        return await self.storage.write(work)


def _span_of_ours(since: datetime, now: datetime) -> tuple[datetime, datetime]:
    """Of when a row of ours must be for a run to miss its entry: neither may the entry be of before the run's
    start, nor still on its way."""
    return since + EVENTS_LATE, now - SETTLING
