"""Texts in bad weather: processes die, answers are lost, news come twice and in any order, all by chance."""

import os
import random
from collections import Counter
from contextlib import suppress

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, Unavailable
from haulage.messaging import MessageStatus
from haulage.messaging.sms_sending import SmsFate, SmsState
from haulage.ports.messaging.sms import SmsUnclear
from haulage.ports.runtime.jobs import NotYet
from haulage.use_cases.messaging.send_sms import SendSms
from use_cases.scenario import Scenario
from use_cases.test_send_sms import Crash, Provider, SmsScenario, agree

pytestmark = pytest.mark.anyio

TEXTS = int(os.environ.get("HAULAGE_TEST_TEXTS", "4"))
TROUBLES = (None, None, Crash, SmsUnclear("no answer"))
SHOWN = {
    SmsState.SENT: MessageStatus.SENT,
    SmsState.DELIVERED: MessageStatus.DELIVERED,
    SmsState.FAILED: MessageStatus.FAILED,
}


async def weathered(sms_scenario: SmsScenario, id: str, luck: random.Random) -> SmsFate | None:
    """Try a text until it is out, with trouble; the last that the provider said of it."""
    before, after = luck.choice((*TROUBLES, Unavailable("sms"))), luck.choice(TROUBLES)
    sms_scenario.provider.before = [before] if before else []
    sms_scenario.provider.after = [after] if after else []
    for _ in range(6):
        with suppress(Crash, NotYet, Unavailable, Conflict):
            await sms_scenario.send(id)
        if (await sms_scenario.sending(id)).state not in {SmsState.QUEUED, SmsState.TRYING}:
            break
        sms_scenario.scenario.clock.turn(seconds=luck.choice((1, 61)))
        if sms_scenario.provider.books and luck.random() < 0.2:
            await report(sms_scenario, id, luck.choice((SmsFate.UNDER_WAY, SmsFate.DELIVERED)))
    news = luck.choices(tuple(SmsFate), k=luck.randrange(4))
    for fate in (*news, *reversed(news)):
        await report(sms_scenario, id, fate)
    sms_scenario.scenario.clock.turn(minutes=1)
    return SmsFate.DELIVERED if SmsFate.DELIVERED in news else None


async def report(sms_scenario: SmsScenario, id: str, fate: SmsFate) -> None:
    """News of the text that is this message's at the provider, if it has one."""
    for number, (sms, _) in enumerate(sms_scenario.provider.books, start=1):
        if sms.id == id:
            await sms_scenario.note_received(id, f"SM{number}", fate)


async def test_no_weather_sends_a_text_twice_or_takes_a_delivery_back(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await agree(scenario, ada)
    order, provider, luck = await scenario.assigned(ada, dee), Provider(), random.Random(160)
    sms_scenario = SmsScenario(
        scenario, ada, dee, order.id, provider, SendSms(scenario.storage, scenario.clock, provider)
    )
    ends: Counter[SmsState] = Counter()
    for number in range(TEXTS):
        id = await sms_scenario.write(f"Text {number}")
        said = await weathered(sms_scenario, id, luck)
        status, state = await sms_scenario.shown(id)
        ends[state] += 1
        assert status is SHOWN[state]
        assert said is None or state is SmsState.DELIVERED
    taken = Counter(sms.id for sms, _ in provider.books)
    assert len(taken) == TEXTS
    assert set(taken.values()) == {1}
    print(f"{TEXTS} texts in bad weather, none lost, none twice: {dict(ends)}")  # noqa: T201  (a figure)
