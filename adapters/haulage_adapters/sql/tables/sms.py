"""Text messages: what became of those that we send, and which incoming ones have had their effect."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.messaging.sms_sending import MAX_REASON_LENGTH, SmsState
from haulage_adapters.sql.tables.columns import instant, owned_by, spelled, word
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_ID, Text, Whole

MAX_SMS_REFERENCE = 128
"""As long as ours with the prefix of a simulated one, and longer than any provider's."""

outbound_sms = Table(
    "outbound_sms",
    metadata,
    owned_by("message_id", "messages.id"),
    word("state", SmsState),
    instant("created_at"),
    instant("tried_at", nullable=True),
    instant("sent_at", nullable=True),
    instant("settled_at", nullable=True),
    Column("reference", Text(MAX_SMS_REFERENCE), nullable=True),
    Column("reason", Text(MAX_REASON_LENGTH), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("message_id"),
    UniqueConstraint("reference"),
    *spelled(state=SmsState),
    Index(None, "created_at"),
    CheckConstraint("(reference IS NULL) = (sent_at IS NULL)", name="sent"),
    CheckConstraint("version >= 1", name="version"),
)
"""Neither the number nor the text is in here."""

inbound_sms = Table(
    "inbound_sms",
    metadata,
    Column("id", Text(MAX_ID), nullable=False),
    instant("received_at"),
    PrimaryKeyConstraint("id"),
)
"""Kept for good: a signed request that was overheard can be sent again after years."""
