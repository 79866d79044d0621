"""The audit trail: one table that takes new rows and nothing else.

The database itself refuses to change or remove an entry, whoever asks; dropping the trigger first takes
an administrator of the database, whom the chain of hashes shows.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    or_,
    select,
    text,
)

from haulage.audit import MAX_QUESTION_LENGTH
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import HASH_DIGITS, instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.triggers import audit, make_with
from haulage_adapters.sql.types import MAX_ID, MAX_WORD, Json, Text, Whole

BY_OPERATORS = text("(actor_id = 'operator' OR substr(actor_id, 1, 9) = 'operator:')")
"""What any operator did. Written out, so that the database sees it is the index's own."""

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
    Index(None, "at", "number"),
    Index(
        "ix_audit_entries_by_operators", "number", postgresql_where=BY_OPERATORS, sqlite_where=BY_OPERATORS
    ),
)
"""Two entries cannot follow the same one: ``previous_hash`` is unique."""

make_with(audit_entries, audit.TRIGGERS)

audit_questions = Table(
    "audit_questions",
    metadata,
    Column(
        "number", Whole(octets=8), ForeignKey(audit_entries.c.number), nullable=False, autoincrement=False
    ),
    instant("at"),
    Column("text", Text(MAX_QUESTION_LENGTH), nullable=False),
    PrimaryKeyConstraint("number"),
    Index(None, "at"),
)
"""What was asked for by who read a list, beside the trail: words that somebody typed may be a name, and can
be taken out."""


def _audited(person: Person) -> ColumnElement[bool]:
    ids = [known for known in (person.user_id, person.account_id, person.driver_id) if known]
    return or_(audit_entries.c.actor_id.in_(ids), audit_entries.c.object_id.in_(ids))


def _questions_of(person: Person) -> ColumnElement[bool]:
    own = select(audit_entries.c.number).where(audit_entries.c.actor_id == person.user_id)
    return audit_questions.c.number.in_(own)


PERSONAL_DATA = (
    Section("audit", audit_entries, _audited),
    # The words are about whom the administrator looked for.
    Section("audit_questions", audit_questions, _questions_of, withheld=frozenset({"text"})),
)
