"""How somebody wants to be reached (MSG-03), and whether an SMS may go to them now (OP-45, OP-103)."""

import re
from datetime import datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.messaging.consent import SmsConsent

SMS_DISABLED = "SMS notifications are disabled for this user"
IN_QUIET_HOURS = "Cannot send SMS during quiet hours"

QUIET_FROM, QUIET_UNTIL = time(22), time(8)

_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]\Z")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}\Z")


@attrs.frozen
class QuietHours:
    """Hours of every day on the recipient's clock, the start inside and the end outside of them.

    An end before the start spans midnight. The clock is the one on the wall: an hour that summer time
    repeats is quiet both times, and one that it skips never comes.
    """

    enabled: bool = False
    start: time = QUIET_FROM
    end: time = QUIET_UNTIL

    def cover(self, at: datetime, zone: ZoneInfo) -> bool:
        if not self.enabled:
            return False
        clock = at.astimezone(zone).time()
        if self.start < self.end:
            return self.start <= clock < self.end
        return clock >= self.start or clock < self.end


@attrs.frozen
class AutoMessages:
    """Which automatic messages are wanted."""

    order_confirmation: bool = True
    driver_assigned: bool = True
    driver_arriving: bool = True
    delivery_complete: bool = True
    delays: bool = True


@attrs.frozen
class Preferences:
    """How somebody wants to be reached. SMS also needs ``consent``, which nobody has by default.

    ``version`` is 0 until they are stored, and grows by one with every stored change.
    """

    user_id: str
    sms_enabled: bool = True
    calls_enabled: bool = True
    auto_messages: AutoMessages = AutoMessages()
    quiet_hours: QuietHours = QuietHours()
    language: str = "en"
    timezone: str = PLATFORM_ZONE.key
    consent: SmsConsent | None = None
    updated_at: datetime | None = None
    version: int = 0

    def sms_refusal(self, phone: str | None, now: datetime) -> str | None:
        """Why no SMS may go to this number now, in the words for whoever wanted to send it; None if one
        may. Manual and automatic messages alike."""
        if not self.sms_enabled or self.consent is None or not self.consent.covers(phone):
            return SMS_DISABLED
        if self.quiet_hours.cover(now, ZoneInfo(self.timezone)):
            return IN_QUIET_HOURS
        return None


def quiet_hours(*, enabled: bool, start: str, end: str) -> QuietHours:
    """Hours as they are written, ``HH:MM``. ``InvalidInput`` names the field."""
    hours = QuietHours(enabled, _clock("quiet_hours.start_time", start), _clock("quiet_hours.end_time", end))
    if hours.start == hours.end:
        raise InvalidInput("quiet_hours.end_time", "must differ from the start time")
    return hours


def language(given: str) -> str:
    """A language tag (BCP 47), such as ``en`` or ``es-US``."""
    if not _LANGUAGE.match(given):
        raise InvalidInput("language", "must be a language tag such as en")
    return given


def time_zone(given: str) -> str:
    """A zone of the IANA database."""
    if given not in _zones():
        raise InvalidInput("timezone", "must be a time zone such as America/New_York")
    return given


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _clock(field: str, given: str) -> time:
    if not _CLOCK.match(given):
        raise InvalidInput(field, "must be a time of day such as 22:00")
    return time.fromisoformat(given)
