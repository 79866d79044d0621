"""Payouts at Stripe when its answers are lost, late, unwelcome or nonsense, and what Stripe alone does."""

from collections.abc import AsyncIterator, Iterator

import attrs
import httpx
import pytest

from adapters.payout_benches import A_THURSDAY, BANK, CARD, SHARE, Bench, at_stripe, bank
from haulage.kernel.errors import Unavailable
from haulage.kernel.services import ServiceType
from haulage.payments import ProviderRefused
from haulage.payouts import PayoutRail, PayoutSpeed, PayoutStatus
from haulage.ports.payments import AccountUnknown, ProviderUnreadable
from haulage_adapters.simulated import payout_methods
from haulage_adapters.stripe_payments import payout_reading
from haulage_adapters.stripe_payments.payout_reading import FAILURES, read_method, read_payout
from haulage_adapters.stripe_simulator.faults import Fault
from haulage_adapters.stripe_simulator.payouts import FAILURES as STRIPES
from stripe_server import KEY, RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def stripe() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture
async def bench(anyio_backend: str, stripe: RunningSimulator) -> AsyncIterator[Bench]:
    stripe.faults.ordered.clear()
    async with at_stripe(stripe) as bench:
        yield bench


def forget_keys(stripe: RunningSimulator) -> None:
    """As Stripe does after a day."""
    stripe.simulator._saved_replies.clear()


def of_owner(bench: Bench, path: str, **form: str) -> str:
    """What the account's owner does in Stripe's own pages; the id of what comes of it."""
    assert bench.simulator is not None
    headers = {"Authorization": f"Bearer {KEY}", "Stripe-Account": bench.account}
    answer = httpx.post(bench.simulator.url + path, data=form, headers=headers)
    return str(answer.raise_for_status().json()["id"])


def metadata_there(bench: Bench, payout_id: str) -> object:
    assert bench.simulator is not None
    headers = {"Authorization": f"Bearer {KEY}", "Stripe-Account": bench.account}
    answer = httpx.get(f"{bench.simulator.url}/v1/payouts/{payout_id}", headers=headers)
    return answer.raise_for_status().json()["metadata"]


def own_payout(bench: Bench, cents: int) -> str:
    return of_owner(bench, "/v1/payouts", amount=str(cents), currency="usd")


async def test_a_payout_whose_answer_was_lost_is_found_again_by_its_reference(
    bench: Bench, stripe: RunningSimulator
) -> None:
    instruction = await bench.to(BANK, net_cents=60_00, service_type=ServiceType.MOVING)
    stripe.lose("POST /v1/payouts", times=10)
    with pytest.raises(Unavailable):
        await bench.payouts.send(instruction)
    stripe.faults.ordered.clear()
    forget_keys(stripe)
    made = await bench.payouts.send(instruction)
    assert metadata_there(bench, made.id) == {
        "haulage_reference": instruction.reference,
        "service_type": "moving",
    }
    assert [each.id for each in await bench.payouts.payouts_of(bench.account, since=A_THURSDAY)] == [made.id]
    assert await bench.held() == SHARE - 60_00


@pytest.mark.parametrize("path", ["GET /v1/payouts", "GET /v1/transfers/*"])
async def test_a_refused_list_does_not_say_that_nothing_was_sent(
    bench: Bench, stripe: RunningSimulator, path: str
) -> None:
    instruction = await bench.to(BANK, net_cents=60_00, take_back=[bench.part(10_00)])
    await bench.payouts.prepare(instruction)
    stripe.lose("POST /v1/payouts", times=10)
    with pytest.raises(Unavailable):
        await bench.payouts.send(instruction)
    stripe.faults.ordered.clear()
    stripe.faults.order(path, Fault.REFUSE)
    again = bench.payouts.send if path.endswith("payouts") else bench.payouts.prepare
    with pytest.raises(Unavailable):
        await again(instruction)
    await bench.payouts.prepare(instruction)
    await bench.payouts.send(instruction)
    assert await bench.held() == SHARE - 70_00


async def test_an_account_that_stripe_does_not_know_is_told_from_one_without_payouts(
    bench: Bench, stripe: RunningSimulator
) -> None:
    instruction = await bench.to(BANK)
    with pytest.raises(AccountUnknown):
        await bench.payouts.find(attrs.evolve(instruction, account="acct_gone"))
    stripe.faults.order("GET /v1/payouts", Fault.REFUSE)
    with pytest.raises(ProviderUnreadable) as refused:
        await bench.payouts.find(instruction)
    assert not isinstance(refused.value, AccountUnknown)
    assert await bench.payouts.find(instruction) is None


async def test_a_payout_that_failed_meanwhile_is_answered_as_it_stands_and_not_made_again(
    bench: Bench, stripe: RunningSimulator
) -> None:
    instruction = await bench.to(BANK)
    made = await bench.payouts.send(instruction)
    stripe.post(f"/simulator/payouts/{made.id}/fail")
    forget_keys(stripe)
    again = await bench.payouts.send(instruction)
    assert (again.id, again.status) == (made.id, PayoutStatus.FAILED)
    assert await bench.held() == SHARE


@pytest.mark.parametrize("what", [Fault.FAIL, Fault.BUSY, Fault.GARBLE, Fault.LOSE])
@pytest.mark.parametrize("path", ["POST /v1/transfers/*", "POST /v1/payouts", "POST /v1/transfers"])
async def test_every_step_can_be_repeated_until_it_is_known_to_be_done(
    bench: Bench, stripe: RunningSimulator, what: Fault, path: str
) -> None:
    instruction = await bench.to(BANK, net_cents=90_00, take_back=[bench.part(10_00)])
    stripe.faults.order(path, what, times=4)

    async def until_done(step: object) -> None:
        for _ in range(6):
            try:
                await step()  # type: ignore[operator]
            except Unavailable:
                forget_keys(stripe)
                continue
            return
        raise AssertionError("it was never done")

    await until_done(lambda: bench.payouts.prepare(instruction))
    await until_done(lambda: bench.payouts.send(instruction))
    assert await bench.held() == 0
    (made,) = await bench.payouts.payouts_of(bench.account, since=A_THURSDAY)
    assert (await bench.payouts.cancel(bench.account, made.id)).status is PayoutStatus.CANCELED
    await until_done(lambda: bench.payouts.restore(instruction))
    await bench.payouts.restore(instruction)
    assert await bench.held() == SHARE


async def test_nobody_waits_longer_than_the_budget(stripe: RunningSimulator, anyio_backend: str) -> None:
    stripe.faults.ordered.clear()
    async with at_stripe(stripe, budget_seconds=0.5, attempt_seconds=0.4, retries=0) as bench:
        stripe.faults.order("GET /v1/balance", Fault.HANG, seconds=2)
        with pytest.raises(Unavailable):
            await bench.balance()


async def test_what_stripe_refuses_for_good_is_refused(bench: Bench, stripe: RunningSimulator) -> None:
    instruction = await bench.to(BANK)
    stripe.faults.order("POST /v1/payouts", Fault.REFUSE)
    with pytest.raises(ProviderRefused):
        await bench.payouts.send(instruction)
    assert await bench.held() == SHARE


async def test_money_that_stripe_refuses_to_give_back_is_refused(
    bench: Bench, stripe: RunningSimulator
) -> None:
    instruction = await bench.to(BANK, net_cents=90_00, take_back=[bench.part(10_00)])
    await bench.payouts.prepare(instruction)
    stripe.faults.order("POST /v1/transfers", Fault.REFUSE)
    with pytest.raises(ProviderRefused):
        await bench.payouts.restore(instruction)
    await bench.payouts.restore(instruction)
    assert await bench.held() == SHARE


async def test_an_account_that_is_not_there_tells_nothing_of_a_payout_and_stripe_is_asked_on(
    bench: Bench, stripe: RunningSimulator
) -> None:
    instruction = await bench.to(BANK, net_cents=60_00)
    stripe.lose("POST /v1/payouts", times=10)
    with pytest.raises(Unavailable):
        await bench.payouts.send(instruction)
    stripe.faults.ordered.clear()
    accounts = stripe.state.kind("account")
    account = accounts.pop(bench.account)
    for _ in range(20):
        with pytest.raises(Unavailable):
            await bench.payouts.send(instruction)
    accounts[bench.account] = account
    await bench.payouts.send(instruction)
    assert await bench.held() == SHARE - 60_00


async def test_a_transfer_without_a_list_of_reversals_leaves_unknown_what_was_taken(bench: Bench) -> None:
    part = attrs.evolve(bench.part(10_00), transfer_id="tr_nobodys")
    with pytest.raises(Unavailable):
        await bench.payouts.prepare(await bench.to(BANK, take_back=[part]))


async def test_a_closed_account_pays_nothing_out(bench: Bench, stripe: RunningSimulator) -> None:
    instruction = await bench.to(BANK)
    stripe.post(f"/simulator/accounts/{bench.account}/close")
    with pytest.raises(ProviderRefused, match="pays nothing out of this account"):
        await bench.payouts.send(instruction)


async def test_numbers_are_not_taken_here_and_paypal_is_not_offered(bench: Bench) -> None:
    assert not bench.payouts.takes_details
    assert PayoutRail.PAYPAL not in bench.payouts.rails
    with pytest.raises(ProviderRefused, match="provider's own form"):
        await bench.payouts.add_method(bench.account, bank(), reference="method")
    with pytest.raises(ProviderRefused, match="no such way"):
        await bench.payouts.send(await bench.to(BANK, rail=PayoutRail.PAYPAL))


async def test_the_method_that_stripe_pays_to_by_default_stays(bench: Bench) -> None:
    first = (await bench.payouts.methods_of(bench.account))[0].token
    with pytest.raises(ProviderRefused, match="by default"):
        await bench.payouts.remove_method(bench.account, first)


async def test_a_method_that_a_payout_did_not_reach_is_verified_no_more(
    bench: Bench, stripe: RunningSimulator
) -> None:
    instruction = await bench.to(BANK)
    made = await bench.payouts.send(instruction)
    stripe.post(f"/simulator/payouts/{made.id}/fail")
    methods = {each.token: each for each in await bench.payouts.methods_of(bench.account)}
    assert not methods[instruction.destination].is_verified


async def test_payouts_of_others_are_listed_without_a_reference_and_reversals_are_none(
    bench: Bench, stripe: RunningSimulator
) -> None:
    ours = await bench.payouts.send(await bench.to(BANK, net_cents=10_00))
    bench.turn(seconds=1)
    theirs = own_payout(bench, 20_00)
    stripe.post(f"/simulator/payouts/{theirs}/pay")
    of_owner(bench, f"/v1/payouts/{theirs}/reverse")
    found = await bench.payouts.payouts_of(bench.account, since=A_THURSDAY)
    assert [(each.id, each.reference) for each in found] == [(theirs, None), (ours.id, ours.reference)]


async def test_a_payout_is_found_behind_a_page_of_others(bench: Bench, stripe: RunningSimulator) -> None:
    instruction = await bench.to(BANK, net_cents=1_00)
    made = await bench.payouts.send(instruction)
    for _ in range(101):
        bench.turn(seconds=1)
        own_payout(bench, 1)
    forget_keys(stripe)
    assert (await bench.payouts.send(instruction)).id == made.id


async def test_what_has_not_settled_is_pending_and_instantly_available(anyio_backend: str) -> None:
    with running_simulator(settle_seconds=2 * 86_400) as slow:
        async with at_stripe(slow) as bench:
            balance = await bench.balance()
            read = (balance.available_cents, balance.pending_cents, balance.instant_available_cents)
            assert read == (0, SHARE, SHARE)
            with pytest.raises(ProviderRefused, match="has not settled"):
                await bench.payouts.send(await bench.to(BANK))
            with pytest.raises(ProviderRefused, match="holds less"):
                await bench.payouts.send(await bench.to(BANK, net_cents=SHARE + 1))
            bench.turn(days=2)
            assert await bench.held() == SHARE
            await bench.payouts.send(await bench.to(CARD, speed=PayoutSpeed.INSTANT))


async def test_a_balance_that_cannot_be_read_is_no_balance(bench: Bench, stripe: RunningSimulator) -> None:
    stripe.faults.order("GET /v1/balance", Fault.GARBLE, times=4)
    with pytest.raises(Unavailable):
        await bench.balance()


A_PAYOUT = {
    "id": "po_1",
    "amount": 100,
    "currency": "usd",
    "status": "paid",
    "method": "standard",
    "arrival_date": int(A_THURSDAY.timestamp()),
}


@pytest.mark.parametrize(
    "lie",
    [
        {"id": "tr_1"},
        {"amount": -100},
        {"amount": "100"},
        {"currency": "eur"},
        {"status": "lost"},
        {"method": "pigeon"},
        {"arrival_date": None},
        {"metadata": {"haulage_reference": 7}},
    ],
)
def test_a_payout_that_cannot_be_one_is_not_believed(lie: dict[str, object]) -> None:
    assert read_payout(A_PAYOUT).arrives_at == A_THURSDAY
    with pytest.raises(payout_reading.InvalidResponse):
        read_payout({**A_PAYOUT, **lie})


def test_every_failure_has_a_sentence_also_one_that_nobody_knows() -> None:
    assert set(STRIPES) <= set(FAILURES)
    for code in (*FAILURES, "brand_new_code", None):
        reason = read_payout({**A_PAYOUT, "status": "failed", "failure_code": code}).failure_reason
        assert reason
        assert reason.endswith(".")
    assert read_payout({**A_PAYOUT, "failure_code": "account_closed"}).failure_reason is None


def test_both_adapters_say_the_same_of_the_same_failure() -> None:
    assert FAILURES.items() >= payout_methods.FAILURES.items()


@pytest.mark.parametrize(
    ("status", "verified"),
    [("new", True), ("verified", True), ("errored", False), ("verification_failed", False), (None, False)],
)
def test_a_bank_account_is_verified_by_what_stripe_says_of_it(status: str | None, verified: bool) -> None:
    method = read_method({"id": "ba_1", "object": "bank_account", "last4": "6789", "status": status})
    assert method is not None
    assert method.is_verified is verified
    assert read_method({"id": "src_1", "object": "source"}) is None
