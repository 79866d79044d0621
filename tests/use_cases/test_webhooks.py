"""Hearing the card provider: each event once, in any order, and from nobody else."""

import asyncio

import attrs
import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, Unavailable
from haulage.orders import Order, PaymentStatus
from haulage.payments import Payment, PaymentState, RefundKind, RefundStatus
from haulage.ports.payments import Charge, ChargeResult, ProviderRefund
from haulage.ports.storage.provider_events import EventForged
from haulage.use_cases.webhooks.apply_event import APPLIED, Attempt, EventEffect
from haulage.use_cases.webhooks.receive_webhook import ReceiveWebhook
from haulage.webhooks.event import EventKind, EventProvider, EventState, StoredWebhookEvent
from provider_faults import READERS, Letter, an_event, storm_over
from use_cases.bookkeeping import balances, drive, refund
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

PRICE, INTENT = 27_06, "pi_ord_1"
PAID = Charge(ChargeResult.PAID, processing_fee_cents=1_08)


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    return await scenario.book(ada, dee)


@pytest.fixture
async def payment(scenario: Scenario, ada: Actor, order: Order) -> Payment:
    return await scenario.market.payments.open(ada, order.id)


@pytest.fixture
def hear(scenario: Scenario) -> ReceiveWebhook:
    return attrs.evolve(scenario.market.webhooks.receive, readers=READERS)


def paid_letter(scenario: Scenario, id: str = "evt_1", intent: str = INTENT) -> Letter:
    return Letter(an_event(id, "payment_intent.succeeded", intent, scenario.clock.now()))


async def hand_in(scenario: Scenario, hear: ReceiveWebhook, letter: Letter) -> None:
    await hear(EventProvider.STRIPE, letter.payload, letter.signature(scenario.clock.now()))


async def stored(scenario: Scenario, id: str) -> StoredWebhookEvent | None:
    return await scenario.storage.read(lambda unit: unit.provider_events.get(id))


async def state_of(scenario: Scenario, id: str) -> EventState | None:
    found = await stored(scenario, id)
    return found.state if found else None


async def test_a_payment_that_nobody_else_told_of_is_heard_of(
    scenario: Scenario, order: Order, payment: Payment, hear: ReceiveWebhook
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    await hand_in(scenario, hear, paid_letter(scenario))
    assert (await scenario.order(order.id)).payment_status is PaymentStatus.PAID
    assert (await scenario.payment(order)).processing_fee_cents == 1_08
    assert await state_of(scenario, "evt_1") is EventState.APPLIED


async def test_copies_at_once_and_later_have_one_effect(
    scenario: Scenario, order: Order, payment: Payment, hear: ReceiveWebhook
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    await asyncio.gather(*(hand_in(scenario, hear, paid_letter(scenario)) for _ in range(10)))
    await hand_in(scenario, hear, paid_letter(scenario))
    await hand_in(scenario, hear, paid_letter(scenario, "evt_2"))
    assert await scenario.event_types(order) == ["created", "paid", "assigned"]


async def test_an_event_is_no_proof_without_the_providers_word(
    scenario: Scenario, order: Order, payment: Payment, hear: ReceiveWebhook
) -> None:
    await hand_in(scenario, hear, paid_letter(scenario))
    assert (await scenario.payment(order)).state is PaymentState.REQUIRES_PAYMENT_METHOD
    assert await state_of(scenario, "evt_1") is EventState.APPLIED


async def test_while_the_provider_cannot_be_asked_the_event_waits_with_a_job(
    scenario: Scenario, order: Order, payment: Payment, hear: ReceiveWebhook
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    scenario.cards.down = True
    await hand_in(scenario, hear, paid_letter(scenario))
    assert await state_of(scenario, "evt_1") is EventState.WAITING
    assert await scenario.storage.read(lambda unit: unit.jobs.get("apply_provider_event:evt_1"))
    with pytest.raises(Unavailable):
        await hear.apply_event("evt_1")
    scenario.cards.down = False
    await hear.apply_event("evt_1")
    await hear.apply_event("evt_1")
    assert (await scenario.order(order.id)).payment_status is PaymentStatus.PAID
    assert await state_of(scenario, "evt_1") is EventState.APPLIED


async def test_events_of_others_payments_and_of_other_things_are_passed_over(
    scenario: Scenario, hear: ReceiveWebhook
) -> None:
    await hand_in(scenario, hear, paid_letter(scenario, "evt_1", "pi_of_somebody"))
    await hand_in(
        scenario, hear, Letter(an_event("evt_2", "customer.created", "cus_1", scenario.clock.now()))
    )
    states = [await state_of(scenario, id) for id in ("evt_1", "evt_2")]
    assert states == [EventState.IGNORED, EventState.UNHANDLED]


async def test_a_forged_altered_old_or_early_event_leaves_no_trace(
    scenario: Scenario, order: Order, payment: Payment, hear: ReceiveWebhook
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    letter, now = paid_letter(scenario), scenario.clock.now()
    good = letter.signature(now)
    timestamp = int(now.timestamp())
    for payload, signature in [
        (letter.payload, None),
        (letter.payload, ""),
        (letter.payload, "t=1,v1="),
        (letter.payload, good.replace("v1=", "v0=")),
        (letter.payload, f"t={timestamp + 1},{good.partition(',')[2]}"),
        (letter.payload + b" ", good),
        (letter.payload.replace(INTENT.encode(), b"pi_other"), good),
        (letter.payload, attrs.evolve(letter, secret="whsec_other").signature(now)),
        (b"\xff\xfe", good),
        (b"", good),
    ]:
        with pytest.raises(EventForged):
            await hear(EventProvider.STRIPE, payload, signature)
    for off in (-301, 301):
        scenario.clock.turn(seconds=off)
        with pytest.raises(EventForged):
            await hear(EventProvider.STRIPE, letter.payload, good)
        scenario.clock.turn(seconds=-off)
    assert await state_of(scenario, "evt_1") is None
    assert (await scenario.order(order.id)).payment_status is PaymentStatus.UNPAID
    scenario.clock.turn(seconds=299)
    await hear(EventProvider.STRIPE, letter.payload, f"{good},v1=00")
    assert (await scenario.order(order.id)).payment_status is PaymentStatus.PAID


async def test_where_no_provider_sends_anything_there_is_nobody_to_hear_it(scenario: Scenario) -> None:
    with pytest.raises(NotFound):
        await scenario.market.webhooks.receive(EventProvider.STRIPE, b"{}", "t=1,v1=1")


async def test_a_kind_without_an_effect_waits_for_one_and_has_it_in_the_same_transaction(
    scenario: Scenario, payment: Payment, hear: ReceiveWebhook
) -> None:
    dispute = {
        "amount": PRICE,
        "balance_transactions": [{"fee": 15_00}],
        "payment_intent": INTENT,
        "reason": "fraudulent",
        "status": "needs_response",
    }
    await hand_in(
        scenario,
        hear,
        Letter(an_event("evt_d", "charge.dispute.created", "du_1", scenario.clock.now(), **dispute)),
    )
    found = await stored(scenario, "evt_d")
    assert found is not None
    assert (found.state, found.event.provider_reference) == (EventState.WAITING, INTENT)
    assert found.event.dispute is not None
    assert (found.event.dispute.amount_cents, found.event.dispute.fee_cents) == (PRICE, 15_00)
    received: list[str] = []

    async def freeze(attempt: Attempt) -> EventEffect:
        received.append(attempt.event.object_reference or "")
        return APPLIED

    later = attrs.evolve(hear.apply_event, handlers={EventKind.DISPUTE: freeze})
    await later("evt_d")
    await later("evt_d")
    assert received == ["du_1"]
    assert await state_of(scenario, "evt_d") is EventState.APPLIED


def refund_letter(scenario: Scenario, id: str, type: str = "charge.refunded") -> Letter:
    return Letter(an_event(id, type, "ch_1", scenario.clock.now(), payment_intent=INTENT))


@pytest.mark.parametrize("done", [False, True])
async def test_a_refund_made_in_the_providers_own_dashboard_is_entered_once_and_not_sent(
    scenario: Scenario,
    ada: Actor,
    dee: Actor,
    payment: Payment,
    order: Order,
    hear: ReceiveWebhook,
    done: bool,
) -> None:
    paid = await scenario.pay(ada, order)
    if done:
        await drive(scenario, dee, paid.order)
    scenario.cards.provider_refunds[INTENT] = [ProviderRefund("re_dashboard", 10_00, None)]
    await asyncio.gather(
        *(hand_in(scenario, hear, refund_letter(scenario, f"evt_{number}")) for number in range(4))
    )
    await hand_in(scenario, hear, refund_letter(scenario, "evt_again", "refund.created"))
    found = await scenario.payment(order)
    assert (found.refund_requested_cents, found.refunded_cents) == (10_00, 10_00)
    refunds = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert [(each.status, each.provider_refund_id) for each in refunds] == [
        (RefundStatus.SENT, "re_dashboard")
    ]
    assert refunds[0].kind is (RefundKind.GOODWILL if done else RefundKind.NOT_PERFORMED)
    await scenario.market.payments.send_refunds.of_order(order.id)
    assert scenario.cards.refunds == {}
    await balances(scenario)


async def test_a_refund_larger_than_what_is_left_takes_what_is_left(
    scenario: Scenario, ada: Actor, payment: Payment, order: Order, hear: ReceiveWebhook
) -> None:
    await scenario.pay(ada, order)
    scenario.cards.provider_refunds[INTENT] = [ProviderRefund("re_dashboard", PRICE + 1, None)]
    await hand_in(scenario, hear, refund_letter(scenario, "evt_1"))
    assert (await scenario.payment(order)).refunded_cents == PRICE
    await balances(scenario)


async def test_a_refund_of_ours_that_came_back_is_owed_again(
    scenario: Scenario, ada: Actor, payment: Payment, order: Order, hear: ReceiveWebhook
) -> None:
    await scenario.pay(ada, order)
    made = await refund(scenario, order, 10_00)
    (sent,) = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert sent.provider_refund_id is not None
    refund_at_provider = ProviderRefund(sent.provider_refund_id, 10_00, made.reference)
    scenario.cards.provider_refunds[INTENT] = [refund_at_provider]
    await hand_in(scenario, hear, refund_letter(scenario, "evt_1", "refund.created"))
    assert (await scenario.payment(order)).refunded_cents == 10_00
    scenario.cards.provider_refunds[INTENT] = [attrs.evolve(refund_at_provider, failed=True)]
    for id in ("evt_2", "evt_3"):
        await hand_in(scenario, hear, refund_letter(scenario, id, "refund.failed"))
    (back,) = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert (back.status, back.attempts) == (RefundStatus.FAILED, 1)
    assert (await scenario.payment(order)).refunded_cents == 0
    assert await scenario.storage.read(lambda unit: unit.jobs.get(f"send_refund:{made.id}:again-1"))
    await scenario.market.payments.send_refunds.of_refund(made.id)
    assert (await scenario.payment(order)).refunded_cents == 10_00
    await balances(scenario)


@pytest.mark.parametrize("failed", [False, True])
async def test_an_event_tells_what_came_of_a_refund_before_the_answer_to_our_asking(
    scenario: Scenario, ada: Actor, payment: Payment, order: Order, hear: ReceiveWebhook, failed: bool
) -> None:
    """The answer, which says that it was made, is older news when it comes."""
    await scenario.pay(ada, order)
    scenario.cards.down = True
    made = await refund(scenario, order, 10_00)
    scenario.cards.down = False
    scenario.cards.provider_refunds[INTENT] = [ProviderRefund("re_1", 10_00, made.reference, failed=failed)]
    asked = scenario.cards.refund

    async def answered_late(intent: str, *, amount_cents: int, reference: str) -> str:
        answer = await asked(intent, amount_cents=amount_cents, reference=reference)
        await hand_in(scenario, hear, refund_letter(scenario, "evt_1", "refund.failed"))
        return answer

    scenario.cards.refund = answered_late  # type: ignore[method-assign]
    await scenario.market.payments.send_refunds.of_order(order.id)
    (found,) = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert found.status is (RefundStatus.FAILED if failed else RefundStatus.SENT)
    assert (await scenario.payment(order)).refunded_cents == (0 if failed else 10_00)
    scenario.cards.refund = asked  # type: ignore[method-assign]
    await scenario.later(minutes=2)
    assert (await scenario.payment(order)).refunded_cents == 10_00
    await balances(scenario)


async def test_duplicated_shuffled_delayed_and_forged_events_leave_what_the_model_says(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """About one per cent of what ``nox -s soak`` delivers."""
    storm = await storm_over(scenario, ada, dee, payments=5, deliveries=100, seed=1)
    assert storm.delivered > 20
