"""The payouts that move no money: what they refuse, when they arrive, and what happens once."""

import asyncio
from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.payments import ProviderRefused
from haulage.payouts import (
    BankAccountType,
    BankDetails,
    DebitCardDetails,
    MethodDetails,
    PayoutRail,
    PayoutSpeed,
    PayoutStatus,
    PayPalDetails,
)
from haulage.ports.payouts import DriverPayouts, PayoutInstruction, ProviderPayout, TransferPart
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payout_methods import (
    BANK_INSTANT,
    BANK_PAYS,
    CARD_NOT_INSTANT,
    CARD_PAYS,
    FATE_OF_BANK,
)
from haulage_adapters.simulated.payouts import SimulatedPayouts

pytestmark = pytest.mark.anyio

A_THURSDAY = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SHARE = 100_00


@attrs.define
class World:
    now: datetime = A_THURSDAY
    cards: SimulatedCards = attrs.Factory(SimulatedCards)
    account: str = ""
    transfer: str = ""

    def payouts(self, verified_after: timedelta = timedelta(0)) -> SimulatedPayouts:
        return SimulatedPayouts(self.cards, now=lambda: self.now, verified_after=verified_after)


@pytest.fixture
async def state(anyio_backend: str) -> World:
    state = World()
    state.account = await state.cards.open_driver_account(driver_id="driver", email="d@example.com")
    state.transfer = await state.cards.transfer(
        amount_cents=SHARE, account=state.account, order_id="order", reference="share"
    )
    return state


def bank(number: str = BANK_PAYS, routing: str = "110000000") -> BankDetails:
    return BankDetails(routing, number, "Test Bank", BankAccountType.CHECKING)


def card(number: str = CARD_PAYS) -> DebitCardDetails:
    return DebitCardDetails(number, 12, 2030)


async def to(
    state: World, payouts: DriverPayouts, details: MethodDetails, rail: PayoutRail, **changes: object
) -> PayoutInstruction:
    method = await payouts.add_method(state.account, details, reference="method")
    plain = PayoutInstruction("payout", state.account, method.token, rail, PayoutSpeed.STANDARD, SHARE)
    return attrs.evolve(plain, **changes)  # type: ignore[arg-type]


async def held(state: World, payouts: DriverPayouts) -> int:
    return (await payouts.balance_of(state.account)).available_cents


async def test_a_standard_payout_arrives_after_two_business_days(state: World) -> None:
    payouts = state.payouts()
    made = await payouts.send(await to(state, payouts, bank(), PayoutRail.BANK))
    assert (made.status, made.arrives_at) == (PayoutStatus.PENDING, A_THURSDAY + timedelta(days=4))
    state.now = A_THURSDAY + timedelta(days=3)
    assert (await payouts.status(state.account, made.id)).status is PayoutStatus.IN_TRANSIT
    state.now = A_THURSDAY + timedelta(days=4)
    assert (await payouts.status(state.account, made.id)).status is PayoutStatus.PAID


async def test_what_is_on_its_way_to_a_bank_cannot_be_taken_back_and_what_a_bank_returned_can(
    state: World,
) -> None:
    payouts = state.payouts()
    closed = next(number for number, fate in FATE_OF_BANK.items() if fate == "account_closed")
    await payouts.send(await to(state, payouts, bank(closed), PayoutRail.BANK, net_cents=SHARE - 1_00))
    cards, transfer = state.cards, state.transfer
    with pytest.raises(ProviderRefused, match="holds less"):
        await cards.reverse_transfer(transfer, amount_cents=1_01, reference="rev-0")
    await cards.reverse_transfer(transfer, amount_cents=1_00, reference="rev-1")
    state.now = A_THURSDAY + timedelta(days=4)
    await cards.reverse_transfer(transfer, amount_cents=SHARE - 1_00, reference="rev-2")


@pytest.mark.parametrize("details", [card(), bank(BANK_INSTANT)])
async def test_an_instant_payout_arrives_after_half_an_hour(state: World, details: MethodDetails) -> None:
    payouts = state.payouts()
    rail = PayoutRail.BANK if isinstance(details, BankDetails) else PayoutRail.CARD
    made = await payouts.send(await to(state, payouts, details, rail, speed=PayoutSpeed.INSTANT))
    state.now = A_THURSDAY + timedelta(minutes=30)
    assert (await payouts.status(state.account, made.id)).status is PayoutStatus.PAID


async def test_a_bank_that_declines_does_so_at_once(state: World) -> None:
    payouts = state.payouts()
    before = await payouts.balance_of(state.account)
    made = await payouts.send(await to(state, payouts, bank("000555555559"), PayoutRail.BANK))
    assert (made.status, made.failure_reason) == (PayoutStatus.FAILED, "The bank declined the payout.")
    assert await payouts.balance_of(state.account) == before


async def test_a_payout_is_known_by_its_id_after_a_restart(state: World) -> None:
    before = state.payouts()
    made = await before.send(await to(state, before, bank("000111111113"), PayoutRail.BANK))
    state.now = A_THURSDAY + timedelta(days=4)
    after = await SimulatedPayouts(SimulatedCards(), now=lambda: state.now).status(state.account, made.id)
    assert after == attrs.evolve(
        made, status=PayoutStatus.FAILED, failure_reason="The bank account has been closed."
    )


async def test_after_a_restart_it_pays_on_the_word_of_who_asks(state: World) -> None:
    instruction = await to(state, state.payouts(), bank(), PayoutRail.BANK)
    after = SimulatedPayouts(SimulatedCards(), now=lambda: state.now)
    assert (await after.send(instruction)).net_cents == SHARE


@pytest.mark.parametrize(
    ("details", "rail"),
    [(bank(), PayoutRail.BANK), (card(CARD_NOT_INSTANT), PayoutRail.CARD)],
)
async def test_an_instant_payout_is_refused_where_the_method_takes_none(
    state: World, details: MethodDetails, rail: PayoutRail
) -> None:
    payouts = state.payouts()
    instruction = await to(state, payouts, details, rail, speed=PayoutSpeed.INSTANT)
    with pytest.raises(ProviderRefused, match="instant"):
        await payouts.send(instruction)
    assert await held(state, payouts) == SHARE


@pytest.mark.parametrize("details", [bank(routing="110000001"), bank("12"), card("4000056655665557")])
async def test_numbers_that_nobody_gives_out_are_refused(state: World, details: MethodDetails) -> None:
    with pytest.raises(ProviderRefused):
        await state.payouts().add_method(state.account, details, reference="method")


@pytest.mark.parametrize("number", ["4242424242424242", "5555 5555 5555 4444", "3782-8224-6310-005"])
async def test_nothing_is_paid_out_to_a_credit_card(state: World, number: str) -> None:
    with pytest.raises(ProviderRefused, match="credit card"):
        await state.payouts().add_method(state.account, card(number), reference="method")


@pytest.mark.parametrize("details", [bank(), card(), PayPalDetails("d@example.com")])
async def test_nothing_of_a_number_is_kept_but_its_last_digits(state: World, details: MethodDetails) -> None:
    method = await state.payouts().add_method(state.account, details, reference="method")
    stored = attrs.asdict(method)
    assert all(BANK_PAYS not in str(each) and CARD_PAYS not in str(each) for each in stored.values())
    assert len(method.last4) in {0, 4}


async def test_a_method_is_verified_when_its_time_has_come_and_added_once(state: World) -> None:
    payouts = state.payouts(verified_after=timedelta(seconds=2))
    first = await payouts.add_method(state.account, bank(), reference="method")
    assert not first.is_verified
    state.now += timedelta(seconds=2)
    again = await payouts.add_method(state.account, bank(), reference="method")
    assert again == attrs.evolve(first, is_verified=True)
    assert await payouts.methods_of(state.account) == [again]
    await payouts.remove_method(state.account, first.token)
    assert await payouts.methods_of(state.account) == []


async def test_no_more_is_paid_out_than_the_account_holds(state: World) -> None:
    payouts = state.payouts()
    instruction = await to(state, payouts, bank(), PayoutRail.BANK)
    await payouts.send(instruction)
    with pytest.raises(ProviderRefused, match="holds less"):
        await payouts.send(attrs.evolve(instruction, reference="other", net_cents=1))


async def test_one_reference_asked_64_times_at_once_pays_once(state: World) -> None:
    payouts = state.payouts()
    fees = [TransferPart(state.transfer, 7_00)]
    instruction = await to(state, payouts, bank(), PayoutRail.BANK, net_cents=93_00, take_back=fees)

    async def ask() -> ProviderPayout:
        await payouts.prepare(instruction)
        return await payouts.send(instruction)

    made = await asyncio.gather(*(ask() for _ in range(64)))
    assert len({each.id for each in made}) == 1
    assert await payouts.payouts_of(state.account, since=A_THURSDAY) == [made[0]]
    assert await held(state, payouts) == 0
    assert [each.amount_cents for each in await state.cards.reversals_of(state.transfer)] == [7_00]


async def test_a_canceled_payout_leaves_the_account_as_it_was(state: World) -> None:
    payouts = state.payouts()
    fees = [TransferPart(state.transfer, 7_00)]
    instruction = await to(state, payouts, bank(), PayoutRail.BANK, net_cents=93_00, take_back=fees)
    await payouts.prepare(instruction)
    made = await payouts.send(instruction)
    assert (await payouts.cancel(state.account, made.id)).status is PayoutStatus.CANCELED
    await payouts.restore(instruction)
    await payouts.restore(instruction)
    assert await held(state, payouts) == SHARE


async def test_a_payout_under_way_is_canceled_no_longer(state: World) -> None:
    payouts = state.payouts()
    made = await payouts.send(await to(state, payouts, bank(), PayoutRail.BANK))
    state.now += timedelta(days=3)
    assert (await payouts.cancel(state.account, made.id)).status is PayoutStatus.IN_TRANSIT


async def test_fees_go_back_once_and_are_not_restored_again(state: World) -> None:
    payouts = state.payouts()
    fees = [TransferPart(state.transfer, 7_00)]
    instruction = await to(state, payouts, bank(), PayoutRail.BANK, net_cents=93_00, take_back=fees)
    await payouts.prepare(instruction)
    for _ in range(2):
        await payouts.return_fees(instruction, amount_cents=5_00)
    assert await held(state, payouts) == 98_00
    for _ in range(2):
        await payouts.restore(instruction)
    assert await held(state, payouts) == SHARE


async def test_paypal_is_paid_by_the_platform_with_all_that_was_taken_back(state: World) -> None:
    payouts = state.payouts()
    instruction = await to(
        state,
        payouts,
        PayPalDetails("d@example.com"),
        PayoutRail.PAYPAL,
        net_cents=92_50,
        take_back=[TransferPart(state.transfer, SHARE)],
    )
    await payouts.prepare(instruction)
    assert (await payouts.send(instruction)).net_cents == 92_50
    assert await held(state, payouts) == 0


async def test_what_is_no_payout_of_the_simulation_is_refused(state: World) -> None:
    with pytest.raises(ProviderRefused, match="no such payout"):
        await state.payouts().status(state.account, "po_123")
