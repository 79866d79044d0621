"""What browsers are told of who takes cards, and paying where they show cards to the provider."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings, read_settings
from haulage_webapp.app import create_app
from haulage_webapp.browser_rules import content_security_policy, security_headers
from people import People, Person, book
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

REAL = read_settings(
    {
        "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
        "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
        "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
    }
)
FAILED = "Payment failed. Please try again."


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
    settings = Settings(data=tmp_path, autoconfirm=True, stripe_api_base=simulator.url)
    async with open_marketplace(settings) as opened:
        yield opened


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
    assert "payment=()" in security_headers(Settings())["Permissions-Policy"]


@pytest.mark.parametrize(
    ("settings", "mode", "form", "key"),
    [
        (REAL, "real", "stripe", "pk_live_abcd"),
        (Settings(stripe_api_base="http://127.0.0.1:1"), "default", "documented", None),
        (Settings(), "default", "documented", None),
    ],
)
async def test_the_status_tells_which_card_form_is_shown(
    marketplace: Marketplace, settings: Settings, mode: str, form: str, key: str | None
) -> None:
    app = create_app(settings, marketplace)
    async with app.lifespan():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
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


async def test_a_strangers_payment_is_not_settled(people: People) -> None:
    customer, stranger = await people.customer(), await people.customer()
    await people.driver()
    payment, _, _ = await paying(customer, (await book(customer))["id"])
    assert (await stranger.post(f"/payments/{payment}/settle")).status_code == 404
