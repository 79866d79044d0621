"""Messages and calls about orders, and how people want to be reached."""

import sqlalchemy as sa
from alembic import op

revision = "0033_messages"
down_revision = "0032_driver_mails"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
UNREAD, WITH_TEXT = sa.text("read_at IS NULL"), sa.text("text <> ''")


def upgrade() -> None:
    _preferences()
    _calls()
    _messages()


def _preferences() -> None:
    op.create_table(
        "communication_preferences",
        sa.Column("user_id", sa.String(64), nullable=False),
        sa.Column("sms_enabled", sa.Boolean(), nullable=False),
        sa.Column("calls_enabled", sa.Boolean(), nullable=False),
        sa.Column("order_confirmation", sa.Boolean(), nullable=False),
        sa.Column("driver_assigned", sa.Boolean(), nullable=False),
        sa.Column("driver_arriving", sa.Boolean(), nullable=False),
        sa.Column("delivery_complete", sa.Boolean(), nullable=False),
        sa.Column("delays", sa.Boolean(), nullable=False),
        sa.Column("quiet_enabled", sa.Boolean(), nullable=False),
        sa.Column("quiet_start", sa.String(5), nullable=False),
        sa.Column("quiet_end", sa.String(5), nullable=False),
        sa.Column("language", sa.String(35), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("consent_version", sa.String(32), nullable=True),
        sa.Column("consent_at", TIME, nullable=True),
        sa.Column("consent_phone", sa.String(32), nullable=True),
        sa.Column("consent_ended_at", TIME, nullable=True),
        sa.Column("updated_at", TIME, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(consent_version IS NULL) = (consent_at IS NULL)",
            name=op.f("ck_communication_preferences_consent"),
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_communication_preferences_version")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_communication_preferences_user_id_users")
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_communication_preferences")),
    )
    op.create_index(
        op.f("ix_communication_preferences_consent_phone"),
        "communication_preferences",
        ["consent_phone"],
        unique=False,
    )


def _calls() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("caller_id", sa.String(64), nullable=False),
        sa.Column("caller_type", sa.String(32), nullable=False),
        sa.Column("recipient_id", sa.String(64), nullable=False),
        sa.Column("recipient_type", sa.String(32), nullable=False),
        sa.Column("phone_number", sa.String(32), nullable=True),
        sa.Column("start_time", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.Column("call_type", sa.String(32), nullable=False),
        sa.Column("status", sa.String(32), nullable=True),
        sa.Column("duration_seconds", sa.Integer(), nullable=False),
        sa.Column("end_time", TIME, nullable=True),
        sa.Column("notes", sa.String(500), nullable=False),
        sa.Column("device_type", sa.String(32), nullable=True),
        sa.Column("call_quality", sa.String(32), nullable=True),
        sa.Column("connection_type", sa.String(32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "call_quality IN ('excellent', 'good', 'fair', 'poor')", name=op.f("ck_calls_call_quality")
        ),
        sa.CheckConstraint("call_type IN ('outgoing', 'incoming')", name=op.f("ck_calls_call_type")),
        sa.CheckConstraint(
            "caller_type IN ('customer', 'driver', 'system')", name=op.f("ck_calls_caller_type")
        ),
        sa.CheckConstraint(
            "recipient_type IN ('customer', 'driver', 'system')", name=op.f("ck_calls_recipient_type")
        ),
        sa.CheckConstraint(
            "status IN ('completed', 'missed', 'busy', 'failed')", name=op.f("ck_calls_status")
        ),
        sa.CheckConstraint("(status IS NULL) = (end_time IS NULL)", name=op.f("ck_calls_ended")),
        sa.CheckConstraint("duration_seconds BETWEEN 0 AND 86400", name=op.f("ck_calls_duration_seconds")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_calls_version")),
        sa.ForeignKeyConstraint(["caller_id"], ["users.id"], name=op.f("fk_calls_caller_id_users")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_calls_order_id_orders")),
        sa.ForeignKeyConstraint(["recipient_id"], ["users.id"], name=op.f("fk_calls_recipient_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calls")),
    )
    op.create_index(op.f("ix_calls_caller_id_start_time"), "calls", ["caller_id", "start_time"], unique=False)
    op.create_index(op.f("ix_calls_order_id_start_time"), "calls", ["order_id", "start_time"], unique=False)
    op.create_index(
        op.f("ix_calls_recipient_id_start_time"), "calls", ["recipient_id", "start_time"], unique=False
    )


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("sender_id", sa.String(64), nullable=False),
        sa.Column("sender_type", sa.String(32), nullable=False),
        sa.Column("recipient_id", sa.String(64), nullable=False),
        sa.Column("recipient_type", sa.String(32), nullable=False),
        sa.Column("text", sa.String(160), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("template_id", sa.String(32), nullable=True),
        sa.Column("cause", sa.String(128), nullable=True),
        sa.Column("sms_refusal", sa.String(200), nullable=True),
        sa.Column("sms_reference", sa.String(128), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.Column("sent_at", TIME, nullable=True),
        sa.Column("delivered_at", TIME, nullable=True),
        sa.Column("read_at", TIME, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(kind = 'template') = (template_id IS NOT NULL)", name=op.f("ck_messages_template")
        ),
        sa.CheckConstraint("kind IN ('template', 'manual')", name=op.f("ck_messages_kind")),
        sa.CheckConstraint(
            "recipient_type IN ('customer', 'driver', 'system')", name=op.f("ck_messages_recipient_type")
        ),
        sa.CheckConstraint(
            "sender_type IN ('customer', 'driver', 'system')", name=op.f("ck_messages_sender_type")
        ),
        sa.CheckConstraint(
            "status = 'failed' OR (status = 'pending') = (sent_at IS NULL)", name=op.f("ck_messages_sent")
        ),
        sa.CheckConstraint(
            "status IN ('pending', 'sent', 'delivered', 'failed')", name=op.f("ck_messages_status")
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_messages_version")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_messages_order_id_orders")),
        sa.ForeignKeyConstraint(["recipient_id"], ["users.id"], name=op.f("fk_messages_recipient_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint(
            "order_id", "recipient_id", "cause", name=op.f("uq_messages_order_id_recipient_id_cause")
        ),
        sa.UniqueConstraint("sms_reference", name=op.f("uq_messages_sms_reference")),
    )
    op.create_index(
        op.f("ix_messages_order_id_created_at_id"), "messages", ["order_id", "created_at", "id"], unique=False
    )
    op.create_index(op.f("ix_messages_sender_id"), "messages", ["sender_id"], unique=False)
    op.create_index(
        "ix_messages_unread",
        "messages",
        ["recipient_id", "order_id"],
        unique=False,
        postgresql_where=UNREAD,
        sqlite_where=UNREAD,
    )
    op.create_index(
        "ix_messages_with_text",
        "messages",
        ["created_at"],
        unique=False,
        postgresql_where=WITH_TEXT,
        sqlite_where=WITH_TEXT,
    )
