"""Messages, calls and preferences on SQLite and PostgreSQL."""

import asyncio
from datetime import UTC, datetime, time, timedelta
from functools import partial

import attrs
import pytest

from adapters.conftest import Scene
from builders import an_order
from haulage.kernel.errors import Conflict
from haulage.messaging import (
    SYSTEM_SENDER,
    AutoMessages,
    Call,
    CallMetadata,
    CallQuality,
    CallStatus,
    Message,
    MessageKind,
    MessageStatus,
    NewMessage,
    Participant,
    Party,
    Preferences,
    QuietHours,
    SmsConsent,
    ThreadSummary,
    posted,
)
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 11, 22, 17, tzinfo=UTC)
CUSTOMER, DRIVER = Participant("usr_3", Party.CUSTOMER), Participant("usr_1", Party.DRIVER)
BEFORE = Participant("usr_2", Party.DRIVER)
OFF = "SMS notifications are disabled for this user"


def a_message(
    number: int,
    sender: Participant = CUSTOMER,
    recipient: Participant = DRIVER,
    *,
    order_id: str = "ord_0",
    refusal: str | None = OFF,
    cause: str | None = None,
) -> Message:
    kind = MessageKind.TEMPLATE if cause else MessageKind.MANUAL
    new = NewMessage(
        f"msg_{number}",
        order_id,
        sender,
        recipient,
        f"Text {number}",
        kind=kind,
        template_id="system_delayed" if cause else None,
        cause=cause,
    )
    return posted(new, NOON + timedelta(minutes=number), sms_refusal=refusal)


def a_call(number: int, caller: Participant = CUSTOMER, recipient: Participant = DRIVER) -> Call:
    at = NOON + timedelta(minutes=number)
    return Call(f"cal_{number}", "ord_0", caller, recipient, "+12125550100", at, at)


@pytest.fixture
async def orders(scene: Scene) -> None:
    await scene.orders(an_order(f"ord_{number}", customer_id="usr_3") for number in range(2))


@pytest.fixture
async def thread(storage: SqlStorage, orders: None) -> SqlStorage:
    """Five messages of one order: between the customer and the present driver, the server, and a driver of
    before."""
    return await stored(
        storage,
        a_message(1, BEFORE, CUSTOMER),
        a_message(2, CUSTOMER, BEFORE),
        a_message(3, SYSTEM_SENDER, CUSTOMER, cause="late"),
        a_message(4, CUSTOMER, DRIVER, refusal=None),
        a_message(5, DRIVER, CUSTOMER),
    )


async def stored(storage: SqlStorage, *messages: Message) -> SqlStorage:
    async def work(unit: UnitOfWork) -> None:
        for message in messages:
            await unit.messages.add(message)

    await storage.write(work)
    return storage


async def forget_texts(unit: UnitOfWork, until: datetime, limit: int) -> int:
    return await unit.messages.forget_texts(until, limit)


async def ids(storage: SqlStorage, viewer: str | None) -> list[str]:
    found = await storage.read(lambda unit: unit.messages.of_order("ord_0", viewer, PageRequest(50)))
    return [message.id for message in found.items]


async def test_everybody_is_shown_what_they_took_part_in_page_by_page(thread: SqlStorage) -> None:
    for message in (a_message(3, SYSTEM_SENDER, CUSTOMER, cause="late"), a_message(4, refusal=None)):
        assert await thread.read(lambda unit, id=message.id: unit.messages.get(id)) == message  # type: ignore[misc]
    assert await thread.read(lambda unit: unit.messages.get("msg_none")) is None
    assert await ids(thread, None) == ["msg_5", "msg_4", "msg_3", "msg_2", "msg_1"]
    assert await ids(thread, "usr_1") == ["msg_5", "msg_4"]
    assert await ids(thread, "usr_2") == ["msg_2", "msg_1"]
    assert await ids(thread, "usr_nobody") == []
    took = [
        await thread.read(lambda unit, who=who: unit.messages.took_part("ord_0", who))  # type: ignore[misc]
        for who in ("usr_1", "usr_2", "usr_3", "usr_nobody")
    ]
    assert took == [True, True, True, False]
    seen, cursor = [], None
    for _ in range(3):
        wanted = PageRequest(2, cursor)
        found = await thread.read(
            lambda unit, wanted=wanted: unit.messages.of_order("ord_0", None, wanted)  # type: ignore[misc]
        )
        seen += [message.id for message in found.items]
        cursor = found.next
    assert seen == ["msg_5", "msg_4", "msg_3", "msg_2", "msg_1"]
    assert cursor is None


async def test_nobody_is_told_twice_of_one_cause_however_many_tell_at_once(thread: SqlStorage) -> None:
    again = attrs.evolve(a_message(9, SYSTEM_SENDER, CUSTOMER, cause="late"), id="msg_again")
    with pytest.raises(Conflict):
        await stored(thread, again)
    known = await thread.read(lambda unit: unit.messages.by_cause("ord_0", "usr_3", "late"))
    assert known is not None
    assert known.id == "msg_3"
    for message in (
        attrs.evolve(again, order_id="ord_1"),
        attrs.evolve(again, id="msg_other", recipient=DRIVER),
        attrs.evolve(again, id="msg_third", cause="later"),
    ):
        await stored(thread, message)
    telling = [
        stored(thread, attrs.evolve(again, id=f"msg_at_once_{number}", cause="at once"))
        for number in range(8)
    ]
    done = await asyncio.gather(*telling, return_exceptions=True)
    assert [type(each) for each in done if isinstance(each, BaseException)] == [Conflict] * 7


async def test_reading_is_noted_once_up_to_what_was_seen_and_undoes_no_sms(thread: SqlStorage) -> None:
    last_seen = a_message(3, SYSTEM_SENDER, CUSTOMER, cause="late")
    read = await thread.write(lambda unit: unit.messages.mark_read("ord_0", "usr_3", NOON, last_seen))
    assert read == 2
    assert await thread.read(lambda unit: unit.messages.count_unread("usr_3")) == 1
    later = NOON + timedelta(hours=1)
    marks = [thread.write(lambda unit: unit.messages.mark_read("ord_0", "usr_1", later)) for _ in range(6)]
    assert sorted(await asyncio.gather(*marks)) == [0, 0, 0, 0, 0, 1]
    pending = await thread.read(lambda unit: unit.messages.get("msg_4"))
    assert pending is not None
    assert (pending.status, pending.read_at, pending.delivered_at) == (MessageStatus.PENDING, later, None)
    assert await thread.write(lambda unit: unit.messages.mark_read("ord_0", "usr_3", later)) == 1
    in_thread = await thread.read(lambda unit: unit.messages.get("msg_5"))
    assert in_thread is not None
    assert (in_thread.status, in_thread.delivered_at) == (MessageStatus.DELIVERED, later)
    before = a_message(4, refusal=None)  # as it was before it was read
    after = attrs.evolve(before, status=MessageStatus.SENT, sent_at=NOON, sms_reference="SM1")
    saved = await thread.write(lambda unit: unit.messages.save_sms(before, after))
    found = await thread.read(lambda unit: unit.messages.by_sms_reference("SM1"))
    assert found is not None
    assert (found.id, found.is_read, found.status, found.version) == ("msg_4", True, MessageStatus.SENT, 2)
    assert saved.version == 2
    with pytest.raises(Conflict):
        await thread.write(lambda unit: unit.messages.save_sms(before, after))


async def test_threads_are_counted_and_summed_up_for_who_looks(thread: SqlStorage) -> None:
    await stored(thread, a_message(9, BEFORE, CUSTOMER, order_id="ord_1"))
    found = await thread.read(lambda unit: unit.messages.unread("usr_3", 10))
    assert [(each.order_id, each.number, each.unread) for each in found] == [
        ("ord_1", 10_001, 1),
        ("ord_0", 10_000, 3),
    ]
    assert found[0].last_at == NOON + timedelta(minutes=9)
    assert await thread.read(lambda unit: unit.messages.count_unread("usr_3")) == 4
    assert len(await thread.read(lambda unit: unit.messages.unread("usr_3", 1))) == 1

    async def call(unit: UnitOfWork) -> None:
        first = a_call(7)
        await unit.calls.add(first)
        answered = attrs.evolve(
            first, status=CallStatus.COMPLETED, duration_seconds=90, end_time=NOON, updated_at=NOON
        )
        await unit.calls.save(first, answered)
        await unit.calls.add(a_call(6, DRIVER, CUSTOMER))

    assert await thread.read(lambda unit: unit.messages.summary("ord_9", None)) == ThreadSummary()
    await thread.write(call)
    everything = await thread.read(lambda unit: unit.messages.summary("ord_0", None))
    assert (everything.total_messages, everything.total_calls) == (5, 2)
    assert (everything.total_call_duration_seconds, everything.last_activity) == (
        90,
        NOON + timedelta(minutes=7),
    )
    drivers = await thread.read(lambda unit: unit.messages.summary("ord_0", "usr_2"))
    assert (drivers.total_messages, drivers.total_calls) == (2, 0)
    assert drivers.changed_at == NOON + timedelta(minutes=2)


async def test_calls_are_saved_by_one_and_their_details_forgotten_with_the_texts(thread: SqlStorage) -> None:
    call = attrs.evolve(a_call(1), metadata=CallMetadata("phone", CallQuality.GOOD, "wifi"), notes="Soon.")
    await thread.write(lambda unit: unit.calls.add(call))
    assert await thread.read(lambda unit: unit.calls.get("cal_1")) == call
    busy = attrs.evolve(call, status=CallStatus.BUSY, end_time=NOON)
    saved = await thread.write(lambda unit: unit.calls.save(call, busy))
    with pytest.raises(Conflict):
        await thread.write(lambda unit: unit.calls.save(call, busy))
    for number in (3, 2):
        await thread.write(lambda unit, number=number: unit.calls.add(a_call(number, DRIVER)))  # type: ignore[misc]
    listed = await thread.read(lambda unit: unit.calls.of_order("ord_0", None, 2))
    assert [each.id for each in listed] == ["cal_2", "cal_3"]
    assert await thread.read(lambda unit: unit.calls.of_order("ord_0", "usr_3", 10)) == [saved]
    until = NOON + timedelta(minutes=3)
    forgotten = [await thread.write(partial(forget_texts, until=until, limit=limit)) for limit in (1, 9, 9)]
    assert forgotten == [1, 1, 0]
    assert await thread.write(lambda unit: unit.calls.forget_details(until, 9)) == 2
    assert await thread.write(lambda unit: unit.calls.forget_details(until, 9)) == 0
    found = await thread.read(lambda unit: unit.messages.of_order("ord_0", None, PageRequest(50)))
    assert [message.text for message in found.items] == ["Text 5", "Text 4", "Text 3", "", ""]
    assert await thread.read(lambda unit: unit.calls.get("cal_1")) == attrs.evolve(
        saved, phone_number=None, notes="", metadata=CallMetadata()
    )


async def test_preferences_are_kept_by_one_of_two_who_change_them(storage: SqlStorage, orders: None) -> None:
    nothing = Preferences("usr_1")
    wished = Preferences(
        "usr_1",
        sms_enabled=False,
        auto_messages=AutoMessages(delays=False),
        quiet_hours=QuietHours(True, time(21, 30), time(7)),
        timezone="Asia/Tokyo",
        consent=SmsConsent("v1", NOON, "+12125550100", NOON),
        updated_at=NOON,
    )
    assert await storage.read(lambda unit: unit.preferences.get("usr_1")) is None
    first = await storage.write(lambda unit: unit.preferences.save(nothing, wished))
    assert await storage.read(lambda unit: unit.preferences.get("usr_1")) == first
    assert first == attrs.evolve(wished, version=1)
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.preferences.save(nothing, wished))
    second = await storage.write(
        lambda unit: unit.preferences.save(first, attrs.evolve(first, consent=None, language="es"))
    )
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.preferences.save(first, wished))
    assert await storage.read(lambda unit: unit.preferences.get("usr_1")) == second
    assert await storage.read(lambda unit: unit.preferences.by_phone("+12125550100")) == []
    await storage.write(lambda unit: unit.preferences.save(second, wished))
    assert len(await storage.read(lambda unit: unit.preferences.by_phone("+12125550100"))) == 1
