"""Drivers' accounts at the simulated Stripe: opened not ready, and set up in a form of the provider's."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime

import httpx
import pytest

from haulage.payments import ProviderRefused
from haulage.payouts import AccountStatus
from haulage.ports.storage.provider_events import EventForged
from haulage.webhooks.event import EventKind
from haulage_adapters.stripe_payments import StripeCards, StripeEvents
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

BACK, AGAIN = "http://127.0.0.1/back", "http://127.0.0.1/again"


def get(url: str) -> httpx.Response:
    """As a browser asks; where it is sent on to, it is not followed."""
    return httpx.get(url)


def post(url: str, outcome: str) -> httpx.Response:
    return httpx.post(url, data={"outcome": outcome})


@pytest.fixture
def stripe() -> Iterator[RunningSimulator]:
    with running_simulator(ready_accounts=False) as running:
        yield running


@pytest.fixture
async def cards(stripe: RunningSimulator) -> AsyncIterator[StripeCards]:
    made = stripe.cards()
    yield made
    await made.aclose()


@pytest.fixture
async def account(cards: StripeCards) -> str:
    return await cards.open_driver_account(driver_id="drv_dee", email="dee@example.com")


async def form_of(cards: StripeCards, account: str) -> tuple[str, str]:
    """The onboarding link, and where its form is sent."""
    link = await cards.onboarding_link(account, return_url=BACK, refresh_url=AGAIN)
    page = get(link)
    assert page.status_code == 200
    return link, page.text.partition('action="')[2].partition('"')[0]


async def choose(stripe: RunningSimulator, cards: StripeCards, account: str, outcome: str) -> None:
    _, action = await form_of(cards, account)
    answer = post(stripe.url + action, outcome)
    assert (answer.status_code, answer.headers["location"]) == (303, BACK)


async def test_a_new_account_can_take_nothing(cards: StripeCards, account: str) -> None:
    report = await cards.account_report(account)
    assert report.status is AccountStatus.PENDING
    assert report.may_become_ready
    assert "individual.id_number" in report.currently_due
    with pytest.raises(ProviderRefused):
        await cards.transfer(amount_cents=5_00, account=account, order_id="ord_1", reference="spl_1-1")


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ("finish", AccountStatus.ACTIVE),
        ("abandon", AccountStatus.PENDING),
        ("restrict", AccountStatus.RESTRICTED),
        ("refuse", AccountStatus.REJECTED),
    ],
)
async def test_the_form_ends_as_its_driver_and_the_provider_decide(
    stripe: RunningSimulator, cards: StripeCards, account: str, outcome: str, status: AccountStatus
) -> None:
    await choose(stripe, cards, account, outcome)
    report = await cards.account_report(account)
    assert report.status is status
    assert (report.due_by is not None) is (status is AccountStatus.RESTRICTED)


async def test_what_was_abandoned_can_be_finished_later(
    stripe: RunningSimulator, cards: StripeCards, account: str
) -> None:
    for outcome in ("abandon", "restrict", "finish"):
        await choose(stripe, cards, account, outcome)
    assert (await cards.account_report(account)).takes_transfers


async def test_a_link_works_once(cards: StripeCards, account: str) -> None:
    link, _ = await form_of(cards, account)
    assert get(link).headers["location"] == AGAIN


async def test_a_link_ends_after_five_minutes(
    stripe: RunningSimulator, cards: StripeCards, account: str
) -> None:
    link = await cards.onboarding_link(account, return_url=BACK, refresh_url=AGAIN)
    for each in stripe.state.kind("account_link_page").values():
        each["expires_at"] -= 300
    assert get(link).headers["location"] == AGAIN


async def test_the_dashboard_opens_once_for_an_account_that_is_set_up(
    stripe: RunningSimulator, cards: StripeCards, account: str
) -> None:
    with pytest.raises(ProviderRefused):
        await cards.dashboard_link(account)
    await choose(stripe, cards, account, "finish")
    link = await cards.dashboard_link(account)
    assert "Payouts are on." in get(link).text
    assert get(link).status_code == 400


async def test_an_account_that_nobody_has_is_refused(cards: StripeCards) -> None:
    with pytest.raises(ProviderRefused):
        await cards.account_report("acct_nobody")


async def test_events_of_accounts_name_the_account_and_are_signed_for_their_own_endpoint(
    stripe: RunningSimulator, cards: StripeCards, account: str
) -> None:
    sent: list[httpx.Request] = []

    def take(request: httpx.Request) -> httpx.Response:
        if b'"account.updated"' in request.content:
            sent.append(request)
        return httpx.Response(200)

    deliveries = stripe.simulator.deliveries
    deliveries.client = lambda: httpx.AsyncClient(transport=httpx.MockTransport(take))
    for secret, connect in (("whsec_own1", "false"), ("whsec_connect1", "true")):
        deliveries.add_endpoint({"url": "http://127.0.0.1:9/x", "secret": secret, "connect": connect})
    await choose(stripe, cards, account, "finish")
    asyncio.run_coroutine_threadsafe(deliveries.settle(), stripe.loop).result(10)
    (request,) = sent
    signature = request.headers["stripe-signature"]
    event = StripeEvents("whsec_connect1").read(request.content, signature, datetime.now(UTC))
    assert (event.type, event.kind, event.account) == ("account.updated", EventKind.ACCOUNT, account)
    with pytest.raises(EventForged):
        StripeEvents("whsec_own1").read(request.content, signature, datetime.now(UTC))
