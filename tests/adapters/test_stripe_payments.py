"""Stripe as it is on a bad day: silent, slow, or answering what nobody asked."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest
import respx
import stripe

from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.kernel.services import ServiceType
from haulage.payments import Card, ProviderRefused
from haulage.ports.payments import (
    CardPayments,
    Charge,
    ChargeResult,
    ProviderRefund,
    ProviderReversal,
)
from haulage_adapters.stripe_payments import StripeCards, StripeConnection
from haulage_adapters.stripe_payments.client import TimeBudget
from haulage_adapters.stripe_payments.reading import read_intent
from haulage_adapters.stripe_simulator.deliveries import sign
from haulage_adapters.stripe_simulator.faults import Fault
from ports import free_port
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

PRICE = 43_30
CARD = Card("4242 4242 4242 4242", "12/34", "123", "Ada Lovelace")
IMPATIENT = {"budget_seconds": 0.4, "attempt_seconds": 0.2}


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture
async def cards(anyio_backend: str, simulator: RunningSimulator) -> AsyncIterator[StripeCards]:
    made = simulator.cards(budget_seconds=20, attempt_seconds=10)
    yield made
    await made.aclose()


async def opened(cards: CardPayments, reference: str) -> str:
    return (await cards.open(reference=reference, amount_cents=PRICE, order_id=reference)).provider_reference


async def pay(cards: CardPayments, intent: str, attempt: int = 1, card: Card = CARD) -> Charge:
    return await cards.confirm(intent, card, amount_cents=PRICE, attempt=attempt)


def test_an_answer_or_its_absence_is_there_within_three_seconds() -> None:
    budget = TimeBudget()
    assert budget.connect_seconds < budget.attempt_seconds < budget.budget_seconds < 3


async def test_a_server_that_is_not_there_is_unavailable_and_nothing_is_invented() -> None:
    line = StripeConnection(
        "sk_test_x", api_base=f"http://127.0.0.1:{free_port()}", budget=TimeBudget(**IMPATIENT)
    )
    gone = StripeCards(line, simulated=True)
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(Unavailable):
            await pay(gone, "pi_1")
    assert time.monotonic() - began < 3
    await gone.aclose()


@pytest.mark.parametrize("fault", [Fault.FAIL, Fault.BUSY, Fault.HANG, Fault.GARBLE])
async def test_in_trouble_nothing_is_invented_and_the_attempt_can_be_repeated(
    simulator: RunningSimulator, cards: StripeCards, fault: Fault
) -> None:
    intent = await opened(cards, f"fault-{fault}")
    impatient = simulator.cards(**IMPATIENT)
    path = f"/v1/payment_intents/{intent}/confirm"
    simulator.faults.order(path, fault, times=3, seconds=0.6 if fault is Fault.HANG else 0)
    began = time.monotonic()
    with pytest.raises(Unavailable):
        await pay(impatient, intent)
    assert time.monotonic() - began < 1.5
    simulator.faults.ordered.clear()
    assert (await pay(cards, intent)).result is ChargeResult.PAID
    assert simulator.charged_cents()[intent] == PRICE
    await impatient.aclose()


async def test_a_lost_answer_is_asked_for_again_at_once_and_charges_once(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "lost")
    simulator.lose(f"/v1/payment_intents/{intent}/confirm")
    assert (await pay(cards, intent)).result is ChargeResult.PAID
    assert simulator.charged_cents()[intent] == PRICE


async def test_twenty_at_once_with_lost_answers_and_other_cards_charge_once(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "twenty")
    simulator.lose(f"/v1/payment_intents/{intent}/confirm", times=12)
    other = Card("5555 5555 5555 4444", "12/34", "123", "Ada Lovelace")
    charges = await asyncio.gather(
        *(pay(cards, intent, attempt, CARD if attempt % 2 else other) for attempt in range(20)),
        return_exceptions=True,
    )
    read = {charge.result if isinstance(charge, Charge) else type(charge) for charge in charges}
    assert read <= {ChargeResult.PAID, Unavailable}
    assert simulator.charged_cents()[intent] == PRICE
    assert (await cards.look_up(intent)).result is ChargeResult.PAID


async def test_a_refund_and_a_transfer_whose_keys_are_forgotten_are_found_by_our_reference(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "forgotten")
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id="drv_forgotten", email="dee@example.com")

    async def move() -> tuple[str, str, str]:
        refund = await cards.refund(intent, amount_cents=10_00, reference="rfd_forgotten")
        transfer = await cards.transfer(
            amount_cents=19_22,
            account=account,
            provider_reference=intent,
            order_id="ord_forgotten",
            reference="spl_forgotten",
        )
        back = await cards.reverse_transfer(transfer, amount_cents=5_00, reference="rev_forgotten")
        return refund, transfer, back

    first = await move()
    simulator.simulator._saved_replies.clear()
    assert await move() == first


@pytest.mark.parametrize(
    ("approved", "result"), [("true", ChargeResult.PAID), ("false", ChargeResult.DECLINED)]
)
async def test_a_payment_is_under_way_until_its_bank_has_answered(
    simulator: RunningSimulator, cards: StripeCards, approved: str, result: ChargeResult
) -> None:
    intent = await opened(cards, f"slow-{approved}")
    slow = Card("4000 0000 0000 0655", "12/34", "123", "Ada Lovelace")
    assert (await pay(cards, intent, card=slow)).result is ChargeResult.UNDER_WAY
    assert (await pay(cards, intent, attempt=2)).result is ChargeResult.UNDER_WAY
    assert (await cards.cancel(intent)).result is ChargeResult.UNDER_WAY
    simulator.post(f"/simulator/processing/{intent}", approved=approved)
    assert (await cards.look_up(intent)).result is result
    assert "error" in simulator.post(f"/simulator/processing/{intent}", approved=approved)


async def test_a_transfer_carries_its_order_and_the_service(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    account = await cards.open_driver_account(driver_id="drv_named", email="dee@example.com")
    intent = await opened(cards, "named")
    await pay(cards, intent)
    made = await cards.transfer(
        amount_cents=5_00,
        account=account,
        order_id="ord_named",
        reference="spl_named",
        provider_reference=intent,
        service_type=ServiceType.MOVING,
    )
    assert simulator.state.get("transfer", made)["metadata"] == {
        "haulage_reference": "spl_named",
        "haulage_order": "ord_named",
        "service_type": "moving",
    }


async def test_the_provider_pays_nothing_out_of_an_account_by_itself(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    account = await cards.open_driver_account(driver_id="drv_manual", email="dee@example.com")
    opened_as = simulator.state.get("account", account)
    assert opened_as["settings"]["payouts"]["schedule"]["interval"] == "manual"
    by_default = simulator.post("/v1/accounts", type="express", country="US")
    assert by_default["settings"] == {"payouts": {"schedule": {"interval": "daily"}}}


async def test_a_closed_account_refuses_a_transfer_in_the_providers_words(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "closed")
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id="drv_closed", email="dee@example.com")
    simulator.post(f"/simulator/accounts/{account}/close")
    with pytest.raises(ProviderRefused, match="capabilities"):
        await cards.transfer(
            amount_cents=1_00, account=account, provider_reference=intent, order_id="o", reference="r"
        )


async def test_a_refund_that_the_bank_sent_back_is_refused_from_then_on(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "sent-back")
    await pay(cards, intent)
    refund = await cards.refund(intent, amount_cents=10_00, reference="rfd_back")
    simulator.post(f"/simulator/refunds/{refund}/fail")
    with pytest.raises(ProviderRefused, match="expired_or_canceled_card"):
        await cards.refund(intent, amount_cents=10_00, reference="rfd_back")


async def test_refunds_are_told_with_our_reference_and_those_made_elsewhere_without(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "told")
    await pay(cards, intent)
    ours = await cards.refund(intent, amount_cents=10_00, reference="rfd_told")
    theirs = str(simulator.post("/v1/refunds", payment_intent=intent, amount="500")["id"])
    simulator.post(f"/simulator/refunds/{ours}/fail")
    assert await cards.refunds_of(intent) == [
        ProviderRefund(ours, 10_00, "rfd_told", failed=True),
        ProviderRefund(theirs, 5_00, None),
    ]


async def test_reversals_are_told_with_our_reference_and_those_made_elsewhere_without(
    simulator: RunningSimulator, cards: StripeCards
) -> None:
    intent = await opened(cards, "reversed")
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id="drv_reversed", email="dee@example.com")
    transfer = await cards.transfer(
        amount_cents=10_00,
        account=account,
        provider_reference=intent,
        order_id="ord_reversed",
        reference="spl_reversed-1",
    )
    ours = await cards.reverse_transfer(transfer, amount_cents=3_00, reference="rev_told-0")
    theirs = str(simulator.post(f"/v1/transfers/{transfer}/reversals", amount="200")["id"])
    assert await cards.reversals_of(transfer) == [
        ProviderReversal(ours, 3_00, "rev_told-0"),
        ProviderReversal(theirs, 2_00, None),
    ]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ("4000000000009995", "Your card has insufficient funds. Please try a different payment method."),
        ("4000000000000069", "Your card has expired. Please try a different payment method."),
        ("4000000000000127", "Your card's security code is incorrect. Please check it and try again."),
        ("4000000000000119", "Payment failed. Please try again."),
    ],
)
async def test_a_decline_tells_what_a_customer_can_do(cards: StripeCards, number: str, sentence: str) -> None:
    charge = await pay(cards, await opened(cards, number), card=Card(number, "12/34", "123", "Ada"))
    assert charge == Charge(ChargeResult.DECLINED, reason=sentence)


async def test_the_real_stripe_is_shown_no_card_by_this_server() -> None:
    real = StripeCards(StripeConnection("sk_live_x"), simulated=False)
    with respx.mock() as network:
        with pytest.raises(InvalidInput, match=r"^card: "):
            await pay(real, "pi_1")
        with pytest.raises(InvalidInput):
            await real.authenticate("pi_1", approved=True, amount_cents=PRICE, attempt=1)
        assert not network.calls
    await real.aclose()


def test_our_signatures_are_those_that_the_official_library_accepts() -> None:
    payload = b'{"object":"event"}'
    signature = sign(payload, "whsec_x", int(time.time()))
    assert stripe.WebhookSignature.verify_header(payload.decode(), signature, "whsec_x", 300)


def test_a_decline_in_the_browser_tells_which_card_it_was() -> None:
    error = {"code": "card_declined", "payment_method": {"card": {"brand": "visa", "last4": "9995"}}}
    said = {"id": "pi_1", "status": "requires_payment_method", "last_payment_error": error}
    charge = read_intent(said, "pi_1")
    assert (charge.result, charge.card_brand, charge.card_last4) == (ChargeResult.DECLINED, "visa", "9995")
