"""The audit trail: one table that takes new rows and nothing else.

The database itself refuses to change or remove an entry, whoever asks; dropping the trigger first takes
an administrator of the database, whom the chain of hashes shows.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    DDL,
    CheckConstraint,
    Column,
    Index,
    PrimaryKeyConstraint,
    RowMapping,
    Select,
    Table,
    UniqueConstraint,
    event,
    insert,
    select,
    text,
)

from haulage.audit import AuditEntry, Deed, link
from haulage.ports.audit_storage import EVERYTHING, AuditFilter, AuditStore
from haulage_adapters.sql.rows import flat_names, pick, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import instant, metadata
from haulage_adapters.sql.types import MAX_ID, MAX_WORD, Json, Text, Whole

HASH_DIGITS = 64
ADVISORY_LOCK = 0x61_75_64_69_74
"""One number for the end of the chain in a PostgreSQL database: 'audit' in ASCII."""

audit_entries = Table(
    "audit_entries",
    metadata,
    Column("number", Whole(octets=8), nullable=False, autoincrement=False),
    instant("at"),
    Column("actor_id", Text(MAX_ID), nullable=False),
    Column("actor_role", Text(MAX_WORD), nullable=False),
    Column("action", Text(MAX_WORD), nullable=False),
    Column("object_kind", Text(MAX_WORD), nullable=False),
    Column("object_id", Text(MAX_ID), nullable=False),
    Column("facts", Json, nullable=False),
    Column("previous_hash", Text(HASH_DIGITS), nullable=False),
    Column("hash", Text(HASH_DIGITS), nullable=False),
    PrimaryKeyConstraint("number"),
    UniqueConstraint("previous_hash"),
    CheckConstraint("number >= 1", name="number"),
    Index(None, "actor_id", "number"),
    Index(None, "action", "number"),
    Index(None, "object_id", "number"),
)
"""Two entries cannot follow the same one: ``previous_hash`` is unique."""

APPEND_ONLY_SQLITE = (
    """CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
    """CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
    """CREATE TRIGGER audit_entries_replace BEFORE INSERT ON audit_entries
    WHEN EXISTS (SELECT 1 FROM audit_entries
                 WHERE number = NEW.number OR previous_hash = NEW.previous_hash)
    BEGIN SELECT RAISE(ABORT, 'the audit trail takes new entries only'); END""",
)
"""``INSERT OR REPLACE`` removes rows without asking the trigger of removals, so it has one of its own."""

APPEND_ONLY_POSTGRESQL = (
    """CREATE FUNCTION audit_entries_are_kept() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit trail takes new entries only'
       USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE TRIGGER audit_entries_rows BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION audit_entries_are_kept()""",
    """CREATE TRIGGER audit_entries_table BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_kept()""",
)

for _dialect, _statements in (("sqlite", APPEND_ONLY_SQLITE), ("postgresql", APPEND_ONLY_POSTGRESQL)):
    for _statement in _statements:
        _made = DDL(_statement)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap
        event.listen(audit_entries, "after_create", _made.execute_if(dialect=_dialect))

_ENTRY = flat_names(AuditEntry, without=set())
_LOCK = text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")


class SqlAuditStore(AuditStore):
    """Deeds wait in memory until :meth:`write_down`, the last thing of a unit.

    On PostgreSQL the end of the chain is then locked until the commit. Nothing is waited for while it is
    held, so it takes no part in a deadlock, and the units' own work runs side by side. On SQLite whoever
    writes has the database's only write lock already.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: list[Deed] = []

    async def append(self, deed: Deed) -> None:
        self._waiting.append(deed)

    async def write_down(self) -> None:
        """Give the unit's deeds their places in the chain."""
        if not self._waiting:
            return
        await self._lock_end()
        last = await self._last()
        entries = []
        for deed in self._waiting:
            last = link(deed, last)
            entries.append(pick(last, _ENTRY) | {"facts": dict(last.facts)})
        self._waiting.clear()
        await self._session.run(insert(audit_entries), entries, what="audit trail")

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
    statement = select(audit_entries)
    for column, value in (
        (audit_entries.c.actor_id, wanted.actor_id),
        (audit_entries.c.action, wanted.action),
        (audit_entries.c.object_id, wanted.object_id),
    ):
        if value is not None:
            statement = statement.where(column == value)
    return statement


def _entry(row: RowMapping) -> AuditEntry:
    return AuditEntry(**take(row, _ENTRY))
