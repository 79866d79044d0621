"""What providers say of the accounts here, and sign-ins that are away at one."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.accounts.flows import ChallengeMethod
from haulage.accounts.identities import MAX_SUBJECT_LENGTH, Provider
from haulage.accounts.redirects import MAX_REDIRECT_LENGTH
from haulage_adapters.sql.tables.columns import (
    HASH_DIGITS,
    MAX_CHALLENGE,
    enum_checks,
    enum_column,
    identifier,
    instant,
    owned_by,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_EMAIL, MAX_ID, MAX_WORD, Json, Text

identities = Table(
    "identities",
    metadata,
    identifier(),
    owned_by("account_id", "accounts.id"),
    enum_column("provider", Provider),
    Column("subject", Text(MAX_SUBJECT_LENGTH), nullable=False),
    Column("email", Text(MAX_EMAIL), nullable=True),
    Column("email_verified", Boolean, nullable=False),
    Column("data", Json, nullable=False),
    instant("created_at"),
    instant("updated_at"),
    instant("last_sign_in_at", nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("provider", "subject"),
    *enum_checks(provider=Provider),
    Index(None, "account_id"),
)

social_flows = Table(
    "social_flows",
    metadata,
    Column("state_hash", Text(HASH_DIGITS), nullable=False),
    Column("browser_hash", Text(HASH_DIGITS), nullable=False),
    enum_column("provider", Provider),
    Column("redirect_to", Text(MAX_REDIRECT_LENGTH), nullable=False),
    instant("created_at"),
    Column("challenge", Text(MAX_CHALLENGE), nullable=True),
    Column("challenge_method", Text(MAX_WORD), nullable=True),
    owned_by("account_id", "accounts.id", nullable=True),
    Column("session_id", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("state_hash"),
    *enum_checks(provider=Provider, challenge_method=ChallengeMethod),
    CheckConstraint("(challenge IS NULL) = (challenge_method IS NULL)", name="challenge"),
    Index(None, "created_at"),
)

PERSONAL_DATA = (
    Section("identities", identities, lambda who: identities.c.account_id == who.account_id, removed=True),
    Section(
        "links_begun",
        social_flows,
        lambda who: social_flows.c.account_id == who.account_id,
        frozenset({"state_hash", "browser_hash", "challenge"}),
        removed=True,
    ),
)
