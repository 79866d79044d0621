"""What browsers are told of who takes cards, and paying where they show cards to the provider."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import attrs
import httpx
import pytest

from builders import TIMES_SQUARE
from haulage.kernel.actor import ANONYMOUS, OPERATOR
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.payments.dispute import DisputeState
from haulage.pricing import Load, NoTaxRow, TaxPlace, TaxRow, Trip
from haulage.pricing.confirmed_tax import TaxConfirmation
from haulage.pricing.sales_tax import Taxed
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.embedded.tax_places import EmbeddedTaxPlaces
from haulage_adapters.settings import Settings, read_settings
from haulage_adapters.stripe_simulator.deliveries import DeliveryFaults, sign
from haulage_webapp.security_headers import content_security_policy, security_headers
from people import People, Person, book
from stripe_server import RunningSimulator, running_simulator
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

REAL = read_settings(
    {
        "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
        "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
        "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
    }
)
REHEARSAL = Settings(
    stripe_api_base="http://127.0.0.1:1", stripe_own_fields=True, stripe_publishable_key="pk_test_abcd"
)
SECRET = "whsec_of_the_test"


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture
async def marketplace(
    anyio_backend: str, migrated_file: Path, tmp_path: Path, simulator: RunningSimulator
) -> AsyncIterator[Marketplace]:
    """Cards are taken by the simulated Stripe."""
    shutil.copy(migrated_file, tmp_path / "haulage.sqlite3")
    settings = Settings(
        data=tmp_path, autoconfirm=True, stripe_api_base=simulator.url, stripe_webhook_secret=(SECRET,)
    )
    async with open_marketplace(settings) as opened:
        yield opened


@pytest.fixture
async def client(marketplace: Marketplace, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with talking_to(Settings(data=tmp_path), marketplace, works_beside=False) as client:
        yield client


async def paying(customer: Person, order: str) -> tuple[str, str, str]:
    """The payment, the provider's intent, and its secret."""
    opened = (await customer.post(f"/orders/{order}/payment")).json()
    secret = str(opened["client_secret"])
    return opened["id"], secret.partition("_secret_")[0], secret


def test_real_cards_open_stripes_hosts_and_no_others() -> None:
    policy = content_security_policy(REAL)
    assert "script-src 'self' https://js.stripe.com https://*.js.stripe.com" in policy
    assert "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com" in policy
    assert "unsafe-eval" not in policy
    assert "stripe" not in content_security_policy(Settings())
    assert "stripe" not in content_security_policy(Settings(stripe_api_base="http://127.0.0.1:1"))
    assert content_security_policy(REHEARSAL) == policy
    assert "payment=()" in security_headers(Settings())["Permissions-Policy"]


@pytest.mark.parametrize(
    ("settings", "mode", "form", "key"),
    [
        (REAL, "real", "stripe", "pk_live_abcd"),
        (REHEARSAL, "default", "stripe", "pk_test_abcd"),
        (Settings(stripe_api_base="http://127.0.0.1:1"), "default", "documented", None),
        (Settings(), "default", "documented", None),
    ],
)
async def test_the_status_tells_which_card_form_is_shown(
    marketplace: Marketplace, settings: Settings, mode: str, form: str, key: str | None
) -> None:
    async with talking_to(settings, marketplace) as client:
        status = (await client.get("/api/v1/status")).json()
    assert (status["mode"], status["cards"]) == (mode, {"form": form, "publishable_key": key})
    assert "sk_" not in str(status)


async def test_a_card_shown_by_the_browser_pays_once_it_is_settled(
    people: People, simulator: RunningSimulator
) -> None:
    customer = await people.customer()
    await people.driver()
    order = await book(customer)
    payment, intent, secret = await paying(customer, order["id"])
    waiting = (await customer.post(f"/payments/{payment}/settle")).json()
    assert (waiting["payment"]["status"], waiting["order"]["payment_status"]) == (
        "requires_payment_method",
        "unpaid",
    )
    shown = simulator.post(
        f"/v1/payment_intents/{intent}/confirm", client_secret=secret, payment_method="pm_card_mastercard"
    )
    assert shown["status"] == "succeeded"
    settled = (await customer.post(f"/payments/{payment}/settle")).json()
    assert (settled["payment"]["status"], settled["payment"]["card_last4"]) == ("succeeded", "4444")
    assert settled["order"]["payment_status"] == "paid"
    assert settled["payment"]["client_secret"] is None
    again = (await customer.post(f"/orders/{order['id']}/payment")).json()
    assert again["client_secret"] is None


async def test_an_intent_says_whose_it_is_and_what_its_amount_is_made_of(people: People) -> None:
    customer = await people.customer()
    _, driver_id = await people.driver()
    order = await book(customer, driver_id=driver_id)
    opened = (await customer.post(f"/orders/{order['id']}/payment")).json()
    assert (opened["status"], opened["currency"]) == ("requires_payment_method", "usd")
    assert (opened["order_id"], opened["driver_id"]) == (order["id"], driver_id)
    assert opened["pricing_breakdown"]["total_cents"] == opened["amount_cents"] == order["price_cents"]
    assert opened["metadata"] == {"order_id": order["id"], "purpose": "order"}
    assert opened["client_secret"].startswith("pi_")


WITH_ASSEMBLY = Trip(ServiceType.MOVING, Decimal(5), 20, load=Load(assembly=True))
TODAY = date(2026, 5, 4)
WITHOUT = attrs.evolve(WITH_ASSEMBLY, load=Load())


def in_state(monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    """Every position, so that no index of addresses has to be built."""

    async def place(_self: EmbeddedTaxPlaces, _point: Point) -> TaxPlace:
        return TaxPlace(state)

    monkeypatch.setattr(EmbeddedTaxPlaces, "place", place)


def nothing_taxed(state: str, taxed: Taxed) -> TaxConfirmation:
    row = TaxRow(Fraction(0), date(2026, 1, 1), TaxPlace(state), taxed)
    return TaxConfirmation(row, "TB-ST-341", "Ann Lee, CPA", date(2026, 1, 2))


async def test_where_money_is_real_only_a_confirmed_rate_makes_a_price(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(migrated_file, tmp_path / "haulage.sqlite3")
    async with open_marketplace(attrs.evolve(REAL, data=tmp_path)) as market:
        calculate, asked_for = market.quotes.calculate_fare, market.quotes.request.price.taxes
        assert not (await calculate(ANONYMOUS, WITHOUT)).tax_known
        rows = [nothing_taxed("NY", ServiceType.MOVING), nothing_taxed("NJ", ServiceType.MOVING)]
        recorded = await market.sales_tax.record(OPERATOR, rows)
        known = await calculate(ANONYMOUS, WITHOUT)
        assert (known.tax_known, known.fare.taxes_cents) == (True, 0)
        in_state(monkeypatch, "NY")
        with pytest.raises(NoTaxRow):
            await calculate(ANONYMOUS, WITH_ASSEMBLY, TIMES_SQUARE.point)
        assert (await asked_for.of_trip(WITHOUT, TODAY, TIMES_SQUARE.point)).service == 0
        in_state(monkeypatch, "CT")
        with pytest.raises(NoTaxRow):
            await asked_for.of_trip(WITHOUT, TODAY, TIMES_SQUARE.point)
        await market.sales_tax.withdraw(OPERATOR, recorded.added[0].id)
        await market.sales_tax.withdraw(OPERATOR, recorded.added[1].id)
        assert not (await calculate(ANONYMOUS, WITHOUT)).tax_known
    async with open_marketplace(Settings(data=tmp_path)) as market:
        assert (await market.quotes.calculate_fare(ANONYMOUS, WITH_ASSEMBLY)).fare.taxes_cents > 0


async def test_a_calculator_that_is_told_the_place_knows_its_tax_among_differing_rates(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(migrated_file, tmp_path / "haulage.sqlite3")
    taxed = TaxRow(Fraction(8, 100), date(2026, 1, 1), TaxPlace("PA"), ServiceType.MOVING)
    confirmed = TaxConfirmation(taxed, "61 Pa. Code", "Ann Lee, CPA", date(2026, 1, 2))
    async with open_marketplace(attrs.evolve(REAL, data=tmp_path)) as market:
        await market.sales_tax.record(OPERATOR, [nothing_taxed("NY", ServiceType.MOVING), confirmed])
        nowhere = await market.quotes.calculate_fare(ANONYMOUS, WITHOUT)
        assert (nowhere.tax_known, nowhere.fare.total_cents) == (False, nowhere.fare.subtotal_cents)
        in_state(monkeypatch, "PA")
        there = await market.quotes.calculate_fare(ANONYMOUS, WITHOUT, TIMES_SQUARE.point)
        assert there.tax_known
        assert there.fare.taxes_cents == round(there.fare.subtotal_cents * 0.08)


async def test_a_strangers_payment_is_not_settled(people: People) -> None:
    customer, stranger = await people.customer(), await people.customer()
    await people.driver()
    payment, _, _ = await paying(customer, (await book(customer))["id"])
    assert (await stranger.post(f"/payments/{payment}/settle")).status_code == 404


@attrs.frozen
class IntoTheApplication(httpx.AsyncBaseTransport):
    """Carries the simulator's events from its thread into the application of the test."""

    client: httpx.AsyncClient
    loop: asyncio.AbstractEventLoop

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        payload = await request.aread()
        headers = {"Stripe-Signature": request.headers["stripe-signature"]}
        sent = self.client.post("/webhooks/stripe", content=payload, headers=headers)
        answer = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(sent, self.loop))
        return httpx.Response(answer.status_code)


@pytest.mark.parametrize(
    "payload", [b"", b"{}", b"\xff", b'{"id": "evt_1", "type": "charge.dispute.closed"}']
)
async def test_what_the_provider_has_signed_is_taken_whatever_it_is(
    marketplace: Marketplace, client: httpx.AsyncClient, payload: bytes
) -> None:
    signature = sign(payload, SECRET, int(marketplace.clock.now().timestamp()))
    answer = await client.post("/webhooks/stripe", content=payload, headers={"Stripe-Signature": signature})
    assert (answer.status_code, answer.json()) == (200, {"received": True})
    forged = sign(payload, "whsec_of_nobody", int(marketplace.clock.now().timestamp()))
    answer = await client.post("/webhooks/stripe", content=payload, headers={"Stripe-Signature": forged})
    assert (answer.status_code, answer.json()["code"]) == (400, "event_forged")


async def test_the_providers_events_alone_pay_dispute_and_close(
    people: People,
    marketplace: Marketplace,
    client: httpx.AsyncClient,
    simulator: RunningSimulator,
) -> None:
    deliveries = simulator.simulator.deliveries
    transport = IntoTheApplication(client, asyncio.get_running_loop())
    deliveries.client = lambda: httpx.AsyncClient(transport=transport)
    deliveries.faults = DeliveryFaults(duplicated=0.5, forged=1, delay_seconds=0.02)
    deliveries.add_endpoint({"url": "http://127.0.0.1/webhooks/stripe", "secret": SECRET})

    async def all_is_delivered() -> None:
        settled = asyncio.run_coroutine_threadsafe(deliveries.settle(), simulator.loop)
        await asyncio.wrap_future(settled)

    customer = await people.customer()
    await people.driver()
    order = await book(customer)
    _, intent, _ = await paying(customer, order["id"])
    confirm = f"/v1/payment_intents/{intent}/confirm"
    await asyncio.to_thread(simulator.post, confirm, payment_method="pm_card_chargeDeclined")
    await asyncio.to_thread(simulator.post, confirm, payment_method="pm_card_visa")
    await all_is_delivered()
    seen = (await customer.get(f"/orders/{order['id']}")).json()
    assert (seen["payment_status"], seen["status"]) == ("paid", "assigned")
    charge = simulator.state.get("payment_intent", intent)["latest_charge"]
    await asyncio.to_thread(simulator.post, "/simulator/disputes", charge=charge)
    await all_is_delivered()
    payment = await marketplace.storage.read(lambda unit: unit.payments.of_reference(intent))
    assert payment is not None
    assert payment.dispute is DisputeState.OPEN
    assert deliveries.refused > 0
    simulator.state.kind("webhook_endpoint").clear()


@pytest.mark.parametrize(
    ("body", "signature"),
    [(b"", None), (b"{}", "t=1,v1=1"), (b"\xff", "t=x"), (b"[" * 5_000, "v1=,t="), (b"{}", "t=1," * 9_000)],
)
async def test_what_nobody_signed_is_refused_before_it_is_read(
    client: httpx.AsyncClient, body: bytes, signature: str | None
) -> None:
    headers = {"Stripe-Signature": signature} if signature else {}
    refused = await client.post("/webhooks/stripe", content=body, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (400, "event_forged")


async def test_an_event_larger_than_any_of_stripes_is_not_read(client: httpx.AsyncClient) -> None:
    refused = await client.post("/webhooks/stripe", content=b"x" * 300_000)
    assert refused.status_code == 413
