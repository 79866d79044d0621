"""One-time codes, sign-in flows, email requests and rate limits that processes share."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    or_,
)

from haulage.accounts.flows import ChallengeMethod
from haulage.accounts.one_time import CodePurpose
from haulage.accounts.session import SignInMethod
from haulage.ports.storage.personal_data import Person
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
from haulage_adapters.sql.types import MAX_EMAIL, MAX_ID, Json, Text

MAX_LIMIT_KEY = 128

one_time_codes = Table(
    "one_time_codes",
    metadata,
    owned_by("account_id", "accounts.id"),
    enum_column("purpose", CodePurpose),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("code_hash", Text(HASH_DIGITS), nullable=False),
    Column("link_hash", Text(HASH_DIGITS), nullable=False),
    instant("created_at"),
    Column("wrong_guesses", Integer, nullable=False),
    Column("flow_id", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("account_id", "purpose"),
    UniqueConstraint("link_hash"),
    *enum_checks(purpose=CodePurpose),
    CheckConstraint("wrong_guesses >= 0", name="wrong_guesses"),
)

auth_flows = Table(
    "auth_flows",
    metadata,
    identifier(),
    Column("challenge", Text(MAX_CHALLENGE), nullable=False),
    enum_column("challenge_method", ChallengeMethod),
    enum_column("method", SignInMethod),
    instant("created_at"),
    owned_by("account_id", "accounts.id", nullable=True),
    Column("code_hash", Text(HASH_DIGITS), nullable=True),
    instant("issued_at", nullable=True),
    Column("session_id", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("code_hash"),
    *enum_checks(challenge_method=ChallengeMethod),
    Index(None, "created_at"),
)

email_requests = Table(
    "email_requests",
    metadata,
    identifier(),
    instant("created_at"),
    Column("request", Json, nullable=False),
    PrimaryKeyConstraint("id"),
    Index(None, "created_at"),
)

rate_limits = Table(
    "rate_limits",
    metadata,
    Column("key", Text(MAX_LIMIT_KEY), nullable=False),
    instant("due"),
    PrimaryKeyConstraint("key"),
    Index(None, "due"),
)


def _requested_by(person: Person) -> ColumnElement[bool]:
    """Requests are short-lived JSON; both databases can look inside."""
    request = email_requests.c.request
    return or_(
        request["email"].as_string().in_(person.addresses),
        request["account_id"].as_string() == person.account_id,
    )


PERSONAL_DATA = (
    Section(
        "codes",
        one_time_codes,
        lambda who: one_time_codes.c.account_id == who.account_id,
        frozenset({"code_hash", "link_hash"}),
        removed=True,
    ),
    Section(
        "sign_ins_begun",
        auth_flows,
        lambda who: auth_flows.c.account_id == who.account_id,
        frozenset({"challenge", "code_hash"}),
        removed=True,
    ),
    Section("email_requests", email_requests, _requested_by, removed=True),
)

NOBODYS = {
    rate_limits.name: "hashes that nobody can read back, forgotten within minutes",
}
