"""What people answer to our texts is obeyed once, for the number it comes from (OP-103)."""

import pytest

from haulage.audit import AuditAction
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Actor
from haulage.messaging.replies import CONFIRMED_STOP, NOT_STARTED, STARTED
from haulage.ports.sms import Delivery, IncomingSms, SmsNews
from haulage.use_cases.messaging import OwnPreferences, PreferenceChange
from haulage.use_cases.messaging.hearing_texts import HearTexts
from use_cases.town import Town

pytestmark = pytest.mark.anyio

PHONE = "+12125550100"
SITE = "https://haulage.example"


class Believing:
    """Reads what a test says: the payload is ``id|sender|text``."""

    def status(self, delivery: Delivery) -> SmsNews:
        raise NotImplementedError

    def incoming(self, delivery: Delivery) -> IncomingSms:
        id, sender, text = delivery.payload.decode().split("|")
        return IncomingSms(id, sender, text, is_answered=delivery.signature == "answered")

    def answer(self, text: str | None) -> bytes:
        return (text or "").encode()


async def say(town: Town, id: str, text: str, *, sender: str = PHONE, signature: str = "") -> str:
    hear = HearTexts(town.storage, town.clock, Believing(), SITE)
    return (await hear.incoming(Delivery("", f"{id}|{sender}|{text}".encode(), signature))).decode()


async def agree(town: Town, actor: Actor) -> None:
    await town.market.messages.preferences.change(actor, PreferenceChange(sms_consent=True))


async def wishes(town: Town, actor: Actor) -> OwnPreferences:
    return await town.market.messages.preferences.see(actor)


async def gets_texts(town: Town, actor: Actor) -> bool:
    seen = await wishes(town, actor)
    return seen.consents and seen.preferences.sms_enabled


@pytest.fixture
async def ada(town: Town) -> Actor:
    actor = await town.customer("ada")
    await agree(town, actor)
    return actor


@pytest.mark.parametrize("text", ["STOP", "please stop texting me", "Unsubscribe."])
async def test_stop_holds_at_once_and_is_confirmed_once(town: Town, ada: Actor, text: str) -> None:
    assert await gets_texts(town, ada)
    assert await say(town, "SM1", text) == CONFIRMED_STOP
    assert not await gets_texts(town, ada)
    assert not (await wishes(town, ada)).preferences.sms_enabled
    assert await say(town, "SM2", text) == ""


async def test_start_begins_texts_again(town: Town, ada: Actor) -> None:
    await say(town, "SM1", "STOP")
    assert await say(town, "SM2", "START") == STARTED
    assert await gets_texts(town, ada)


async def test_a_text_that_comes_again_has_no_second_effect_and_the_same_answer(
    town: Town, ada: Actor
) -> None:
    await say(town, "SM1", "STOP")
    await say(town, "SM2", "START")
    assert await say(town, "SM1", "STOP") == CONFIRMED_STOP
    assert await gets_texts(town, ada)


async def test_everybody_with_the_number_is_meant_and_nobody_else(town: Town, ada: Actor) -> None:
    bob = await town.customer("bob")
    await agree(town, bob)
    await say(town, "SM1", "STOP", sender="+12125550199")
    assert await gets_texts(town, ada)
    await say(town, "SM2", "STOP")
    assert not await gets_texts(town, ada)
    assert not await gets_texts(town, bob)


async def test_start_gives_no_consent_to_who_never_gave_it(town: Town) -> None:
    cat = await town.customer("cat")
    assert await say(town, "SM1", "START") == NOT_STARTED
    assert not await gets_texts(town, cat)


async def test_stop_from_a_stranger_is_confirmed(town: Town) -> None:
    assert await say(town, "SM1", "STOP", sender="+447700900123") == CONFIRMED_STOP
    assert await say(town, "SM2", "STOP", sender="22333") == CONFIRMED_STOP


async def test_help_says_where_help_is_and_other_texts_are_left_alone(town: Town, ada: Actor) -> None:
    assert SITE in await say(town, "SM1", "HELP")
    assert await say(town, "SM2", "Please stop at the gate") == ""
    assert await gets_texts(town, ada)


async def test_what_the_provider_answered_itself_is_obeyed_and_not_answered_twice(
    town: Town, ada: Actor
) -> None:
    assert await say(town, "SM1", "STOP", signature="answered") == ""
    assert not await gets_texts(town, ada)


async def test_the_audit_trail_tells_of_it_without_the_number(town: Town, ada: Actor) -> None:
    await say(town, "SM1", "STOP")
    found = await town.storage.read(lambda unit: unit.audit.after(0, 100))
    (entry,) = [each for each in found if each.action == AuditAction.SMS_CONSENT_ENDED]
    assert PHONE not in repr(entry)


async def test_where_no_provider_sends_anything_there_is_no_such_page(town: Town) -> None:
    with pytest.raises(NotFound):
        await town.market.hear_texts.incoming(Delivery("", b"", None))
