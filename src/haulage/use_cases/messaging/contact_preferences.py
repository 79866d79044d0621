"""One's own contact preferences: read and change them (MSG-03, OP-103)."""

from datetime import datetime

import attrs

from haulage.accounts import User
from haulage.audit import AuditAction
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.phone import international
from haulage.kernel.policy import Action, authorize
from haulage.messaging import (
    CONSENT_VERSION,
    AutoMessages,
    Preferences,
    QuietHours,
    SmsConsent,
)
from haulage.messaging.sms_terms import STANDARD_SMS_TERMS, SmsTerms
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account


@attrs.frozen
class PreferenceChange:
    """None leaves a thing as it is. ``consent_text_version`` says which words were on the screen."""

    sms_enabled: bool | None = None
    calls_enabled: bool | None = None
    auto_messages: AutoMessages | None = None
    quiet_hours: QuietHours | None = None
    language: str | None = None
    timezone: str | None = None
    sms_consent: bool | None = None
    consent_text_version: str | None = None


@attrs.frozen
class OwnPreferences:
    """Somebody's contact preferences. ``consents`` is whether SMS may go to the number that they have now."""

    preferences: Preferences
    consents: bool


@attrs.frozen
class ContactPreferences:
    """``terms`` say to which countries texts go: to others nobody can agree to get any."""

    storage: Storage
    clock: Clock
    terms: SmsTerms = STANDARD_SMS_TERMS

    async def see(self, actor: Actor) -> OwnPreferences:
        """One's own, or what holds for whoever never said anything."""
        authorize(actor, Action.MANAGE_OWN_MESSAGES)

        async def query(unit: UnitOfWork) -> OwnPreferences:
            user, stored = await _stored(unit, actor)
            return _shown(stored, international(user.phone))

        return await self.storage.read(query)

    async def change(self, actor: Actor, change: PreferenceChange) -> OwnPreferences:
        """Raises ``InvalidInput``, or ``Conflict`` when they were changed elsewhere at the same moment."""
        authorize(actor, Action.MANAGE_OWN_MESSAGES)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> OwnPreferences:
            user, before = await _stored(unit, actor)
            phone = international(user.phone)
            given = attrs.asdict(change, recurse=False, filter=lambda _field, value: value is not None)
            after = attrs.evolve(
                before,
                consent=self._consent(before, change, phone, now),
                **{name: value for name, value in given.items() if name not in CONSENT},
            )
            if after == before and before.version:
                return _shown(before, phone)
            await _audit_consent(unit, actor, user.auth_id, before, after, now)
            if after.timezone != user.timezone:
                await unit.accounts.save_user(
                    user, attrs.evolve(user, timezone=after.timezone, updated_at=now)
                )
            return _shown(await unit.preferences.save(before, attrs.evolve(after, updated_at=now)), phone)

        return await self.storage.write(work)

    def _consent(
        self, before: Preferences, change: PreferenceChange, phone: str | None, now: datetime
    ) -> SmsConsent | None:
        """Given again for the same words and number, it stays what it was."""
        given = before.consent
        if change.sms_consent is None:
            return given
        if not change.sms_consent:
            return attrs.evolve(given, ended_at=now) if given and given.ended_at is None else given
        if phone is None:
            raise InvalidInput("sms_consent", "needs a phone number on your account that can receive texts")
        if not self.terms.serves(phone):
            raise InvalidInput("sms_consent", NOT_SERVED)
        if change.consent_text_version not in (None, CONSENT_VERSION):
            raise InvalidInput("consent_text_version", "is not the text that is shown now: please reload")
        if given is not None and given.covers(phone) and given.text_version == CONSENT_VERSION:
            return given
        return SmsConsent(CONSENT_VERSION, now, phone)


CONSENT = ("sms_consent", "consent_text_version")
NOT_SERVED = "needs a phone number of a country that text messages are sent to"


def _shown(preferences: Preferences, phone: str | None) -> OwnPreferences:
    return OwnPreferences(
        preferences, consents=preferences.consent is not None and preferences.consent.covers(phone)
    )


async def _stored(unit: UnitOfWork, actor: Actor) -> tuple[User, Preferences]:
    """The user and their preferences, the default ones if they stored none."""
    user = await unit.accounts.user(actor.user_id or "")
    if user is None:
        raise NotFound("User")
    stored = await unit.preferences.get(user.id)
    return user, stored or Preferences(user.id, timezone=user.timezone)


async def _audit_consent(
    unit: UnitOfWork, actor: Actor, account_id: str, before: Preferences, after: Preferences, now: datetime
) -> None:
    """The audit trail keeps every giving and taking back, where the row knows the last one only."""
    if after.consent == before.consent or after.consent is None:
        return
    ended = after.consent.ended_at is not None
    action = AuditAction.SMS_CONSENT_ENDED if ended else AuditAction.SMS_CONSENT_GIVEN
    await audit_account(unit, action, actor, account_id, now, text=after.consent.text_version)
