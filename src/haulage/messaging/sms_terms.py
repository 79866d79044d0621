"""To which numbers text messages go at all, and how many a day.

Whoever signs up may give any number, and some countries' numbers cost whoever texts them dollars each, part
of which goes back to whoever asked for the text (GSMA FS.11, "Artificially Inflated Traffic").
"""

import attrs

from haulage.messaging.countries import country_of

MOST_TEXTS_A_DAY = 50
"""Ours: no order needs as many, nor does a driver's day."""

COUNTRY_NOT_SERVED = "Text messages are not sent to numbers of this country."
ENOUGH_FOR_TODAY = "This number has been sent all the text messages that it may get in a day."


@attrs.frozen
class SmsTerms:
    """*countries* are ISO 3166-1 codes of two letters, such as ``US``."""

    countries: frozenset[str] = frozenset({"US", "CA"})
    a_day: int = MOST_TEXTS_A_DAY

    def serves(self, number: str) -> bool:
        """Whether texts go to the country of this number, which is in international form."""
        return country_of(number) in self.countries


STANDARD_SMS_TERMS = SmsTerms()
