"""The simulated Stripe, as the official client sees it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import stripe

from haulage_adapters.stripe_payments.client import CappedClient, TimeBudget
from haulage_adapters.stripe_simulator.deliveries import DeliveryFaults
from haulage_adapters.stripe_simulator.errors import Refused
from haulage_adapters.stripe_simulator.faults import Fault
from haulage_adapters.stripe_simulator.forms import read_form
from haulage_adapters.stripe_simulator.server import Simulator
from stripe_server import KEY, RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

PRICE, FEE = 43_30, 1_56
PAYS: Any = {"payment_method": "pm_card_visa"}


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@asynccontextmanager
async def a_client(simulator: RunningSimulator, key: str = KEY) -> AsyncIterator[stripe.V1Services]:
    http = CappedClient(TimeBudget(attempt_seconds=20))
    made = stripe.StripeClient(key, http_client=http, base_addresses={"api": simulator.url})  # type: ignore[typeddict-item]
    yield made.v1
    await http.close_async()  # type: ignore[no-untyped-call]


@pytest.fixture
async def client(anyio_backend: str, simulator: RunningSimulator) -> AsyncIterator[stripe.V1Services]:
    async with a_client(simulator) as opened:
        yield opened


async def an_intent(client: stripe.V1Services, **more: Any) -> Any:
    return await client.payment_intents.create_async(params={"amount": PRICE, "currency": "usd", **more})


async def a_charge(client: stripe.V1Services) -> Any:
    intent = await an_intent(client)
    paid = await client.payment_intents.confirm_async(
        intent.id, params={**PAYS, "expand": ["latest_charge.balance_transaction"]}
    )
    return paid.latest_charge


async def balance(client: stripe.V1Services, account: str | None = None) -> int:
    options: Any = {"stripe_account": account} if account else {}
    found = await client.balance.retrieve_async(options=options)
    return found.available[0].amount


async def test_a_key_does_one_thing_and_never_another(client: stripe.V1Services) -> None:
    first = await client.payment_intents.create_async(
        params={"amount": PRICE, "currency": "usd"}, options={"idempotency_key": "one"}
    )
    again = await client.payment_intents.create_async(
        params={"amount": PRICE, "currency": "usd"}, options={"idempotency_key": "one"}
    )
    assert first.id == again.id
    with pytest.raises(stripe.IdempotencyError):
        await client.payment_intents.create_async(
            params={"amount": PRICE + 1, "currency": "usd"}, options={"idempotency_key": "one"}
        )


@pytest.mark.parametrize("key", ["sk_live_abcd", "abcd"])
async def test_a_key_that_could_be_real_is_refused(simulator: RunningSimulator, key: str) -> None:
    async with a_client(simulator, key) as client:
        with pytest.raises(stripe.AuthenticationError):
            await client.balance.retrieve_async()


@pytest.mark.parametrize(
    ("form", "param"),
    [
        ({"currency": "usd"}, "amount"),
        ({"amount": 49, "currency": "usd"}, "amount"),
        ({"amount": -5, "currency": "usd"}, "amount"),
        ({"amount": 10**9, "currency": "usd"}, "amount"),
        ({"amount": PRICE}, "currency"),
        ({"amount": PRICE, "currency": "eur"}, "currency"),
        ({"amount": PRICE, "currency": "usd", "payment_method_types": ["card"]}, "payment_method_types"),
    ],
)
async def test_a_bad_parameter_is_named(client: stripe.V1Services, form: Any, param: str) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await client.payment_intents.create_async(params=form)
    assert refusal.value.param == param


async def test_a_browser_needs_the_secret_of_the_intent(client: stripe.V1Services) -> None:
    intent = await an_intent(client)
    with pytest.raises(stripe.InvalidRequestError, match="client_secret"):
        await client.payment_intents.retrieve_async(intent.id, params={"client_secret": "pi_other_secret"})


async def test_every_cent_is_in_a_balance(client: stripe.V1Services, simulator: RunningSimulator) -> None:
    before = await balance(client)
    charge = await a_charge(client)
    assert charge.balance_transaction.fee == FEE
    assert await balance(client) == before + PRICE - FEE
    account = await client.accounts.create_async(params={"type": "express", "country": "US"})
    sent = await client.transfers.create_async(
        params={
            "amount": 19_22,
            "currency": "usd",
            "destination": account.id,
            "source_transaction": charge.id,
        }
    )
    await client.transfers.reversals.create_async(sent.id, params={"amount": 9_00})
    await client.refunds.create_async(params={"charge": charge.id, "amount": 10_00})
    assert await balance(client, account.id) == 19_22 - 9_00
    assert await balance(client) == before + PRICE - FEE - 10_22 - 10_00
    with pytest.raises(stripe.InvalidRequestError):
        await client.transfers.create_async(
            params={
                "amount": PRICE,
                "currency": "usd",
                "destination": account.id,
                "source_transaction": charge.id,
            }
        )


@pytest.mark.parametrize(("verdict", "cost"), [("won", 15_00), ("lost", 15_00 + PRICE)])
async def test_a_dispute_takes_the_money_and_its_fee_and_gives_back_what_is_won(
    client: stripe.V1Services, simulator: RunningSimulator, verdict: str, cost: int
) -> None:
    charge = await a_charge(client)
    before = await balance(client)
    dispute = simulator.post("/simulator/disputes", charge=charge.id)
    assert await balance(client) == before - PRICE - 15_00
    with pytest.raises(stripe.InvalidRequestError):
        await client.refunds.create_async(params={"charge": charge.id})
    simulator.post(f"/simulator/disputes/{dispute['id']}/{verdict}")
    assert await balance(client) == before - cost
    assert (await client.disputes.retrieve_async(str(dispute["id"]))).status == verdict


async def test_the_card_that_is_disputed_pays_first(client: stripe.V1Services) -> None:
    intent = await an_intent(client)
    paid = await client.payment_intents.confirm_async(
        intent.id, params={"payment_method": "pm_card_createDispute"}
    )
    found = await client.disputes.list_async(params={"payment_intent": intent.id})
    assert (paid.status, found.data[0].status) == ("succeeded", "needs_response")


async def test_unknown_cards_are_declined_at_the_wanted_share() -> None:
    unknown: Any = {"number": "6011111111111117", "exp_month": 1, "exp_year": 2040}
    declined = 0
    with running_simulator(decline_share=0.3) as simulator:
        async with a_client(simulator) as client:
            for _ in range(60):
                intent = await an_intent(client)
                shown: Any = {"payment_method_data": {"type": "card", "card": unknown}}
                try:
                    await client.payment_intents.confirm_async(intent.id, params=shown)
                except stripe.CardError:
                    declined += 1
    assert 8 <= declined <= 28


class Postbox(httpx.AsyncBaseTransport):
    """Takes every second delivery."""

    def __init__(self) -> None:
        self.got: list[tuple[bytes, str]] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.got.append((await request.aread(), request.headers["stripe-signature"]))
        return httpx.Response(200 if len(self.got) % 2 else 500)


async def test_events_are_signed_sent_twice_forged_late_and_again_until_they_are_taken() -> None:
    postbox = Postbox()
    troubled = DeliveryFaults(duplicated=1, forged=1, delay_seconds=0.01, retry_seconds=(0.0,) * 20)
    simulator = Simulator(delivery_faults=troubled)
    simulator.deliveries.client = lambda: httpx.AsyncClient(transport=postbox)
    simulator.deliveries.add_endpoint({"url": "http://127.0.0.1/hook", "secret": "whsec_x"})
    simulator.state.emit_event("payment_intent.succeeded", {"id": "pi_1", "object": "payment_intent"})
    await simulator.deliveries.settle()
    good, bad = 0, 0
    for payload, signature in postbox.got:
        try:
            event = stripe.Webhook.construct_event(payload, signature, "whsec_x")  # type: ignore[no-untyped-call]
            assert event.data.object["id"] == "pi_1"
            good += 1
        except stripe.SignatureVerificationError:
            bad += 1
    assert bad == 1
    assert good >= 2


async def test_it_sends_to_this_machine_and_answers_to_it_alone(simulator: RunningSimulator) -> None:
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {KEY}"}) as bare:
        refused = await bare.post(
            f"{simulator.url}/v1/webhook_endpoints", data={"url": "http://example.com/hook"}
        )
        assert refused.status_code == 400
        elsewhere = await bare.get(f"{simulator.url}/v1/balance", headers={"Host": "stripe.example.com"})
        assert elsewhere.status_code == 401
        nonsense = await bare.post(f"{simulator.url}/v1/refunds", content=b"\xff\xfe")
        assert nonsense.status_code == 400
        assert (await bare.get(f"{simulator.url}/v1/nothing")).status_code == 404


@pytest.mark.parametrize(
    "text", ["a[b][c][d][e][f][g]=1", "=1", "a=1&a[b]=2", "&".join("x=1" for _ in range(500))]
)
def test_a_form_that_no_client_sends_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_form(text)


def test_forms_nest_as_stripes_clients_write_them() -> None:
    assert read_form("a[b]=1&c[]=x&c[]=y&d[0][e]=z&f=") == {
        "a": {"b": "1"},
        "c": ["x", "y"],
        "d": [{"e": "z"}],
        "f": "",
    }


async def test_a_refusal_to_order_meets_only_the_method_it_was_ordered_for(
    client: stripe.V1Services, simulator: RunningSimulator
) -> None:
    simulator.faults.order("POST /v1/payment_intents", Fault.REFUSE)
    assert (await client.payment_intents.list_async()).object == "list"
    with pytest.raises(stripe.InvalidRequestError, match="cannot do this"):
        await an_intent(client)
    assert (await an_intent(client)).status == "requires_payment_method"


async def test_a_publishable_key_opens_the_intent_whose_secret_it_brings_and_nothing_else(
    client: stripe.V1Services, simulator: RunningSimulator
) -> None:
    intent, other = await an_intent(client), await an_intent(client)
    asked = {"key": "pk_test_of_nobody", "client_secret": intent.client_secret}
    async with httpx.AsyncClient(base_url=simulator.url) as browser:
        seen = await browser.get(f"/v1/payment_intents/{intent.id}", params=asked)
        assert (seen.status_code, seen.json()["status"]) == (200, "requires_payment_method")
        assert seen.headers["access-control-allow-origin"] == "*"
        for path, form, status in (
            (f"/v1/payment_intents/{other.id}/confirm", asked, 400),
            (f"/v1/payment_intents/{intent.id}/confirm", {"key": asked["key"]}, 403),
            ("/v1/refunds", asked | {"payment_intent": intent.id}, 403),
            (f"/v1/payment_intents/{intent.id}/cancel", asked, 403),
        ):
            assert (await browser.post(path, data=form)).status_code == status, path
        assert "access-control-allow-origin" not in (await browser.get("/v1/balance")).headers


async def test_stripes_script_leaves_the_banks_question_to_itself(
    client: stripe.V1Services, simulator: RunningSimulator
) -> None:
    intent = await an_intent(client)
    shown: Any = {"payment_method": "pm_card_threeDSecure2Required", "use_stripe_sdk": True}
    asked = await client.payment_intents.confirm_async(intent.id, params=shown)
    page = asked.next_action.use_stripe_sdk["stripe_js"]
    assert page == f"https://hooks.stripe.com/3d_secure_2/{intent.id}"
    async with httpx.AsyncClient(base_url=simulator.url) as browser:
        for path, media_type in (
            (httpx.URL(page).path, "text/html"),
            ("/v3/", "text/javascript"),
            ("/endive/stripe.js", "text/javascript"),
            ("/v3/fields.html", "text/html"),
            ("/v3/challenge.css", "text/css"),
        ):
            assert (await browser.get(path)).headers["content-type"].startswith(media_type), path
        assert (await browser.get("/v3/cards.py")).status_code == 404
