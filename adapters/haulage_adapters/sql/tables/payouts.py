"""Where drivers are paid, and how they want to be paid out."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Date,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    select,
    text,
)

from haulage.kernel.services import ServiceType
from haulage.payouts import (
    BankAccountType,
    HoldReason,
    MethodType,
    PayoutRail,
    PayoutSpeed,
    PayoutStatus,
    PayoutTrigger,
)
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_NAME, Text, Whole

IS_DEFAULT = text("is_default")
NOT_REMOVED = text("removed_at IS NULL")

payout_methods = Table(
    "payout_methods",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    enum_column("type", MethodType),
    Column("token", Text(MAX_NAME), nullable=False),
    Column("last4", Text(4), nullable=False),
    Column("bank_name", Text(MAX_NAME), nullable=False),
    enum_column("account_type", BankAccountType, nullable=True),
    Column("paypal_email", Text(MAX_NAME), nullable=False),
    instant("verified_at", nullable=True),
    Column("is_default", Boolean, nullable=False),
    Column("is_instant", Boolean, nullable=False),
    instant("added_at"),
    instant("removed_at", nullable=True),
    instant("held_until", nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(type=MethodType, account_type=BankAccountType),
    CheckConstraint("NOT is_default OR removed_at IS NULL", name="default_not_removed"),
    Index(
        "uq_payout_methods_one_default",
        "driver_id",
        unique=True,
        postgresql_where=IS_DEFAULT,
        sqlite_where=IS_DEFAULT,
    ),
    Index(
        "uq_payout_methods_one_token",
        "driver_id",
        "token",
        unique=True,
        postgresql_where=NOT_REMOVED,
        sqlite_where=NOT_REMOVED,
    ),
    Index(None, "driver_id"),
)

LIMITS = (
    "minimum_instant_cents",
    "maximum_instant_cents",
    "daily_instant_limit_cents",
    "auto_payout_threshold_cents",
)

payout_settings = Table(
    "payout_settings",
    metadata,
    reference("driver_id", "drivers.id"),
    Column("enable_instant_payouts", Boolean, nullable=False),
    *(cents(name) for name in LIMITS),
    *(cents(f"granted_{name}") for name in LIMITS),
    enum_column("trigger_kind", PayoutTrigger),
    Column("notify_email", Boolean, nullable=False),
    Column("notify_sms", Boolean, nullable=False),
    Column("notify_push", Boolean, nullable=False),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("driver_id"),
    *range_checks(*LIMITS, at_least=1),
    *range_checks(*(f"granted_{name}" for name in LIMITS), at_least=1),
    *enum_checks(trigger_kind=PayoutTrigger),
    CheckConstraint("version >= 1", name="version"),
)

payout_holds = Table(
    "payout_holds",
    metadata,
    reference("driver_id", "drivers.id"),
    enum_column("reason", HoldReason),
    instant("since"),
    PrimaryKeyConstraint("driver_id"),
    *enum_checks(reason=HoldReason),
)
"""Why instant payouts wait, once a driver; what is over stays until the next."""

PAYOUT_OPEN = text("status IN ('pending', 'in_transit')")

payouts = Table(
    "payouts",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    reference("method_id", "payout_methods.id"),
    reference("order_id", "orders.id", nullable=True),
    enum_column("service_type", ServiceType, nullable=True),
    reference("retry_of", "payouts.id", nullable=True),
    enum_column("speed", PayoutSpeed),
    enum_column("rail", PayoutRail),
    enum_column("trigger_kind", PayoutTrigger),
    cents("amount_cents"),
    cents("instant_fee_cents"),
    cents("provider_fee_cents"),
    cents("platform_fee_cents"),
    cents("withheld_cents"),
    cents("withheld_returned_cents"),
    enum_column("status", PayoutStatus),
    Column("provider_id", Text(MAX_NAME), nullable=True),
    instant("created_at"),
    instant("updated_at"),
    instant("expected_at"),
    instant("asked_at", nullable=True),
    instant("sent_at", nullable=True),
    instant("arrived_at", nullable=True),
    instant("settled_at", nullable=True),
    Column("local_day", Date, nullable=False),
    Column("zone", Text(64), nullable=False),
    Column("failure_reason", Text(MAX_REASON), nullable=True),
    Column("fees_returned", Boolean, nullable=False),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("provider_id"),
    *range_checks("amount_cents", at_least=1),
    *range_checks("instant_fee_cents", "provider_fee_cents", "platform_fee_cents", "withheld_cents"),
    *range_checks("withheld_returned_cents"),
    *enum_checks(service_type=ServiceType),
    *enum_checks(speed=PayoutSpeed, rail=PayoutRail, trigger_kind=PayoutTrigger, status=PayoutStatus),
    CheckConstraint(
        "instant_fee_cents + provider_fee_cents + platform_fee_cents + withheld_cents < amount_cents",
        name="something_arrives",
    ),
    CheckConstraint(
        "(status IN ('failed', 'canceled')) = (failure_reason IS NOT NULL)", name="failed_for_a_reason"
    ),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "created_at", "id"),
    Index(None, "driver_id", "created_at", "id"),
    Index(None, "order_id"),
    Index("ix_payouts_open", "id", postgresql_where=PAYOUT_OPEN, sqlite_where=PAYOUT_OPEN),
)

payout_take_backs = Table(
    "payout_take_backs",
    metadata,
    reference("payout_id", "payouts.id"),
    Column("number", Whole(), nullable=False),
    Column("transfer_id", Text(MAX_NAME), nullable=False),
    cents("amount_cents"),
    PrimaryKeyConstraint("payout_id", "number"),
    *range_checks("amount_cents", at_least=1),
    Index(None, "transfer_id"),
)
"""What payouts took back of transfers before: fees, and on PayPal all of it."""

payout_given_back = Table(
    "payout_given_back",
    metadata,
    Column("transfer_id", Text(MAX_NAME), nullable=False),
    reference("payout_id", "payouts.id"),
    cents("amount_cents"),
    instant("given_at"),
    PrimaryKeyConstraint("transfer_id"),
    *range_checks("amount_cents", at_least=1),
    Index(None, "payout_id"),
)
"""The transfers by which payouts that failed, or cost less, gave back of what they had taken."""


def _own_take_backs(who: Person) -> ColumnElement[bool]:
    own = select(payouts.c.id).where(payouts.c.driver_id == who.drives_as)
    return payout_take_backs.c.payout_id.in_(own)


def _own_given_back(who: Person) -> ColumnElement[bool]:
    own = select(payouts.c.id).where(payouts.c.driver_id == who.drives_as)
    return payout_given_back.c.payout_id.in_(own)


PERSONAL_DATA = (
    Section("payouts", payouts, lambda who: payouts.c.driver_id == who.drives_as),
    Section("payouts_taken_back", payout_take_backs, _own_take_backs),
    Section("payouts_given_back", payout_given_back, _own_given_back),
    Section(
        "payout_methods",
        payout_methods,
        lambda who: payout_methods.c.driver_id == who.drives_as,
        frozenset({"token"}),
    ),
    Section(
        "payout_settings",
        payout_settings,
        lambda who: payout_settings.c.driver_id == who.drives_as,
        removed=True,
    ),
    Section(
        "payout_holds", payout_holds, lambda who: payout_holds.c.driver_id == who.drives_as, removed=True
    ),
)
