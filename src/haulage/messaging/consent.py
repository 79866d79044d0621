"""Consent to text messages: to which words, when, and for which number (OP-103, 47 U.S.C. § 227).

Consent is given for a telephone number. Who changes the number has not consented for the new one.
"""

from datetime import datetime

import attrs

CONSENT_VERSION = "2026-11-22"
"""Changes with every change of the text, so that it is known who agreed to what."""

CONSENT_TEXT = (
    "I agree to receive text messages from haulage about my orders at this phone number. "
    "Message frequency varies. Message and data rates may apply. Consent is not a condition of any purchase. "
    "Reply STOP to end, HELP for help."
)


@attrs.frozen
class SmsConsent:
    """``phone`` is in international form. ``ended_at`` is when it was taken back."""

    text_version: str
    at: datetime
    phone: str = attrs.field(repr=False)
    ended_at: datetime | None = None

    def covers(self, phone: str | None) -> bool:
        """Whether it holds for what the user's number is now."""
        return self.ended_at is None and phone is not None and phone == self.phone
