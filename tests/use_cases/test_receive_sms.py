"""What people answer to our texts is obeyed once, for the number it comes from (OP-103)."""

import pytest

from haulage.audit import AuditAction
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.messaging.replies import CONFIRMED_STOP, NOT_STARTED, STARTED
from haulage.ports.messaging.sms import Delivery, IncomingSms, SmsUpdate
from haulage.use_cases.messaging import OwnPreferences, PreferenceChange
from haulage.use_cases.messaging.receive_sms import ReceiveSms
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

PHONE = "+12125550100"
SITE = "https://haulage.example"


class Believing:
    """Reads what a test says: the payload is ``id|sender|text``."""

    def status(self, delivery: Delivery) -> SmsUpdate:
        raise NotImplementedError

    def incoming(self, delivery: Delivery) -> IncomingSms:
        id, sender, text = delivery.payload.decode().split("|")
        return IncomingSms(id, sender, text, is_answered=delivery.signature == "answered")

    def answer(self, text: str | None) -> bytes:
        return (text or "").encode()


async def say(scenario: Scenario, id: str, text: str, *, sender: str = PHONE, signature: str = "") -> str:
    hear = ReceiveSms(scenario.storage, scenario.clock, Believing(), SITE)
    return (await hear.incoming(Delivery("", f"{id}|{sender}|{text}".encode(), signature))).decode()


async def agree(scenario: Scenario, actor: Actor) -> None:
    await scenario.market.messaging.preferences.change(actor, PreferenceChange(sms_consent=True))


async def preferences_of(scenario: Scenario, actor: Actor) -> OwnPreferences:
    return await scenario.market.messaging.preferences.see(actor)


async def gets_texts(scenario: Scenario, actor: Actor) -> bool:
    seen = await preferences_of(scenario, actor)
    return seen.consents and seen.preferences.sms_enabled


@pytest.fixture
async def ada(scenario: Scenario) -> Actor:
    actor = await scenario.customer("ada")
    await agree(scenario, actor)
    return actor


@pytest.mark.parametrize("text", ["STOP", "please stop texting me", "Unsubscribe."])
async def test_stop_holds_at_once_and_is_confirmed_once(scenario: Scenario, ada: Actor, text: str) -> None:
    assert await gets_texts(scenario, ada)
    assert await say(scenario, "SM1", text) == CONFIRMED_STOP
    assert not await gets_texts(scenario, ada)
    assert not (await preferences_of(scenario, ada)).preferences.sms_enabled
    assert await say(scenario, "SM2", text) == ""


async def test_start_begins_texts_again(scenario: Scenario, ada: Actor) -> None:
    await say(scenario, "SM1", "STOP")
    assert await say(scenario, "SM2", "START") == STARTED
    assert await gets_texts(scenario, ada)


async def test_a_text_that_comes_again_has_no_second_effect_and_the_same_answer(
    scenario: Scenario, ada: Actor
) -> None:
    await say(scenario, "SM1", "STOP")
    await say(scenario, "SM2", "START")
    assert await say(scenario, "SM1", "STOP") == CONFIRMED_STOP
    assert await gets_texts(scenario, ada)


async def test_everybody_with_the_number_is_meant_and_nobody_else(scenario: Scenario, ada: Actor) -> None:
    bob = await scenario.customer("bob")
    await agree(scenario, bob)
    await say(scenario, "SM1", "STOP", sender="+12125550199")
    assert await gets_texts(scenario, ada)
    await say(scenario, "SM2", "STOP")
    assert not await gets_texts(scenario, ada)
    assert not await gets_texts(scenario, bob)


async def test_start_gives_no_consent_to_who_never_gave_it(scenario: Scenario) -> None:
    cat = await scenario.customer("cat")
    assert await say(scenario, "SM1", "START") == NOT_STARTED
    assert not await gets_texts(scenario, cat)


async def test_stop_from_a_stranger_is_confirmed(scenario: Scenario) -> None:
    assert await say(scenario, "SM1", "STOP", sender="+447700900123") == CONFIRMED_STOP
    assert await say(scenario, "SM2", "STOP", sender="22333") == CONFIRMED_STOP


async def test_help_says_where_help_is_and_other_texts_are_left_alone(scenario: Scenario, ada: Actor) -> None:
    assert SITE in await say(scenario, "SM1", "HELP")
    assert await say(scenario, "SM2", "Please stop at the gate") == ""
    assert await gets_texts(scenario, ada)


async def test_what_the_provider_answered_itself_is_obeyed_and_not_answered_twice(
    scenario: Scenario, ada: Actor
) -> None:
    assert await say(scenario, "SM1", "STOP", signature="answered") == ""
    assert not await gets_texts(scenario, ada)


async def test_the_audit_trail_tells_of_it_without_the_number(scenario: Scenario, ada: Actor) -> None:
    await say(scenario, "SM1", "STOP")
    found = await scenario.storage.read(lambda unit: unit.audit.after(0, 100))
    (entry,) = [each for each in found if each.action == AuditAction.SMS_CONSENT_ENDED]
    assert PHONE not in repr(entry)


async def test_where_no_provider_sends_anything_there_is_no_such_page(scenario: Scenario) -> None:
    with pytest.raises(NotFound):
        await scenario.market.messaging.receive_sms.incoming(Delivery("", b"", None))
