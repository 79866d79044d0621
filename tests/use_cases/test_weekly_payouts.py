"""Every driver's whole balance is paid on Monday at midnight of New York, once a week (OP-37)."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
import pytest

from haulage.jobs import JobKind
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Conflict, Unavailable
from haulage.ledger import (
    Subject,
    SubjectKind,
    Transaction,
    TransactionKind,
    available_account,
    debt_account,
    entries_of,
)
from haulage.payouts import BankAccountType, BankDetails, Payout, PayoutSpeed, PayoutStatus, PayoutTrigger
from haulage.ports.payouts import ProviderBalance
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases
from haulage.use_cases.payouts import weekly_payouts
from haulage.use_cases.payouts.pay_together import pay_together, weekly_id
from use_cases.bookkeeping import HALF, dispute, driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, a_method, ask, fund, held, payable, payouts_of, settle, stored
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

PLENTY = 1_000_000_00
BANK = BankDetails("110000000", "000123456789", "Test Bank", BankAccountType.CHECKING)
MONDAY = datetime(2027, 3, 8, 5, tzinfo=UTC)
"""In New York it is midnight."""
SPRING = datetime(2027, 3, 15, 4, tzinfo=UTC)
AUTUMN = datetime(2027, 11, 8, 5, tzinfo=UTC)


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has her half of an order, all of it settled, and a card."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    settle(scenario, PLENTY)
    return dee


async def at(scenario: Scenario, time: datetime) -> list[Payout]:
    """What the driver's payouts are once everything due by then is done."""
    scenario.clock.at = time
    for _ in range(3):  # the run, what it finds, and what these leave to be sent
        await scenario.market.jobs.enqueue_recurring()
        await scenario.market.jobs.run.all_due()
    return await payouts_of(scenario)


async def left_alone(scenario: Scenario) -> list[str]:
    """Those for whom a job was left."""
    page = await scenario.market.jobs.manage.list(OPERATOR, PageRequest(100), kind=JobKind.PAY_WEEKLY)
    return sorted(job.subject for job in page.items)


async def entered(scenario: Scenario, payout: Payout) -> list[tuple[str, int]]:
    """What is reserved for it, without the names of its driver."""
    subject = Subject(SubjectKind.PAYOUT, payout.id)
    found = await scenario.storage.read(lambda unit: unit.ledger.of_subject(subject))
    return sorted((each.account.kind, each.amount_cents) for made in found for each in made.entries)


async def test_on_monday_the_whole_balance_goes_out_without_fees(scenario: Scenario, paid: Actor) -> None:
    await at(scenario, MONDAY - timedelta(days=2))
    assert [each.trigger for each in await payouts_of(scenario)] == [PayoutTrigger.WEEKLY], "a week missed"
    await fund(scenario, 12_34)
    assert len(await at(scenario, MONDAY - timedelta(seconds=1))) == 1
    _, payout = await at(scenario, MONDAY)
    assert (payout.amount_cents, payout.net_cents) == (12_34, 12_34)
    assert (payout.trigger, payout.speed) == (PayoutTrigger.WEEKLY, PayoutSpeed.STANDARD)
    assert (await stored(scenario, payout)).provider_id is not None
    assert await held(scenario) == (0, HALF + 12_34)


@pytest.mark.parametrize("monday", [SPRING, AUTUMN])
async def test_the_hour_is_midnight_also_after_the_clocks_change(
    scenario: Scenario, paid: Actor, monday: datetime
) -> None:
    await at(scenario, monday - timedelta(days=2))
    await fund(scenario, 12_34)
    assert len(await at(scenario, monday - timedelta(seconds=1))) == 1
    assert len(await at(scenario, monday)) == 2


async def test_a_week_is_paid_once_though_its_jobs_are_done_again(scenario: Scenario, paid: Actor) -> None:
    assert len(await at(scenario, MONDAY)) == 1
    await fund(scenario, 12_34)
    weekly = scenario.market.payouts.weekly
    await weekly.run("2027-W10")
    await weekly.pay(DRIVER)
    assert len(await at(scenario, MONDAY + timedelta(days=6))) == 1
    assert [each.amount_cents for each in await at(scenario, MONDAY + timedelta(days=7))] == [HALF, 12_34]


async def test_every_driver_with_a_balance_is_paid_and_no_other(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weekly_payouts, "BATCH", 2)
    rich = [f"drv_{number}" for number in range(5)]
    for driver_id in (*rich, "drv_spent", "drv_refuses_number"):
        await payable(scenario, driver_id, 10_00, certified=driver_id != "drv_refuses_number")
    await fund(scenario, 10_00, "drv_without_account")
    spent = {available_account("drv_spent"): 10_00, available_account("drv_0"): -10_00}
    owes = {available_account("drv_owes"): 5_00, debt_account("drv_owes"): -5_00}
    for name, amounts in {"spent": spent, "owes": owes}.items():
        moved = Transaction(name, TransactionKind.TRANSFER, name, scenario.clock.now(), entries_of(amounts))
        await scenario.storage.write(lambda unit, moved=moved: unit.ledger.add(moved))
    settle(scenario, PLENTY)
    await scenario.market.payouts.weekly.run("2027-W10")
    made = await scenario.storage.read(lambda unit: unit.payouts.list(PageRequest(100)))
    assert {each.driver_id: each.amount_cents for each in made.items} == dict.fromkeys(rich, 10_00)
    assert await left_alone(scenario) == ["drv_refuses_number"], "of whose transfers something is taken back"
    books = LedgerUseCases(scenario.storage)
    assert (await books.verify(OPERATOR)).in_order


async def test_a_payout_that_the_books_refuse_is_in_nobodys_way(scenario: Scenario) -> None:
    for driver_id in ("drv_1", "drv_2", "drv_3"):
        await payable(scenario, driver_id, 10_00)
    now = scenario.clock.now()
    name = f"payout/{weekly_id('drv_2', now)}"
    other = entries_of({available_account("drv_1"): 2_00, available_account("drv_3"): -2_00})
    taken = Transaction("taken", TransactionKind.TRANSFER, name, now, other)
    await scenario.storage.write(lambda unit: unit.ledger.add(taken))
    settle(scenario, PLENTY)
    await scenario.market.payouts.weekly.run("2027-W10")
    made = await scenario.storage.read(lambda unit: unit.payouts.list(PageRequest(100)))
    assert {each.driver_id: each.amount_cents for each in made.items} == {"drv_1": 8_00, "drv_3": 10_00}
    assert await left_alone(scenario) == ["drv_2"]
    assert (await LedgerUseCases(scenario.storage).verify(OPERATOR)).in_order


async def test_a_payout_entered_with_others_is_the_one_entered_alone(scenario: Scenario) -> None:
    for driver_id in ("drv_1", "drv_2"):
        await payable(scenario, driver_id, 12_34)
    settle(scenario, PLENTY)
    weekly = scenario.market.payouts.weekly
    await weekly.pay("drv_1")
    await weekly.run("2027-W10")
    alone, together = [(await payouts_of(scenario, each))[0] for each in ("drv_1", "drv_2")]
    same = {"id": alone.id, "driver_id": alone.driver_id, "method_id": alone.method_id}
    assert attrs.evolve(together, **same) == alone
    assert await entered(scenario, alone) == await entered(scenario, together)


async def test_those_who_cannot_be_paid_together_are_paid_one_by_one(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    for driver_id in ("drv_1", "drv_2"):
        await payable(scenario, driver_id, 12_34)
    settle(scenario, PLENTY)

    async def half_of_it(unit: UnitOfWork, *arguments: Any) -> Sequence[str]:
        await pay_together(unit, *arguments)
        raise Conflict("ledger")

    monkeypatch.setattr(weekly_payouts, "pay_together", half_of_it)
    await scenario.market.payouts.weekly.run("2027-W10")
    assert await left_alone(scenario) == ["drv_1", "drv_2"]
    assert await held(scenario, "drv_1") == (12_34, 0)
    await scenario.market.jobs.run.all_due()
    assert await held(scenario, "drv_1") == await held(scenario, "drv_2") == (0, 12_34)


async def test_for_whom_the_provider_does_not_answer_a_job_is_left(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weekly_payouts, "BATCH", 1)
    for number in range(3):
        await payable(scenario, f"drv_{number}", 12_34)
    asked = []

    class Down:
        async def balances_of(self, accounts: Collection[str]) -> dict[str, ProviderBalance]:
            asked.extend(accounts)
            return {each: ProviderBalance(PLENTY) for each in accounts if each == "acct_drv_0"}

    down: Any = Down()
    await attrs.evolve(scenario.market.payouts.weekly, provider=down).run("2027-W10")
    assert asked == ["acct_drv_0", "acct_drv_1"], "after a batch without an answer it is not waited for"
    assert await held(scenario, "drv_0") == (0, 12_34)
    assert await left_alone(scenario) == ["drv_1", "drv_2"]


async def test_who_owes_more_than_they_have_is_paid_nothing(scenario: Scenario, paid: Actor) -> None:
    owed = {debt_account(DRIVER): HALF, available_account("drv_other"): -HALF}
    made = Transaction("debt", TransactionKind.DEBT, "debt", scenario.clock.now(), entries_of(owed))
    await scenario.storage.write(lambda unit: unit.ledger.add(made))
    assert await at(scenario, MONDAY) == []


async def test_what_a_dispute_holds_is_not_paid(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    settle(scenario, PLENTY)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, payment.amount_cents)
    await fund(scenario, 12_34)
    assert [each.amount_cents for each in await at(scenario, MONDAY)] == [12_34]


async def test_without_an_account_or_a_method_nothing_is_paid_and_nothing_fails(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    settle(scenario, PLENTY)
    weekly = scenario.market.payouts.weekly
    await fund(scenario, 12_34)
    await weekly.run("2027-W10")
    await weekly.pay(DRIVER)
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await weekly.run("2027-W10")
    await weekly.pay(DRIVER)
    assert await held(scenario) == (12_34 + HALF, 0)


async def test_a_default_method_that_is_new_is_passed_over_and_its_driver_told_why(
    scenario: Scenario, paid: Actor
) -> None:
    await at(scenario, MONDAY - timedelta(hours=71))
    await fund(scenario, 12_34)
    operated = attrs.evolve(paid, operated_by="operator:root")
    methods, see = scenario.market.payouts.methods, scenario.market.payouts.next
    old, new = (await methods.list(paid, DRIVER))[0], await methods.add_for(operated, DRIVER, BANK)
    assert (await see(paid, DRIVER)).amount.cents == 12_34, "the default is paid as before"
    await methods.make_default(paid, DRIVER, new.id)
    stands = (await see(paid, DRIVER)).amount
    assert (stands.cents, [each.requirement for each in stands.missing]) == (0, ["method_not_held"])
    before = {each.id for each in await payouts_of(scenario)}
    assert {each.id for each in await at(scenario, MONDAY)} == before
    await scenario.market.payouts.weekly.pay(DRIVER)
    assert {each.id for each in await payouts_of(scenario)} == before
    assert (await see(paid, DRIVER)).amount.missing == [], "by the next Monday it is over"
    await methods.make_default(paid, DRIVER, old.id)
    await scenario.market.payouts.weekly.pay(DRIVER)
    assert [each.method_id for each in await payouts_of(scenario) if each.id not in before] == [old.id]


async def test_where_the_account_pays_nothing_out_nothing_is_paid(scenario: Scenario, paid: Actor) -> None:
    async def stop(unit: UnitOfWork) -> None:
        account = await unit.connected_accounts.get(DRIVER)
        assert account is not None
        report = attrs.evolve(account.report, payouts_enabled=False)
        await unit.connected_accounts.save(account, attrs.evolve(account, report=report))

    await scenario.storage.write(stop)
    await scenario.market.payouts.weekly.run("2027-W10")
    await scenario.market.payouts.weekly.pay(DRIVER)
    assert await held(scenario) == (HALF, 0)


async def test_what_has_not_settled_at_the_provider_waits_for_the_next_week(
    scenario: Scenario, paid: Actor
) -> None:
    settle(scenario, 0)
    assert await at(scenario, MONDAY) == []
    settle(scenario, 5_00)
    week = timedelta(days=7)
    assert [each.amount_cents for each in await at(scenario, SPRING)] == [5_00]
    assert await held(scenario) == (HALF - 5_00, 5_00)
    settle(scenario, PLENTY)
    assert [each.amount_cents for each in await at(scenario, SPRING + week)] == [5_00, HALF - 5_00]


async def test_what_another_payout_will_take_counts_as_gone_there(scenario: Scenario, paid: Actor) -> None:
    await ask(scenario, paid, 5_00)
    settle(scenario, 8_00)
    await scenario.market.payouts.weekly.run("2027-W10")
    assert [each.amount_cents for each in await payouts_of(scenario)] == [5_00, 3_00]


async def test_a_provider_that_does_not_answer_is_asked_again(scenario: Scenario, paid: Actor) -> None:
    weekly = scenario.market.payouts.weekly

    class Down:
        async def balance_of(self, _account: str) -> object:
            raise Unavailable("payouts")

    down: Any = Down()
    with pytest.raises(Unavailable):
        await attrs.evolve(weekly, provider=down).pay(DRIVER)
    await weekly.pay(DRIVER)
    (payout,) = await payouts_of(scenario)
    assert (payout.status, payout.amount_cents) == (PayoutStatus.PENDING, HALF)
