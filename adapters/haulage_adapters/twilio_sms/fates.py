"""Twilio's words for what became of a message (twilio.com/docs/messaging/api/message-resource)."""

from haulage.messaging.sms_sending import SmsFate
from haulage_adapters.http_client.failures import InvalidResponse

FATES = {
    "accepted": SmsFate.UNDER_WAY,
    "scheduled": SmsFate.UNDER_WAY,
    "queued": SmsFate.UNDER_WAY,
    "sending": SmsFate.UNDER_WAY,
    "sent": SmsFate.UNDER_WAY,
    "delivered": SmsFate.DELIVERED,
    "read": SmsFate.DELIVERED,
    "undelivered": SmsFate.FAILED,
    "failed": SmsFate.FAILED,
    "canceled": SmsFate.FAILED,
}


def fate_of(status: object) -> SmsFate:
    """A word that is not in the list is of a later version of the API, and is not believed."""
    if not isinstance(status, str) or status not in FATES:
        raise InvalidResponse("a status that is not known")
    return FATES[status]


def reason_of(error_code: object) -> str | None:
    """The number alone: the sentences that come with it repeat phone numbers."""
    text = str(error_code) if isinstance(error_code, int) else error_code
    if not isinstance(text, str) or not (text.isascii() and text.isdigit() and len(text) <= 5):
        return None
    return f"The provider could not deliver it (Twilio error {int(text)})."
