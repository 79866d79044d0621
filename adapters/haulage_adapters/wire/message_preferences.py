"""How somebody wants to be reached, as the API takes and shows it."""

from typing import Annotated

import attrs
import msgspec
from msgspec import Meta

from haulage.messaging import CONSENT_TEXT, CONSENT_VERSION, AutoMessages
from haulage.messaging.preferences import language, quiet_hours, time_zone
from haulage.use_cases.messaging import OwnPreferences, PreferenceChange
from haulage_adapters.wire.common import In, Instant, Out

Clock = Annotated[str, Meta(max_length=5, description="`HH:MM` on a clock of 24 hours.")]


class AutoMessagesIn(In):
    order_confirmation: bool
    driver_assigned: bool
    driver_arriving: bool
    delivery_complete: bool
    delays: bool


class QuietHoursIn(In):
    """The start is inside and the end is not; an end before the start spans midnight."""

    enabled: bool
    start_time: Clock = "22:00"
    end_time: Clock = "08:00"


class PreferencesIn(In):
    """What is absent stays as it is. `sms_consent` gives or takes back the consent to `consent.text`."""

    sms_enabled: bool | None = None
    calls_enabled: bool | None = None
    auto_messages: AutoMessagesIn | None = None
    quiet_hours: QuietHoursIn | None = None
    language: Annotated[str, Meta(max_length=35)] | None = None
    timezone: Annotated[str, Meta(max_length=64)] | None = None
    sms_consent: bool | None = None
    consent_text_version: Annotated[str, Meta(max_length=32)] | None = None

    def to_core(self) -> PreferenceChange:
        auto, quiet = self.auto_messages, self.quiet_hours
        return PreferenceChange(
            sms_enabled=self.sms_enabled,
            calls_enabled=self.calls_enabled,
            auto_messages=AutoMessages(**msgspec.structs.asdict(auto)) if auto else None,
            quiet_hours=quiet_hours(enabled=quiet.enabled, start=quiet.start_time, end=quiet.end_time)
            if quiet
            else None,
            language=None if self.language is None else language(self.language),
            timezone=None if self.timezone is None else time_zone(self.timezone),
            sms_consent=self.sms_consent,
            consent_text_version=self.consent_text_version,
        )


class AutoMessagesOut(Out):
    order_confirmation: bool
    driver_assigned: bool
    driver_arriving: bool
    delivery_complete: bool
    delays: bool


class QuietHoursOut(Out):
    enabled: bool
    start_time: str
    end_time: str


class SmsConsentOut(Out):
    """Whether text messages may go to the number that the account has now, and the words agreed to."""

    given: bool
    text_version: str | None
    at: Instant | None


class ConsentTextOut(Out):
    """What is agreed to from now on. The browser application paints its examples before it has asked."""

    version: Annotated[str, Meta(examples=[CONSENT_VERSION])]
    text: Annotated[str, Meta(examples=[CONSENT_TEXT])]


class PreferencesOut(Out):
    sms_enabled: bool
    calls_enabled: bool
    auto_messages: AutoMessagesOut
    quiet_hours: QuietHoursOut
    language: str
    timezone: str
    sms_consent: SmsConsentOut
    consent: ConsentTextOut

    @classmethod
    def of(cls, own: OwnPreferences) -> "PreferencesOut":
        preferences = own.preferences
        hours, consent = preferences.quiet_hours, preferences.consent if own.consents else None
        return cls.from_attributes(
            preferences,
            auto_messages=AutoMessagesOut(**attrs.asdict(preferences.auto_messages)),
            quiet_hours=QuietHoursOut(hours.enabled, f"{hours.start:%H:%M}", f"{hours.end:%H:%M}"),
            sms_consent=SmsConsentOut(
                own.consents, consent.text_version if consent else None, consent.at if consent else None
            ),
            consent=ConsentTextOut(CONSENT_VERSION, CONSENT_TEXT),
        )
