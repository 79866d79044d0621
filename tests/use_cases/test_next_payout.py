"""The next weekly payout, and the entries that its parts come from (OUT-02)."""

from datetime import time
from typing import Any

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, Unavailable
from haulage.kernel.local_time import platform_time
from haulage.ledger import TransactionState
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payouts.next_payout import BalancePart
from use_cases.bookkeeping import HALF, dispute, driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, a_method, ask, settle
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


async def entries(scenario: Scenario, part: BalancePart) -> list[tuple[int, TransactionState]]:
    found = await scenario.market.payouts.next.entries(ADMIN, DRIVER, part, PageRequest(100))
    return [(each.amount_cents, each.state) for each in found.items]


async def test_each_part_of_it_is_told_with_its_entries(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    orders = [await driven(scenario, ada, dee) for _ in range(2)]
    await scenario.later(minutes=1)
    see = scenario.market.payouts.next
    without = await see(dee, DRIVER)
    assert (without.amount.cents, without.method) == (0, None)
    assert [each.requirement for each in without.amount.missing] == ["verified_method"]
    method = await a_method(scenario, dee)
    settle(scenario, 10_00)
    payment = await scenario.payment(orders[0])
    await dispute(scenario, payment, payment.amount_cents)
    found = await see(dee, DRIVER)
    local = platform_time(found.at)
    assert (local.weekday(), local.time(), local > scenario.clock.now()) == (0, time(), True)
    assert (found.amount.cents, found.amount.not_settled_cents) == (10_00, HALF - 10_00)
    assert (found.balance.available_cents, found.balance.frozen_cents) == (HALF, HALF)
    assert found.method is not None
    assert found.method.id == method.id
    await ask(scenario, dee, 1_00)
    reserved, posted = TransactionState.RESERVED, TransactionState.POSTED
    assert await entries(scenario, BalancePart.FROZEN) == [(-HALF, reserved)]
    assert sorted(await entries(scenario, BalancePart.AVAILABLE)) == [
        (-HALF, posted),
        (-HALF, posted),
        (1_00, reserved),
        (HALF, reserved),
    ]


async def test_it_is_told_while_the_provider_does_not_answer(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)

    async def hangs(_account: str) -> None:
        raise Unavailable("payouts")

    provider: Any = scenario.market.payouts.next.provider
    provider.provider.balance_of = hangs
    found = await scenario.market.payouts.next(dee, DRIVER)
    assert (found.amount.cents, found.amount.not_settled_cents) == (HALF, None)


async def test_nobody_sees_anothers(scenario: Scenario, dee: Actor) -> None:
    eve = await scenario.driver("eve")
    see = scenario.market.payouts.next
    for attempt in (
        see(eve, DRIVER),
        see(ADMIN, "drv_nobody"),
        see.entries(eve, DRIVER, BalancePart.AVAILABLE, PageRequest()),
        see.entries(ADMIN, "drv_nobody", BalancePart.DEBT, PageRequest()),
        scenario.market.payouts.earnings.weeks(eve, DRIVER),
    ):
        with pytest.raises(NotFound):
            await attempt


async def test_earnings_of_a_week_are_by_the_drivers_own_days(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    before = await scenario.market.payouts.earnings.weeks(dee, DRIVER)
    assert [each.total_cents for each in before] == [0] * 11 + [HALF]
    scenario.clock.turn(days=7)
    after = await scenario.market.payouts.earnings.weeks(dee, DRIVER)
    assert [each.total_cents for each in after] == [0] * 10 + [HALF, 0]
    assert after[-2].days == before[-1].days
