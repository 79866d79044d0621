"""Messages and calls between the two parties of an order."""

from haulage.messaging.calls import (
    Call,
    CallMetadata,
    CallQuality,
    CallsDisabled,
    CallStatus,
    CallType,
    Outcome,
    ended,
)
from haulage.messaging.consent import CONSENT_TEXT, CONSENT_VERSION, SmsConsent
from haulage.messaging.message import (
    SYSTEM_SENDER,
    Message,
    MessageKind,
    MessageStatus,
    NewMessage,
    Participant,
    Party,
    posted,
)
from haulage.messaging.preferences import AutoMessages, Preferences, QuietHours
from haulage.messaging.templates import Template, TemplateCategory, filled, template_of, templates_for
from haulage.messaging.text import MAX_MESSAGE_LENGTH, message_text
from haulage.messaging.thread import NobodyToWriteTo, ThreadClosed, ThreadPage, ThreadSummary, UnreadThread

__all__ = [
    "CONSENT_TEXT",
    "CONSENT_VERSION",
    "MAX_MESSAGE_LENGTH",
    "SYSTEM_SENDER",
    "AutoMessages",
    "Call",
    "CallMetadata",
    "CallQuality",
    "CallStatus",
    "CallType",
    "CallsDisabled",
    "Message",
    "MessageKind",
    "MessageStatus",
    "NewMessage",
    "NobodyToWriteTo",
    "Outcome",
    "Participant",
    "Party",
    "Preferences",
    "QuietHours",
    "SmsConsent",
    "Template",
    "TemplateCategory",
    "ThreadClosed",
    "ThreadPage",
    "ThreadSummary",
    "UnreadThread",
    "ended",
    "filled",
    "message_text",
    "posted",
    "template_of",
    "templates_for",
]
