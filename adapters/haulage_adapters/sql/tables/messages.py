"""Messages and calls about orders, and how people want to be reached."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    or_,
    text,
)

from haulage.messaging import (
    MAX_MESSAGE_LENGTH,
    CallQuality,
    CallStatus,
    CallType,
    MessageKind,
    MessageStatus,
)
from haulage.messaging.calls import MAX_CALL_SECONDS, MAX_NOTES_LENGTH
from haulage.messaging.message import Party
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_NAME, MAX_PHONE, MAX_WORD, Text

MAX_CAUSE = 128
MAX_CLOCK = 5
MAX_LANGUAGE = 35
MAX_ZONE = 64

UNREAD = text("read_at IS NULL")
"""Rows that the index for unread messages holds."""

WITH_TEXT = text("text <> ''")
"""Rows whose text was not forgotten yet."""

messages = Table(
    "messages",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    identifier("sender_id"),
    enum_column("sender_type", Party),
    reference("recipient_id", "users.id"),
    enum_column("recipient_type", Party),
    Column("text", Text(MAX_MESSAGE_LENGTH), nullable=False),
    enum_column("kind", MessageKind),
    enum_column("status", MessageStatus),
    Column("template_id", Text(MAX_WORD), nullable=True),
    Column("cause", Text(MAX_CAUSE), nullable=True),
    Column("sms_refusal", Text(MAX_NAME), nullable=True),
    Column("sms_reference", Text(MAX_CAUSE), nullable=True),
    instant("created_at"),
    instant("updated_at"),
    instant("sent_at", nullable=True),
    instant("delivered_at", nullable=True),
    instant("read_at", nullable=True),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("order_id", "recipient_id", "cause"),
    UniqueConstraint("sms_reference"),
    *enum_checks(sender_type=Party, recipient_type=Party, kind=MessageKind, status=MessageStatus),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("status = 'failed' OR (status = 'pending') = (sent_at IS NULL)", name="sent"),
    CheckConstraint("(kind = 'template') = (template_id IS NOT NULL)", name="template"),
    Index(None, "order_id", "created_at", "id"),
    Index(None, "sender_id"),
    Index(
        "ix_messages_unread",
        "recipient_id",
        "order_id",
        postgresql_where=UNREAD,
        sqlite_where=UNREAD,
    ),
    Index("ix_messages_with_text", "created_at", postgresql_where=WITH_TEXT, sqlite_where=WITH_TEXT),
)
"""``sender_id`` is a user's id, or ``system``. A text is empty once it was forgotten."""

calls = Table(
    "calls",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("caller_id", "users.id"),
    enum_column("caller_type", Party),
    reference("recipient_id", "users.id"),
    enum_column("recipient_type", Party),
    Column("phone_number", Text(MAX_PHONE), nullable=True),
    instant("start_time"),
    instant("updated_at"),
    enum_column("call_type", CallType),
    enum_column("status", CallStatus, nullable=True),
    Column("duration_seconds", Integer, nullable=False),
    instant("end_time", nullable=True),
    Column("notes", Text(MAX_NOTES_LENGTH), nullable=False),
    Column("device_type", Text(MAX_WORD), nullable=True),
    enum_column("call_quality", CallQuality, nullable=True),
    Column("connection_type", Text(MAX_WORD), nullable=True),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(
        caller_type=Party,
        recipient_type=Party,
        call_type=CallType,
        status=CallStatus,
        call_quality=CallQuality,
    ),
    CheckConstraint(f"duration_seconds BETWEEN 0 AND {MAX_CALL_SECONDS}", name="duration_seconds"),
    CheckConstraint("(status IS NULL) = (end_time IS NULL)", name="ended"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "order_id", "start_time"),
    Index(None, "caller_id", "start_time"),
    Index(None, "recipient_id", "start_time"),
)

communication_preferences = Table(
    "communication_preferences",
    metadata,
    reference("user_id", "users.id"),
    Column("sms_enabled", Boolean, nullable=False),
    Column("calls_enabled", Boolean, nullable=False),
    Column("order_confirmation", Boolean, nullable=False),
    Column("driver_assigned", Boolean, nullable=False),
    Column("driver_arriving", Boolean, nullable=False),
    Column("delivery_complete", Boolean, nullable=False),
    Column("delays", Boolean, nullable=False),
    Column("quiet_enabled", Boolean, nullable=False),
    Column("quiet_start", Text(MAX_CLOCK), nullable=False),
    Column("quiet_end", Text(MAX_CLOCK), nullable=False),
    Column("language", Text(MAX_LANGUAGE), nullable=False),
    Column("timezone", Text(MAX_ZONE), nullable=False),
    Column("consent_version", Text(MAX_WORD), nullable=True),
    instant("consent_at", nullable=True),
    Column("consent_phone", Text(MAX_PHONE), nullable=True),
    instant("consent_ended_at", nullable=True),
    instant("updated_at"),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("user_id"),
    CheckConstraint("(consent_version IS NULL) = (consent_at IS NULL)", name="consent"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "consent_phone"),
)
"""Who never said anything has no row. ``consent_phone`` is in international form, and empty once erased."""


def own_messages(person: Person) -> ColumnElement[bool]:
    """By somebody and to them: each party has a copy of what was said between both."""
    return or_(messages.c.sender_id == person.user_id, messages.c.recipient_id == person.user_id)


PERSONAL_DATA = (
    Section("messages", messages, own_messages, frozenset({"sms_reference"})),
    Section("calls", calls, lambda who: calls.c.caller_id == who.user_id, frozenset({"phone_number"})),
    Section(
        "calls_received",
        calls,
        lambda who: calls.c.recipient_id == who.user_id,
        frozenset({"notes", "phone_number"}),
    ),
    Section(
        "communication_preferences",
        communication_preferences,
        lambda who: communication_preferences.c.user_id == who.user_id,
        removed=True,
    ),
)
