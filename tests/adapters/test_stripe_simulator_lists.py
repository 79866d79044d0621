"""The lists of the simulated Stripe, a page at a time."""

from typing import Any

import pytest

from haulage_adapters.stripe_simulator.errors import Refused
from haulage_adapters.stripe_simulator.routes import answer
from haulage_adapters.stripe_simulator.state import SimulatorState, Terms


def a_world(count: int = 5) -> SimulatorState:
    """With so many paid intents, a second apart from each other."""
    clock = iter(range(1_000, 1_000_000))
    state = SimulatorState(now=lambda: next(clock), terms=Terms(ready_accounts=True))
    for _ in range(count):
        intent = answer(state, "POST", "/v1/payment_intents", {"amount": "4330", "currency": "usd"})
        confirm = {"payment_method": "pm_card_visa"}
        answer(state, "POST", f"/v1/payment_intents/{intent['id']}/confirm", confirm)
    return state


def a_list(state: SimulatorState, path: str, **form: Any) -> tuple[list[str], bool]:
    found = answer(state, "GET", path, form)
    return [each["id"] for each in found["data"]], found["has_more"]


LISTS = ["/v1/payment_intents", "/v1/charges", "/v1/balance_transactions", "/v1/events"]


@pytest.mark.parametrize("path", LISTS)
def test_pages_follow_each_other_forward_and_back(path: str) -> None:
    state = a_world()
    whole, more = a_list(state, path, limit="100")
    assert not more
    first, more = a_list(state, path, limit="2")
    assert (first, more) == (whole[:2], True)
    second, more = a_list(state, path, limit="2", starting_after=first[-1])
    assert (second, more) == (whole[2:4], True)
    last, more = a_list(state, path, limit="100", starting_after=second[-1])
    assert (last, more) == (whole[4:], False)
    assert a_list(state, path, limit="2", ending_before=second[0]) == (whole[:2], False)
    assert a_list(state, path, limit="1", ending_before=second[0]) == (whole[1:2], True)


def test_a_page_has_ten_objects_unless_another_number_is_asked_for() -> None:
    state = a_world(12)
    found, more = a_list(state, "/v1/charges")
    assert (len(found), more) == (10, True)


def test_reversals_of_a_transfer_come_in_pages_too() -> None:
    state = a_world(1)
    account = answer(state, "POST", "/v1/accounts", {"type": "express"})
    form = {"amount": "1000", "currency": "usd", "destination": account["id"]}
    transfer = answer(state, "POST", "/v1/transfers", form)
    path = f"/v1/transfers/{transfer['id']}/reversals"
    made = [answer(state, "POST", path, {"amount": "100"})["id"] for _ in range(3)]
    assert a_list(state, path, limit="2") == ([made[2], made[1]], True)
    assert a_list(state, path, limit="2", starting_after=made[1]) == ([made[0]], False)


def test_balance_transactions_are_the_platforms_of_a_span_with_their_sources() -> None:
    state = a_world(2)
    account = answer(state, "POST", "/v1/accounts", {"type": "express"})
    form = {"amount": "1000", "currency": "usd", "destination": account["id"]}
    answer(state, "POST", "/v1/transfers", form)
    path = "/v1/balance_transactions"
    found = answer(state, "GET", path, {"expand": ["data.source"]})["data"]
    assert [each["type"] for each in found] == ["transfer", "charge", "charge"]
    assert [each["source"]["object"] for each in found] == ["transfer", "charge", "charge"]
    newest, oldest = found[0]["created"], found[-1]["created"]
    assert len(a_list(state, path, created={"gte": str(oldest), "lt": str(newest)})[0]) == 2
    assert len(a_list(state, path, created={"gt": str(oldest), "lte": str(newest)})[0]) == 2
    assert len(a_list(state, path, created=str(newest))[0]) == 1
    assert len(a_list(state, path, type="charge")[0]) == 2


@pytest.mark.parametrize(
    ("form", "param"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"limit": "many"}, "limit"),
        ({"starting_after": "ch_unknown"}, "starting_after"),
        ({"ending_before": "ch_unknown"}, "ending_before"),
        ({"starting_after": "ch_1", "ending_before": "ch_1"}, "ending_before"),
        ({"created": {"after": "1"}}, "created"),
    ],
)
def test_what_cannot_be_listed_is_refused_by_its_name(form: dict[str, Any], param: str) -> None:
    with pytest.raises(Refused) as refused:
        answer(a_world(1), "GET", "/v1/charges", form)
    assert refused.value.param == param


def test_a_charge_is_refunded_once_its_dispute_is_won_and_never_what_a_lost_one_took() -> None:
    state = a_world(1)
    (charge,) = state.kind("charge").values()
    dispute = answer(state, "POST", "/simulator/disputes", {"charge": charge["id"], "amount": "1000"})

    def refund(cents: int) -> str:
        form = {"charge": charge["id"], "amount": str(cents)}
        return str(answer(state, "POST", "/v1/refunds", form)["status"])

    with pytest.raises(Refused, match="disputed"):
        refund(100)
    answer(state, "POST", f"/simulator/disputes/{dispute['id']}/won", {})
    assert refund(100) == "succeeded"
    answer(state, "POST", f"/simulator/disputes/{dispute['id']}/lost", {})
    with pytest.raises(Refused, match="greater"):
        refund(4330 - 100 - 1000 + 1)
    assert refund(4330 - 100 - 1000) == "succeeded"
    with pytest.raises(Refused, match="charged back"):
        refund(1)
