"""Saved cards over HTTP, by the documented form and by cards that browsers show to the provider."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from people import People, Person, book
from stripe_server import RunningSimulator, running_simulator
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

CARD = {"number": "4242 4242 4242 4242", "expiry": "12/39", "cvc": "123", "name": "Ada Customer"}


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture(params=["form", "own fields"])
async def marketplace(
    request: pytest.FixtureRequest,
    anyio_backend: str,
    migrated_file: Path,
    tmp_path: Path,
    simulator: RunningSimulator,
) -> AsyncIterator[Marketplace]:
    """Cards are taken by the simulated Stripe; with its own fields the server is shown none."""
    shutil.copy(migrated_file, tmp_path / "haulage.sqlite3")
    settings = Settings(
        data=tmp_path,
        autoconfirm=True,
        stripe_api_base=simulator.url,
        stripe_own_fields=request.param == "own fields",
        stripe_publishable_key="pk_test_abcd",
    )
    async with open_marketplace(settings) as opened:
        yield opened


@pytest.fixture
async def client(marketplace: Marketplace, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with talking_to(Settings(data=tmp_path), marketplace, works_beside=False) as client:
        yield client


async def paying(people: People, customer: Person) -> dict[str, Any]:
    """An open payment, with the secret for its payer's browser; its driver has no other order."""
    await people.driver()
    order = await book(customer)
    opened: dict[str, Any] = (await customer.post(f"/orders/{order['id']}/payment")).json()
    return opened


async def saved(
    people: People, marketplace: Marketplace, simulator: RunningSimulator, customer: Person, number: str
) -> dict[str, Any]:
    """A card that paid an order and was saved by that, as its customer sees it."""
    payment = await paying(people, customer)
    path = f"/payments/{payment['id']}"
    if marketplace.payments.confirm.cards.takes_cards:
        body = {"card": CARD | {"number": number}, "save_card": True}
        paid = (await customer.post(f"{path}/confirm", body)).json()["payment"]
        if paid["status"] == "requires_action":
            paid = (await customer.post(f"{path}/authenticate", {"approved": True})).json()["payment"]
    else:
        answer = await customer.ask("PUT", f"{path}/save-card", json={"save": True})
        assert answer.status_code == 204
        shown_in_the_browser(simulator, payment["client_secret"], number)
        paid = (await customer.post(f"{path}/settle")).json()["payment"]
    assert paid["status"] == "succeeded"
    [card] = (await customer.get("/me/cards")).json()["items"]
    assert isinstance(card, dict)
    return card


def shown_in_the_browser(simulator: RunningSimulator, secret: str, number: str) -> None:
    intent = secret.partition("_secret_")[0]
    form = {"number": number.replace(" ", ""), "exp_month": "12", "exp_year": "39", "cvc": "123"}
    said = simulator.post(
        f"/v1/payment_intents/{intent}/confirm",
        client_secret=secret,
        use_stripe_sdk="true",
        **{"payment_method_data[type]": "card"},
        **{f"payment_method_data[card][{name}]": value for name, value in form.items()},
    )
    if said["status"] == "requires_action":
        simulator.post(f"/simulator/authentications/{intent}", approved="true")


async def test_a_saved_card_is_listed_and_pays_the_next_order(
    people: People, marketplace: Marketplace, simulator: RunningSimulator
) -> None:
    customer = await people.customer()
    card = await saved(people, marketplace, simulator, customer, CARD["number"])
    assert {name: card[name] for name in card if name not in {"id", "created_at"}} == {
        "brand": "visa",
        "last4": "4242",
        "expiry_month": 12,
        "expiry_year": 2039,
        "has_expired": False,
        "is_default": True,
    }
    payment = await paying(people, customer)
    body = {"saved_card_id": card["id"]}
    paid = await customer.post(f"/payments/{payment['id']}/confirm", body, key="press")
    assert (paid.status_code, paid.json()["payment"]["status"]) == (200, "succeeded")
    assert paid.json()["payment"]["card_last4"] == "4242"
    again = await customer.post(f"/payments/{payment['id']}/confirm", body, key="press")
    assert again.content == paid.content
    assert sorted(simulator.charged_cents().values())[-2:].count(payment["amount_cents"]) >= 1


async def test_a_bank_that_asks_is_answered_as_after_any_card(
    people: People, marketplace: Marketplace, simulator: RunningSimulator
) -> None:
    customer = await people.customer()
    card = await saved(people, marketplace, simulator, customer, "4000 0000 0000 3220")
    payment = await paying(people, customer)
    path = f"/payments/{payment['id']}"
    asked = (await customer.post(f"{path}/confirm", {"saved_card_id": card["id"]})).json()
    assert asked["payment"]["status"] == "requires_action"
    intent = payment["client_secret"].partition("_secret_")[0]
    next_action = simulator.state.get("payment_intent", intent)["next_action"]
    assert next_action["type"] == "use_stripe_sdk"
    simulator.post(f"/simulator/authentications/{intent}", approved="true")
    settled = (await customer.post(f"{path}/settle")).json()
    assert settled["payment"]["status"] == "succeeded"


async def test_a_stranger_neither_sees_nor_uses_nor_removes_it(
    people: People, marketplace: Marketplace, simulator: RunningSimulator
) -> None:
    customer, stranger = await people.customer(), await people.customer()
    card = await saved(people, marketplace, simulator, customer, CARD["number"])
    assert (await stranger.get("/me/cards")).json()["items"] == []
    assert (await stranger.ask("DELETE", f"/me/cards/{card['id']}")).status_code == 404
    assert (await stranger.ask("PUT", f"/me/cards/{card['id']}/default")).status_code == 404
    payment = await paying(people, stranger)
    refused = await stranger.post(f"/payments/{payment['id']}/confirm", {"saved_card_id": card["id"]})
    assert (refused.status_code, refused.json()["code"], refused.json()["param"]) == (
        409,
        "saved_card_gone",
        "saved_card_id",
    )
    assert payment["client_secret"].partition("_secret_")[0] not in simulator.charged_cents()


async def test_a_removed_card_is_gone_at_the_provider_too(
    people: People, marketplace: Marketplace, simulator: RunningSimulator
) -> None:
    customer = await people.customer()
    card = await saved(people, marketplace, simulator, customer, CARD["number"])
    before = [each for each in simulator.state.kind("payment_method").values() if each["customer"]]
    assert (await customer.ask("DELETE", f"/me/cards/{card['id']}")).status_code == 204
    assert (await customer.get("/me/cards")).json()["items"] == []
    await marketplace.jobs.run.all_due()
    after = [each for each in simulator.state.kind("payment_method").values() if each["customer"]]
    assert len(after) == len(before) - 1


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({}, "card"),
        ({"card": CARD, "saved_card_id": "crd_1"}, "card"),
        ({"saved_card_id": "crd_1", "save_card": True}, "save_card"),
        ({"saved_card_id": ""}, "saved_card_id"),
        ({"saved_card_id": 1}, "saved_card_id"),
    ],
)
async def test_there_is_one_card_to_pay_with(people: People, body: dict[str, Any], param: str) -> None:
    customer = await people.customer()
    payment = await paying(people, customer)
    refused = await customer.post(f"/payments/{payment['id']}/confirm", body)
    assert (refused.status_code, refused.json()["param"]) == (422, param)
