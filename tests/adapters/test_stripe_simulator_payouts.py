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


class Desk:
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
def desk() -> Iterator[Desk]:
    with running_simulator(ready_accounts=False) as running:
        yield Desk(running)


def test_a_standard_payout_is_pending_then_on_its_way_and_paid_after_two_business_days(desk: Desk) -> None:
    made = desk.pay_out()
    assert (made["status"], made["arrival_date"]) == ("pending", THURSDAY + 4 * DAY)
    assert desk.held() == (0, 0)
    statuses = []
    for days in (1, 3, 4):
        desk.now = THURSDAY + days * DAY
        statuses.append(desk.get(f"/v1/payouts/{made['id']}")["status"])
    assert statuses == ["pending", "in_transit", "paid"]
    assert desk.events() == ["payout.created", "payout.updated", "payout.updated", "payout.paid"]


def test_an_instant_payout_comes_in_half_an_hour_where_the_destination_takes_it(desk: Desk) -> None:
    assert desk.refused("/v1/payouts", amount="100", currency="usd", method="instant")["code"] == (
        "instant_payouts_unsupported"
    )
    card = desk.method("tok_visa_debit_us_transferSuccess")
    made = desk.pay_out(method="instant", destination=card)
    desk.now += 1800
    assert desk.get(f"/v1/payouts/{made['id']}")["status"] == "paid"


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
    desk: Desk, token: str, code: str
) -> None:
    destination = desk.method(token)
    made = desk.pay_out(destination=destination)
    desk.now += 10 * DAY
    failed = desk.get(f"/v1/payouts/{made['id']}")
    assert (failed["status"], failed["failure_code"]) == ("failed", code)
    assert failed["failure_message"]
    assert desk.held() == (SHARE, 0)
    found = desk.get(f"/v1/accounts/{desk.account}/external_accounts/{destination}")
    assert found["status"] == "errored"
    assert desk.events()[-1] == "payout.failed"


def test_a_bank_may_send_back_what_was_paid(desk: Desk) -> None:
    made = desk.pay_out()
    desk.post(f"/simulator/payouts/{made['id']}/pay")
    assert desk.post(f"/simulator/payouts/{made['id']}/fail")["status"] == "failed"
    assert desk.held() == (SHARE, 0)
    assert desk.refused(f"/simulator/payouts/{made['id']}/fail")


def test_only_a_pending_payout_is_canceled(desk: Desk) -> None:
    made = desk.pay_out(60_00)
    assert desk.post(f"/v1/payouts/{made['id']}/cancel")["status"] == "canceled"
    assert desk.held() == (SHARE, 0)
    other = desk.pay_out(60_00)
    desk.post(f"/simulator/payouts/{other['id']}/send")
    for id in (made["id"], other["id"]):
        assert "only be canceled while" in desk.refused(f"/v1/payouts/{id}/cancel")["message"]
    assert desk.held() == (SHARE - 60_00, 0)


def test_a_paid_payout_is_reversed_once_by_a_payout_the_other_way(desk: Desk) -> None:
    made = desk.pay_out()
    assert desk.refused(f"/v1/payouts/{made['id']}/reverse")
    desk.post(f"/simulator/payouts/{made['id']}/pay")
    back = desk.post(f"/v1/payouts/{made['id']}/reverse")
    assert (back["amount"], back["original_payout"], back["status"]) == (-SHARE, made["id"], "pending")
    assert desk.get(f"/v1/payouts/{made['id']}")["reversed_by"] == back["id"]
    assert desk.refused(f"/v1/payouts/{made['id']}/reverse")
    assert desk.held() == (0, 0)
    desk.now += 10 * DAY
    assert desk.held() == (SHARE, 0)


@pytest.mark.parametrize("cents", [SHARE + 1, 99_999_999])
def test_more_than_the_balance_is_refused_with_stripes_code(desk: Desk, cents: int) -> None:
    assert desk.refused("/v1/payouts", amount=str(cents), currency="usd")["code"] == "balance_insufficient"
    assert desk.held() == (SHARE, 0)


def test_what_has_not_settled_waits_for_a_standard_payout_and_not_for_an_instant_one() -> None:
    with running_simulator(settle_seconds=2 * DAY) as running:
        desk = Desk(running)
        assert desk.held() == (0, SHARE)
        assert desk.get("/v1/balance")["instant_available"][0]["amount"] == SHARE
        assert desk.refused("/v1/payouts", amount="1", currency="usd")["code"] == "balance_insufficient"
        card = desk.method("tok_visa_debit_us_transferSuccess")
        desk.pay_out(40_00, method="instant", destination=card)
        assert sum(desk.held()) == SHARE - 40_00
        desk.now += 2 * DAY
        assert desk.held() == (SHARE - 40_00, 0)
        desk.pay_out(SHARE - 40_00)


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
def test_bad_requests_are_refused_and_move_nothing(desk: Desk, form: dict[str, str], code: str) -> None:
    assert desk.refused("/v1/payouts", **{"amount": "100", "currency": "usd", **form})["code"] == code
    assert desk.held() == (SHARE, 0)


def test_nobody_pays_out_to_or_sees_what_is_anothers(desk: Desk) -> None:
    other = desk.post("/v1/accounts", type="express", country="US")["id"]
    made = desk.pay_out(1_00)
    assert desk.ask("GET", f"/v1/payouts/{made['id']}", account=other).status_code == 404
    assert desk.get("/v1/payouts", account=other)["data"] == []
    assert desk.refused("/v1/payouts", amount="1", currency="usd", account=other)["code"] == (
        "payouts_not_allowed"
    )
    answer = desk.ask("POST", "/v1/payouts", amount="1", currency="usd", account="acct_nobody")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "account_invalid")


def test_one_key_makes_one_payout_of_one_account(desk: Desk) -> None:
    form = {"amount": "100", "currency": "usd"}
    first, again = (desk.ask("POST", "/v1/payouts", key="one", **form) for _ in range(2))
    assert first.json() == again.json()
    assert again.headers["idempotent-replayed"] == "true"
    assert desk.held() == (SHARE - 1_00, 0)


def test_payouts_are_listed_by_pages_newest_first_and_by_status(desk: Desk) -> None:
    made = []
    for _ in range(5):
        desk.now += 60
        made.append(desk.pay_out(1_00)["id"])
    desk.post(f"/v1/payouts/{made[0]}/cancel")
    first = desk.get("/v1/payouts", limit="2")
    assert ([each["id"] for each in first["data"]], first["has_more"]) == (made[:2:-1], True)
    rest = desk.get("/v1/payouts", limit="5", starting_after=first["data"][-1]["id"])
    assert ([each["id"] for each in rest["data"]], rest["has_more"]) == (made[2::-1], False)
    canceled = desk.get("/v1/payouts", status="canceled")["data"]
    assert [each["id"] for each in canceled] == made[:1]


def test_a_transfer_is_not_reversed_out_of_an_empty_account(desk: Desk) -> None:
    desk.pay_out(60_00)
    path = f"/v1/transfers/{desk.transfer}/reversals"
    assert desk.refused(path, amount="4001")["code"] == "balance_insufficient"
    desk.post(path, amount="4000")
    assert desk.held() == (0, 0)


def test_the_default_destination_stays_and_another_can_be_deleted(desk: Desk) -> None:
    (bank,) = desk.get(f"/v1/accounts/{desk.account}/external_accounts")["data"]
    assert (bank["object"], bank["last4"], bank["default_for_currency"]) == ("bank_account", "6789", True)
    card = desk.method("tok_visa_debit_us_transferSuccess")
    cards = desk.get(f"/v1/accounts/{desk.account}/external_accounts", object="card")["data"]
    assert [each["id"] for each in cards] == [card]
    place = f"/v1/accounts/{desk.account}/external_accounts"
    assert desk.ask("DELETE", f"{place}/{bank['id']}").status_code == 400
    assert desk.ask("DELETE", f"{place}/{card}").json()["deleted"] is True
    assert desk.ask("DELETE", f"{place}/{card}").status_code == 404
    unknown = desk.refused(place, external_account="tok_nobodys")
    assert (unknown["code"], unknown["param"]) == ("resource_missing", "external_account")


def test_events_of_payouts_go_to_the_endpoint_of_connected_accounts(desk: Desk) -> None:
    sent: list[dict[str, Any]] = []

    def take(request: httpx.Request) -> httpx.Response:
        sent.append({"body": request.content.decode(), "url": str(request.url)})
        return httpx.Response(200)

    deliveries = desk.stripe.simulator.deliveries
    deliveries.client = lambda: httpx.AsyncClient(transport=httpx.MockTransport(take))
    for connect in ("false", "true"):
        deliveries.add_endpoint({"url": f"http://127.0.0.1:9/{connect}", "connect": connect})
    desk.pay_out()
    asyncio.run_coroutine_threadsafe(deliveries.settle(), desk.stripe.loop).result(10)
    (event,) = sent
    assert event["url"].endswith("/true")
    assert f'"account":"{desk.account}"' in event["body"]
    assert '"_account"' not in event["body"]


def test_the_forms_of_the_provider_ask_where_its_owner_is_paid(desk: Desk) -> None:
    link = desk.post(
        "/v1/account_links",
        account=desk.account,
        type="account_onboarding",
        return_url="http://127.0.0.1/back",
        refresh_url="http://127.0.0.1/again",
    )["url"]
    page = httpx.get(link).text
    assert "As before" in page
    action = page.partition('action="')[2].partition('"')[0]
    form = {"outcome": "finish", "method": "btok_us_verified_accountClosed"}
    assert httpx.post(desk.stripe.url + action, data=form).status_code == 303
    dashboard = httpx.get(desk.post(f"/v1/accounts/{desk.account}/login_links")["url"]).text
    action = dashboard.partition('action="')[2].partition('"')[0]
    assert "…6789 (default)" in dashboard
    assert "…1113" in dashboard
    added = httpx.post(desk.stripe.url + action, data={"method": "tok_visa_debit_us_transferSuccess"}).text
    card = added.rpartition('name="remove" value="')[2].partition('"')[0]
    assert card.startswith("card_")
    assert card not in httpx.post(desk.stripe.url + action, data={"remove": card}).text


def test_the_books_of_the_simulator_add_up(desk: Desk) -> None:
    state = desk.stripe.state
    made = desk.pay_out(30_00, destination=desk.method("btok_us_verified_noAccount"))
    desk.post(f"/v1/transfers/{desk.transfer}/reversals", amount="2000")
    desk.now += 10 * DAY
    assert desk.get(f"/v1/payouts/{made['id']}")["status"] == "failed"
    entries = desk.get("/v1/balance_transactions", limit="100")["data"]
    assert sum(each["net"] for each in entries) == balance_cents(state, desk.account) == SHARE - 20_00
    assert available_cents(state, desk.account) == SHARE - 20_00
    assert [each["type"] for each in entries] == ["payout_failure", "payment_refund", "payout", "payment"]
