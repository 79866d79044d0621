"""Sessions with their refresh tokens, the server's keys that both are made with, and known networks."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    select,
)

from haulage.accounts.devices import MAX_AGENT_LENGTH, MAX_NETWORK_LENGTH
from haulage.accounts.session import AssuranceLevel
from haulage.ports.storage.accounts import KeyPurpose
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    HASH_DIGITS,
    enum_checks,
    enum_column,
    identifier,
    instant,
    owned_by,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_WORD, Json, Text

MAX_KEY_MATERIAL = 2_000

sessions = Table(
    "sessions",
    metadata,
    identifier(),
    owned_by("account_id", "accounts.id"),
    instant("created_at"),
    instant("refreshed_at"),
    Column("proofs", Json, nullable=False),
    enum_column("assurance", AssuranceLevel),
    instant("revoked_at", nullable=True),
    instant("used_at", nullable=True),
    Column("user_agent", Text(MAX_AGENT_LENGTH), nullable=True),
    Column("network", Text(MAX_NETWORK_LENGTH), nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(assurance=AssuranceLevel),
    Index(None, "account_id"),
)

known_networks = Table(
    "known_networks",
    metadata,
    owned_by("account_id", "accounts.id"),
    Column("network_hash", Text(HASH_DIGITS), nullable=False),
    instant("seen_at"),
    PrimaryKeyConstraint("account_id", "network_hash"),
    Index(None, "seen_at"),
)

refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("hash", Text(HASH_DIGITS), nullable=False),
    owned_by("session_id", "sessions.id"),
    Column("generation", Integer, nullable=False),
    instant("issued_at"),
    instant("used_at", nullable=True),
    PrimaryKeyConstraint("hash"),
    UniqueConstraint("session_id", "generation"),
    CheckConstraint("generation >= 0", name="generation"),
)

server_keys = Table(
    "server_keys",
    metadata,
    identifier(),
    Column("purpose", Text(MAX_WORD), nullable=False),
    Column("number", Integer, nullable=False),
    instant("created_at"),
    Column("material", Text(MAX_KEY_MATERIAL), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("purpose", "number"),
    *enum_checks(purpose=KeyPurpose),
    CheckConstraint("number >= 1", name="number"),
)


def _own_sessions(person: Person) -> ColumnElement[bool]:
    own = select(sessions.c.id).where(sessions.c.account_id == person.account_id)
    return refresh_tokens.c.session_id.in_(own)


PERSONAL_DATA = (
    Section("sessions", sessions, lambda who: sessions.c.account_id == who.account_id, removed=True),
    Section(
        "known_networks",
        known_networks,
        lambda who: known_networks.c.account_id == who.account_id,
        frozenset({"network_hash"}),
        removed=True,
    ),
    Section("refresh_tokens", refresh_tokens, _own_sessions, frozenset({"hash"})),
)

NOBODYS = {
    server_keys.name: "keys of the server",
}
