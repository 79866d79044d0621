"""The audit trail: each entry holds the hash of the one before."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, func, insert, select, text

from haulage.audit import AuditEntry, AuditEvent, link
from haulage.kernel.actor import OPERATOR
from haulage.ports.storage.audit import EVERYTHING, AuditFilter, AuditStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import audit_entries, audit_questions
from haulage_adapters.sql.tables.audit import BY_OPERATORS

ADVISORY_LOCK = 0x61_75_64_69_74
"""One number for the end of the chain in a PostgreSQL database: 'audit' in ASCII."""

OUT_OF_ORDER = 10_000
"""Ours: clocks of servers beside each other differ, and units commit in another order than they began; an
instant's entry stands at most so many places from where it would stand by its time."""

MAX_NUMBER = 2**62

_ENTRY = flat_names(AuditEntry, without={"question"})
_LOCK = text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")


class SqlAuditStore(AuditStore):
    """Events wait in memory until :meth:`write_down`, the last thing of a unit.

    On PostgreSQL the end of the chain is then locked until the commit. Nothing is waited for while it is
    held, so it takes no part in a deadlock, and the units' own work runs side by side. On SQLite whoever
    writes has the database's only write lock already.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: list[AuditEvent] = []

    async def append(self, event: AuditEvent) -> None:
        self._waiting.append(event)

    async def write_down(self) -> None:
        """Give the unit's events their places in the chain."""
        if not self._waiting:
            return
        await self._lock_end()
        last = await self._last()
        entries, questions = [], []
        for event in self._waiting:
            last = link(event, last)
            entries.append(attributes_of(last, _ENTRY) | {"facts": dict(last.facts)})
            if last.question:
                questions.append({"number": last.number, "at": last.at, "text": last.question})
        self._waiting.clear()
        await self._session.run(insert(audit_entries), entries, what="audit trail")
        if questions:
            await self._session.run(insert(audit_questions), questions, what="audit trail")

    async def newest(
        self, limit: int, *, before: int | None = None, wanted: AuditFilter = EVERYTHING
    ) -> Sequence[AuditEntry]:
        statement = _narrowed(wanted).order_by(audit_entries.c.number.desc()).limit(limit)
        if before is not None:
            statement = statement.where(audit_entries.c.number < before)
        return [_entry(row) for row in await self._session.rows(statement)]

    async def after(
        self, number: int, limit: int, *, wanted: AuditFilter = EVERYTHING
    ) -> Sequence[AuditEntry]:
        above = _narrowed(wanted).where(audit_entries.c.number > number)
        rows = await self._session.rows(above.order_by(audit_entries.c.number).limit(limit))
        return [_entry(row) for row in rows]

    async def _lock_end(self) -> None:
        if self._session.dialect == "postgresql":
            await self._session.run(_LOCK)

    async def _last(self) -> AuditEntry | None:
        """Read by a statement of its own after the lock is had, so that it sees what was committed."""
        newest = await self.newest(1)
        return newest[0] if newest else None


def _narrowed(wanted: AuditFilter) -> Select[Any]:
    """``operator`` stands for every operator, whatever their name: ``operator:ann``."""
    same_entry = audit_entries.c.number == audit_questions.c.number
    statement = select(audit_entries, audit_questions.c.text).outerjoin(audit_questions, same_entry)
    everyone = wanted.actor_id == OPERATOR.system
    if everyone:
        statement = statement.where(BY_OPERATORS)
    for column, value in (
        (audit_entries.c.actor_id, None if everyone else wanted.actor_id),
        (audit_entries.c.action, wanted.action),
        (audit_entries.c.object_id, wanted.object_id),
    ):
        if value is not None:
            statement = statement.where(column == value)
    if wanted.since is not None:
        at_most = _first_number(wanted.since) - OUT_OF_ORDER
        statement = statement.where(audit_entries.c.at >= wanted.since, audit_entries.c.number >= at_most)
    if wanted.until is not None:
        below = func.coalesce(_first_number(wanted.until) + OUT_OF_ORDER, MAX_NUMBER)
        statement = statement.where(audit_entries.c.at < wanted.until, audit_entries.c.number < below)
    return statement


def _first_number(at: datetime) -> Any:
    """Where the entries of this instant and later begin: a page of them is read from there, by number."""
    later = select(audit_entries.c.number).where(audit_entries.c.at >= at)
    return later.order_by(audit_entries.c.at, audit_entries.c.number).limit(1).scalar_subquery()


def _entry(row: RowMapping) -> AuditEntry:
    return AuditEntry(**columns_of(row, _ENTRY), question=row["text"] or "")
