"""Who may write to whom about an order, when, and what becomes of it."""

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import attrs
import pytest

from concurrently import Waiting
from exports import exported
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound
from haulage.kernel.rate_limit import TooManyRequests
from haulage.messaging import (
    SYSTEM_SENDER,
    CallsDisabled,
    CallStatus,
    Message,
    MessageKind,
    NewMessage,
    NobodyToWriteTo,
    Outcome,
    Participant,
    Party,
    ThreadClosed,
)
from haulage.messaging.thread import OPEN_AFTER_END
from haulage.orders import Order
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.idempotency import KeyReused, Replayed
from haulage.use_cases.messaging import MessageDraft, PreferenceChange, ShownThread
from haulage.use_cases.messaging.call_party import NoNumber
from haulage.use_cases.messaging.conversation import NOT_YOURS_ANY_MORE, ONLY_READ
from haulage.use_cases.messaging.post_message import post
from haulage.use_cases.orders.stream_access import ByActor
from haulage.use_cases.retention.schedule import duration_of
from haulage_webapp.orders.stream import WatchThread, messages_of
from use_cases.scenario import ADMIN, Scenario, looking_again, once
from use_cases.test_deliveries import accepted
from use_cases.test_list_orders import drive_to_the_end

pytestmark = pytest.mark.anyio


async def say(scenario: Scenario, who: Actor, order: Order, text: str = "Hello", **asked: Any) -> Message:
    return await scenario.market.messaging.send(who, order.id, MessageDraft(text), **asked)


async def seen(scenario: Scenario, who: Actor, order: Order) -> ShownThread:
    return await scenario.market.messaging.read(who, order.id, PageRequest(50))


async def texts(scenario: Scenario, who: Actor, order: Order) -> list[str]:
    return [message.text for message in (await seen(scenario, who, order)).page.messages]


async def consents(scenario: Scenario, who: Actor, **changes: Any) -> None:
    await scenario.market.messaging.preferences.change(who, PreferenceChange(sms_consent=True, **changes))


async def test_unread_threads_say_on_which_side_their_reader_is(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    driven = await accepted(scenario, ada, dee)
    await say(scenario, ada, driven, "To the driver")
    eve = await scenario.driver("eve")
    booked = await accepted(scenario, dee, eve)
    await say(scenario, eve, booked, "To the customer, who drives too")
    threads = (await scenario.market.messaging.read.unread(dee)).threads
    assert {thread.order_id: thread.party for thread in threads} == {
        driven.id: Party.DRIVER,
        booked.id: Party.CUSTOMER,
    }


async def test_a_replaced_driver_is_out_at_once_and_the_next_does_not_read_what_was_before(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    await say(scenario, ada, order, "To Dee")
    await say(scenario, dee, order, "From Dee")
    eve = await scenario.driver("eve")
    assert (await scenario.market.messaging.read.unread(dee)).total == 1
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    assert (await scenario.market.messaging.read.unread(dee)).total == 0
    with pytest.raises(NobodyToWriteTo):
        await say(scenario, ada, order)
    await scenario.market.dispatch.accept_offer(eve, order.id)
    await say(scenario, ada, order, "To Eve")
    before = await seen(scenario, dee, order)
    assert [message.text for message in before.page.messages] == ["To Dee", "From Dee"]
    assert (before.correspondent, before.cannot_send_because) == (None, NOT_YOURS_ANY_MORE)
    assert before.page.summary.total_messages == 2
    for asked in (say(scenario, dee, order), scenario.market.messaging.calls.begin(dee, order.id)):
        with pytest.raises(NotFound, match="Order not found"):
            await asked
    assert await scenario.market.messaging.read.mark_read(dee, order.id) == 1
    assert await texts(scenario, eve, order) == ["To Eve"]
    assert await texts(scenario, ada, order) == ["To Dee", "From Dee", "To Eve"]


async def test_nobody_else_learns_of_a_thread_and_admins_only_read_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await say(scenario, ada, order)
    messages = scenario.market.messaging
    for who in (await scenario.customer("bea"), await scenario.driver("eve")):
        for order_id in (order.id, "ord_none"):
            for asked in (
                messages.read(who, order_id, PageRequest()),
                messages.read.summary(who, order_id),
                messages.read.mark_read(who, order_id),
                messages.send(who, order_id, MessageDraft("Hi")),
                messages.send(who, order_id, MessageDraft(template_id="driver_minutes_away")),
                messages.calls.begin(who, order_id),
                messages.calls.end(who, order_id, "cal_1", Outcome(CallStatus.MISSED)),
            ):
                with pytest.raises(NotFound, match="Order not found"):
                    await asked
    shown = await seen(scenario, ADMIN, order)
    assert (len(shown.page.messages), shown.correspondent, shown.cannot_send_because) == (1, None, ONLY_READ)
    for asked in (say(scenario, ADMIN, order), messages.read.mark_read(ADMIN, order.id)):
        with pytest.raises(Forbidden):
            await asked
    assert (await messages.read.unread(dee)).total == 1


async def test_one_writes_from_the_assignment_until_a_day_after_the_end(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    with pytest.raises(NobodyToWriteTo, match="as soon as one is assigned"):
        await say(scenario, ada, order)
    assert (await seen(scenario, ada, order)).cannot_send_because is not None
    await scenario.pay(ada, order)
    await say(scenario, ada, order)
    assert (await seen(scenario, dee, order)).correspondent is not None
    await drive_to_the_end(scenario, dee, order.id)
    shown = await seen(scenario, ada, order)
    assert shown.correspondent is not None
    assert (shown.correspondent.phone, shown.correspondent.can_call) == (None, False)
    with pytest.raises(NoNumber):
        await scenario.market.messaging.calls.begin(ada, order.id)
    scenario.clock.at += OPEN_AFTER_END
    await say(scenario, ada, order, "You forgot a box.")
    scenario.clock.at += timedelta(seconds=1)
    for who in (ada, dee):
        with pytest.raises(ThreadClosed):
            await say(scenario, who, order)
    assert len(await texts(scenario, dee, order)) == 2


async def test_a_cancelled_order_is_talked_about_for_a_day_too(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, alone = await scenario.assigned(ada, dee), await scenario.book(ada, await scenario.driver("eve"))
    for each in (order, alone):
        await scenario.market.orders.cancel(ada, each.id, "")
    await say(scenario, ada, order, "Sorry!")
    with pytest.raises(NobodyToWriteTo, match="ended without a driver"):
        await say(scenario, ada, alone)
    scenario.clock.at += OPEN_AFTER_END + timedelta(seconds=1)
    with pytest.raises(ThreadClosed):
        await say(scenario, ada, order)


async def test_one_key_is_one_message_however_often_and_at_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    tapped = [say(scenario, ada, order, once=once(f"key-{number % 3}")) for number in range(12)]
    done = await asyncio.gather(*tapped, return_exceptions=True)
    assert {type(each) for each in done} == {Message, Replayed}
    assert len(await texts(scenario, dee, order)) == 3
    with pytest.raises(KeyReused):
        await say(scenario, ada, order, "Another", once=once("key-0", body="another"))


async def test_a_flood_is_stopped_and_repeats_of_what_was_sent_are_not_counted(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    for number in range(30):
        await say(scenario, ada, order, once=once(f"key-{number}"))
    with pytest.raises(TooManyRequests):
        await say(scenario, ada, order)
    with pytest.raises(Replayed):
        await say(scenario, ada, order, once=once("key-0"))
    assert len((await seen(scenario, dee, order)).page.messages) == 30
    await say(scenario, dee, order)
    scenario.clock.turn(minutes=1)
    await say(scenario, ada, order)


async def test_what_is_refused_is_not_stored(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    for request in (
        MessageDraft("  "),
        MessageDraft("x" * 161),
        MessageDraft("a\x07"),
        MessageDraft(template_id="customer_late"),
        MessageDraft(template_id="customer_late", variables={"delay_minutes": "soon"}),
        MessageDraft(template_id="customer_late", variables={"delay_minutes": "5", "driver_name": "Eve"}),
    ):
        with pytest.raises(InvalidInput):
            await scenario.market.messaging.send(ada, order.id, request)
    for template in ("driver_late", "system_delayed", "none"):
        with pytest.raises(NotFound, match="Message template not found"):
            await scenario.market.messaging.send(ada, order.id, MessageDraft(template_id=template))
    assert await texts(scenario, dee, order) == []


async def test_the_server_fills_in_what_it_knows_and_asks_for_what_it_does_not(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    away = MessageDraft(template_id="driver_minutes_away")
    with pytest.raises(InvalidInput, match=r"variables\.minutes"):
        await scenario.market.messaging.send(dee, order.id, away)
    said = attrs.evolve(away, variables={"minutes": "9"})
    assert "about 9 min." in (await scenario.market.messaging.send(dee, order.id, said)).text
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    sent = await scenario.market.messaging.send(dee, order.id, away)
    assert sent.text.startswith("I will be there in about ")
    assert (sent.kind, sent.template_id) == (MessageKind.TEMPLATE, "driver_minutes_away")


async def test_calls_need_a_number_and_somebody_who_wants_them(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, calls = await accepted(scenario, ada, dee), scenario.market.messaging.calls
    begun = await calls.begin(ada, order.id, once("call-1"))
    assert begun.status is None
    assert begun.phone_number is not None
    with pytest.raises(Replayed):
        await calls.begin(ada, order.id, once("call-1"))
    scenario.clock.turn(minutes=2)
    with pytest.raises(NotFound, match="Call not found"):
        await calls.end(dee, order.id, begun.id, Outcome(CallStatus.MISSED))
    await calls.end(ada, order.id, begun.id, Outcome(CallStatus.COMPLETED, 100))
    summary = (await seen(scenario, dee, order)).page.summary
    assert (summary.total_calls, summary.total_call_duration_seconds) == (1, 100)
    await scenario.market.messaging.preferences.change(dee, PreferenceChange(calls_enabled=False))
    with pytest.raises(CallsDisabled, match="Calls are disabled for this user"):
        await calls.begin(ada, order.id)
    shown = (await seen(scenario, ada, order)).correspondent
    assert shown is not None
    assert (shown.can_call, shown.phone) == (False, None)


async def test_a_call_is_never_noted_with_the_number_of_somebody_else(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    eve = await scenario.driver("eve", phone="+16465550111")

    class WhileAnotherTakesOver:
        """A telephone company that takes its time."""

        async def number_to_dial(self, *, call_id: str, recipient_phone: str) -> str:
            await scenario.market.deliveries.steps.hand_back(dee, order.id)
            await scenario.market.dispatch.accept_offer(eve, order.id)
            return recipient_phone

    slow = attrs.evolve(scenario.market.messaging.calls, telephony=WhileAnotherTakesOver())
    with pytest.raises(Conflict):
        await slow.begin(ada, order.id)
    assert (await seen(scenario, ada, order)).page.calls == ()
    assert (await scenario.market.messaging.calls.begin(ada, order.id)).phone_number == "+16465550111"


async def test_a_number_that_was_dialed_is_gone_with_the_journey(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    begun = await scenario.market.messaging.calls.begin(ada, order.id)
    (call,) = (await seen(scenario, ada, order)).page.calls
    assert call.phone_number == begun.phone_number
    await scenario.market.orders.cancel(ADMIN, order.id, "")
    (call,) = (await seen(scenario, ada, order)).page.calls
    assert call.phone_number is None
    ended = await scenario.market.messaging.calls.end(ada, order.id, begun.id, Outcome(CallStatus.MISSED))
    assert ended.phone_number is None


async def test_a_driver_who_has_not_accepted_is_told_no_name_by_a_template(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    send = scenario.market.messaging.send
    sent = await send(dee, order.id, MessageDraft(template_id="driver_on_the_way"))
    assert order.contact.name not in sent.text
    assert sent.text.startswith("Hi there, this is ")
    await scenario.market.dispatch.accept_offer(dee, order.id)
    sent = await send(dee, order.id, MessageDraft(template_id="driver_on_the_way"))
    assert sent.text.startswith(f"Hi {order.contact.name}, this is ")


async def from_system(scenario: Scenario, order: Order, to: Actor, cause: str) -> Message:
    async def work(unit: UnitOfWork) -> Message:
        new = NewMessage(
            f"msg_{cause}",
            order.id,
            SYSTEM_SENDER,
            Participant(to.user_id or "", Party.CUSTOMER),
            "Ann Lee, your order is late.",
            kind=MessageKind.TEMPLATE,
            template_id="system_delayed",
            cause=cause,
        )
        return await post(unit, new, scenario.clock.now())

    return await scenario.market.storage.write(work)


async def test_whoever_leaves_does_not_take_the_other_sides_evidence_along(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    await consents(scenario, ada)
    await say(scenario, ada, order, "Leave it with Bob.")
    await say(scenario, dee, order, "Bob has it.")
    await from_system(scenario, order, ada, "late")
    await scenario.market.messaging.calls.begin(dee, order.id)
    await scenario.market.orders.cancel(ada, order.id, "")
    export = await exported(await scenario.market.personal_data.export(ada))
    assert len(export["messages.json"]) == 3
    assert "calls.json" not in export
    assert "phone_number" not in export["calls_received.json"][0]
    await scenario.market.personal_data.erase.of("acc_ada@example.com")
    assert await texts(scenario, dee, order) == ["Leave it with Bob.", "Bob has it."]
    assert await texts(scenario, ADMIN, order) == ["Leave it with Bob.", "Bob has it.", ""]
    (call,) = (await seen(scenario, dee, order)).page.calls
    assert call.phone_number is None
    assert await scenario.storage.read(lambda unit: unit.preferences.get(ada.user_id or "")) is None
    scenario.clock.at += duration_of("conversations") + timedelta(days=1)
    await scenario.market.retention.delete_expired()
    assert await texts(scenario, dee, order) == ["", ""]


async def test_somebody_who_is_customer_and_driver_has_the_seat_that_the_order_gives(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    own = await scenario.book(
        Actor(dee.user_id, UserType.DRIVER, dee.driver_id), await scenario.driver("eve")
    )
    assert (await say(scenario, dee, order)).sender.type is Party.DRIVER
    assert (await seen(scenario, dee, own)).cannot_send_because is not None


async def test_an_open_page_hears_of_a_message_at_once_and_not_what_it_says(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Waiting(monkeypatch)
    order = await scenario.assigned(ada, dee)
    patient = looking_again(scenario.market.orders.follow, after_seconds=3600.0)
    watch = WatchThread(order.id, partial(scenario.market.messaging.read.summary, ada, order.id))
    stream = messages_of(patient.updates(ByActor(ada), order.id, thread=True), watch)
    async with asyncio.timeout(20):
        first = await anext(stream)
        coming = asyncio.create_task(anext(stream))  # type: ignore[arg-type]
        await waiting.somebody()
        await say(scenario, dee, order, "Here I am")
        second = await coming
        coming = asyncio.create_task(anext(stream))  # type: ignore[arg-type]
        await waiting.somebody()
        await scenario.market.messaging.read.mark_read(ada, order.id)
        third = await coming
    assert b'"total_messages":0' in first
    assert second.startswith(b"event: messages\ndata: ")
    assert b'"total_messages":1' in second
    assert b"Here I am" not in second
    assert third.startswith(b"event: messages\n")
