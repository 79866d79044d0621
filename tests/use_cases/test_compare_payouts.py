"""Each night the provider's payouts are compared with ours: what came back is given back."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

import attrs
import pytest

from haulage.kernel.actor import Actor, operator
from haulage.kernel.errors import Unavailable
from haulage.ledger import connected_account
from haulage.payouts import Payout, PayoutStatus
from haulage.ports.payouts import ProviderBalance, ProviderPayout
from haulage.use_cases.jobs.schedule import RECURRING_JOBS
from haulage.use_cases.payouts.check_payouts import CheckPayouts
from haulage.use_cases.payouts.compare_accounts import CompareAccounts
from haulage.use_cases.payouts.compare_payouts import ComparePayouts, Fault
from use_cases.bookkeeping import driven
from use_cases.paying_out import DRIVER, a_method, ask, held, stored
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio


@attrs.define
class Bank:
    """The simulated provider, and what it has otherwise than it told before. Accounts hold what our books
    say, and *holds_more*."""

    inner: Any
    storage: Any
    changes: dict[str, Any] = attrs.Factory(dict)
    besides: list[ProviderPayout] = attrs.Factory(list)
    holds_more: int = 0
    moves: bool = False
    loses: bool = False
    is_down: bool = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        return attrs.evolve(await self.inner.status(account, payout_id), **self.changes)

    async def balances_of(self, accounts: Collection[str]) -> Mapping[str, ProviderBalance]:
        if self.is_down:
            return {}
        held = await self.storage.read(lambda unit: unit.ledger.balance(connected_account(DRIVER)))
        more = self.holds_more
        if self.moves:
            self.holds_more += 1
        return {each: ProviderBalance(held.posted_cents + more) for each in accounts}

    async def payouts_of(self, account: str, **since: Any) -> Sequence[ProviderPayout]:
        if self.is_down:
            raise Unavailable("payouts")
        found = [] if self.loses else await self.inner.payouts_of(account, **since)
        return [*(attrs.evolve(each, **self.changes) for each in found), *self.besides]


@attrs.define
class Night:
    """The comparison, with the bank behind it and the alarms that it raised."""

    compare: ComparePayouts
    bank: Bank
    alarms: list[tuple[str, dict[str, Any]]]

    async def faults(self) -> list[Fault]:
        return [each.fault for each in (await self.compare.daily("2026-11-01")).differences]


@pytest.fixture
async def payout(scenario: Scenario, ada: Actor, dee: Actor) -> Payout:
    """It has arrived, days ago."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    asked = await ask(scenario, dee, 5_00)
    await scenario.market.jobs.run.all_due()
    await scenario.later(days=6)
    assert (await stored(scenario, asked)).status is PayoutStatus.PAID
    return asked


@pytest.fixture
def night(scenario: Scenario) -> Night:
    alarms: list[tuple[str, dict[str, Any]]] = []
    send = scenario.market.payouts.send
    bank: Any = Bank(send.provider, scenario.storage)

    def alarm(event: str, **facts: str | int) -> None:
        alarms.append((event, facts))

    send = attrs.evolve(send, provider=bank)
    accounts = CompareAccounts(scenario.storage, bank)
    compare = ComparePayouts(scenario.storage, scenario.clock, bank, send, accounts, alarm)
    return Night(compare, bank, alarms)


async def test_nothing_is_told_of_payouts_that_are_equal(night: Night, payout: Payout) -> None:
    compared = await night.compare.daily("2026-11-01")
    assert (compared.updated, compared.unanswered, compared.differences) == (0, 0, [])
    assert night.alarms == []


async def test_money_that_the_bank_sent_back_later_is_in_the_balance_again(
    scenario: Scenario, night: Night, payout: Payout
) -> None:
    before, _ = await held(scenario)
    night.bank.changes = {"status": PayoutStatus.FAILED, "failure_reason": "The bank account was closed."}
    compared = await night.compare.daily("2026-11-01")
    assert (compared.updated, compared.differences) == (1, [])
    after = await stored(scenario, payout)
    assert (after.status, after.failure_reason) == (PayoutStatus.FAILED, "The bank account was closed.")
    assert await held(scenario) == (before + 5_00, 0)
    assert (await night.compare.daily("2026-11-02")).updated == 0


async def test_a_payout_that_nobody_here_asked_for_is_told(night: Night, payout: Payout) -> None:
    night.bank.besides.append(ProviderPayout("po_else", PayoutStatus.PAID, 7_00, payout.speed))
    assert await night.faults() == [Fault.NOT_OURS]
    assert night.alarms == [
        (
            "payouts.difference",
            {"fault": "not_ours", "driver": DRIVER, "provider_id": "po_else", "payout": "", "theirs": 7_00},
        ),
        ("payouts.differences", {"not_ours": 1}),
    ]


async def test_a_payout_of_another_amount_is_told_with_its_row(night: Night, payout: Payout) -> None:
    night.bank.changes = {"net_cents": 4_99}
    assert await night.faults() == [Fault.AMOUNT]
    assert night.alarms[0][1]["payout"] == payout.id


async def test_a_payout_that_the_provider_does_not_know_is_told(night: Night, payout: Payout) -> None:
    night.bank.loses = True
    assert await night.faults() == [Fault.NOT_THERE]


async def test_money_that_arrived_although_it_was_given_back_is_told(night: Night, payout: Payout) -> None:
    night.bank.changes = {"status": PayoutStatus.FAILED}
    await night.compare.daily("2026-11-01")
    night.bank.changes = {}
    assert await night.faults() == [Fault.STATUS]


@pytest.mark.parametrize("more", [1, -1, 5_00])
async def test_an_account_that_holds_another_sum_is_told_with_both(
    night: Night, payout: Payout, more: int
) -> None:
    night.bank.holds_more = more
    [found] = (await night.compare.daily("2026-11-01")).differences
    assert (found.fault, found.driver_id) == (Fault.BALANCE, DRIVER)
    assert found.our_cents is not None
    assert found.their_cents == found.our_cents + more
    event, facts = night.alarms[0]
    assert (event, facts["ours"], facts["theirs"]) == (
        "payouts.difference",
        found.our_cents,
        found.their_cents,
    )


async def test_a_balance_that_moves_between_two_looks_is_no_difference(night: Night, payout: Payout) -> None:
    night.bank.holds_more, night.bank.moves = 1, True
    assert await night.faults() == []


@pytest.mark.parametrize(("more", "faults"), [(0, 0), (-2_50, 0), (-5_00, 0), (1, 1), (-5_01, 1)])
async def test_money_on_its_way_may_have_left_or_not(
    scenario: Scenario, night: Night, dee: Actor, payout: Payout, more: int, faults: int
) -> None:
    await ask(scenario, dee, 5_00)
    night.bank.holds_more = more
    assert await night.faults() == faults * [Fault.BALANCE]


async def test_an_administrator_is_told_what_differs_and_no_driver_is(
    scenario: Scenario, night: Night, dee: Actor, payout: Payout
) -> None:
    night.bank.holds_more = 1
    check = CheckPayouts(scenario.storage, scenario.market.payouts.send, night.compare)
    checked = await check(operator("ops"))
    assert [each.fault for each in checked.differences] == [Fault.BALANCE]
    assert (checked.message, checked.complete) == ("Updated 0 payouts, 0 failed", True)
    assert list((await check.of_driver(dee, DRIVER)).differences) == []


async def test_whoever_waits_is_told_that_not_everything_was_compared(night: Night, payout: Payout) -> None:
    night.bank.holds_more = 1
    compared = await night.compare(within=timedelta(seconds=-1))
    assert (compared.differences, compared.complete) == ([], False)


async def test_a_provider_that_does_not_answer_is_no_difference(night: Night, payout: Payout) -> None:
    night.bank.is_down = True
    compared = await night.compare.daily("2026-11-01")
    assert (compared.unanswered, compared.differences) == (1, [])


async def test_it_runs_every_night(scenario: Scenario, payout: Payout) -> None:
    assert "compare_payouts" in {each.kind.value for each in RECURRING_JOBS}
    scenario.clock.turn(days=1)
    await scenario.market.jobs.enqueue_recurring()
    await scenario.market.jobs.run.all_due()
