"""The promise of the ``DriverPayouts`` port, kept by the simulation in process and by the Stripe adapter.

The latter talks by the official client to the simulated Stripe, over HTTP.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import attrs
import pytest

from adapters.payout_benches import (
    A_THURSDAY,
    BANK,
    CARD,
    CLOSED,
    SHARE,
    SLOW_CARD,
    Bench,
    at_stripe,
    in_process,
)
from haulage.payments import ProviderRefused
from haulage.payouts import BankAccountType, MethodType, PayoutRail, PayoutSpeed, PayoutStatus
from haulage.ports.payouts import TransferPart
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture(params=["in process", "stripe"])
async def bench(
    request: pytest.FixtureRequest, anyio_backend: str, simulator: RunningSimulator
) -> AsyncIterator[Bench]:
    if request.param == "in process":
        yield await in_process()
        return
    async with at_stripe(simulator) as bench:
        yield bench


async def test_no_money_moves_and_banks_and_cards_can_be_paid(bench: Bench) -> None:
    assert bench.payouts.simulated
    assert bench.payouts.rails >= {PayoutRail.BANK, PayoutRail.CARD}


@pytest.mark.parametrize(
    ("kind", "type", "last4", "is_instant"),
    [
        (BANK, MethodType.BANK_ACCOUNT, "6789", False),
        (CARD, MethodType.DEBIT_CARD, "5556", True),
        (SLOW_CARD, MethodType.DEBIT_CARD, None, False),
    ],
)
async def test_a_method_is_told_with_its_last_digits_and_whether_it_is_instant(
    bench: Bench, kind: str, type: MethodType, last4: str | None, is_instant: bool
) -> None:
    token = await bench.method(kind)
    (method,) = [each for each in await bench.payouts.methods_of(bench.account) if each.token == token]
    assert (method.type, method.is_instant, method.is_verified) == (type, is_instant, True)
    assert len(method.last4) == 4
    assert last4 in {None, method.last4}
    if type is MethodType.BANK_ACCOUNT:
        assert (method.bank_name, method.account_type) == ("STRIPE TEST BANK", BankAccountType.CHECKING)
    assert token not in repr(method)


async def test_a_removed_method_is_told_no_more_and_removing_it_again_is_no_error(bench: Bench) -> None:
    stored, removed = await bench.method(BANK), await bench.method(CARD)
    for _ in range(2):
        await bench.payouts.remove_method(bench.account, removed)
    tokens = {each.token for each in await bench.payouts.methods_of(bench.account)}
    assert stored in tokens
    assert removed not in tokens
    instruction = attrs.evolve(await bench.to(CARD), destination=removed)
    with pytest.raises(ProviderRefused, match="no such way of being paid"):
        await bench.payouts.send(instruction)


async def test_a_payout_is_found_by_its_reference_once_it_was_made(bench: Bench) -> None:
    instruction = await bench.to(BANK, take_back=[bench.part(10_00)], net_cents=90_00)
    assert await bench.payouts.find(instruction) is None
    await bench.payouts.prepare(instruction)
    assert await bench.payouts.find(instruction) is None
    made = await bench.payouts.send(instruction)
    assert await bench.payouts.find(instruction) == made
    await bench.payouts.cancel(bench.account, made.id)
    found = await bench.payouts.find(instruction)
    assert found is not None
    assert (found.id, found.status) == (made.id, PayoutStatus.CANCELED)


async def test_what_was_transferred_can_be_paid_out(bench: Bench) -> None:
    balance = await bench.balance()
    assert (balance.available_cents, balance.pending_cents) == (SHARE, 0)
    assert balance.instant_available_cents == SHARE
    asked = await bench.payouts.balances_of([bench.account, "acct_of_nobody"])
    assert asked[bench.account] == balance
    assert asked["acct_of_nobody"].available_cents == 0, "it is refused, or there is nothing"


async def test_a_standard_payout_is_paid_after_two_business_days(bench: Bench) -> None:
    instruction = await bench.to(BANK, net_cents=60_00)
    made = await bench.payouts.send(instruction)
    assert (made.status, made.speed, made.net_cents) == (PayoutStatus.PENDING, PayoutSpeed.STANDARD, 60_00)
    assert (made.reference, made.arrives_at) == (instruction.reference, A_THURSDAY + timedelta(days=4))
    assert made.failure_reason is None
    assert await bench.held() == SHARE - 60_00
    bench.turn(days=3)
    assert (await bench.payouts.status(bench.account, made.id)).status is PayoutStatus.IN_TRANSIT
    bench.turn(days=1)
    paid = await bench.payouts.status(bench.account, made.id)
    assert paid == attrs.evolve(made, status=PayoutStatus.PAID)
    assert await bench.held() == SHARE - 60_00


async def test_an_instant_payout_is_paid_in_half_an_hour(bench: Bench) -> None:
    made = await bench.payouts.send(await bench.to(CARD, speed=PayoutSpeed.INSTANT))
    assert made.speed is PayoutSpeed.INSTANT
    bench.turn(minutes=30)
    assert (await bench.payouts.status(bench.account, made.id)).status is PayoutStatus.PAID


@pytest.mark.parametrize("kind", [BANK, SLOW_CARD])
async def test_an_instant_payout_is_refused_where_the_method_takes_none(bench: Bench, kind: str) -> None:
    with pytest.raises(ProviderRefused, match="does not take instant payouts"):
        await bench.payouts.send(await bench.to(kind, speed=PayoutSpeed.INSTANT))
    assert await bench.held() == SHARE


@pytest.mark.parametrize("speed", list(PayoutSpeed))
async def test_more_than_the_account_holds_is_refused(bench: Bench, speed: PayoutSpeed) -> None:
    with pytest.raises(ProviderRefused, match="holds less"):
        await bench.payouts.send(await bench.to(CARD, speed=speed, net_cents=SHARE + 1))
    assert await bench.held() == SHARE


async def test_less_than_a_cent_is_refused(bench: Bench) -> None:
    with pytest.raises(ProviderRefused):
        await bench.payouts.send(await bench.to(BANK, net_cents=0))


async def test_nothing_is_paid_to_a_place_that_the_provider_does_not_know(bench: Bench) -> None:
    instruction = await bench.to(BANK, destination="ba_of_nobody")
    with pytest.raises(ProviderRefused, match="no such way of being paid"):
        await bench.payouts.send(instruction)


async def test_one_reference_is_paid_once_however_often_and_by_how_many_it_is_asked(bench: Bench) -> None:
    instruction = await bench.to(BANK, net_cents=10_00)
    made = await asyncio.gather(*(bench.payouts.send(instruction) for _ in range(6)))
    assert {each.id for each in made} == {made[0].id}
    assert await bench.payouts.send(instruction) == made[0]
    assert await bench.held() == SHARE - 10_00


async def test_a_closed_bank_account_fails_with_a_sentence_and_the_money_is_back(bench: Bench) -> None:
    made = await bench.payouts.send(await bench.to(CLOSED))
    bench.turn(days=4)
    failed = await bench.payouts.status(bench.account, made.id)
    assert failed.status is PayoutStatus.FAILED
    assert failed.failure_reason == "The bank account has been closed."
    assert await bench.held() == SHARE


async def test_fees_are_taken_back_before_the_payout_and_once(bench: Bench) -> None:
    other = await bench.share(f"{bench.account}-more", 20_00)
    parts = [bench.part(5_00), TransferPart(other, 2_00)]
    instruction = await bench.to(CARD, net_cents=113_00, take_back=parts)
    for _ in range(2):
        await bench.payouts.prepare(instruction)
    assert await bench.held() == 113_00
    made = await bench.payouts.send(instruction)
    assert (made.net_cents, await bench.held()) == (113_00, 0)


async def test_no_more_is_taken_back_than_is_left_of_a_transfer(bench: Bench) -> None:
    await bench.share(f"{bench.account}-more", 50_00)
    with pytest.raises(ProviderRefused):
        await bench.payouts.prepare(await bench.to(BANK, take_back=[bench.part(SHARE + 1)]))
    assert await bench.held() == SHARE + 50_00


async def test_what_was_taken_back_is_restored_once(bench: Bench) -> None:
    instruction = await bench.to(BANK, net_cents=90_00, take_back=[bench.part(10_00)])
    await bench.payouts.prepare(instruction)
    for _ in range(2):
        await bench.payouts.restore(instruction)
    assert await bench.held() == SHARE


async def test_what_was_restored_can_be_taken_back_of_like_any_transfer(bench: Bench) -> None:
    instruction = await bench.to(BANK, net_cents=90_00, take_back=[bench.part(10_00)])
    await bench.payouts.prepare(instruction)
    restored = await bench.payouts.restore(instruction)
    assert restored is not None
    for _ in range(2):
        await bench.cards.reverse_transfer(restored.transfer_id, amount_cents=6_00, reference="rev_1-1.2f")
    with pytest.raises(ProviderRefused):
        await bench.cards.reverse_transfer(restored.transfer_id, amount_cents=4_01, reference="rev_2-0")
    assert await bench.held() == SHARE - 6_00
    (made,) = await bench.cards.reversals_of(restored.transfer_id)
    assert (made.amount_cents, made.reference) == (6_00, "rev_1-1.2f")


async def test_what_is_on_its_way_to_a_bank_cannot_be_taken_back(bench: Bench) -> None:
    await bench.payouts.send(await bench.to(BANK, net_cents=SHARE - 1_00))
    with pytest.raises(ProviderRefused):
        await bench.cards.reverse_transfer(bench.transfer, amount_cents=1_01, reference="rev_1-0")
    await bench.cards.reverse_transfer(bench.transfer, amount_cents=1_00, reference="rev_1-1")
    assert await bench.held() == 0


async def test_nothing_is_restored_of_what_was_never_taken(bench: Bench) -> None:
    await bench.payouts.restore(await bench.to(BANK, take_back=[bench.part(10_00)]))
    assert await bench.held() == SHARE


async def test_only_what_had_been_taken_is_restored_where_preparing_was_refused(bench: Bench) -> None:
    parts = [bench.part(10_00), bench.part(SHARE)]
    instruction = await bench.to(BANK, take_back=parts)
    with pytest.raises(ProviderRefused):
        await bench.payouts.prepare(instruction)
    await bench.payouts.restore(instruction)
    assert await bench.held() == SHARE


async def test_fees_are_returned_once_and_only_the_rest_is_restored(bench: Bench) -> None:
    instruction = await bench.to(BANK, net_cents=90_00, take_back=[bench.part(10_00)])
    await bench.payouts.prepare(instruction)
    for _ in range(2):
        await bench.payouts.return_fees(instruction, amount_cents=4_00)
    assert await bench.held() == 94_00
    for _ in range(2):
        await bench.payouts.restore(instruction)
    assert await bench.held() == SHARE
    await bench.payouts.return_fees(instruction, amount_cents=4_00)
    assert await bench.held() == SHARE


@pytest.mark.parametrize("cents", [0, 10_01])
async def test_no_more_fees_are_returned_than_were_taken(bench: Bench, cents: int) -> None:
    instruction = await bench.to(BANK, net_cents=90_00, take_back=[bench.part(10_00)])
    await bench.payouts.prepare(instruction)
    with pytest.raises(ProviderRefused):
        await bench.payouts.return_fees(instruction, amount_cents=cents)
    assert await bench.held() == 90_00


async def test_a_pending_payout_is_canceled_and_the_money_is_back(bench: Bench) -> None:
    made = await bench.payouts.send(await bench.to(BANK))
    for _ in range(2):
        assert (await bench.payouts.cancel(bench.account, made.id)).status is PayoutStatus.CANCELED
    assert await bench.held() == SHARE
    bench.turn(days=9)
    assert (await bench.payouts.status(bench.account, made.id)).status is PayoutStatus.CANCELED


async def test_what_can_be_canceled_no_longer_is_told_as_it_stands(bench: Bench) -> None:
    made = await bench.payouts.send(await bench.to(BANK))
    bench.turn(days=9)
    assert (await bench.payouts.cancel(bench.account, made.id)).status is PayoutStatus.PAID
    assert await bench.held() == 0


async def test_payouts_are_listed_newest_first_from_an_instant_on(bench: Bench) -> None:
    made = []
    for _ in range(3):
        made.append((await bench.payouts.send(await bench.to(BANK, net_cents=10_00))).id)
        bench.turn(hours=1)
    everything = await bench.payouts.payouts_of(bench.account, since=A_THURSDAY)
    assert [each.id for each in everything] == made[::-1]
    later = await bench.payouts.payouts_of(bench.account, since=A_THURSDAY + timedelta(minutes=30))
    assert [each.id for each in later] == made[:0:-1]
    assert everything[0] == await bench.payouts.status(bench.account, made[-1])


@pytest.mark.parametrize("id", ["po_of_nobody", "po_simulated-x"])
async def test_a_payout_that_nobody_made_is_refused(bench: Bench, id: str) -> None:
    for asked in (bench.payouts.status(bench.account, id), bench.payouts.cancel(bench.account, id)):
        with pytest.raises(ProviderRefused, match="no such payout"):
            await asked
