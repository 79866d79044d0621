"""Second factors, and the questions for their codes."""

from sqlalchemy import Column, ColumnElement, Index, PrimaryKeyConstraint, Table, select

from haulage.accounts.factors import MAX_FRIENDLY_NAME, FactorStatus, FactorType
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
from haulage_adapters.sql.types import Text, Whole

MAX_SECRET = 2_000

factors = Table(
    "factors",
    metadata,
    identifier(),
    owned_by("account_id", "accounts.id"),
    enum_column("type", FactorType),
    Column("friendly_name", Text(MAX_FRIENDLY_NAME), nullable=False),
    Column("secret", Text(MAX_SECRET), nullable=False),
    instant("created_at"),
    instant("updated_at"),
    enum_column("status", FactorStatus),
    Column("last_step", Whole(octets=8), nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(type=FactorType, status=FactorStatus),
    Index(None, "account_id"),
)

factor_challenges = Table(
    "factor_challenges",
    metadata,
    identifier(),
    owned_by("factor_id", "factors.id"),
    instant("created_at"),
    PrimaryKeyConstraint("id"),
    Index(None, "factor_id"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", Text(HASH_DIGITS), nullable=False),
    owned_by("account_id", "accounts.id"),
    instant("created_at"),
    instant("used_at", nullable=True),
    PrimaryKeyConstraint("hash"),
    Index(None, "account_id"),
)


def _own_challenges(person: Person) -> ColumnElement[bool]:
    own = select(factors.c.id).where(factors.c.account_id == person.account_id)
    return factor_challenges.c.factor_id.in_(own)


PERSONAL_DATA = (
    Section(
        "second_factors",
        factors,
        lambda who: factors.c.account_id == who.account_id,
        frozenset({"secret", "last_step"}),
        removed=True,
    ),
    Section(
        "recovery_codes",
        recovery_codes,
        lambda who: recovery_codes.c.account_id == who.account_id,
        frozenset({"hash"}),
    ),
    Section("second_factor_questions", factor_challenges, _own_challenges),
)
