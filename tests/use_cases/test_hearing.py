"""Hearing the card provider: each event once, in any order, and from nobody else."""

import asyncio

import attrs
import pytest

from haulage.kernel.errors import NotFound, Unavailable
from haulage.kernel.policy import Actor
from haulage.orders import Order, PaymentStatus
from haulage.payments import Payment, PaymentState
from haulage.payments.provider_event import EventKind, EventState, KeptEvent
from haulage.ports.payments import Charge, ChargeResult
from haulage.ports.provider_events import EventForged
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.hearing import HearProvider
from provider_weather import EVENTS, Letter, an_event, storm_over
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


async def test_duplicated_shuffled_delayed_and_forged_events_leave_what_the_model_says(
    town: Town, ada: Actor, dee: Actor
) -> None:
    """About one per cent of what ``nox -s soak`` delivers."""
    storm = await storm_over(town, ada, dee, payments=5, deliveries=100, seed=1)
    assert storm.delivered > 20
