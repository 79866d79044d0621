"""Hearing the card provider: each event once, in any order, and from nobody else."""

import asyncio

import attrs
import pytest

from haulage.kernel.errors import NotFound, Unavailable
from haulage.kernel.policy import Actor
from haulage.orders import Order, PaymentStatus
from haulage.payments import Payment, PaymentState, RefundKind, RefundStatus
from haulage.payments.provider_event import EventKind, EventState, KeptEvent
from haulage.ports.payments import Charge, ChargeResult, ProviderRefund
from haulage.ports.provider_events import EventForged
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.money.hearing import HearProvider
from provider_weather import EVENTS, Letter, an_event, storm_over
from use_cases.bookkeeping import balances, drive, refund
from use_cases.town import Town

pytestmark = pytest.mark.anyio

PRICE, INTENT = 27_06, "pi_ord_1"
PAID = Charge(ChargeResult.PAID, processing_fee_cents=1_08)


@pytest.fixture
async def order(town: Town, ada: Actor, dee: Actor) -> Order:
    return await town.book(ada, dee)


@pytest.fixture
async def payment(town: Town, ada: Actor, order: Order) -> Payment:
    return await town.market.open_payment(ada, order.id)


@pytest.fixture
def hear(town: Town) -> HearProvider:
    return attrs.evolve(town.market.hear_provider, events=EVENTS)


def paid_letter(town: Town, id: str = "evt_1", intent: str = INTENT) -> Letter:
    return Letter(an_event(id, "payment_intent.succeeded", intent, town.clock.now()))


async def hand_in(town: Town, hear: HearProvider, letter: Letter) -> None:
    await hear(letter.payload, letter.signature(town.clock.now()))


async def kept(town: Town, id: str) -> KeptEvent | None:
    return await town.storage.read(lambda unit: unit.provider_events.get(id))


async def state_of(town: Town, id: str) -> EventState | None:
    found = await kept(town, id)
    return found.state if found else None


async def test_a_payment_that_nobody_else_told_of_is_heard_of(
    town: Town, order: Order, payment: Payment, hear: HearProvider
) -> None:
    town.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    await hand_in(town, hear, paid_letter(town))
    assert (await town.order(order.id)).payment_status is PaymentStatus.PAID
    assert (await town.payment(order)).processing_fee_cents == 1_08
    assert await state_of(town, "evt_1") is EventState.APPLIED


async def test_copies_at_once_and_later_have_one_effect(
    town: Town, order: Order, payment: Payment, hear: HearProvider
) -> None:
    town.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    await asyncio.gather(*(hand_in(town, hear, paid_letter(town)) for _ in range(10)))
    await hand_in(town, hear, paid_letter(town))
    await hand_in(town, hear, paid_letter(town, "evt_2"))
    assert await town.told(order) == ["created", "paid", "assigned"]


async def test_an_event_is_no_proof_without_the_providers_word(
    town: Town, order: Order, payment: Payment, hear: HearProvider
) -> None:
    await hand_in(town, hear, paid_letter(town))
    assert (await town.payment(order)).state is PaymentState.REQUIRES_PAYMENT_METHOD
    assert await state_of(town, "evt_1") is EventState.APPLIED


async def test_while_the_provider_cannot_be_asked_the_event_waits_with_a_job(
    town: Town, order: Order, payment: Payment, hear: HearProvider
) -> None:
    town.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    town.cards.down = True
    await hand_in(town, hear, paid_letter(town))
    assert await state_of(town, "evt_1") is EventState.WAITING
    assert await town.storage.read(lambda unit: unit.jobs.get("apply_provider_event:evt_1"))
    with pytest.raises(Unavailable):
        await hear.apply_event("evt_1")
    town.cards.down = False
    await hear.apply_event("evt_1")
    await hear.apply_event("evt_1")
    assert (await town.order(order.id)).payment_status is PaymentStatus.PAID
    assert await state_of(town, "evt_1") is EventState.APPLIED


async def test_events_of_others_payments_and_of_other_things_are_passed_over(
    town: Town, hear: HearProvider
) -> None:
    await hand_in(town, hear, paid_letter(town, "evt_1", "pi_of_somebody"))
    await hand_in(town, hear, Letter(an_event("evt_2", "customer.created", "cus_1", town.clock.now())))
    assert [await state_of(town, id) for id in ("evt_1", "evt_2")] == [EventState.IGNORED] * 2


async def test_a_forged_altered_old_or_early_event_leaves_no_trace(
    town: Town, order: Order, payment: Payment, hear: HearProvider
) -> None:
    town.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    letter, now = paid_letter(town), town.clock.now()
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
            await hear(payload, signature)
    for off in (-301, 301):
        town.clock.turn(seconds=off)
        with pytest.raises(EventForged):
            await hear(letter.payload, good)
        town.clock.turn(seconds=-off)
    assert await state_of(town, "evt_1") is None
    assert (await town.order(order.id)).payment_status is PaymentStatus.UNPAID
    town.clock.turn(seconds=299)
    await hear(letter.payload, f"{good},v1=00")
    assert (await town.order(order.id)).payment_status is PaymentStatus.PAID


async def test_where_no_provider_sends_anything_there_is_nobody_to_hear_it(town: Town) -> None:
    with pytest.raises(NotFound):
        await town.market.hear_provider(b"{}", "t=1,v1=1")


async def test_a_kind_without_an_effect_waits_for_one_and_has_it_in_the_same_transaction(
    town: Town, payment: Payment, hear: HearProvider
) -> None:
    dispute = {
        "amount": PRICE,
        "balance_transactions": [{"fee": 15_00}],
        "payment_intent": INTENT,
        "reason": "fraudulent",
        "status": "needs_response",
    }
    await hand_in(
        town,
        hear,
        Letter(an_event("evt_d", "charge.dispute.created", "du_1", town.clock.now(), **dispute)),
    )
    found = await kept(town, "evt_d")
    assert found is not None
    assert (found.state, found.event.provider_reference) == (EventState.WAITING, INTENT)
    assert found.event.dispute is not None
    assert (found.event.dispute.amount_cents, found.event.dispute.fee_cents) == (PRICE, 15_00)
    heard: list[str] = []

    async def freeze(_unit: UnitOfWork, event: KeptEvent) -> None:
        heard.append(event.event.object_reference or "")

    later = attrs.evolve(hear.apply_event, effects={EventKind.DISPUTE: freeze})
    await later("evt_d")
    await later("evt_d")
    assert heard == ["du_1"]
    assert await state_of(town, "evt_d") is EventState.APPLIED


def refund_letter(town: Town, id: str, type: str = "charge.refunded") -> Letter:
    return Letter(an_event(id, type, "ch_1", town.clock.now(), payment_intent=INTENT))


@pytest.mark.parametrize("done", [False, True])
async def test_a_refund_made_at_the_providers_own_desk_is_entered_once_and_not_sent(
    town: Town, ada: Actor, dee: Actor, payment: Payment, order: Order, hear: HearProvider, done: bool
) -> None:
    paid = await town.pay(ada, order)
    if done:
        await drive(town, dee, paid.order)
    town.cards.refunds_told[INTENT] = [ProviderRefund("re_desk", 10_00, None)]
    await asyncio.gather(*(hand_in(town, hear, refund_letter(town, f"evt_{number}")) for number in range(4)))
    await hand_in(town, hear, refund_letter(town, "evt_again", "refund.created"))
    found = await town.payment(order)
    assert (found.refund_requested_cents, found.refunded_cents) == (10_00, 10_00)
    refunds = await town.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert [(each.status, each.provider_refund_id) for each in refunds] == [(RefundStatus.SENT, "re_desk")]
    assert refunds[0].kind is (RefundKind.GOODWILL if done else RefundKind.NOT_PERFORMED)
    await town.market.send_refunds.of_order(order.id)
    assert town.cards.refunds == {}
    await balances(town)


async def test_a_refund_larger_than_what_is_left_takes_what_is_left(
    town: Town, ada: Actor, payment: Payment, order: Order, hear: HearProvider
) -> None:
    await town.pay(ada, order)
    town.cards.refunds_told[INTENT] = [ProviderRefund("re_desk", PRICE + 1, None)]
    await hand_in(town, hear, refund_letter(town, "evt_1"))
    assert (await town.payment(order)).refunded_cents == PRICE
    await balances(town)


async def test_a_refund_of_ours_that_came_back_is_owed_again(
    town: Town, ada: Actor, payment: Payment, order: Order, hear: HearProvider
) -> None:
    await town.pay(ada, order)
    made = await refund(town, order, 10_00)
    (sent,) = await town.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert sent.provider_refund_id is not None
    told = ProviderRefund(sent.provider_refund_id, 10_00, made.reference)
    town.cards.refunds_told[INTENT] = [told]
    await hand_in(town, hear, refund_letter(town, "evt_1", "refund.created"))
    assert (await town.payment(order)).refunded_cents == 10_00
    town.cards.refunds_told[INTENT] = [attrs.evolve(told, failed=True)]
    for id in ("evt_2", "evt_3"):
        await hand_in(town, hear, refund_letter(town, id, "refund.failed"))
    (back,) = await town.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert (back.status, back.attempts) == (RefundStatus.FAILED, 1)
    assert (await town.payment(order)).refunded_cents == 0
    assert await town.storage.read(lambda unit: unit.jobs.get(f"send_refund:{made.id}:again-1"))
    await town.market.send_refunds.of_refund(made.id)
    assert (await town.payment(order)).refunded_cents == 10_00
    await balances(town)


async def test_duplicated_shuffled_delayed_and_forged_events_leave_what_the_model_says(
    town: Town, ada: Actor, dee: Actor
) -> None:
    """About one per cent of what ``nox -s soak`` delivers."""
    storm = await storm_over(town, ada, dee, payments=5, deliveries=100, seed=1)
    assert storm.delivered > 20
