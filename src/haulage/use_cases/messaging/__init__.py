"""Messages and calls between the two parties of an order."""

from haulage.use_cases.messaging.contact_preferences import OwnPreferences, PreferenceChange
from haulage.use_cases.messaging.facade import MessagingUseCases
from haulage.use_cases.messaging.message_limits import MessageLimits
from haulage.use_cases.messaging.read_thread import Correspondent, ShownThread, Unread
from haulage.use_cases.messaging.send_message import MessageDraft

__all__ = [
    "Correspondent",
    "MessageDraft",
    "MessageLimits",
    "MessagingUseCases",
    "OwnPreferences",
    "PreferenceChange",
    "ShownThread",
    "Unread",
]
