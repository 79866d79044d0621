"""How long messages, calls and text messages are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DISPUTES, YEAR, deleted, expired, retained
from haulage.services.retention.rule import Removal, RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "conversations",
        "messages",
        YEAR,
        "after each",
        lambda unit, before, limit: unit.messages.forget_texts(before, limit),
        DISPUTES,
        "The text of messages",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "call_details",
        "calls",
        YEAR,
        "after each",
        lambda unit, before, limit: unit.calls.forget_details(before, limit),
        DISPUTES,
        "Numbers and notes of calls, over which device and connection, and how it sounded",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "outbound_sms",
        "outbound_sms",
        YEAR,
        "after each",
        expired(Expiring.OUTBOUND_SMS),
        DISPUTES,
        "Whether a text message reached you",
    ),
    retained(
        "inbound_sms",
        ("inbound_sms",),
        "Ids without number or text: an overheard message must have no effect after years either.",
    ),
)
