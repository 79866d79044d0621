"""The provider's balance entries and their differences from our books, in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    update,
)

from haulage.kernel.errors import Conflict
from haulage.kernel.money import Cents
from haulage.ledger import PaymentSplit, ReturnedShare, TransferReversal
from haulage.payments import Dispute, DisputeState, Payment, PaymentState, Refund, RefundStatus
from haulage.payments.difference import Difference, DifferenceKind
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.payments.reconciliation_run import RUN_LIMIT, ReconciliationRun
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.reconciliation import ReconciliationStore
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    disputes,
    payment_differences,
    payment_splits,
    payments,
    provider_entries,
    reconciliation_runs,
    refunds,
    returned_shares,
    transfer_reversals,
)
from haulage_adapters.sql.upserts import insert_ignore

WHAT = "reconciliation"
_ENTRY = flat_names(ProviderEntry, without=set())
_RUN = flat_names(ReconciliationRun, without=set())
_DIFFERENCE = flat_names(Difference, without=set())
_PAYMENT = flat_names(Payment, without=set())
_REFUND = flat_names(Refund, without=set())
_DISPUTE = flat_names(Dispute, without=set())
_SPLIT = flat_names(PaymentSplit, without=set())
_REVERSAL = flat_names(TransferReversal, without=set())
_RETURNED = flat_names(ReturnedShare, without=set())
SEEN_ANEW = {"id", "kind", "subject", "created_at"}
"""What a difference that is found again keeps."""
SAID = ("their_id", "our_cents", "their_cents", "our_status", "their_status")
"""What both sides say: where that changes, what was accepted is another difference."""


class SqlReconciliationStore(ReconciliationStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add_entries(self, entries: Sequence[ProviderEntry], now: datetime) -> None:
        rows = [attributes_of(entry, _ENTRY) | {"noted_at": now} for entry in entries]
        if rows:
            await self._session.run(
                insert_ignore(self._session.dialect, provider_entries, "id"), rows, what=WHAT
            )

    async def latest_entry_at(self) -> datetime | None:
        newest = select(provider_entries.c.created_at).order_by(provider_entries.c.created_at.desc())
        row = await self._session.row(newest.limit(1))
        return None if row is None else row["created_at"]

    async def entries_of_source(self, source: str) -> Sequence[ProviderEntry]:
        rows = await self._session.rows(
            select(provider_entries)
            .where(provider_entries.c.source == source)
            .order_by(provider_entries.c.created_at, provider_entries.c.id)
        )
        return [ProviderEntry(**columns_of(row, _ENTRY)) for row in rows]

    async def payments_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Payment]:
        known = _known(
            EntryKind.CHARGE, provider_entries.c.provider_reference == payments.c.provider_reference
        )
        rows = await self._session.rows(
            select(payments)
            .where(
                payments.c.created_at >= since,
                payments.c.updated_at < until,
                payments.c.state == PaymentState.SUCCEEDED,
                payments.c.simulated.is_(simulated),
                payments.c.id > after,
                ~known,
            )
            .order_by(payments.c.id)
            .limit(limit)
        )
        return [Payment(**columns_of(row, _PAYMENT)) for row in rows]

    async def refunds_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Refund]:
        known = _known(EntryKind.REFUND, provider_entries.c.source == refunds.c.provider_refund_id)
        gone = and_(refunds.c.status == RefundStatus.SENT, ~known)
        rows = await self._session.rows(
            _of_payments(refunds, simulated)
            .where(refunds.c.created_at >= since, refunds.c.sent_at < until, refunds.c.id > after, gone)
            .order_by(refunds.c.id)
            .limit(limit)
        )
        return [Refund(**columns_of(row, _REFUND)) for row in rows]

    async def disputes_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Dispute]:
        known = _known(EntryKind.DISPUTE, provider_entries.c.source == disputes.c.provider_reference)
        opened = disputes.c.opened_at
        rows = await self._session.rows(
            _of_payments(disputes, simulated)
            .where(opened >= since, opened < until, disputes.c.id > after, ~known)
            .order_by(disputes.c.id)
            .limit(limit)
        )
        return [Dispute(**columns_of(row, _DISPUTE)) for row in rows]

    async def splits_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[PaymentSplit]:
        done = payment_splits.c.completed_at
        transfer = payment_splits.c.driver_transfer_id
        known = _known(EntryKind.TRANSFER, provider_entries.c.source == transfer)
        gone = (transfer.is_not(None), done >= since, done < until, ~known)
        rows = await self._session.rows(
            _of_payments(payment_splits, simulated)
            .where(payment_splits.c.id > after, *gone)
            .order_by(payment_splits.c.id)
            .limit(limit)
        )
        return [PaymentSplit(**columns_of(row, _SPLIT)) for row in rows]

    async def reversals_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[TransferReversal]:
        done = transfer_reversals.c.done_at
        made = transfer_reversals.c.provider_reference
        known = _known(EntryKind.TRANSFER_REVERSAL, provider_entries.c.source == made)
        gone = (made.is_not(None), done >= since, done < until, ~known)
        rows = await self._session.rows(
            _of_splits(transfer_reversals, simulated)
            .where(transfer_reversals.c.id > after, *gone)
            .order_by(transfer_reversals.c.id)
            .limit(limit)
        )
        return [TransferReversal(**columns_of(row, _REVERSAL)) for row in rows]

    async def returned_without_entry(
        self, since: datetime, until: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[ReturnedShare]:
        sent, made = returned_shares.c.sent_at, returned_shares.c.transfer_id
        known = _known(EntryKind.TRANSFER, provider_entries.c.source == made)
        rows = await self._session.rows(
            _of_splits(returned_shares, simulated)
            .where(returned_shares.c.id > after, sent >= since, sent < until, ~known)
            .order_by(returned_shares.c.id)
            .limit(limit)
        )
        return [ReturnedShare(**columns_of(row, _RETURNED)) for row in rows]

    async def disputes_since(
        self, since: datetime, after: str, limit: int, *, simulated: bool
    ) -> Sequence[Dispute]:
        recent = or_(
            disputes.c.state == DisputeState.OPEN,
            disputes.c.opened_at >= since,
            disputes.c.closed_at >= since,
        )
        rows = await self._session.rows(
            _of_payments(disputes, simulated)
            .where(recent, disputes.c.id > after)
            .order_by(disputes.c.id)
            .limit(limit)
        )
        return [Dispute(**columns_of(row, _DISPUTE)) for row in rows]

    async def refunds_not_sent(
        self, before: datetime, most_tries: int, after: str, limit: int
    ) -> Sequence[Refund]:
        late = or_(refunds.c.created_at < before, refunds.c.attempts > most_tries)
        undisputed = or_(payments.c.dispute.is_(None), payments.c.dispute != DisputeState.OPEN)
        rows = await self._session.rows(
            select(refunds)
            .join(payments, refunds.c.payment_id == payments.c.id)
            .where(_UNSENT, late, undisputed, refunds.c.id > after)
            .order_by(refunds.c.id)
            .limit(limit)
        )
        return [Refund(**columns_of(row, _REFUND)) for row in rows]

    async def note(self, found: Difference) -> bool:
        row = attributes_of(found, _DIFFERENCE)
        known = await self.difference(found.id)
        if known is not None and known.accepted_because is not None and _says_the_same(known, found):
            return False
        was_open = known is not None and known.closed_at is None
        anew = {name: value for name, value in row.items() if name not in SEEN_ANEW}
        if not was_open:
            anew["created_at"] = found.created_at
        adding = insert_ignore(self._session.dialect, payment_differences, "id")
        await self._session.run(adding, [row], what=WHAT)
        changing = update(payment_differences).where(payment_differences.c.id == found.id)
        await self._session.run(changing.values(**anew | {"seen_at": _latest_seen(found)}), what=WHAT)
        return not was_open

    async def difference(self, difference_id: str) -> Difference | None:
        row = await self._session.row(
            select(payment_differences).where(payment_differences.c.id == difference_id)
        )
        return None if row is None else Difference(**columns_of(row, _DIFFERENCE))

    async def accept(self, accepted: Difference) -> None:
        still_open = (payment_differences.c.id == accepted.id, payment_differences.c.closed_at.is_(None))
        closing = update(payment_differences).where(*still_open)
        values = {"closed_at": accepted.closed_at, "accepted_because": accepted.accepted_because}
        if not await self._session.changed(closing.values(**values), what=WHAT):
            raise Conflict(WHAT)

    async def close(
        self, since: datetime, ours: tuple[datetime, datetime], seen_before: datetime, now: datetime
    ) -> int:
        kind, at = payment_differences.c.kind, payment_differences.c.occurred_at
        begin, end = ours
        changed_since = exists().where(
            payments.c.id == payment_differences.c.payment_id, payments.c.updated_at >= end
        )
        looked_at = case(
            (kind.in_([DifferenceKind.NOT_SENT, DifferenceKind.BALANCE_OFF]), true()),
            (
                kind == DifferenceKind.MISSING_THERE,
                and_(at >= begin, at < end, ~changed_since),
            ),
            else_=at >= since,
        )
        return await self._session.changed(
            update(payment_differences)
            .where(
                payment_differences.c.closed_at.is_(None),
                payment_differences.c.seen_at < seen_before,
                looked_at,
            )
            .values(closed_at=now),
            what=WHAT,
        )

    async def accepted_cents(self) -> Cents:
        row = payment_differences.c
        entry = provider_entries.c
        of_entry = entry.id == row.their_id
        of_source = and_(entry.source == row.their_id, row.kind != DifferenceKind.UNKNOWN_ENTRY)
        unheld = [await self._session.row(_accepted_net(same)) for same in (of_entry, of_source)]
        gaps = select(
            func.coalesce(func.sum(_or_none(row.their_cents) - _or_none(row.our_cents)), 0).label("cents")
        )
        otherwise = await self._session.row(gaps.where(_ACCEPTED, row.kind.in_(HELD_OTHERWISE)))
        return sum(int(found["cents"]) for found in (*unheld, otherwise) if found is not None)

    async def close_one(self, difference_id: str, now: datetime) -> None:
        still_open = (payment_differences.c.id == difference_id, payment_differences.c.closed_at.is_(None))
        closing = update(payment_differences).where(*still_open).values(closed_at=now)
        await self._session.changed(closing, what=WHAT)

    async def oldest_open(self) -> datetime | None:
        oldest = select(func.min(payment_differences.c.occurred_at).label("at"))
        row = await self._session.row(oldest.where(payment_differences.c.closed_at.is_(None)))
        return None if row is None else row["at"]

    async def first_gap_since(self, since: datetime) -> datetime | None:
        row, found = payment_differences.c, func.min(payment_differences.c.created_at).label("at")
        gaps = select(found).where(row.kind == DifferenceKind.BALANCE_OFF, row.created_at >= since)
        first = await self._session.row(gaps)
        return None if first is None else first["at"]

    async def differences(self, page: PageRequest, *, closed: bool = False) -> Page[Difference]:
        is_closed = payment_differences.c.closed_at.is_not(None)
        wanted = select(payment_differences).where(is_closed if closed else ~is_closed).subquery("wanted")
        rows = await self._session.rows(page_of(wanted, page))
        return one_page(rows, page, lambda row: Difference(**columns_of(row, _DIFFERENCE)))

    async def add_run(self, run: ReconciliationRun) -> None:
        runs = reconciliation_runs
        now = run.started_at or run.requested_at
        over = or_(
            runs.c.id == run.id,
            runs.c.finished_at.is_not(None),
            runs.c.failure.is_not(None),
            runs.c.started_at < now - RUN_LIMIT,
        )
        await self._session.run(delete(runs).where(over), what=WHAT)
        await self._session.run(insert(runs), attributes_of(run, _RUN), what=WHAT)

    async def save_run(self, run: ReconciliationRun) -> None:
        same = reconciliation_runs.c.id == run.id
        await self._session.run(
            update(reconciliation_runs).where(same).values(attributes_of(run, _RUN)), what=WHAT
        )

    async def run(self, run_id: str) -> ReconciliationRun | None:
        row = await self._session.row(select(reconciliation_runs).where(reconciliation_runs.c.id == run_id))
        return None if row is None else ReconciliationRun(**columns_of(row, _RUN))

    async def latest_run(self) -> ReconciliationRun | None:
        newest = select(reconciliation_runs).order_by(
            reconciliation_runs.c.requested_at.desc(), reconciliation_runs.c.id.desc()
        )
        row = await self._session.row(newest.limit(1))
        return None if row is None else ReconciliationRun(**columns_of(row, _RUN))

    async def count_open(self) -> Mapping[DifferenceKind, int]:
        rows = await self._session.rows(
            select(payment_differences.c.kind, func.count().label("count"))
            .where(payment_differences.c.closed_at.is_(None))
            .group_by(payment_differences.c.kind)
        )
        return {DifferenceKind(row["kind"]): int(row["count"]) for row in rows}


HELD_THERE_ALONE = (
    DifferenceKind.UNKNOWN_ENTRY,
    DifferenceKind.UNKNOWN_CHARGE,
    DifferenceKind.MISSING_HERE,
)
HELD_OTHERWISE = (DifferenceKind.MISSING_THERE, DifferenceKind.OTHER_AMOUNT)
_ACCEPTED = payment_differences.c.accepted_because.is_not(None)


def _accepted_net(same: ColumnElement[bool]) -> Select[Any]:
    """What the provider's entries come to that the books do not have, and need not have."""
    alone = payment_differences.c.kind.in_(HELD_THERE_ALONE)
    net = func.coalesce(func.sum(provider_entries.c.net_cents), 0)
    return (
        select(net.label("cents"))
        .select_from(payment_differences.join(provider_entries, same))
        .where(_ACCEPTED, alone)
    )


def _or_none(cents: ColumnElement[int]) -> ColumnElement[int]:
    return func.coalesce(cents, 0)


_UNSENT = refunds.c.status.in_([RefundStatus.PENDING, RefundStatus.FAILED])


def _says_the_same(known: Difference, found: Difference) -> bool:
    return all(getattr(known, name) == getattr(found, name) for name in SAID)


def _latest_seen(found: Difference) -> ColumnElement[datetime]:
    """An open row keeps the later time: of two runs at once, the one that began later closes what was last
    seen before its own start, and the one that began earlier may find the same difference after it."""
    seen_at = payment_differences.c.seen_at
    is_open = payment_differences.c.closed_at.is_(None)
    return case((and_(is_open, seen_at > found.seen_at), seen_at), else_=literal(found.seen_at, seen_at.type))


def _known(kind: EntryKind, same: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(provider_entries.c.kind == kind, same)


def _of_payments(table: Any, simulated: bool) -> Select[Any]:
    """Rows of payments at a provider of this kind."""
    return (
        select(table)
        .join(payments, table.c.payment_id == payments.c.id)
        .where(payments.c.simulated.is_(simulated))
    )


def _of_splits(table: Any, simulated: bool) -> Select[Any]:
    """Rows of splits of payments at a provider of this kind."""
    return (
        select(table)
        .join(payment_splits, table.c.split_id == payment_splits.c.id)
        .join(payments, payment_splits.c.payment_id == payments.c.id)
        .where(payments.c.simulated.is_(simulated))
    )
