"""What payouts take back of transfers, and what is left of these once they failed (OP-41)."""

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import TransferReversal
from haulage.orders import Order
from haulage.payments import ProviderRefused
from haulage.payouts import BankAccountType, BankDetails, Payout, PayPalDetails, TakenBack
from haulage.services.payments.share_transfers import owe_reversal
from haulage_adapters.simulated.payout_methods import FATE_OF_BANK
from use_cases.bookkeeping import HALF, accounts, driven, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, faulty, held, stored
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

CLOSED = next(number for number, fate in FATE_OF_BANK.items() if fate == "account_closed")
FAILING = BankDetails("110000000", CLOSED, "Test Bank", BankAccountType.CHECKING)
FEES = 70
"""Of an instant payout of $10.00."""


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has her half of an order, by one transfer, and a card that takes instant payouts."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    return dee


async def left(scenario: Scenario) -> list[int]:
    """What is left of the driver's transfers, the newest first."""
    found = await scenario.storage.read(lambda unit: unit.payouts.transfers_left(DRIVER, 100))
    return [each.amount_cents for each in found]


async def canceled(scenario: Scenario, dee: Actor, payout: Payout) -> None:
    await scenario.market.payouts.send(payout.id)
    await scenario.market.payouts.send.cancel(dee, payout.id)


async def test_what_a_canceled_payout_gave_back_can_be_taken_back_again(
    scenario: Scenario, paid: Actor
) -> None:
    """All of it goes by PayPal, so that a second one needs what the first has returned."""
    paypal = await a_method(scenario, paid, PayPalDetails("dee@example.com"))
    for number in range(3):
        assert sum(await left(scenario)) == HALF
        payout = await ask(scenario, paid, HALF, INSTANT, method_id=paypal.id)
        assert await left(scenario) == []
        await canceled(scenario, paid, payout)
        assert await left(scenario) == [HALF], number
        scenario.clock.turn(minutes=1)
    assert await held(scenario) == (HALF, 0)


async def test_fees_that_were_returned_can_be_taken_back_again(scenario: Scenario, paid: Actor) -> None:
    provider = faulty(scenario)
    provider.slow = True
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    assert await left(scenario) == [FEES, HALF - FEES]
    await scenario.market.payouts.send(payout.id)
    assert await left(scenario) == [FEES, HALF - FEES]


async def test_what_the_provider_never_took_back_is_left_of_its_transfer(
    scenario: Scenario, paid: Actor
) -> None:
    provider = faulty(scenario)
    provider.refuses.add("prepare")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    assert await left(scenario) == [HALF - FEES]
    await scenario.market.payouts.send(payout.id)
    assert (await stored(scenario, payout)).has_failed
    assert await left(scenario) == [HALF]


async def test_of_a_payout_that_was_prepared_in_part_only_that_part_was_taken(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    """The second transfer is another's at the provider, which takes nothing of it."""
    scenario.clock.turn(minutes=1)
    await driven(scenario, ada, paid)
    await scenario.later(minutes=1)
    paypal = await a_method(scenario, paid, PayPalDetails("dee@example.com"))
    payout = await ask(scenario, paid, 2 * HALF, INSTANT, method_id=paypal.id)
    send = scenario.market.payouts.send
    instruction = await send._instruction(payout)
    await send.provider.prepare(attrs.evolve(instruction, take_back=instruction.take_back[:1]))
    provider = faulty(scenario)
    provider.refuses.add("prepare")
    await scenario.market.payouts.send(payout.id)
    assert sorted(await left(scenario)) == [HALF, HALF]
    assert len((await stored(scenario, payout)).take_back) == 1


async def test_a_share_that_was_sent_again_can_be_taken_back_of(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    assert await left(scenario) == []
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    scenario.cards.refuses = set()
    await scenario.later(minutes=1)
    found = await scenario.storage.read(lambda unit: unit.payouts.transfers_left(DRIVER, 100))
    assert [each.amount_cents for each in found] == [HALF]
    assert isinstance(found[0], TakenBack)
    assert f"{made.id}-returned" in scenario.cards.transfers


async def test_a_refund_is_taken_of_other_transfers_where_payouts_have_kept_of_the_shares_own(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    """The fees of an instant payout were taken of the newest transfer, whose order is refunded then."""
    order = await driven(scenario, ada, paid)
    await scenario.later(minutes=1)
    payout = await ask(scenario, paid, 10_00, INSTANT)
    (part,) = payout.take_back
    assert part.transfer_id == (await the_split(scenario, order)).driver_transfer_id
    await scenario.cards.reverse_transfer(
        part.transfer_id, amount_cents=FEES, reference=f"{payout.id}-back-0"
    )
    await refund(scenario, order)
    for _ in range(2):
        await scenario.later(hours=1)
    assert scenario.cards.held["acct_drv_dee"] == HALF - FEES
    assert await left(scenario) == [HALF - FEES]
    assert "driver_debt:drv_dee" not in await accounts(scenario)
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order


async def test_a_debt_is_taken_back_once_a_failed_payout_has_returned_the_money(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """The refund came while the money was on its way to a bank that does not take it."""
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    method = await a_method(scenario, dee, FAILING)
    payout = await ask(scenario, dee, HALF, method_id=method.id)
    await scenario.market.payouts.send(payout.id)
    scenario.cards.held["acct_drv_dee"] -= HALF
    await refund(scenario, order)
    (reversal,) = await open_reversals(scenario, order)
    with pytest.raises(ProviderRefused):
        await scenario.market.payments.transfers.of_reversal(reversal.id)
    now = scenario.clock.now()
    await scenario.storage.write(lambda unit: owe_reversal(unit, reversal.id, now))
    assert (await accounts(scenario))["driver_debt:drv_dee"] == HALF
    assert await left(scenario) == [HALF], "it was not taken of the transfer"
    scenario.clock.turn(days=5)
    assert (await scenario.market.payouts.send.look_at(payout.id)).has_failed
    scenario.cards.held["acct_drv_dee"] += HALF
    await scenario.later(hours=1)
    assert scenario.cards.held["acct_drv_dee"] == 0
    assert not [code for code in await accounts(scenario) if code.endswith(":drv_dee")]
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order


async def open_reversals(scenario: Scenario, order: Order) -> list[TransferReversal]:
    split = await the_split(scenario, order)
    return list(await scenario.storage.read(lambda unit: unit.reversals.open_of(split.id)))
