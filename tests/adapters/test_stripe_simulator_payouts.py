"""Payouts at the simulated Stripe: refused as Stripe refuses them, and on their way by its clock."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from haulage_adapters.stripe_simulator.money import available_cents, balance_cents
from stripe_server import KEY, RunningSimulator, running_simulator

SHARE = 100_00
THURSDAY = datetime(2026, 11, 26, 12, 0, tzinfo=UTC).timestamp()
DAY = 24 * 3600


class StripeClient:
    """The simulated Stripe as a client of it sees it, and its clock."""

    def __init__(self, stripe: RunningSimulator) -> None:
        self.stripe = stripe
        self.now = THURSDAY
        stripe.state.now = lambda: self.now
        self.account = self.post("/v1/accounts", type="express", country="US")["id"]
        self.post(f"/simulator/accounts/{self.account}/finish")
        charge = self._charge()
        self.transfer = self.post(
            "/v1/transfers",
            amount=str(SHARE),
            currency="usd",
            destination=self.account,
            source_transaction=charge,
        )["id"]

    def _charge(self) -> str:
        intent = self.post("/v1/payment_intents", amount="20000", currency="usd")["id"]
        paid = self.post(f"/v1/payment_intents/{intent}/confirm", payment_method="pm_card_visa")
        return str(paid["latest_charge"])

    def ask(self, verb: str, path: str, *, key: str | None = None, **form: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {KEY}"}
        if path.startswith(("/v1/payouts", "/v1/balance")) and (named := form.pop("account", self.account)):
            headers["Stripe-Account"] = named
        if key is not None:
            headers["Idempotency-Key"] = key
        if verb == "POST":
            return httpx.post(self.stripe.url + path, data=form, headers=headers)
        return httpx.request(verb, self.stripe.url + path, params=form, headers=headers)

    def post(self, path: str, **form: str) -> dict[str, Any]:
        answer = self.ask("POST", path, **form)
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def get(self, path: str, **form: str) -> dict[str, Any]:
        answer = self.ask("GET", path, **form)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, path: str, **form: str) -> dict[str, Any]:
        answer = self.ask("POST", path, **form)
        assert answer.status_code >= 400
        error: dict[str, Any] = answer.json()["error"]
        return error

    def pay_out(self, cents: int = SHARE, **form: str) -> dict[str, Any]:
        return self.post("/v1/payouts", amount=str(cents), currency="usd", **form)

    def method(self, token: str) -> str:
        made = self.post(f"/v1/accounts/{self.account}/external_accounts", external_account=token)
        return str(made["id"])

    def held(self) -> tuple[int, int]:
        """Available and pending."""
        balance = self.get("/v1/balance")
        return balance["available"][0]["amount"], balance["pending"][0]["amount"]

    def events(self) -> list[str]:
        made = self.stripe.state.kind("event").values()
        return [each["type"] for each in made if each["type"].startswith("payout.")]


@pytest.fixture
def client() -> Iterator[StripeClient]:
    with running_simulator(ready_accounts=False) as running:
        yield StripeClient(running)


def test_a_standard_payout_is_pending_then_on_its_way_and_paid_after_two_business_days(
    client: StripeClient,
) -> None:
    made = client.pay_out()
    assert (made["status"], made["arrival_date"]) == ("pending", THURSDAY + 4 * DAY)
    assert client.held() == (0, 0)
    statuses = []
    for days in (1, 3, 4):
        client.now = THURSDAY + days * DAY
        statuses.append(client.get(f"/v1/payouts/{made['id']}")["status"])
    assert statuses == ["pending", "in_transit", "paid"]
    assert client.events() == ["payout.created", "payout.updated", "payout.updated", "payout.paid"]


def test_an_instant_payout_comes_in_half_an_hour_where_the_destination_takes_it(client: StripeClient) -> None:
    assert client.refused("/v1/payouts", amount="100", currency="usd", method="instant")["code"] == (
        "instant_payouts_unsupported"
    )
    card = client.method("tok_visa_debit_us_transferSuccess")
    made = client.pay_out(method="instant", destination=card)
    client.now += 1800
    assert client.get(f"/v1/payouts/{made['id']}")["status"] == "paid"


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("btok_us_verified_noAccount", "no_account"),
        ("btok_us_verified_accountClosed", "account_closed"),
        ("btok_us_verified_insufficientFunds", "insufficient_funds"),
        ("btok_us_verified_debitNotAuthorized", "debit_not_authorized"),
        ("btok_us_verified_invalidCurrency", "invalid_currency"),
        ("tok_visa_debit_us_transferFail", "could_not_process"),
    ],
)
def test_a_payout_fails_as_its_test_token_says_and_the_money_is_back(
    client: StripeClient, token: str, code: str
) -> None:
    destination = client.method(token)
    made = client.pay_out(destination=destination)
    client.now += 10 * DAY
    failed = client.get(f"/v1/payouts/{made['id']}")
    assert (failed["status"], failed["failure_code"]) == ("failed", code)
    assert failed["failure_message"]
    assert client.held() == (SHARE, 0)
    found = client.get(f"/v1/accounts/{client.account}/external_accounts/{destination}")
    assert found["status"] == "errored"
    assert client.events()[-1] == "payout.failed"


def test_a_bank_may_send_back_what_was_paid(client: StripeClient) -> None:
    made = client.pay_out()
    client.post(f"/simulator/payouts/{made['id']}/pay")
    assert client.post(f"/simulator/payouts/{made['id']}/fail")["status"] == "failed"
    assert client.held() == (SHARE, 0)
    assert client.refused(f"/simulator/payouts/{made['id']}/fail")


def test_only_a_pending_payout_is_canceled(client: StripeClient) -> None:
    made = client.pay_out(60_00)
    assert client.post(f"/v1/payouts/{made['id']}/cancel")["status"] == "canceled"
    assert client.held() == (SHARE, 0)
    other = client.pay_out(60_00)
    client.post(f"/simulator/payouts/{other['id']}/send")
    for id in (made["id"], other["id"]):
        assert "only be canceled while" in client.refused(f"/v1/payouts/{id}/cancel")["message"]
    assert client.held() == (SHARE - 60_00, 0)


def test_a_paid_payout_is_reversed_once_by_a_payout_the_other_way(client: StripeClient) -> None:
    made = client.pay_out()
    assert client.refused(f"/v1/payouts/{made['id']}/reverse")
    client.post(f"/simulator/payouts/{made['id']}/pay")
    back = client.post(f"/v1/payouts/{made['id']}/reverse")
    assert (back["amount"], back["original_payout"], back["status"]) == (-SHARE, made["id"], "pending")
    assert client.get(f"/v1/payouts/{made['id']}")["reversed_by"] == back["id"]
    assert client.refused(f"/v1/payouts/{made['id']}/reverse")
    assert client.held() == (0, 0)
    client.now += 10 * DAY
    assert client.held() == (SHARE, 0)


@pytest.mark.parametrize("cents", [SHARE + 1, 99_999_999])
def test_more_than_the_balance_is_refused_with_stripes_code(client: StripeClient, cents: int) -> None:
    assert client.refused("/v1/payouts", amount=str(cents), currency="usd")["code"] == "balance_insufficient"
    assert client.held() == (SHARE, 0)


def test_what_has_not_settled_waits_for_a_standard_payout_and_not_for_an_instant_one() -> None:
    with running_simulator(settle_seconds=2 * DAY) as running:
        client = StripeClient(running)
        assert client.held() == (0, SHARE)
        assert client.get("/v1/balance")["instant_available"][0]["amount"] == SHARE
        assert client.refused("/v1/payouts", amount="1", currency="usd")["code"] == "balance_insufficient"
        card = client.method("tok_visa_debit_us_transferSuccess")
        client.pay_out(40_00, method="instant", destination=card)
        assert sum(client.held()) == SHARE - 40_00
        client.now += 2 * DAY
        assert client.held() == (SHARE - 40_00, 0)
        client.pay_out(SHARE - 40_00)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"amount": "0"}, "parameter_invalid"),
        ({"amount": "1.5"}, "parameter_invalid_integer"),
        ({"method": "tomorrow"}, "parameter_invalid"),
        ({"destination": "ba_nobodys"}, "resource_missing"),
        ({"currency": "eur"}, "parameter_invalid"),
    ],
)
def test_bad_requests_are_refused_and_move_nothing(
    client: StripeClient, form: dict[str, str], code: str
) -> None:
    assert client.refused("/v1/payouts", **{"amount": "100", "currency": "usd", **form})["code"] == code
    assert client.held() == (SHARE, 0)


def test_nobody_pays_out_to_or_sees_what_is_anothers(client: StripeClient) -> None:
    other = client.post("/v1/accounts", type="express", country="US")["id"]
    made = client.pay_out(1_00)
    assert client.ask("GET", f"/v1/payouts/{made['id']}", account=other).status_code == 404
    assert client.get("/v1/payouts", account=other)["data"] == []
    assert client.refused("/v1/payouts", amount="1", currency="usd", account=other)["code"] == (
        "payouts_not_allowed"
    )
    answer = client.ask("POST", "/v1/payouts", amount="1", currency="usd", account="acct_nobody")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "account_invalid")


def test_one_key_makes_one_payout_of_one_account(client: StripeClient) -> None:
    form = {"amount": "100", "currency": "usd"}
    first, again = (client.ask("POST", "/v1/payouts", key="one", **form) for _ in range(2))
    assert first.json() == again.json()
    assert again.headers["idempotent-replayed"] == "true"
    assert client.held() == (SHARE - 1_00, 0)


def test_payouts_are_listed_by_pages_newest_first_and_by_status(client: StripeClient) -> None:
    made = []
    for _ in range(5):
        client.now += 60
        made.append(client.pay_out(1_00)["id"])
    client.post(f"/v1/payouts/{made[0]}/cancel")
    first = client.get("/v1/payouts", limit="2")
    assert ([each["id"] for each in first["data"]], first["has_more"]) == (made[:2:-1], True)
    rest = client.get("/v1/payouts", limit="5", starting_after=first["data"][-1]["id"])
    assert ([each["id"] for each in rest["data"]], rest["has_more"]) == (made[2::-1], False)
    canceled = client.get("/v1/payouts", status="canceled")["data"]
    assert [each["id"] for each in canceled] == made[:1]


def test_a_transfer_is_not_reversed_out_of_an_empty_account(client: StripeClient) -> None:
    client.pay_out(60_00)
    path = f"/v1/transfers/{client.transfer}/reversals"
    assert client.refused(path, amount="4001")["code"] == "balance_insufficient"
    client.post(path, amount="4000")
    assert client.held() == (0, 0)


def test_the_default_destination_stays_and_another_can_be_deleted(client: StripeClient) -> None:
    (bank,) = client.get(f"/v1/accounts/{client.account}/external_accounts")["data"]
    assert (bank["object"], bank["last4"], bank["default_for_currency"]) == ("bank_account", "6789", True)
    card = client.method("tok_visa_debit_us_transferSuccess")
    cards = client.get(f"/v1/accounts/{client.account}/external_accounts", object="card")["data"]
    assert [each["id"] for each in cards] == [card]
    place = f"/v1/accounts/{client.account}/external_accounts"
    assert client.ask("DELETE", f"{place}/{bank['id']}").status_code == 400
    assert client.ask("DELETE", f"{place}/{card}").json()["deleted"] is True
    assert client.ask("DELETE", f"{place}/{card}").status_code == 404
    unknown = client.refused(place, external_account="tok_nobodys")
    assert (unknown["code"], unknown["param"]) == ("resource_missing", "external_account")


def test_events_of_payouts_go_to_the_endpoint_of_connected_accounts(client: StripeClient) -> None:
    sent: list[dict[str, Any]] = []

    def take(request: httpx.Request) -> httpx.Response:
        sent.append({"body": request.content.decode(), "url": str(request.url)})
        return httpx.Response(200)

    deliveries = client.stripe.simulator.deliveries
    deliveries.client = lambda: httpx.AsyncClient(transport=httpx.MockTransport(take))
    for connect in ("false", "true"):
        deliveries.add_endpoint({"url": f"http://127.0.0.1:9/{connect}", "connect": connect})
    client.pay_out()
    asyncio.run_coroutine_threadsafe(deliveries.settle(), client.stripe.loop).result(10)
    (event,) = sent
    assert event["url"].endswith("/true")
    assert f'"account":"{client.account}"' in event["body"]
    assert '"_account"' not in event["body"]


def test_the_forms_of_the_provider_ask_where_its_owner_is_paid(client: StripeClient) -> None:
    link = client.post(
        "/v1/account_links",
        account=client.account,
        type="account_onboarding",
        return_url="http://127.0.0.1/back",
        refresh_url="http://127.0.0.1/again",
    )["url"]
    page = httpx.get(link).text
    assert "As before" in page
    action = page.partition('action="')[2].partition('"')[0]
    form = {"outcome": "finish", "method": "btok_us_verified_accountClosed"}
    assert httpx.post(client.stripe.url + action, data=form).status_code == 303
    dashboard = httpx.get(client.post(f"/v1/accounts/{client.account}/login_links")["url"]).text
    action = dashboard.partition('action="')[2].partition('"')[0]
    assert "…6789 (default)" in dashboard
    assert "…1113" in dashboard
    added = httpx.post(client.stripe.url + action, data={"method": "tok_visa_debit_us_transferSuccess"}).text
    card = added.rpartition('name="remove" value="')[2].partition('"')[0]
    assert card.startswith("card_")
    assert card not in httpx.post(client.stripe.url + action, data={"remove": card}).text


def test_the_books_of_the_simulator_add_up(client: StripeClient) -> None:
    state = client.stripe.state
    made = client.pay_out(30_00, destination=client.method("btok_us_verified_noAccount"))
    client.post(f"/v1/transfers/{client.transfer}/reversals", amount="2000")
    client.now += 10 * DAY
    assert client.get(f"/v1/payouts/{made['id']}")["status"] == "failed"
    entries = client.get("/v1/balance_transactions", limit="100")["data"]
    assert sum(each["net"] for each in entries) == balance_cents(state, client.account) == SHARE - 20_00
    assert available_cents(state, client.account) == SHARE - 20_00
    assert [each["type"] for each in entries] == ["payout_failure", "payment_refund", "payout", "payment"]
