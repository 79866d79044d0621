"""Messages, calls, preferences and text messages of orders."""

from sqlalchemy import (
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

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where


def create() -> None:
    _messages()
    _calls()
    _communication_preferences()
    _outbound_sms()
    _inbound_sms()


def _messages() -> None:
    create_table(
        "messages",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("sender_id", String(64), nullable=False),
        Column("sender_type", String(32), nullable=False),
        Column("recipient_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("recipient_type", String(32), nullable=False),
        Column("text", String(160), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("status", String(32), nullable=False),
        Column("template_id", String(32)),
        Column("cause", String(128)),
        Column("sms_refusal", String(200)),
        Column("sms_reference", String(128)),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("sent_at", TIME),
        Column("delivered_at", TIME),
        Column("read_at", TIME),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("order_id", "recipient_id", "cause"),
        UniqueConstraint("sms_reference"),
        CheckConstraint("sender_type IN ('customer', 'driver', 'system')", name="sender_type"),
        CheckConstraint("recipient_type IN ('customer', 'driver', 'system')", name="recipient_type"),
        CheckConstraint("kind IN ('template', 'manual')", name="kind"),
        CheckConstraint("status IN ('pending', 'sent', 'delivered', 'failed')", name="status"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("status = 'failed' OR (status = 'pending') = (sent_at IS NULL)", name="sent"),
        CheckConstraint("(kind = 'template') = (template_id IS NOT NULL)", name="template"),
        Index(None, "order_id", "created_at", "id"),
        Index(None, "sender_id"),
        Index("ix_messages_unread", "recipient_id", "order_id", **where("read_at IS NULL")),
        Index("ix_messages_with_text", "created_at", **where("text <> ''")),
    )


def _calls() -> None:
    create_table(
        "calls",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("caller_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("caller_type", String(32), nullable=False),
        Column("recipient_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("recipient_type", String(32), nullable=False),
        Column("phone_number", String(32)),
        Column("start_time", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("call_type", String(32), nullable=False),
        Column("status", String(32)),
        Column("duration_seconds", Integer(), nullable=False),
        Column("end_time", TIME),
        Column("notes", String(500), nullable=False),
        Column("device_type", String(32)),
        Column("call_quality", String(32)),
        Column("connection_type", String(32)),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("caller_type IN ('customer', 'driver', 'system')", name="caller_type"),
        CheckConstraint("recipient_type IN ('customer', 'driver', 'system')", name="recipient_type"),
        CheckConstraint("call_type IN ('outgoing', 'incoming')", name="call_type"),
        CheckConstraint("status IN ('completed', 'missed', 'busy', 'failed')", name="status"),
        CheckConstraint("call_quality IN ('excellent', 'good', 'fair', 'poor')", name="call_quality"),
        CheckConstraint("duration_seconds BETWEEN 0 AND 86400", name="duration_seconds"),
        CheckConstraint("(status IS NULL) = (end_time IS NULL)", name="ended"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "caller_id", "start_time"),
        Index(None, "order_id", "start_time"),
        Index(None, "recipient_id", "start_time"),
    )


def _communication_preferences() -> None:
    create_table(
        "communication_preferences",
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("sms_enabled", Boolean(), nullable=False),
        Column("calls_enabled", Boolean(), nullable=False),
        Column("order_confirmation", Boolean(), nullable=False),
        Column("driver_assigned", Boolean(), nullable=False),
        Column("driver_arriving", Boolean(), nullable=False),
        Column("delivery_complete", Boolean(), nullable=False),
        Column("delays", Boolean(), nullable=False),
        Column("quiet_enabled", Boolean(), nullable=False),
        Column("quiet_start", String(5), nullable=False),
        Column("quiet_end", String(5), nullable=False),
        Column("language", String(35), nullable=False),
        Column("timezone", String(64), nullable=False),
        Column("consent_version", String(32)),
        Column("consent_at", TIME),
        Column("consent_phone", String(32)),
        Column("consent_ended_at", TIME),
        Column("updated_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("user_id"),
        CheckConstraint("(consent_version IS NULL) = (consent_at IS NULL)", name="consent"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "consent_phone"),
    )


def _outbound_sms() -> None:
    create_table(
        "outbound_sms",
        Column("message_id", String(64), ForeignKey("messages.id", ondelete="CASCADE"), nullable=False),
        Column("state", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("tried_at", TIME),
        Column("sent_at", TIME),
        Column("settled_at", TIME),
        Column("reference", String(128)),
        Column("reason", String(200)),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("message_id"),
        UniqueConstraint("reference"),
        CheckConstraint(
            "state IN ('queued', 'trying', 'sent', 'delivered', 'failed', 'unknown')", name="state"
        ),
        CheckConstraint("(reference IS NULL) = (sent_at IS NULL)", name="sent"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at"),
    )


def _inbound_sms() -> None:
    create_table(
        "inbound_sms",
        Column("id", String(64), nullable=False),
        Column("received_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
    )
