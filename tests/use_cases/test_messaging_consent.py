"""Consent to text messages, numbers, and what may be sent by them."""

import asyncio

import attrs
import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.messaging import (
    MessageStatus,
    QuietHours,
)
from haulage.messaging.preferences import IN_QUIET_HOURS, SMS_DISABLED
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.messaging import PreferenceChange
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_messaging import consents, say, texts

pytestmark = pytest.mark.anyio


async def test_an_sms_follows_only_with_consent_for_the_number_and_outside_of_quiet_hours(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)

    async def refusal() -> tuple[MessageStatus, str | None]:
        sent = await say(scenario, dee, order)
        return sent.status, sent.sms_refusal

    assert await refusal() == (MessageStatus.SENT, SMS_DISABLED)
    await consents(scenario, ada)
    assert await refusal() == (MessageStatus.PENDING, None)
    change = scenario.market.messaging.preferences.change
    await change(ada, PreferenceChange(timezone="UTC"))
    started = scenario.clock.now().time().replace(second=0, microsecond=0)
    quiet = QuietHours(True, started, started.replace(hour=(started.hour + 1) % 24))
    await change(ada, PreferenceChange(quiet_hours=quiet))
    assert await refusal() == (MessageStatus.SENT, IN_QUIET_HOURS)
    await change(ada, PreferenceChange(quiet_hours=QuietHours()))
    await change(ada, PreferenceChange(sms_enabled=False))
    assert await refusal() == (MessageStatus.SENT, SMS_DISABLED)
    await change(ada, PreferenceChange(sms_enabled=True))
    assert await refusal() == (MessageStatus.PENDING, None)
    await with_phone(scenario, ada, "+1 646 555 0111")
    assert await refusal() == (MessageStatus.SENT, SMS_DISABLED)
    assert len(await texts(scenario, ada, order)) == 6


async def with_phone(scenario: Scenario, who: Actor, phone: str) -> None:
    async def work(unit: UnitOfWork) -> None:
        user = await unit.accounts.user(who.user_id or "")
        assert user is not None
        await unit.accounts.save_user(user, attrs.evolve(user, phone=phone))

    await scenario.storage.write(work)


async def test_nobody_agrees_to_texts_to_a_country_that_none_are_sent_to(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await with_phone(scenario, ada, "+44 20 7946 0958")
    with pytest.raises(InvalidInput, match="sms_consent: needs a phone number of a country"):
        await consents(scenario, ada)
    assert (await scenario.market.messaging.preferences.see(ada)).consents is False
    assert (await say(scenario, dee, order)).sms_refusal == SMS_DISABLED


async def test_consent_is_kept_with_its_words_time_and_number_and_every_change_is_audited(
    scenario: Scenario, ada: Actor
) -> None:
    preferences = scenario.market.messaging.preferences
    assert (await preferences.see(ada)).consents is False
    await consents(scenario, ada)
    first = (await preferences.see(ada)).preferences.consent
    assert first is not None
    assert (first.text_version, first.at) == ("2026-11-22", scenario.clock.now())
    scenario.clock.turn(minutes=5)
    await consents(scenario, ada, consent_text_version="2026-11-22")
    assert (await preferences.see(ada)).preferences.consent == first
    await preferences.change(ada, PreferenceChange(sms_consent=False))
    ended = await preferences.see(ada)
    assert ended.preferences.consent == attrs.evolve(first, ended_at=scenario.clock.now())
    assert ended.consents is False
    with pytest.raises(InvalidInput, match="please reload"):
        await consents(scenario, ada, consent_text_version="2020-01-01")
    await with_phone(scenario, ada, "911")
    with pytest.raises(InvalidInput, match="sms_consent"):
        await consents(scenario, ada)
    trail = await scenario.market.audit.list(ADMIN, PageRequest(10))
    assert [str(entry.action) for entry in trail.items] == ["sms_consent_ended", "sms_consent_given"]


async def test_two_changes_at_once_keep_one_and_refuse_the_other_or_keep_both(
    scenario: Scenario, ada: Actor
) -> None:
    preferences = scenario.market.messaging.preferences
    changes = (PreferenceChange(calls_enabled=False), PreferenceChange(language="es"))
    done = await asyncio.gather(*(preferences.change(ada, each) for each in changes), return_exceptions=True)
    assert all(isinstance(each, Conflict) or not isinstance(each, BaseException) for each in done)
    stored = (await preferences.see(ada)).preferences
    assert stored.version == sum(not isinstance(each, BaseException) for each in done)
