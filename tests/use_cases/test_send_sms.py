"""A text goes out at most once, whatever breaks, and its message tells what became of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs
import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, Unavailable
from haulage.messaging import Message, MessageStatus
from haulage.messaging.sms_sending import SmsFate, SmsSending, SmsState
from haulage.messaging.sms_terms import COUNTRY_NOT_SERVED, ENOUGH_FOR_TODAY, SmsTerms
from haulage.ports.messaging.sms import Sms, SmsRefused, SmsUnclear, SmsUpdate, TakenSms
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.messaging import MessageDraft, PreferenceChange
from haulage.use_cases.messaging.send_sms import SendSms, apply_sms_update
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio


class Crash(BaseException):
    """The process is gone: nothing after this line ever runs."""


class Provider:
    """A company with books, which a test may break."""

    simulated = False

    def __init__(self) -> None:
        self.books: list[tuple[Sms, datetime]] = []
        self.before: list[Exception | type[BaseException]] = []
        """Raised before a text is taken."""
        self.after: list[Exception | type[BaseException]] = []
        """Raised when it was taken, so that the answer is lost."""
        self.down = False
        self.came_to = SmsFate.UNDER_WAY

    async def send(self, sms: Sms) -> str:
        if self.before:
            raise self.before.pop(0)
        self.books.append((sms, datetime.now().astimezone()))
        if self.after:
            raise self.after.pop(0)
        return f"SM{len(self.books)}"

    async def taken_since(self, to: str, since: datetime) -> Sequence[TakenSms]:
        if self.down:
            raise Unavailable("sms")
        return [TakenSms(f"SM{at + 1}", sms.text) for at, (sms, _) in enumerate(self.books) if sms.to == to]

    async def fate(self, reference: str, *, sent_at: datetime) -> SmsUpdate:
        if self.down:
            raise Unavailable("sms")
        return SmsUpdate(reference, self.came_to, reason="No." if self.came_to is SmsFate.FAILED else None)

    async def check(self) -> None:
        """It is there."""


@attrs.define
class SmsScenario:
    """A customer who agreed to texts, their driver, and a provider to break."""

    scenario: Scenario
    ada: Actor
    dee: Actor
    order_id: str
    provider: Provider
    send: SendSms

    async def write(self, text: str = "I am on my way.") -> str:
        sent = await self.scenario.market.messaging.send(self.dee, self.order_id, MessageDraft(text=text))
        return sent.id

    async def message(self, id: str) -> Message:
        found = await self.scenario.storage.read(lambda unit: unit.messages.get(id))
        assert found is not None
        return found

    async def sending(self, id: str) -> SmsSending:
        found = await self.scenario.storage.read(lambda unit: unit.sms.get(id))
        assert found is not None
        return found

    async def shown(self, id: str) -> tuple[MessageStatus, SmsState]:
        return (await self.message(id)).status, (await self.sending(id)).state

    async def note_received(self, id: str, reference: str, fate: SmsFate) -> None:
        now, news = self.scenario.clock.now(), SmsUpdate(reference, fate)
        await self.scenario.storage.write(lambda unit: apply_sms_update(unit, id, news, now))

    async def after_a_while(self, id: str) -> None:
        """The job again, once an attempt that broke off is old enough to be looked for."""
        self.scenario.clock.turn(seconds=61)
        with pytest.raises(NotYet):
            await self.send(id)


async def agree(scenario: Scenario, actor: Actor, **changes: object) -> None:
    change = PreferenceChange(sms_consent=True, **changes)  # type: ignore[arg-type]
    await scenario.market.messaging.preferences.change(actor, change)


@pytest.fixture
async def sms_scenario(scenario: Scenario, ada: Actor, dee: Actor) -> SmsScenario:
    await agree(scenario, ada)
    order = await scenario.assigned(ada, dee)
    provider = Provider()
    return SmsScenario(
        scenario, ada, dee, order.id, provider, SendSms(scenario.storage, scenario.clock, provider)
    )


async def test_a_text_is_sent_and_followed_until_it_is_delivered(sms_scenario: SmsScenario) -> None:
    id = await sms_scenario.write()
    assert await sms_scenario.shown(id) == (MessageStatus.PENDING, SmsState.QUEUED)
    with pytest.raises(NotYet):
        await sms_scenario.send(id)
    assert await sms_scenario.shown(id) == (MessageStatus.SENT, SmsState.SENT)
    sms_scenario.provider.came_to = SmsFate.DELIVERED
    sms_scenario.scenario.clock.turn(minutes=1)
    await sms_scenario.send(id)
    message = await sms_scenario.message(id)
    assert (message.status, message.delivered_at) == (
        MessageStatus.DELIVERED,
        sms_scenario.scenario.clock.now(),
    )
    assert [sms.to for sms, _ in sms_scenario.provider.books] == ["+12125550100"]
    await sms_scenario.send(id)
    assert len(sms_scenario.provider.books) == 1


@pytest.mark.parametrize("broken", [Crash, SmsUnclear("no answer")])
async def test_a_text_whose_answer_was_lost_is_found_and_not_sent_again(
    sms_scenario: SmsScenario, broken: Exception | type[BaseException]
) -> None:
    id = await sms_scenario.write()
    sms_scenario.provider.after = [broken]
    with pytest.raises((Crash, NotYet)):
        await sms_scenario.send(id)
    assert await sms_scenario.shown(id) == (MessageStatus.PENDING, SmsState.TRYING)
    with pytest.raises(NotYet):  # another process, at once: it waits and sends nothing
        await sms_scenario.send(id)
    await sms_scenario.after_a_while(id)
    assert await sms_scenario.shown(id) == (MessageStatus.SENT, SmsState.SENT)
    assert len(sms_scenario.provider.books) == 1


@pytest.mark.parametrize("broken", [Crash, SmsUnclear("no answer"), Unavailable("sms")])
async def test_a_text_that_was_not_taken_is_sent_after_all(
    sms_scenario: SmsScenario, broken: Exception | type[BaseException]
) -> None:
    id = await sms_scenario.write()
    sms_scenario.provider.before = [broken]
    with pytest.raises((Crash, NotYet, Unavailable)):
        await sms_scenario.send(id)
    await sms_scenario.after_a_while(id)
    assert await sms_scenario.shown(id) == (MessageStatus.SENT, SmsState.SENT)
    assert len(sms_scenario.provider.books) == 1


async def test_where_the_provider_cannot_tell_it_is_said_so_and_nothing_is_sent_again(
    sms_scenario: SmsScenario,
) -> None:
    id = await sms_scenario.write()
    sms_scenario.provider.after = [Crash]
    with pytest.raises(Crash):
        await sms_scenario.send(id)
    sms, at = sms_scenario.provider.books[0]
    sms_scenario.provider.books[0] = (attrs.evolve(sms, text="rewritten on the way"), at)
    sms_scenario.scenario.clock.turn(seconds=61)
    await sms_scenario.send(id)
    assert await sms_scenario.shown(id) == (MessageStatus.FAILED, SmsState.UNKNOWN)
    await sms_scenario.send(id)
    assert len(sms_scenario.provider.books) == 1
    await sms_scenario.note_received(id, "SM1", SmsFate.DELIVERED)
    assert await sms_scenario.shown(id) == (MessageStatus.DELIVERED, SmsState.DELIVERED)


async def test_a_provider_that_stays_silent_is_not_waited_for_for_ever(sms_scenario: SmsScenario) -> None:
    id = await sms_scenario.write()
    sms_scenario.provider.after, sms_scenario.provider.down = [SmsUnclear("?")], True
    with pytest.raises(NotYet):
        await sms_scenario.send(id)
    sms_scenario.scenario.clock.turn(minutes=5)
    with pytest.raises(Unavailable):
        await sms_scenario.send(id)
    sms_scenario.scenario.clock.turn(hours=6)
    await sms_scenario.send(id)
    assert await sms_scenario.shown(id) == (MessageStatus.FAILED, SmsState.UNKNOWN)


async def test_two_equal_texts_whose_answers_were_lost_are_two_texts(
    database: str, sms_scenario: SmsScenario
) -> None:
    one, two = await sms_scenario.write("Hello?"), await sms_scenario.write("Hello?")
    sms_scenario.provider.after = [Crash, Crash]
    for id in (one, two):
        with pytest.raises(Crash):
            await sms_scenario.send(id)
    sms_scenario.scenario.clock.turn(seconds=61)
    for id in (one, two):
        with pytest.raises(NotYet):
            await sms_scenario.send(id)
    references = {(await sms_scenario.sending(id)).reference for id in (one, two)}
    assert references == {"SM1", "SM2"}
    assert len(sms_scenario.provider.books) == 2


async def test_after_the_number_was_changed_a_lost_text_goes_to_neither(sms_scenario: SmsScenario) -> None:
    id = await sms_scenario.write()
    sms_scenario.provider.after = [Crash]
    with pytest.raises(Crash):
        await sms_scenario.send(id)
    await change_phone(sms_scenario.scenario, sms_scenario.ada, "+1 212 555 0177")
    sms_scenario.scenario.clock.turn(seconds=61)
    await agree(sms_scenario.scenario, sms_scenario.ada)
    await sms_scenario.send(id)
    assert await sms_scenario.shown(id) == (MessageStatus.FAILED, SmsState.UNKNOWN)
    assert len(sms_scenario.provider.books) == 1


async def test_a_wish_to_end_texts_holds_for_those_that_wait(sms_scenario: SmsScenario) -> None:
    id = await sms_scenario.write()
    change = PreferenceChange(sms_enabled=False)
    await sms_scenario.scenario.market.messaging.preferences.change(sms_scenario.ada, change)
    await sms_scenario.send(id)
    message = await sms_scenario.message(id)
    assert message.sms_refusal == "SMS notifications are disabled for this user"
    assert message.status is MessageStatus.SENT
    assert not sms_scenario.provider.books


async def test_a_text_that_is_refused_or_too_old_fails(sms_scenario: SmsScenario) -> None:
    refused, old = await sms_scenario.write(), await sms_scenario.write()
    sms_scenario.provider.before = [SmsRefused("Twilio error 21211")]
    await sms_scenario.send(refused)
    sms_scenario.scenario.clock.turn(hours=2, minutes=1)
    await sms_scenario.send(old)
    for id in (refused, old):
        assert await sms_scenario.shown(id) == (MessageStatus.FAILED, SmsState.FAILED)
    assert not sms_scenario.provider.books


async def test_news_may_be_faster_than_the_answer(sms_scenario: SmsScenario) -> None:
    id = await sms_scenario.write()

    class Quick(Provider):
        async def send(self, sms: Sms) -> str:
            reference = await super().send(sms)
            await sms_scenario.note_received(sms.id, reference, SmsFate.DELIVERED)
            return reference

    await SendSms(sms_scenario.scenario.storage, sms_scenario.scenario.clock, Quick())(id)
    assert await sms_scenario.shown(id) == (MessageStatus.DELIVERED, SmsState.DELIVERED)
    await sms_scenario.note_received(id, "SM1", SmsFate.UNDER_WAY)
    await sms_scenario.note_received(id, "SM1", SmsFate.FAILED)
    assert await sms_scenario.shown(id) == (MessageStatus.DELIVERED, SmsState.DELIVERED)


async def test_of_two_processes_at_one_text_one_sends_it(sms_scenario: SmsScenario) -> None:
    id = await sms_scenario.write()
    other = SendSms(sms_scenario.scenario.storage, sms_scenario.scenario.clock, sms_scenario.provider)

    class Slow(Provider):
        async def send(self, sms: Sms) -> str:
            with pytest.raises((NotYet, Conflict)):
                await other(id)
            return await super().send(sms)

    slow = Slow()
    with pytest.raises(NotYet):
        await SendSms(sms_scenario.scenario.storage, sms_scenario.scenario.clock, slow)(id)
    assert len(slow.books) + len(sms_scenario.provider.books) == 1


async def test_the_simulated_texts_of_a_marketplace_arrive_by_its_jobs(
    scenario: Scenario, dee: Actor
) -> None:
    ada = await scenario.customer("ada")
    await agree(scenario, ada)
    order = await scenario.assigned(ada, dee)
    sent = await scenario.market.messaging.send(dee, order.id, MessageDraft(text="I am on my way."))
    for _ in range(10):
        await scenario.later(seconds=1)
    found = await scenario.storage.read(lambda unit: unit.messages.get(sent.id))
    assert found is not None
    assert found.status in {MessageStatus.DELIVERED, MessageStatus.FAILED}
    assert found.sent_at is not None
    assert found.updated_at - found.sent_at < timedelta(seconds=6)


async def change_phone(scenario: Scenario, actor: Actor, phone: str) -> None:
    async def work(unit: UnitOfWork) -> None:
        user = await unit.accounts.user(actor.user_id or "")
        assert user is not None
        await unit.accounts.save_user(user, attrs.evolve(user, phone=phone))

    await scenario.storage.write(work)


async def test_a_number_of_a_country_that_is_not_served_gets_no_text(sms_scenario: SmsScenario) -> None:
    """The message waits in the thread, and says why."""
    abroad = SmsTerms(frozenset({"GB"}))
    send = SendSms(
        sms_scenario.scenario.storage, sms_scenario.scenario.clock, sms_scenario.provider, terms=abroad
    )
    id = await sms_scenario.write()
    await send(id)
    assert sms_scenario.provider.books == []
    message = await sms_scenario.message(id)
    assert (message.status, message.sms_refusal) == (MessageStatus.SENT, COUNTRY_NOT_SERVED)


async def test_one_number_gets_no_more_texts_in_a_day_than_the_cap(sms_scenario: SmsScenario) -> None:
    send = SendSms(
        sms_scenario.scenario.storage,
        sms_scenario.scenario.clock,
        sms_scenario.provider,
        terms=SmsTerms(a_day=2),
    )
    for number in range(3):
        id = await sms_scenario.write(f"Message {number}.")
        try:
            await send(id)
        except NotYet:
            continue
    assert [sms.text for sms, _ in sms_scenario.provider.books] == ["Message 0.", "Message 1."]
    assert (await sms_scenario.message(id)).sms_refusal == ENOUGH_FOR_TODAY
    sms_scenario.scenario.clock.turn(hours=12)
    with pytest.raises(NotYet):
        await send(await sms_scenario.write("Later."))
    assert len(sms_scenario.provider.books) == 3
