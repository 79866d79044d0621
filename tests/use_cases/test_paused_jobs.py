"""While jobs are paused nothing goes out: no job, no mail, no money."""

import attrs
import pytest

from haulage.jobs import Job, JobKind, JobsPause, PauseReason
from haulage.kernel.actor import OPERATOR
from haulage.kernel.errors import Forbidden, Unavailable
from haulage.payments import PaymentState
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.paging import PageRequest
from use_cases.scenario import ADMIN, PAYING, Scenario, a_card

pytestmark = pytest.mark.anyio


async def test_no_job_is_done_until_they_are_resumed(scenario: Scenario) -> None:
    await scenario.market.jobs.manage.pause(OPERATOR)
    job = Job(JobKind.REPORT_DEAD_JOBS, "2026-12-01T12")
    await scenario.storage.write(lambda unit: unit.jobs.enqueue(job, scenario.clock.now()))
    assert await scenario.later(days=1) == 0
    assert await scenario.market.jobs.manage.resume(OPERATOR)
    assert await scenario.later(minutes=1) == 1


async def test_no_card_is_charged_and_the_order_can_be_paid_afterwards(scenario: Scenario) -> None:
    customer, driver = await scenario.customer(), await scenario.driver()
    order = await scenario.book(customer, driver)
    payment = await scenario.market.payments.open(customer, order.id)
    await scenario.market.jobs.manage.pause(OPERATOR)
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(customer, payment.id, a_card(PAYING))
    assert (await scenario.payment(order)).state is not PaymentState.SUCCEEDED
    await scenario.market.jobs.manage.resume(OPERATOR)
    scenario.clock.turn(minutes=2)
    paid = await scenario.market.payments.confirm(customer, payment.id, a_card(PAYING))
    assert paid.payment.state is PaymentState.SUCCEEDED


async def test_no_refund_and_no_share_goes_out(scenario: Scenario) -> None:
    customer, driver = await scenario.customer(), await scenario.driver()
    order = await scenario.assigned(customer, driver)
    await scenario.market.jobs.manage.pause(OPERATOR)
    await scenario.market.orders.cancel(customer, order.id, "Changed my mind")
    await scenario.later(days=2)
    reference = (await scenario.payment(order)).provider_reference
    assert reference is not None
    assert await scenario.cards.refunds_of(reference) == []
    assert scenario.cards.transfers == {}
    await scenario.market.jobs.manage.resume(OPERATOR)
    await scenario.later(hours=1)
    assert len(await scenario.cards.refunds_of(reference)) == 1


async def test_what_the_provider_knows_can_be_asked_at_any_time(scenario: Scenario) -> None:
    customer, driver = await scenario.customer(), await scenario.driver()
    order = await scenario.assigned(customer, driver)
    await scenario.market.jobs.manage.pause(OPERATOR)
    reference = (await scenario.payment(order)).provider_reference
    assert reference is not None
    cards = scenario.market.payments.open.cards
    assert (await cards.look_up(reference)).result == "paid"
    assert await cards.refunds_of(reference) == []


async def test_a_second_pause_leaves_the_first_as_it_is_and_each_is_audited_once(scenario: Scenario) -> None:
    jobs = scenario.market.jobs.manage
    first = await jobs.pause(OPERATOR, PauseReason.RESTORED)
    scenario.clock.turn(hours=1)
    assert await jobs.pause(OPERATOR) == first == await jobs.paused(OPERATOR)
    assert [await jobs.resume(OPERATOR), await jobs.resume(OPERATOR)] == [True, False]
    assert await jobs.paused(OPERATOR) is None
    for action in ("jobs_paused", "jobs_resumed"):
        answer = await scenario.market.audit.list(ADMIN, PageRequest(), wanted=AuditFilter(action=action))
        assert len(answer.items) == 1


async def test_a_pause_can_follow_a_probe_of_writing_and_another_pause(scenario: Scenario) -> None:
    jobs = scenario.market.jobs.manage
    await scenario.storage.write(lambda unit: unit.operation.probe())
    for _ in range(2):
        scenario.clock.turn(hours=1)
        assert await jobs.pause(OPERATOR) == JobsPause(scenario.clock.now(), PauseReason.OPERATOR)
        await scenario.storage.write(lambda unit: unit.operation.probe())
        assert await jobs.resume(OPERATOR)


async def test_only_administrators_and_operators_pause(scenario: Scenario) -> None:
    customer = await scenario.customer()
    for ask in (
        scenario.market.jobs.manage.pause,
        scenario.market.jobs.manage.resume,
        scenario.market.jobs.manage.paused,
    ):
        with pytest.raises(Forbidden):
            await ask(customer)


async def test_readiness_tells_the_pause(scenario: Scenario) -> None:
    assert (await scenario.market.readiness.see(OPERATOR)).jobs_pause is None
    pause = await scenario.market.jobs.manage.pause(OPERATOR)
    assert (await scenario.market.readiness.see(OPERATOR)).jobs_pause == pause
    assert attrs.asdict(pause)["reason"] == "operator"
