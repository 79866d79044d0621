"""Compare all that the provider holds for us with what the books say that it holds."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import SubjectKind, TransactionState
from haulage.ledger.account import CARD_CLEARING
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.payments.settled_gap import GapChange, settled_gap
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.ledger import StatementLine
from haulage.ports.storage.paging import MAX_PAGE, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.ledger_entries import derived_id

LOOKED_BACK = timedelta(hours=1)
"""Ours: over what time before it a gap is followed, to tell what was only on its way."""
AGAIN_AFTER = timedelta(minutes=10)
"""Ours: how much later a gap must be there still, or another one, before an operator is called: events that
the provider tells late close it by then."""
READINGS = 3
"""Ours: how often the provider is asked while its balance moves under the question."""


@attrs.frozen
class _Theirs:
    """The balance, and what had moved it since the time that is looked back to."""

    cents: Cents
    entries: Sequence[ProviderEntry]


@attrs.frozen
class _Ours:
    """What the books say, and what made it so since then."""

    cents: Cents
    lines: Sequence[StatementLine]


@attrs.frozen
class CompareBalance:
    """The last step of a reconciliation, after every entry was compared."""

    storage: Storage
    clock: Clock
    cards: CardPayments

    async def __call__(self, began: datetime) -> Difference | None:
        """None where the two are the same to the cent, and where the gap between them is one that somebody
        accepted. *began* is when the run did: it has read the entries before that. Raises ``Unavailable``.
        """
        start = (began - LOOKED_BACK).replace(microsecond=0)
        theirs = await self._theirs(start)
        ours = await self.storage.read(lambda unit: _ours(unit, start))
        # Paid out to our own bank since the run began: the next run enters that.
        late = [each for each in theirs.entries if _is_payout(each) and each.created_at >= _second(began)]
        gap = theirs.cents - ours.cents - sum(each.net_cents for each in late)
        gap = settled_gap(gap, _changes(theirs, ours), start, self.clock.now())
        if gap == 0:
            return None
        found = _difference(theirs.cents - gap, theirs.cents, began)
        known = await self.storage.read(lambda unit: unit.reconciliation.difference(found.id))
        return None if known is not None and known.accepted_because is not None else found

    async def _theirs(self, start: datetime) -> _Theirs:
        """The balance and its entries as of one moment: it must be the same before the entries and after."""
        cents = await self.cards.balance_cents()
        for _ in range(READINGS):
            entries = [each async for each in self._entries(start)]
            before, cents = cents, await self.cards.balance_cents()
            if before == cents:
                break
        return _Theirs(cents, entries)

    async def _entries(self, start: datetime) -> AsyncIterator[ProviderEntry]:
        """Those of this very second too."""
        end, cursor = _second(self.clock.now()) + timedelta(seconds=1), None
        while True:
            page = await self.cards.entries(since=start, until=end, cursor=cursor)
            for each in page.items:
                yield each
            cursor = page.next
            if cursor is None:
                return


async def first_gap_again_at(
    storage: Storage, open_by_kind: Mapping[DifferenceKind, int], now: datetime
) -> datetime | None:
    """When to compare again, where nothing is open but a gap that was found just now for the first time; None
    where an operator is to be called at once. A gap that is another at each look is put off once."""
    if set(open_by_kind) != {DifferenceKind.BALANCE_OFF}:
        return None
    first = await storage.read(lambda unit: unit.reconciliation.first_gap_since(now - LOOKED_BACK))
    return first + AGAIN_AFTER if first is not None and now - first < AGAIN_AFTER else None


async def _ours(unit: UnitOfWork, start: datetime) -> _Ours:
    """What the books hold at the provider, with what they know to be there besides."""
    cents = (await unit.ledger.balance(CARD_CLEARING)).posted_cents
    cents += await _taken_for_payouts(unit) + await unit.reconciliation.accepted_cents()
    lines: list[StatementLine] = []
    cursor: str | None = None
    while True:
        page = await unit.ledger.statement(CARD_CLEARING, PageRequest(MAX_PAGE, cursor))
        lines += [each for each in page.items if each.at >= start]
        cursor = page.next
        if cursor is None or page.items[-1].at < start:
            return _Ours(cents, lines)


async def _taken_for_payouts(unit: UnitOfWork) -> Cents:
    """What drivers' payouts under way have brought back to us: the books have it when they arrive."""
    cents, after = 0, None
    while payouts := await unit.payouts.open_ones(MAX_PAGE, after):
        sent = [each for each in payouts if each.sent_at is not None]
        cents += sum(each.taken_back_cents - each.returned_cents for each in sent)
        after = payouts[-1].id
    return cents


def _changes(theirs: _Theirs, ours: _Ours) -> Sequence[GapChange]:
    """What was paid to our own bank is left out: a run enters it, whenever it was."""
    moved = [GapChange(each.created_at, each.net_cents) for each in theirs.entries if not _is_payout(each)]
    entered = [GapChange(each.at, -each.amount_cents) for each in ours.lines if _counts(each)]
    return [*moved, *entered]


def _counts(line: StatementLine) -> bool:
    is_of_entry = line.subject is not None and line.subject.kind is SubjectKind.PROVIDER_ENTRY
    return line.state is TransactionState.POSTED and not is_of_entry


def _is_payout(entry: ProviderEntry) -> bool:
    return entry.kind is EntryKind.PAYOUT


def _second(at: datetime) -> datetime:
    return at.replace(microsecond=0)


def _difference(our_cents: Cents, their_cents: Cents, now: datetime) -> Difference:
    """By the gap: both sides change with every payment, and what was accepted is that gap and no other."""
    kind, subject = DifferenceKind.BALANCE_OFF, DifferenceSubject.BALANCE
    made = Difference(
        derived_id("dif", f"{kind}/{subject}/{their_cents - our_cents}"),
        kind,
        subject,
        occurred_at=now,
        created_at=now,
        seen_at=now,
    )
    return attrs.evolve(made, our_cents=our_cents, their_cents=their_cents)
