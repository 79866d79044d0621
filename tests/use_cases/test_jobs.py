"""Jobs are tried until they are done, once each, and an operator sees those that are not."""

import asyncio
from datetime import timedelta

import attrs
import pytest

from haulage.jobs import Job, JobKind, JobState
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, IllegalMove, NotFound, Unavailable
from haulage.orders import OrderStatus
from haulage.payments import PaymentState
from haulage.ports.payments import Charge, ChargeResult
from haulage.ports.runtime.jobs import JobHandler, NotYet
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.jobs import RunJob
from use_cases.scenario import ADMIN, DECLINED, Scenario, a_card

pytestmark = pytest.mark.anyio

REFUND = Job(JobKind.SEND_REFUND, "pay_1")


class Doing:
    """A handler that does as it is told, and counts."""

    def __init__(self) -> None:
        self.subjects: list[str] = []
        self.fault: Exception | None = None

    async def __call__(self, subject: str) -> None:
        self.subjects.append(subject)
        await asyncio.sleep(0)
        if self.fault is not None:
            raise self.fault


@pytest.fixture
def doing() -> Doing:
    return Doing()


@pytest.fixture
def run(scenario: Scenario, doing: Doing) -> RunJob:
    handlers = {kind: JobHandler(doing) for kind in JobKind}
    return attrs.evolve(scenario.market.jobs.run, handlers=handlers, luck=lambda: 1.0)


async def ask(scenario: Scenario, job: Job = REFUND) -> None:
    await scenario.storage.write(lambda unit: unit.jobs.enqueue(job, scenario.clock.now()))


def test_a_kind_without_a_handler_stops_the_server_at_its_start(scenario: Scenario) -> None:
    with pytest.raises(ValueError, match="without a handler"):
        attrs.evolve(scenario.market.jobs.run, handlers={})


async def test_a_job_is_done_once(scenario: Scenario, run: RunJob, doing: Doing) -> None:
    await ask(scenario)
    assert await run.all_due() == 1
    await ask(scenario)
    assert await run.all_due() == 0
    assert doing.subjects == ["pay_1"]
    assert (await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)).state is JobState.DONE


async def test_an_attempt_that_another_has_settled_changes_nothing_any_more(
    scenario: Scenario, run: RunJob, doing: Doing
) -> None:
    await ask(scenario)
    saved = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    await run(saved)
    doing.fault = Unavailable("cards")
    await run(saved)
    assert (await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)).state is JobState.DONE


async def test_one_attempt_made_twice_at_once_is_counted_once(
    scenario: Scenario, run: RunJob, doing: Doing
) -> None:
    await ask(scenario)
    doing.fault = Unavailable("cards")
    asked = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    await asyncio.gather(*(run(asked) for _ in range(5)))
    saved = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    assert (saved.attempts, saved.version) == (1, 2)


async def test_what_fails_is_tried_again_later_and_at_last_left_to_an_operator(
    scenario: Scenario, run: RunJob, doing: Doing
) -> None:
    await ask(scenario)
    doing.fault = Unavailable("cards", "The card provider does not answer.")
    while (saved := await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)).state is JobState.WAITING:
        assert await run.all_due() == 0
        scenario.clock.turn(hours=1)
    assert (saved.attempts, saved.last_error) == (40, "The card provider does not answer.")
    assert await run.all_due() == 0
    doing.fault = None
    await scenario.market.jobs.manage.retry(ADMIN, REFUND.id)
    assert await run.all_due() == 1


async def test_a_fault_in_the_program_is_told_to_the_log_and_named_without_its_words(
    scenario: Scenario, run: RunJob, doing: Doing
) -> None:
    await ask(scenario)
    doing.fault = KeyError("ada@example.com")
    assert await run(await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)) is doing.fault
    saved = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    assert saved.last_error == "A fault in the program: KeyError"


async def test_waiting_for_a_time_is_no_failure(scenario: Scenario, run: RunJob, doing: Doing) -> None:
    await ask(scenario)
    until = scenario.clock.now().replace(hour=20)
    doing.fault = NotYet(until)
    await run.all_due()
    saved = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    assert (saved.attempts, saved.due_at, saved.last_error) == (0, until, None)


async def test_operators_and_admins_alone_see_and_retry_jobs_and_it_is_written_down(
    scenario: Scenario, run: RunJob, doing: Doing, ada: Actor
) -> None:
    await ask(scenario)
    managing = scenario.market.jobs.manage
    for asking in (managing.counts(ada), managing.show(ada, REFUND.id), managing.retry(ada, REFUND.id)):
        with pytest.raises(Forbidden):
            await asking
    with pytest.raises(NotFound):
        await managing.retry(ADMIN, "send_refund:pay_9")
    assert await managing.counts(ADMIN) == {JobState.WAITING: 1, JobState.DONE: 0, JobState.DEAD: 0}
    doing.fault = Unavailable("cards")
    await run.all_due()
    again = await managing.retry(ADMIN, REFUND.id)
    assert (again.attempts, again.due_at) == (0, scenario.clock.now())
    trail = await scenario.market.audit.list(
        ADMIN, PageRequest(), wanted=AuditFilter(action="job_retried", object_id=REFUND.id)
    )
    assert [dict(entry.facts) for entry in trail.items] == [
        {"kind": "send_refund", "subject": "pay_1", "attempts": 1}
    ]
    doing.fault = None
    await run.all_due()
    with pytest.raises(IllegalMove):
        await managing.retry(ADMIN, REFUND.id)


async def test_an_order_left_unpaid_for_half_an_hour_is_cancelled_and_its_intent_closed_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    await scenario.later(minutes=29)
    assert (await scenario.order(order.id)).status is OrderStatus.PENDING
    scenario.cards.down = True
    await scenario.later(minutes=1)
    assert (await scenario.order(order.id)).status is OrderStatus.PENDING, "the provider has not heard of it"
    scenario.cards.down = False
    await scenario.later(minutes=1)
    ended = await scenario.order(order.id)
    assert ended.status is OrderStatus.CANCELLED
    assert ended.cancellation is not None
    assert (ended.cancellation.by, ended.cancellation.fee_cents) == ("system", 0)
    assert scenario.cards.closed == {payment.provider_reference}
    stored = await scenario.storage.read(lambda unit: unit.payments.get(payment.id))
    assert stored is not None
    assert stored.state is PaymentState.CANCELED


async def test_an_order_that_nobody_began_to_pay_is_cancelled_too(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    assert await scenario.later(minutes=30) == 1
    assert (await scenario.order(order.id)).status is OrderStatus.CANCELLED
    assert (await scenario.event_types(order))[-1] == "cancelled"


async def test_a_paid_order_is_left_alone(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.later(minutes=30)
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED
    assert scenario.cards.closed == set()


async def test_an_order_whose_payment_landed_unheard_is_paid_and_not_cancelled(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    scenario.cards.shown_in_the_browser(
        payment.provider_reference, Charge(ChargeResult.PAID, 100), order.price_cents
    )
    assert await scenario.later(minutes=30) == 1
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED
    assert (await scenario.payment(order)).state is PaymentState.SUCCEEDED


async def test_an_order_whose_payment_the_provider_has_not_decided_waits_for_that(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    scenario.cards.shown_in_the_browser(payment.provider_reference, Charge(ChargeResult.UNDER_WAY))
    await scenario.later(minutes=30)
    assert (await scenario.order(order.id)).status is OrderStatus.PENDING
    scenario.cards.shown_in_the_browser(
        payment.provider_reference, Charge(ChargeResult.PAID, 100), order.price_cents
    )
    await scenario.later(minutes=1)
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED


async def test_an_attempt_that_died_with_its_server_is_settled_by_what_the_provider_says(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    scenario.cards.losing_answers = True
    with pytest.raises(Unavailable):
        await scenario.pay(ada, order)
    assert (await scenario.payment(order)).state is PaymentState.PROCESSING
    assert await scenario.later(minutes=1) == 0, "the provider does not answer yet"
    scenario.cards.losing_answers = False
    assert await scenario.later(minutes=1) == 1
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED
    assert scenario.cards.total_charged == order.price_cents


async def test_an_attempt_that_the_provider_never_saw_frees_the_payment_for_another_card(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(ada, payment.id, a_card())
    scenario.cards.down = False
    assert await scenario.later(minutes=1) == 1
    assert (await scenario.payment(order)).state is PaymentState.REQUIRES_PAYMENT_METHOD


async def test_a_payment_that_the_provider_has_not_decided_is_looked_at_again(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(ada, payment.id, a_card())
    scenario.cards.down = False
    scenario.cards.shown_in_the_browser(payment.provider_reference, Charge(ChargeResult.UNDER_WAY))
    for _ in range(3):
        assert await scenario.later(minutes=1) == 0
    scenario.cards.shown_in_the_browser(
        payment.provider_reference, Charge(ChargeResult.DECLINED, reason="No.")
    )
    assert await scenario.later(minutes=1) == 1
    assert (await scenario.payment(order)).decline_reason == "No."


async def test_a_payment_under_way_decides_whether_the_order_ends(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    await scenario.pay(ada, order, DECLINED)
    scenario.clock.turn(minutes=30)
    scenario.cards.let_through.clear()
    scenario.cards.arrived.clear()
    paying = asyncio.create_task(scenario.pay(ada, order))
    await scenario.cards.arrived.wait()
    assert await scenario.later() == 0
    scenario.cards.let_through.set()
    await paying
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.later(minutes=1)
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED


async def test_waiting_for_ever_ends_with_its_reason_and_an_alarm(
    scenario: Scenario, run: RunJob, doing: Doing
) -> None:
    raised: list[str] = []
    with_alarm = attrs.evolve(run, alarm=lambda event, **facts: raised.append(event))
    await ask(scenario)
    for day in range(8):
        doing.fault = NotYet(scenario.clock.now(), "The provider has not decided.")
        assert raised == [] or day == 7
        await with_alarm.all_due()
        scenario.clock.turn(days=1)
    saved = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    assert (saved.state, saved.last_error) == (
        JobState.DEAD,
        "Still waiting after 7 days: The provider has not decided.",
    )
    assert raised == ["jobs.money_dead"]
    await scenario.market.jobs.manage.retry(ADMIN, REFUND.id)
    doing.fault = NotYet(scenario.clock.now(), "The provider has not decided.")
    await with_alarm.all_due()
    assert (await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)).state is JobState.WAITING


async def test_an_attempt_that_hangs_is_cancelled_and_has_failed(scenario: Scenario, run: RunJob) -> None:
    async def hang(_subject: str) -> None:
        await asyncio.Event().wait()

    hasty = JobHandler(hang, time_limit=timedelta(seconds=0.01))
    await ask(scenario)
    await attrs.evolve(run, handlers=dict.fromkeys(JobKind, hasty)).all_due()
    saved = await scenario.market.jobs.manage.show(OPERATOR, REFUND.id)
    assert (saved.attempts, saved.last_error) == (1, "It took longer than 0.01 s.")


async def test_the_last_failure_of_a_job_that_moves_money_raises_an_alarm(
    scenario: Scenario, run: RunJob, doing: Doing
) -> None:
    raised: list[tuple[str, dict[str, str | int]]] = []
    with_alarm = attrs.evolve(run, alarm=lambda event, **facts: raised.append((event, facts)))
    for job in (REFUND, Job(JobKind.REMOVE_PHOTO, "photo_1")):
        await ask(scenario, job)
    doing.fault = Unavailable("cards")
    for _ in range(40):
        assert raised == []
        await with_alarm.all_due()
        scenario.clock.turn(hours=1)
    assert sorted(raised, key=str) == [
        ("jobs.dead", {"job": "remove_photo:photo_1", "attempts": 40}),
        ("jobs.money_dead", {"job": "send_refund:pay_1", "attempts": 40}),
    ]
