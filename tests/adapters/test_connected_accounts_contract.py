"""The promise of the ``ConnectedAccounts`` port, kept by the simulation and by Stripe's adapter."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from haulage.payments import Card, ProviderRefused
from haulage.payouts import AccountStatus
from haulage.ports.payments import CardPayments
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.provider_book import ProviderBook
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

BACK, AGAIN = "http://127.0.0.1/back", "http://127.0.0.1/again"


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture(params=["in process", "in a file", "stripe"])
async def accounts(
    request: pytest.FixtureRequest, anyio_backend: str, simulator: RunningSimulator, tmp_path: Path
) -> AsyncIterator[CardPayments]:
    if request.param == "stripe":
        stripe = simulator.cards(budget_seconds=30, attempt_seconds=20)
        yield stripe
        await stripe.aclose()
        return
    yield SimulatedCards(book=ProviderBook(tmp_path / "book" if request.param == "in a file" else None))


async def opened(accounts: CardPayments, driver: str) -> str:
    return await accounts.open_driver_account(driver_id=driver, email=f"{driver}@example.com")


async def test_a_driver_has_one_account_however_often_it_is_opened(accounts: CardPayments) -> None:
    first, again = await opened(accounts, "drv_one"), await opened(accounts, "drv_one")
    assert first == again != await opened(accounts, "drv_two")


async def test_an_account_that_is_set_up_takes_transfers_and_is_paid_out(accounts: CardPayments) -> None:
    report = await accounts.account_report(await opened(accounts, "drv_report"))
    assert (report.status, report.payouts_enabled) == (AccountStatus.ACTIVE, True)
    assert report.takes_transfers
    assert list(report.currently_due) == []


async def test_a_report_changes_nothing(accounts: CardPayments) -> None:
    account = await opened(accounts, "drv_twice")
    assert await accounts.account_report(account) == await accounts.account_report(account)


async def test_the_form_leads_back_to_where_its_driver_came_from(accounts: CardPayments) -> None:
    account = await opened(accounts, "drv_form")
    link = await accounts.onboarding_link(account, return_url=BACK, refresh_url=AGAIN)
    if not accounts.has_account_pages:
        assert link == BACK
        return
    assert urlsplit(link).hostname == "127.0.0.1"
    page = get(link)
    action = page.text.partition('action="')[2].partition('"')[0]
    left = post(f"http://{urlsplit(link).netloc}{action}", outcome="abandon")
    assert left.headers["location"] == BACK
    assert get(link).headers["location"] == AGAIN


async def test_the_providers_own_pages_open_once_where_it_has_any(accounts: CardPayments) -> None:
    account = await opened(accounts, "drv_pages")
    if not accounts.has_account_pages:
        with pytest.raises(ProviderRefused):
            await accounts.dashboard_link(account)
        return
    link = await accounts.dashboard_link(account)
    assert (get(link).status_code, get(link).status_code) == (200, 400)


async def test_what_was_transferred_to_an_account_is_listed_by_its_order(accounts: CardPayments) -> None:
    account = await opened(accounts, "drv_share")
    source = await paid(accounts)
    made = await accounts.transfer(
        amount_cents=20_00,
        account=account,
        order_id="ord_share",
        reference="share",
        provider_reference=source,
    )
    (listed,) = await accounts.transfers_of("ord_share")
    assert (listed.id, listed.amount_cents, listed.reference) == (made, 20_00, "share")
    back = await accounts.reverse_transfer(made, amount_cents=5_00, reference="back")
    assert await accounts.reverse_transfer(made, amount_cents=5_00, reference="back") == back
    (reversal,) = await accounts.reversals_of(made)
    assert (reversal.id, reversal.amount_cents, reversal.reference) == (back, 5_00, "back")
    with pytest.raises(ProviderRefused):
        await accounts.reverse_transfer(made, amount_cents=15_01, reference="more")


async def paid(accounts: CardPayments) -> str:
    """The intent of a payment of $50."""
    opened = await accounts.open(reference="paid", amount_cents=50_00, order_id="ord_share")
    card = Card("4242 4242 4242 4242", "12/34", "123", "Ada Lovelace")
    await accounts.confirm(opened.provider_reference, card, amount_cents=50_00, attempt=1)
    return opened.provider_reference


def get(url: str) -> httpx.Response:
    """As a browser asks; where it is sent on to, it is not followed."""
    return httpx.get(url)


def post(url: str, **form: str) -> httpx.Response:
    return httpx.post(url, data=form)
