"""What payouts take back of transfers, and what is left of these once they failed (OP-41)."""

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.payouts import Payout, PayPalDetails, TakenBack
from use_cases.bookkeeping import HALF, driven, refund
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, faulty, held, stored
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

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
