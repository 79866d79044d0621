"""Jobs are tried until they are done, once each, and an operator sees those that are not."""

import asyncio

import attrs
import pytest

from haulage.jobs import Job, JobKind, JobState
from haulage.kernel.errors import Forbidden, IllegalMove, NotFound, Unavailable
from haulage.kernel.policy import OPERATOR, Actor
from haulage.orders import OrderStatus
from haulage.payments import PaymentState
from haulage.ports.audit_storage import AuditFilter
from haulage.ports.jobs import JobHandler, NotYet
from haulage.ports.payments import Charge, ChargeResult
from haulage.ports.storage import PageRequest
from haulage.use_cases.jobs import RunJob
from use_cases.town import ADMIN, DECLINED, Town, a_card

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
def run(town: Town, doing: Doing) -> RunJob:
    handlers = {kind: JobHandler(doing) for kind in JobKind}
    return attrs.evolve(town.market.run_job, handlers=handlers, luck=lambda: 1.0)


async def ask(town: Town, job: Job = REFUND) -> None:
    await town.storage.write(lambda unit: unit.jobs.enqueue(job, town.clock.now()))


def test_a_kind_without_a_handler_stops_the_server_at_its_start(town: Town) -> None:
    with pytest.raises(ValueError, match="without a handler"):
        attrs.evolve(town.market.run_job, handlers={})


async def test_a_job_is_done_once(town: Town, run: RunJob, doing: Doing) -> None:
    await ask(town)
    assert await run.all_due() == 1
    await ask(town)
    assert await run.all_due() == 0
    assert doing.subjects == ["pay_1"]
    assert (await town.market.job_desk.show(OPERATOR, REFUND.id)).state is JobState.DONE


async def test_an_attempt_that_was_settled_is_not_made_again(town: Town, run: RunJob, doing: Doing) -> None:
    await ask(town)
    await run(REFUND.id, 1)
    await run(REFUND.id, 1)
    await run("send_refund:unknown", 1)
    assert doing.subjects == ["pay_1"]


async def test_one_attempt_made_twice_at_once_is_counted_once(town: Town, run: RunJob, doing: Doing) -> None:
    await ask(town)
    doing.fault = Unavailable("cards")
    await asyncio.gather(*(run(REFUND.id, 1) for _ in range(5)))
    kept = await town.market.job_desk.show(OPERATOR, REFUND.id)
    assert (kept.attempts, kept.version) == (1, 2)


async def test_what_fails_is_tried_again_later_and_at_last_left_to_an_operator(
    town: Town, run: RunJob, doing: Doing
) -> None:
    await ask(town)
    doing.fault = Unavailable("cards", "The card provider does not answer.")
    while (kept := await town.market.job_desk.show(OPERATOR, REFUND.id)).state is JobState.WAITING:
        assert await run.all_due() == 0
        town.clock.turn(hours=1)
    assert (kept.attempts, kept.last_error) == (40, "The card provider does not answer.")
    assert await run.all_due() == 0
    doing.fault = None
    await town.market.job_desk.retry(ADMIN, REFUND.id)
    assert await run.all_due() == 1


async def test_a_fault_in_the_program_is_told_to_the_log_and_named_without_its_words(
    town: Town, run: RunJob, doing: Doing
) -> None:
    await ask(town)
    doing.fault = KeyError("ada@example.com")
    assert await run(REFUND.id, 1) is doing.fault
    kept = await town.market.job_desk.show(OPERATOR, REFUND.id)
    assert kept.last_error == "A fault in the program: KeyError"


async def test_waiting_for_a_time_is_no_failure(town: Town, run: RunJob, doing: Doing) -> None:
    await ask(town)
    until = town.clock.now().replace(hour=20)
    doing.fault = NotYet(until)
    await run.all_due()
    kept = await town.market.job_desk.show(OPERATOR, REFUND.id)
    assert (kept.attempts, kept.due_at, kept.last_error) == (0, until, None)


async def test_operators_and_admins_alone_see_and_retry_jobs_and_it_is_written_down(
    town: Town, run: RunJob, doing: Doing, ada: Actor
) -> None:
    await ask(town)
    desk = town.market.job_desk
    for asking in (desk.counts(ada), desk.show(ada, REFUND.id), desk.retry(ada, REFUND.id)):
        with pytest.raises(Forbidden):
            await asking
    with pytest.raises(NotFound):
        await desk.retry(ADMIN, "send_refund:pay_9")
    assert await desk.counts(ADMIN) == {JobState.WAITING: 1, JobState.DONE: 0, JobState.DEAD: 0}
    doing.fault = Unavailable("cards")
    await run.all_due()
    again = await desk.retry(ADMIN, REFUND.id)
    assert (again.attempts, again.due_at) == (0, town.clock.now())
    trail = await town.market.audit_desk.list(
        ADMIN, PageRequest(), wanted=AuditFilter(action="job_retried", object_id=REFUND.id)
    )
    assert [dict(entry.facts) for entry in trail.items] == [
        {"kind": "send_refund", "subject": "pay_1", "attempts": 1}
    ]
    doing.fault = None
    await run.all_due()
    with pytest.raises(IllegalMove):
        await desk.retry(ADMIN, REFUND.id)


async def test_an_order_left_unpaid_for_half_an_hour_is_cancelled_and_its_intent_closed_first(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    payment = await town.market.open_payment(ada, order.id)
    await town.later(minutes=29)
    assert (await town.order(order.id)).status is OrderStatus.PENDING
    town.cards.down = True
    await town.later(minutes=1)
    assert (await town.order(order.id)).status is OrderStatus.PENDING, "the provider has not heard of it"
    town.cards.down = False
    await town.later(minutes=1)
    ended = await town.order(order.id)
    assert ended.status is OrderStatus.CANCELLED
    assert ended.cancellation is not None
    assert (ended.cancellation.by, ended.cancellation.fee_cents) == ("system", 0)
    assert town.cards.closed == {payment.provider_reference}
    stored = await town.storage.read(lambda unit: unit.payments.get(payment.id))
    assert stored is not None
    assert stored.state is PaymentState.CANCELED


async def test_an_order_that_nobody_began_to_pay_is_cancelled_too(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    assert await town.later(minutes=30) == 1
    assert (await town.order(order.id)).status is OrderStatus.CANCELLED
    assert (await town.told(order))[-1] == "cancelled"


async def test_a_paid_order_is_left_alone(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await town.market.driving.accept(dee, order.id)
    await town.later(minutes=30)
    assert (await town.order(order.id)).status is OrderStatus.ASSIGNED
    assert town.cards.closed == set()


async def test_an_order_whose_payment_landed_unheard_is_paid_and_not_cancelled(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    payment = await town.market.open_payment(ada, order.id)
    town.cards.shown_in_the_browser(
        payment.provider_reference, Charge(ChargeResult.PAID, 100), order.price_cents
    )
    assert await town.later(minutes=30) == 1
    assert (await town.order(order.id)).status is OrderStatus.ASSIGNED
    assert (await town.payment(order)).state is PaymentState.SUCCEEDED


async def test_an_attempt_that_died_with_its_server_is_settled_by_what_the_provider_says(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    town.cards.losing_answers = True
    with pytest.raises(Unavailable):
        await town.pay(ada, order)
    assert (await town.payment(order)).state is PaymentState.PROCESSING
    assert await town.later(minutes=1) == 0, "the provider does not answer yet"
    town.cards.losing_answers = False
    assert await town.later(minutes=1) == 1
    assert (await town.order(order.id)).status is OrderStatus.ASSIGNED
    assert town.cards.total_charged == order.price_cents


async def test_an_attempt_that_the_provider_never_saw_frees_the_payment_for_another_card(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    payment = await town.market.open_payment(ada, order.id)
    town.cards.down = True
    with pytest.raises(Unavailable):
        await town.market.confirm_payment(ada, payment.id, a_card())
    town.cards.down = False
    assert await town.later(minutes=1) == 1
    assert (await town.payment(order)).state is PaymentState.REQUIRES_PAYMENT_METHOD


async def test_a_payment_that_the_provider_has_not_decided_is_looked_at_again(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    payment = await town.market.open_payment(ada, order.id)
    town.cards.down = True
    with pytest.raises(Unavailable):
        await town.market.confirm_payment(ada, payment.id, a_card())
    town.cards.down = False
    town.cards.shown_in_the_browser(payment.provider_reference, Charge(ChargeResult.UNDER_WAY))
    for _ in range(3):
        assert await town.later(minutes=1) == 0
    town.cards.shown_in_the_browser(payment.provider_reference, Charge(ChargeResult.DECLINED, reason="No."))
    assert await town.later(minutes=1) == 1
    assert (await town.payment(order)).decline_reason == "No."


async def test_a_payment_under_way_decides_whether_the_order_ends(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    await town.pay(ada, order, DECLINED)
    town.clock.turn(minutes=30)
    town.cards.let_through.clear()
    town.cards.arrived.clear()
    paying = asyncio.create_task(town.pay(ada, order))
    await town.cards.arrived.wait()
    assert await town.later() == 0
    town.cards.let_through.set()
    await paying
    await town.market.driving.accept(dee, order.id)
    await town.later(minutes=1)
    assert (await town.order(order.id)).status is OrderStatus.ASSIGNED
