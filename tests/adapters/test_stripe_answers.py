"""What Stripe answers where it cannot be true, or refuses: no such answer moves money."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
import respx

from adapters.test_stripe_payments import PRICE
from haulage.kernel.errors import Unavailable
from haulage.payments import ProviderRefused
from haulage.ports.payments import (
    Charge,
    ChargeResult,
    ProviderUnreadable,
)
from haulage_adapters.stripe_payments import StripeCards, StripeConnection
from haulage_adapters.stripe_payments.client import TimeBudget
from haulage_adapters.stripe_payments.lists import MOST_PAGES

pytestmark = pytest.mark.anyio

BASE = "http://127.0.0.1:1"


def paid_intent(**changes: Any) -> dict[str, Any]:
    entry = {"id": "txn_1", "object": "balance_transaction", "fee": 1_56}
    charge = {"id": "ch_1", "object": "charge", "balance_transaction": entry}
    intent = {"id": "pi_1", "object": "payment_intent", "status": "succeeded", "latest_charge": charge}
    return {**intent, **changes}


def without_fee(fee: Any) -> dict[str, Any]:
    made = paid_intent()
    made["latest_charge"]["balance_transaction"]["fee"] = fee
    return made


GARBAGE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "a page": lambda: b"<html>hello</html>",
    "a list": lambda: b"[1, 2]",
    "a word": lambda: b'"paid"',
    "null": lambda: b"null",
    "half of it": lambda: json.dumps(paid_intent()).encode()[:-20],
    "another intent": lambda: json.dumps(paid_intent(id="pi_2")).encode(),
    "no status": lambda: json.dumps(paid_intent(status=None)).encode(),
    "a new status": lambda: json.dumps(paid_intent(status="paid_maybe")).encode(),
    "no charge": lambda: json.dumps(paid_intent(latest_charge=None)).encode(),
    "a charge by its id": lambda: json.dumps(paid_intent(latest_charge="ch_1")).encode(),
    "no fee": lambda: json.dumps(without_fee(None)).encode(),
    "a negative fee": lambda: json.dumps(without_fee(-1)).encode(),
    "a fee in words": lambda: json.dumps(without_fee("156")).encode(),
    "half a cent": lambda: json.dumps(without_fee(0.5)).encode(),
    "endless nesting": lambda: b"[" * 100_000,
    "no text": lambda: b"\xff\xfe{}",
    "far too much": lambda: b'{"id": "' + b"x" * 3_000_000 + b'"}',
}


@pytest.mark.parametrize("name", sorted(GARBAGE))
async def test_garbage_is_no_answer(name: str) -> None:
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    with respx.mock() as network:
        network.route(host="127.0.0.1").mock(return_value=httpx.Response(200, content=GARBAGE[name]()))
        with pytest.raises(Unavailable):
            await cards.look_up("pi_1")
    await cards.aclose()


async def test_what_is_whole_is_believed() -> None:
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    with respx.mock() as network:
        network.route(host="127.0.0.1").mock(return_value=httpx.Response(200, json=paid_intent()))
        assert await cards.look_up("pi_1") == Charge(ChargeResult.PAID, processing_fee_cents=1_56)
    await cards.aclose()


@pytest.mark.parametrize("status", [301, 401, 403, 404, 429, 500, 502, 503])
async def test_a_refused_key_a_redirect_and_an_outage_are_no_answer_about_money(status: int) -> None:
    cards = StripeCards(
        StripeConnection("sk_test_x", api_base=BASE, budget=TimeBudget(retries=0)), simulated=True
    )
    with respx.mock() as network:
        body = {"error": {"type": "api_error", "message": "secret details"}}
        network.route(host="127.0.0.1").mock(
            return_value=httpx.Response(status, json=body, headers={"Location": "http://example.com"})
        )
        with pytest.raises((Unavailable, ProviderRefused)) as refusal:
            await cards.look_up("pi_1")
        assert isinstance(refusal.value, Unavailable) or status == 404
        assert len(network.calls) == 1
    await cards.aclose()


ASKED: dict[str, Callable[[StripeCards], Awaitable[Any]]] = {
    "open": lambda cards: cards.open(reference="ord_1", amount_cents=49, order_id="ord_1"),
    "client_secret": lambda cards: cards.client_secret("pi_1"),
    "authenticate": lambda cards: cards.authenticate("pi_1", approved=True, amount_cents=PRICE, attempt=1),
    "look_up": lambda cards: cards.look_up("pi_1"),
    "cancel": lambda cards: cards.cancel("pi_1"),
    "refund": lambda cards: cards.refund("pi_1", amount_cents=1, reference="rfd_1"),
    "refunds_of": lambda cards: cards.refunds_of("pi_1"),
    "open_driver_account": lambda cards: cards.open_driver_account(driver_id="drv_1", email="d@example.com"),
    "transfer": lambda cards: cards.transfer(
        amount_cents=1, account="acct_1", provider_reference="pi_1", order_id="ord_1", reference="spl_1"
    ),
    "reverse_transfer": lambda cards: cards.reverse_transfer("tr_1", amount_cents=1, reference="rev_1"),
    "reversals_of": lambda cards: cards.reversals_of("tr_1"),
    "balance_cents": lambda cards: cards.balance_cents(),
}
REFUSALS = {
    400: {"type": "invalid_request_error", "code": "amount_too_small", "message": "Amount must be more."},
    402: {"type": "card_error", "code": "card_declined", "message": "Your card was declined."},
}


LISTS = {"refunds_of", "reversals_of"}
"""Of these nothing but a list is asked."""


@pytest.mark.parametrize("status", REFUSALS)
@pytest.mark.parametrize("name", [name for name in ASKED if name not in LISTS])
async def test_whatever_is_refused_is_refused_in_our_words(name: str, status: int) -> None:
    cards = impatient_cards()
    with respx.mock(assert_all_called=False) as network:
        refusal = httpx.Response(status, json={"error": REFUSALS[status]})
        for path in ("/v1/refunds", "/v1/transfers", "/v1/transfers/tr_1/reversals"):
            network.get(f"{BASE}{path}").mock(return_value=a_page(path, [], more=False))
        network.route(host="127.0.0.1").mock(return_value=refusal)
        with pytest.raises(ProviderRefused, match=r"Amount|card"):
            await ASKED[name](cards)
        if name == "open":
            with pytest.raises(Unavailable):
                await cards.check()
    await cards.aclose()


@pytest.mark.parametrize("status", REFUSALS)
@pytest.mark.parametrize("name", [*sorted(LISTS), "refund", "transfer", "reverse_transfer"])
async def test_a_refused_list_leaves_unknown_what_was_done_before(name: str, status: int) -> None:
    cards = impatient_cards()
    with respx.mock() as network:
        refusal = httpx.Response(status, json={"error": REFUSALS[status]})
        network.get(host="127.0.0.1").mock(return_value=refusal)
        with pytest.raises(Unavailable):
            await ASKED[name](cards)
    await cards.aclose()


def impatient_cards() -> StripeCards:
    line = StripeConnection("sk_test_x", api_base=BASE, budget=TimeBudget(retries=0))
    return StripeCards(line, simulated=True)


def a_page(path: str, ids: list[str], *, more: bool) -> httpx.Response:
    """Of disputes, as Stripe lists them."""
    disputes = [{"id": id, "object": "dispute", "amount": 4_00, "status": "lost"} for id in ids]
    return httpx.Response(200, json={"object": "list", "url": path, "has_more": more, "data": disputes})


async def test_disputes_are_told_to_the_end_of_the_list_oldest_first() -> None:
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    with respx.mock() as network:
        pages = [
            a_page("/v1/disputes", ["du_3", "du_2"], more=True),
            a_page("/v1/disputes", ["dp_1"], more=False),
        ]
        asked = network.get(f"{BASE}/v1/disputes").mock(side_effect=pages)
        assert [each.id for each in await cards.disputes_of("pi_1")] == ["dp_1", "du_2", "du_3"]
        assert [call.request.url.params.get("starting_after") for call in asked.calls] == [None, "du_2"]
    await cards.aclose()


A_REFUND = {"id": "re_1", "object": "refund", "amount": 5_00, "status": "succeeded", "metadata": {}}


@pytest.mark.parametrize(
    "change",
    [
        {"id": None},
        {"id": "ch_1"},
        {"id": "re_" + "1" * 300},
        {"amount": -1},
        {"amount": True},
        {"amount": 5.0},
        {"amount": 10**400},
        {"status": ["failed"]},
        {"status": "\0"},
        {"metadata": {"haulage_reference": 7}},
        {"metadata": {"haulage_reference": "a\0b"}},
    ],
    ids=str,
)
async def test_a_refund_that_cannot_be_one_is_no_answer(change: dict[str, Any]) -> None:
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    with respx.mock() as network:
        body = {"object": "list", "url": "/v1/refunds", "has_more": False, "data": [A_REFUND | change]}
        network.get(f"{BASE}/v1/refunds").mock(return_value=httpx.Response(200, json=body))
        with pytest.raises(Unavailable):
            await cards.refunds_of("pi_1")
    await cards.aclose()


@pytest.mark.parametrize("ids", [["dp_1"], []])
async def test_a_list_that_does_not_end_is_no_answer(ids: list[str]) -> None:
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    with respx.mock() as network:
        endless = network.get(f"{BASE}/v1/disputes").mock(return_value=a_page("/v1/disputes", ids, more=True))
        with pytest.raises(ProviderUnreadable):
            await cards.disputes_of("pi_1")
        assert endless.call_count == (MOST_PAGES if ids else 1)
    await cards.aclose()


def an_entry(**changes: Any) -> dict[str, Any]:
    source = {"id": "ch_1", "object": "charge", "payment_intent": "pi_1"}
    entry = {"id": "txn_1", "type": "charge", "currency": "usd", "created": 1_764_000_000, "source": source}
    return {**entry, "amount": 4_330, "fee": 1_56, "net": 41_74, **changes}


UNREADABLE: dict[str, tuple[Any, str | None]] = {
    "another currency": (an_entry(id="txn_2", currency="eur"), "eur"),
    "a net that does not follow": (an_entry(id="txn_2", net=1), None),
    "no amount": (an_entry(id="txn_2", amount=None), None),
    "no time": (an_entry(id="txn_2", created="today"), None),
    "no id": (an_entry(id=None), None),
    "no object": ("txn_2", None),
}


@pytest.mark.parametrize("name", UNREADABLE)
async def test_a_movement_that_cannot_be_read_does_not_hide_the_others(name: str) -> None:
    said, currency = UNREADABLE[name]
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    now = datetime.now(UTC)
    with respx.mock() as network:
        body = {
            "object": "list",
            "url": "/v1/balance_transactions",
            "has_more": True,
            "data": [an_entry(), said],
        }
        network.get(f"{BASE}/v1/balance_transactions").mock(return_value=httpx.Response(200, json=body))
        for _ in range(2):
            page = await cards.entries(since=now, until=now)
            assert [each.id for each in page.items] == ["txn_1"]
            (other,) = page.unreadable
            assert other.currency == currency
        assert page.next == ("txn_1" if name.startswith("no id") or said == "txn_2" else "txn_2")
        if isinstance(said, dict):
            assert (other.source, other.provider_reference) == ("ch_1", "pi_1")
    await cards.aclose()


async def test_what_cannot_be_read_does_not_make_us_leave_the_provider_alone() -> None:
    cards = StripeCards(StripeConnection("sk_test_x", api_base=BASE), simulated=True)
    with respx.mock() as network:
        network.route(host="127.0.0.1").mock(return_value=httpx.Response(200, json=without_fee("156")))
        for _ in range(20):
            with pytest.raises(ProviderUnreadable):
                await cards.look_up("pi_1")
        euros = paid_intent()
        euros["latest_charge"]["balance_transaction"]["currency"] = "eur"
        network.route(host="127.0.0.1").mock(return_value=httpx.Response(200, json=euros))
        with pytest.raises(ProviderUnreadable) as refused:
            await cards.look_up("pi_1")
        assert "currency" in refused.value.fault
    await cards.aclose()
