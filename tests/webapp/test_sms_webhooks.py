"""The addresses that Twilio talks to: signed by its own library, or refused."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from twilio.request_validator import RequestValidator

from haulage.messaging.replies import CONFIRMED_STOP
from haulage.messaging.sms_sending import SmsState
from haulage.ports.runtime.jobs import NotYet
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from people import People, Person, book, pay
from twilio_server import SENDER, SID, TOKEN, FakeTwilio, running_twilio
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

SITE = "https://haulage.example"


@pytest.fixture
def twilio() -> Iterator[FakeTwilio]:
    with running_twilio() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, twilio: FakeTwilio) -> Settings:
    return Settings(
        data=tmp_path,
        autoconfirm=True,
        public_url=SITE,
        twilio_account_sid=SID,
        twilio_auth_token=TOKEN,
        twilio_sender=SENDER,
        twilio_api_base=twilio.address,
    )


@pytest.fixture
async def marketplace(
    anyio_backend: str, migrated_file: Path, settings: Settings
) -> AsyncIterator[Marketplace]:
    shutil.copy(migrated_file, settings.data / "haulage.sqlite3")
    async with open_marketplace(settings) as opened:
        yield opened


@pytest.fixture
async def client(marketplace: Marketplace, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """Jobs run when a test says so."""
    async with talking_to(settings, marketplace, works_beside=False) as client:
        yield client


async def receive(
    client: httpx.AsyncClient, path: str, form: dict[str, str], *, token: str = TOKEN
) -> httpx.Response:
    """As Twilio does, which knows us by our public address."""
    signature = RequestValidator(token).compute_signature(f"{SITE}{path}", form)
    return await client.post(path, data=form, headers={"X-Twilio-Signature": signature})


async def a_text_that_is_out(people: People, marketplace: Marketplace) -> tuple[Person, str, str]:
    """Its recipient, our id and the provider's."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    agreed = await customer.ask("PUT", "/communication-preferences", json={"sms_consent": True})
    assert agreed.status_code == 200, agreed.text
    order = await book(customer, driver_id=driver_id)
    assert (await pay(customer, order["id"])).status_code == 200
    sent = await driver.post(f"/orders/{order['id']}/messages", {"text": "Here I am"})
    assert sent.status_code == 201, sent.text
    id = sent.json()["id"]
    with pytest.raises(NotYet):
        await marketplace.messaging.send_sms(id)
    sending = await marketplace.storage.read(lambda unit: unit.sms.get(id))
    assert sending is not None
    assert sending.reference is not None
    return customer, id, sending.reference


async def state(marketplace: Marketplace, id: str) -> SmsState:
    sending = await marketplace.storage.read(lambda unit: unit.sms.get(id))
    assert sending is not None
    return sending.state


async def test_news_at_the_address_we_gave_settle_a_text_in_any_order(
    client: httpx.AsyncClient, people: People, marketplace: Marketplace, twilio: FakeTwilio
) -> None:
    _, id, sid = await a_text_that_is_out(people, marketplace)
    path = twilio.forms[-1]["StatusCallback"].removeprefix(SITE)
    assert path == f"/webhooks/sms/status?message={id}"
    for status in ("delivered", "sent", "delivered", "failed", "queued"):
        answer = await receive(client, path, {"MessageSid": sid, "MessageStatus": status})
        assert answer.status_code == 204, answer.text
    assert await state(marketplace, id) is SmsState.DELIVERED
    of_another = {"MessageSid": "SM" + "9" * 32, "MessageStatus": "sent"}
    stranger = await receive(client, "/webhooks/sms/status", of_another)
    assert stranger.status_code == 204


async def test_what_twilio_did_not_sign_is_refused_and_changes_nothing(
    client: httpx.AsyncClient, people: People, marketplace: Marketplace
) -> None:
    customer, id, sid = await a_text_that_is_out(people, marketplace)
    path, form = f"/webhooks/sms/status?message={id}", {"MessageSid": sid, "MessageStatus": "delivered"}
    stop = {"MessageSid": sid, "From": "+12125550100", "Body": "STOP"}
    answers = [
        await receive(client, path, form, token="b" * 32),
        await client.post(path, data=form),
        await client.post(path, json=form, headers={"X-Twilio-Signature": "x"}),
        await receive(client, "/webhooks/sms/incoming", stop, token="b" * 32),
        await client.post("/webhooks/sms/incoming", content=b""),
    ]
    assert [each.status_code for each in answers] == [403] * len(answers)
    assert answers[0].json()["code"] == "sms_update_forged"
    assert await state(marketplace, id) is SmsState.SENT
    assert (await client.post(path, content=b"a=" + b"b" * 70_000)).status_code == 413
    preferences = (await customer.get("/communication-preferences")).json()
    assert preferences["sms_enabled"]


async def test_stop_is_obeyed_and_answered_in_twilios_form(
    client: httpx.AsyncClient, people: People, marketplace: Marketplace
) -> None:
    customer, _, _ = await a_text_that_is_out(people, marketplace)
    stop = {"MessageSid": "SM" + "7" * 32, "From": "+12125550100", "To": SENDER, "Body": "Stop."}
    answer = await receive(client, "/webhooks/sms/incoming", stop)
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "text/xml")
    assert f"<Response><Message>{CONFIRMED_STOP}</Message></Response>" in answer.text
    preferences = (await customer.get("/communication-preferences")).json()
    assert not preferences["sms_enabled"]
    assert not preferences["sms_consent"]["given"]


async def test_without_twilio_there_are_no_such_addresses(tmp_path: Path, migrated_file: Path) -> None:
    shutil.copy(migrated_file, tmp_path / "haulage.sqlite3")
    settings = Settings(data=tmp_path)
    async with (
        open_marketplace(settings) as opened,
        talking_to(settings, opened, works_beside=False) as client,
    ):
        for path in ("status", "incoming"):
            assert (await client.post(f"/webhooks/sms/{path}", data={"a": "b"})).status_code == 404
