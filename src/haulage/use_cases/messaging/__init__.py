"""Messages and calls between the two parties of an order."""

from haulage.use_cases.messaging.desk import MessageDesk
from haulage.use_cases.messaging.limiting import MessageLimits
from haulage.use_cases.messaging.preferring import OwnPreferences, PreferenceChange
from haulage.use_cases.messaging.reading import Correspondent, ShownThread, Unread
from haulage.use_cases.messaging.sending import MessageWish

__all__ = [
    "Correspondent",
    "MessageDesk",
    "MessageLimits",
    "MessageWish",
    "OwnPreferences",
    "PreferenceChange",
    "ShownThread",
    "Unread",
]
