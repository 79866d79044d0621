"""The promise of the ``SmsGateway`` port, kept by the simulation in process and by the Twilio adapter.

The latter talks over HTTP to a server on the loopback that answers as Twilio documents it.
"""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from account_scenario import TurnableClock
from haulage.messaging.sms_sending import SmsFate
from haulage.ports.messaging.sms import Sms, SmsGateway
from haulage_adapters.simulated.sms import SimulatedSms
from twilio_server import FakeTwilio, running_twilio

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 20, 17, tzinfo=UTC)
PHONE, OTHER = "+12125550123", "+12125550199"


@pytest.fixture(scope="module")
def server() -> Iterator[FakeTwilio]:
    with running_twilio() as twilio:
        yield twilio


@pytest.fixture
def clock() -> TurnableClock:
    return TurnableClock(NOW)


@pytest.fixture(params=["in process", "twilio"])
async def gateway(
    request: pytest.FixtureRequest, anyio_backend: str, server: FakeTwilio, clock: TurnableClock
) -> AsyncIterator[SmsGateway]:
    if request.param == "in process":
        yield SimulatedSms(clock, delivered_share=1)
        return
    server.messages.clear()
    twilio = server.gateway()
    yield twilio
    await twilio.aclose()


def a_text(id: str = "m1", to: str = PHONE, text: str = "I am on my way.") -> Sms:
    return Sms(id, to, text)


async def test_a_text_is_taken_under_a_reference_of_its_own(gateway: SmsGateway) -> None:
    one, two = await gateway.send(a_text("m1")), await gateway.send(a_text("m2"))
    assert one
    assert two
    assert one != two
    assert gateway.simulated


async def test_what_was_taken_is_found_by_the_number(gateway: SmsGateway) -> None:
    reference = await gateway.send(a_text(text="Ünïcode & + marks = fine?"))
    await gateway.send(a_text("m2", to=OTHER))
    (taken,) = await gateway.taken_since(PHONE, NOW)
    assert (taken.reference, taken.text) == (reference, "Ünïcode & + marks = fine?")


async def test_what_was_taken_before_is_not_found(gateway: SmsGateway) -> None:
    await gateway.send(a_text())
    assert not await gateway.taken_since(PHONE, NOW + timedelta(seconds=2))
    assert not await gateway.taken_since(OTHER, NOW)


async def test_a_text_is_under_way_and_then_delivered(
    gateway: SmsGateway, clock: TurnableClock, server: FakeTwilio
) -> None:
    reference = await gateway.send(a_text())
    first = await gateway.fate(reference, sent_at=NOW)
    assert (first.reference, first.fate) == (reference, SmsFate.UNDER_WAY)
    clock.turn(seconds=5)
    for message in server.messages:
        message["status"] = "delivered"
    assert (await gateway.fate(reference, sent_at=NOW)).fate is SmsFate.DELIVERED


async def test_nothing_is_claimed_of_a_text_that_another_provider_took(gateway: SmsGateway) -> None:
    other = "SM" + "f" * 32 if isinstance(gateway, SimulatedSms) else "sms_simulated_m1"
    long_ago = NOW - timedelta(hours=1)
    assert (await gateway.fate(other, sent_at=long_ago)).fate is SmsFate.UNDER_WAY


async def test_it_answers_when_it_is_asked(gateway: SmsGateway) -> None:
    await gateway.check()


async def test_neither_number_nor_text_is_shown_by_accident(gateway: SmsGateway) -> None:
    text = a_text()
    await gateway.send(text)
    (taken,) = await gateway.taken_since(PHONE, NOW)
    assert PHONE not in repr(text)
    assert "on my way" not in repr(text) + repr(taken)
