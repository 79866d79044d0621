"""Twilio as it is on a bad day, and what it sends to us; its own library signs and is the judge."""

import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from twilio.request_validator import RequestValidator

from haulage.kernel.errors import HaulageError, Unavailable
from haulage.messaging.sms_sending import SmsFate
from haulage.ports.messaging.sms import (
    Delivery,
    IncomingSms,
    Sms,
    SmsRefused,
    SmsUnclear,
    SmsUpdate,
    SmsUpdateForged,
)
from haulage_adapters.http_client.client import Limits
from haulage_adapters.twilio_sms import TwilioAccount, TwilioEvents, TwilioSms
from twilio_server import NOBODY, OPTED_OUT, SENDER, SID, TOKEN, FakeTwilio, Mood, running_twilio

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 20, 17, tzinfo=UTC)
PHONE = "+12125550123"
TEXT = Sms("m1", PHONE, "I am on my way.")
EVENTS = TwilioEvents(TOKEN)
STATUS = "https://haulage.example/webhooks/sms/status?message=m1"
INCOMING = "https://haulage.example/webhooks/sms/incoming"
A_SID = "SM" + "0" * 32


@pytest.fixture(scope="module")
def server() -> Iterator[FakeTwilio]:
    with running_twilio() as twilio:
        yield twilio


@pytest.fixture
async def gateway(anyio_backend: str, server: FakeTwilio) -> AsyncIterator[TwilioSms]:
    server.messages.clear()
    server.forms.clear()
    made = server.gateway(callback=lambda id: f"https://haulage.example/webhooks/sms/status?message={id}")
    yield made
    await made.aclose()


async def test_what_is_sent_is_what_twilio_documents(gateway: TwilioSms, server: FakeTwilio) -> None:
    await gateway.send(TEXT)
    assert server.forms == [{"To": PHONE, "From": SENDER, "Body": TEXT.text, "StatusCallback": STATUS}]


async def test_a_messaging_service_takes_the_place_of_a_number(server: FakeTwilio) -> None:
    server.forms.clear()
    service = "MG" + "1" * 32
    gateway = TwilioSms(TwilioAccount(SID, TOKEN, service), api_base=server.address)
    await gateway.send(TEXT)
    await gateway.aclose()
    assert server.forms == [{"To": PHONE, "MessagingServiceSid": service, "Body": TEXT.text}]


@pytest.mark.parametrize(("number", "code"), [(NOBODY, "21211"), (OPTED_OUT, "21610")])
async def test_a_text_that_is_never_taken_is_refused_without_its_number(
    gateway: TwilioSms, number: str, code: str
) -> None:
    with pytest.raises(SmsRefused) as refusal:
        await gateway.send(Sms("m1", number, "Hello"))
    assert code in refusal.value.message
    assert number not in refusal.value.message


@pytest.mark.parametrize(
    ("mood", "refusal"),
    [
        (Mood.TOO_MANY, Unavailable),
        (Mood.FORBIDDEN, Unavailable),
        (Mood.BROKEN, SmsUnclear),
        (Mood.HANG_UP, SmsUnclear),
        (Mood.TAKE_AND_HANG_UP, SmsUnclear),
        (Mood.GARBLED, SmsUnclear),
        (Mood.STRANGE_ID, SmsUnclear),
        (Mood.MOVED, SmsUnclear),
    ],
)
async def test_a_bad_answer_is_asked_for_once_and_says_whether_the_text_may_be_out(
    gateway: TwilioSms, server: FakeTwilio, mood: Mood, refusal: type[HaulageError]
) -> None:
    calls = server.calls
    server.moods = [mood]
    with pytest.raises(refusal):
        await gateway.send(TEXT)
    assert server.calls == calls + 1


async def test_silence_ends_in_time_and_is_unclear(server: FakeTwilio) -> None:
    server.messages.clear()
    hasty = server.gateway(seconds=0.2)
    server.moods = [Mood.TAKE_AND_SLEEP]
    began = time.monotonic()
    with pytest.raises(SmsUnclear):
        await hasty.send(TEXT)
    assert time.monotonic() - began < 2
    assert [taken.text for taken in await hasty.taken_since(PHONE, NOW)] == [TEXT.text]
    await hasty.aclose()
    server.awake.set()


async def test_where_nobody_listens_nothing_can_have_been_taken() -> None:
    limits = Limits(budget_seconds=2, attempt_seconds=1)
    gateway = TwilioSms(TwilioAccount(SID, TOKEN, SENDER), api_base="http://127.0.0.1:1", limits=limits)
    for _ in range(6):  # the breaker opens on the way, and says the same
        with pytest.raises(Unavailable):
            await gateway.send(TEXT)
    await gateway.aclose()


async def test_a_wrong_token_is_our_own_fault_and_may_be_mended(server: FakeTwilio) -> None:
    stranger = server.gateway(token="b" * 32)
    for ask in (lambda: stranger.send(TEXT), stranger.check, lambda: stranger.taken_since(PHONE, NOW)):
        with pytest.raises(Unavailable):
            await ask()
    await stranger.aclose()


async def test_an_account_that_is_closed_does_not_pass_the_check(
    gateway: TwilioSms, server: FakeTwilio
) -> None:
    server.account_status = "suspended"
    with pytest.raises(Unavailable):
        await gateway.check()
    server.account_status = "active"


@pytest.mark.parametrize(
    ("status", "code", "fate"),
    [
        ("sent", None, SmsFate.UNDER_WAY),
        ("delivered", None, SmsFate.DELIVERED),
        ("undelivered", 30003, SmsFate.FAILED),
        ("failed", 30008, SmsFate.FAILED),
    ],
)
async def test_its_words_are_put_into_ours(
    gateway: TwilioSms, server: FakeTwilio, status: str, code: int | None, fate: SmsFate
) -> None:
    reference = await gateway.send(TEXT)
    server.messages[-1].update(status=status, error_code=code)
    news = await gateway.fate(reference, sent_at=NOW)
    assert news.fate is fate
    assert (str(code) in (news.reason or "")) is (code is not None)


async def test_a_status_of_tomorrow_is_not_believed(gateway: TwilioSms, server: FakeTwilio) -> None:
    reference = await gateway.send(TEXT)
    server.messages[-1]["status"] = "teleported"
    with pytest.raises(Unavailable):
        await gateway.fate(reference, sent_at=NOW)


async def test_nothing_that_is_logged_holds_a_number_or_a_text(
    gateway: TwilioSms, server: FakeTwilio, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    await gateway.send(TEXT)
    for mood in (Mood.BROKEN, Mood.FORBIDDEN, Mood.GARBLED):
        server.moods = [mood]
        with pytest.raises(HaulageError):
            await gateway.send(TEXT)
    ours = [record.getMessage() for record in caplog.records if "haulage" in record.name]
    assert ours
    assert not [said for said in ours if PHONE in said or TEXT.text in said or TOKEN in said]


def signed(url: str, form: dict[str, str], *, token: str = TOKEN) -> Delivery:
    return Delivery(url, urlencode(form).encode(), RequestValidator(token).compute_signature(url, form))


A_STATUS = {"MessageSid": A_SID, "MessageStatus": "delivered", "To": PHONE, "AccountSid": SID}
A_STOP = {"MessageSid": A_SID, "From": PHONE, "To": SENDER, "Body": " STOP \n", "NumMedia": "0"}


def test_a_signed_status_names_our_message() -> None:
    assert EVENTS.status(signed(STATUS, A_STATUS)) == SmsUpdate(A_SID, SmsFate.DELIVERED, message_id="m1")


def test_a_signed_text_comes_in_as_it_was_written() -> None:
    assert EVENTS.incoming(signed(INCOMING, A_STOP)) == IncomingSms(A_SID, PHONE, " STOP \n")
    assert EVENTS.incoming(signed(INCOMING, {**A_STOP, "OptOutType": "STOP"})).is_answered


@pytest.mark.parametrize(
    "change",
    [
        {"signature": None},
        {"signature": ""},
        {"signature": "x" * 10_000},
        {"signature": signed(STATUS, A_STATUS, token="b" * 32).signature},
        {"signature": signed(STATUS, {**A_STATUS, "MessageStatus": "failed"}).signature},
        {"signature": signed(STATUS.replace("m1", "m2"), A_STATUS).signature},
        {"url": STATUS.replace("m1", "m2")},
        {"payload": urlencode({**A_STATUS, "MessageStatus": "failed"}).encode()},
        {"payload": urlencode([*A_STATUS.items(), ("MessageStatus", "failed")]).encode()},
        {"payload": b""},
        {"payload": b"\xff\xfe"},
        {"payload": b"MessageSid=%ff"},
        {"payload": b"{}"},
        {"payload": b"&".join([b"a=b"] * 1_000)},
    ],
)
def test_anything_that_twilio_did_not_sign_is_refused(change: dict[str, object]) -> None:
    good = signed(STATUS, A_STATUS)
    given = {"url": good.url, "payload": good.payload, "signature": good.signature, **change}
    with pytest.raises(SmsUpdateForged):
        EVENTS.status(Delivery(**given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"MessageSid": A_SID},
        {**A_STATUS, "MessageStatus": "teleported"},
        {**A_STATUS, "MessageSid": "SM/../x"},
        {**A_STATUS, "MessageSid": "S" * 200},
    ],
)
def test_a_signed_status_that_makes_no_sense_is_refused(form: dict[str, str]) -> None:
    with pytest.raises(SmsUpdateForged):
        EVENTS.status(signed(STATUS, form))


def test_an_answer_is_markup_around_text_and_never_of_it() -> None:
    said = EVENTS.answer("1 < 2 & </Message>").decode()
    assert said.endswith("<Response><Message>1 &lt; 2 &amp; &lt;/Message&gt;</Message></Response>")
    assert EVENTS.answer(None).decode().endswith("<Response />")
