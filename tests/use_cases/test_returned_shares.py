"""Drivers are sent again what a withdrawn refund had taken: once, whatever is refused or lost on the way."""

import asyncio
from typing import Any

import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import ReturnedShare, TransferReversal
from haulage.orders import Order
from haulage.payments import ProviderRefused
from haulage.ports.payments import ProviderReversal
from use_cases.bookkeeping import HALF, balances, driven, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

ACCOUNT = "acct_drv_dee"


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee has her share."""
    made = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    return made


async def withdrawn(scenario: Scenario, order: Order, cents: int | None = None) -> str:
    """A refund that took from Dee what she had got, and could not be sent; its id."""
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order, cents)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    scenario.cards.refuses = set()
    return made.id


async def stored(scenario: Scenario, order: Order) -> ReturnedShare:
    split = await the_split(scenario, order)
    (share,) = await scenario.storage.read(lambda unit: unit.splits.returned_of(split.id))
    return share


async def test_a_refused_return_is_asked_for_anew_under_a_reference_of_its_own(
    scenario: Scenario, order: Order
) -> None:
    """Under the same one the provider would repeat its refusal for a day."""
    id = await withdrawn(scenario, order)
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    refused = await stored(scenario, order)
    assert (refused.attempts, refused.transfer_id) == (1, None)
    assert refused.failure_reason
    scenario.cards.refuses = set()
    await scenario.later(hours=1)
    assert scenario.cards.transfers[f"{id}-returned-1"] == scenario.cards.held[ACCOUNT] == HALF
    sent = await stored(scenario, order)
    assert (sent.transfer_id, sent.failure_reason) == (f"tr_{id}-returned-1", None)


async def test_a_return_whose_answer_is_lost_is_sent_once(scenario: Scenario, order: Order) -> None:
    await withdrawn(scenario, order)
    scenario.cards.losing_answers = True
    for _ in range(3):
        await scenario.later(minutes=10)
    scenario.cards.losing_answers = False
    await scenario.later(hours=2)
    assert scenario.cards.held[ACCOUNT] == HALF
    assert (await stored(scenario, order)).sent_at is not None


async def test_an_asking_that_was_obeyed_after_its_twin_was_refused_is_found(
    scenario: Scenario, order: Order
) -> None:
    """Two processes ask at once under one reference; the refused one has written its refusal down first."""
    id = await withdrawn(scenario, order)
    before = await stored(scenario, order)
    ask = scenario.cards.transfer

    async def refused(**_changes: Any) -> str:
        raise ProviderRefused("The balance is empty.")

    scenario.cards.transfer = refused  # type: ignore[method-assign, assignment]
    await scenario.later(minutes=1)
    scenario.cards.transfer = ask  # type: ignore[method-assign]
    twin = await scenario.cards.transfer(
        amount_cents=before.amount_cents, account=ACCOUNT, order_id=order.id, reference=before.reference
    )
    await scenario.later(hours=1)
    assert scenario.cards.held[ACCOUNT] == HALF
    sent = await stored(scenario, order)
    assert (sent.id, sent.attempts, sent.transfer_id) == (id, 1, twin)


@pytest.mark.both_databases
async def test_two_reversals_of_one_split_at_once_take_back_both_once(
    scenario: Scenario, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has seen all of both transfers before the other has taken anything."""
    await withdrawn(scenario, order, 10_00)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    scenario.cards.down = True
    await refund(scenario, order, 9_00)
    await refund(scenario, order, 8_00)
    scenario.cards.down = False
    both = await open_reversals(scenario, order)
    assert len(both) == 2
    together, look = asyncio.Barrier(2), scenario.cards.reversals_of
    seen: list[str] = []

    async def look_together(transfer: str) -> list[ProviderReversal]:
        seen.append(transfer)
        found = list(await look(transfer))
        if len(seen) <= 4:  # two transfers, looked at by two
            await together.wait()
        return found

    monkeypatch.setattr(scenario.cards, "reversals_of", look_together)
    shares = scenario.market.jobs.run.handlers
    do = next(handler.do for kind, handler in shares.items() if kind.value == "take_back_share")
    await asyncio.gather(*(do(each.id) for each in both), return_exceptions=True)
    await scenario.later(hours=2)
    assert await open_reversals(scenario, order) == []
    taken = sum(each.amount_cents for each in both)
    assert scenario.cards.held[ACCOUNT] == HALF - taken
    after = await the_split(scenario, order)
    assert after.driver_left_cents == split.driver_left_cents - taken == scenario.cards.held[ACCOUNT]
    assert -(await balances(scenario))["driver:drv_dee"] == after.driver_left_cents


async def open_reversals(scenario: Scenario, order: Order) -> list[TransferReversal]:
    split = await the_split(scenario, order)
    return list(await scenario.storage.read(lambda unit: unit.reversals.open_of(split.id)))
