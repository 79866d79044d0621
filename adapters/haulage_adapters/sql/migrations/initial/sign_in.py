"""One-time codes, sign-in flows, second factors, passkeys and rate limits."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table


def create() -> None:
    _one_time_codes()
    _auth_flows()
    _factors()
    _factor_challenges()
    _recovery_codes()
    _passkeys()
    _passkey_challenges()
    _rate_limits()


def _one_time_codes() -> None:
    create_table(
        "one_time_codes",
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("purpose", String(32), nullable=False),
        Column("email", String(320), nullable=False),
        Column("code_hash", String(64), nullable=False),
        Column("link_hash", String(64), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("wrong_guesses", Integer(), nullable=False),
        Column("flow_id", String(64)),
        PrimaryKeyConstraint("account_id", "purpose"),
        UniqueConstraint("link_hash"),
        CheckConstraint(
            "purpose IN ('signup', 'magiclink', 'recovery', 'email_change', 'email_change_current', "
            "'reauthentication')",
            name="purpose",
        ),
        CheckConstraint("wrong_guesses >= 0", name="wrong_guesses"),
    )


def _auth_flows() -> None:
    create_table(
        "auth_flows",
        Column("id", String(64), nullable=False),
        Column("challenge", String(128), nullable=False),
        Column("challenge_method", String(32), nullable=False),
        Column("method", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE")),
        Column("code_hash", String(64)),
        Column("issued_at", TIME),
        Column("session_id", String(64)),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("code_hash"),
        CheckConstraint("challenge_method IN ('s256')", name="challenge_method"),
        Index(None, "created_at"),
    )


def _factors() -> None:
    create_table(
        "factors",
        Column("id", String(64), nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("type", String(32), nullable=False),
        Column("friendly_name", String(100), nullable=False),
        Column("secret", String(2000), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("status", String(32), nullable=False),
        Column("last_step", BigInteger()),
        PrimaryKeyConstraint("id"),
        CheckConstraint("type IN ('totp')", name="type"),
        CheckConstraint("status IN ('unverified', 'verified')", name="status"),
        Index(None, "account_id"),
    )


def _factor_challenges() -> None:
    create_table(
        "factor_challenges",
        Column("id", String(64), nullable=False),
        Column("factor_id", String(64), ForeignKey("factors.id", ondelete="CASCADE"), nullable=False),
        Column("created_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        Index(None, "factor_id"),
    )


def _recovery_codes() -> None:
    create_table(
        "recovery_codes",
        Column("hash", String(64), nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("used_at", TIME),
        PrimaryKeyConstraint("hash"),
        Index(None, "account_id"),
    )


def _passkeys() -> None:
    create_table(
        "passkeys",
        Column("id", String(64), nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("credential_id", String(1400), nullable=False),
        Column("public_key", String(2000), nullable=False),
        Column("sign_count", BigInteger(), nullable=False),
        Column("name", String(100), nullable=False),
        Column("backed_up", Boolean(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("last_used_at", TIME),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("credential_id"),
        CheckConstraint("sign_count >= 0", name="sign_count"),
        Index(None, "account_id"),
    )


def _passkey_challenges() -> None:
    create_table(
        "passkey_challenges",
        Column("hash", String(64), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE")),
        PrimaryKeyConstraint("hash"),
        Index(None, "created_at"),
    )


def _rate_limits() -> None:
    create_table(
        "rate_limits",
        Column("key", String(128), nullable=False),
        Column("due", TIME, nullable=False),
        PrimaryKeyConstraint("key"),
        Index(None, "due"),
    )
