"""Text messages: what became of those that we send, and which incoming ones have had their effect."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    select,
)

from haulage.messaging.sms_sending import MAX_REASON_LENGTH, SmsState
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, instant, owned_by
from haulage_adapters.sql.tables.messages import messages, own_messages
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, Text, Whole

MAX_SMS_REFERENCE = 128
"""As long as ours with the prefix of a simulated one, and longer than any provider's."""

outbound_sms = Table(
    "outbound_sms",
    metadata,
    owned_by("message_id", "messages.id"),
    enum_column("state", SmsState),
    instant("created_at"),
    instant("tried_at", nullable=True),
    instant("sent_at", nullable=True),
    instant("settled_at", nullable=True),
    Column("reference", Text(MAX_SMS_REFERENCE), nullable=True),
    Column("reason", Text(MAX_REASON_LENGTH), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("message_id"),
    UniqueConstraint("reference"),
    *enum_checks(state=SmsState),
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


def _own_texts(person: Person) -> ColumnElement[bool]:
    """What became of the texts for those messages; the number that they went to is the profile's."""
    own = select(messages.c.id).where(own_messages(person))
    return outbound_sms.c.message_id.in_(own)


PERSONAL_DATA = (Section("texts", outbound_sms, _own_texts, frozenset({"reference"})),)

NOBODYS = {
    inbound_sms.name: "the SMS provider's ids of texts that had their effect; neither number nor text",
}
