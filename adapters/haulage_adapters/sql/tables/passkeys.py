"""Passkeys, and the questions that their signatures answer."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.accounts.factors import MAX_FRIENDLY_NAME
from haulage.accounts.passkeys import MAX_CREDENTIAL_ID, MAX_PUBLIC_KEY
from haulage_adapters.sql.tables.columns import HASH_DIGITS, identifier, instant, owned_by
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole

passkeys = Table(
    "passkeys",
    metadata,
    identifier(),
    owned_by("account_id", "accounts.id"),
    Column("credential_id", Text(MAX_CREDENTIAL_ID), nullable=False),
    Column("public_key", Text(MAX_PUBLIC_KEY), nullable=False),
    Column("sign_count", Whole(octets=8), nullable=False),
    Column("name", Text(MAX_FRIENDLY_NAME), nullable=False),
    Column("backed_up", Boolean, nullable=False),
    instant("created_at"),
    instant("last_used_at", nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("credential_id"),
    CheckConstraint("sign_count >= 0", name="sign_count"),
    Index(None, "account_id"),
)

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("hash", Text(HASH_DIGITS), nullable=False),
    instant("created_at"),
    owned_by("account_id", "accounts.id", nullable=True),
    PrimaryKeyConstraint("hash"),
    Index(None, "created_at"),
)

PERSONAL_DATA = (
    Section(
        "passkeys",
        passkeys,
        lambda who: passkeys.c.account_id == who.account_id,
        frozenset({"credential_id", "public_key"}),
        removed=True,
    ),
    Section(
        "passkey_questions",
        passkey_challenges,
        lambda who: passkey_challenges.c.account_id == who.account_id,
        frozenset({"hash"}),
        removed=True,
    ),
)
