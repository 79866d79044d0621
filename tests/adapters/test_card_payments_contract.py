"""The promise of the ``CardPayments`` port, kept by the simulation in process and by the Stripe adapter.

The latter talks by the official client to the simulated Stripe, over HTTP.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.payments import Card, ProviderRefused
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.ports.payments import CardPayments, Charge, ChargeResult
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.stripe_payments import lists
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

PRICE = 43_30
FEE = 1_56
"""2.9 % of 43.30 and 30 cents (OP-02)."""

PAYS, DECLINED, ASKS = "4242 4242 4242 4242", "4000 0000 0000 0002", "4000 0000 0000 3220"


def a_card(number: str = PAYS) -> Card:
    return Card(number, "12/34", "123", "Ada Lovelace")


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture(params=["in process", "stripe"])
async def cards(
    request: pytest.FixtureRequest, anyio_backend: str, simulator: RunningSimulator
) -> AsyncIterator[CardPayments]:
    if request.param == "in process":
        yield SimulatedCards(decline_share=0)
        return
    stripe = simulator.cards(budget_seconds=30, attempt_seconds=20)
    yield stripe
    await stripe.aclose()


@pytest.fixture
async def intent(cards: CardPayments, request: pytest.FixtureRequest) -> str:
    return await opened(cards, request.node.name)


async def opened(cards: CardPayments, reference: str) -> str:
    made = await cards.open(reference=reference, amount_cents=PRICE, order_id=reference)
    return made.provider_reference


async def pay(cards: CardPayments, intent: str, number: str = PAYS, attempt: int = 1) -> Charge:
    return await cards.confirm(intent, a_card(number), amount_cents=PRICE, attempt=attempt)


def test_no_money_moves_and_cards_are_taken(cards: CardPayments) -> None:
    assert cards.simulated
    assert cards.takes_cards


async def test_the_same_reference_opens_the_same_intent(cards: CardPayments, intent: str) -> None:
    one = await cards.open(reference="once", amount_cents=PRICE, order_id="once")
    assert await cards.open(reference="once", amount_cents=PRICE, order_id="once") == one
    assert one.provider_reference != intent
    assert one.client_secret.startswith(one.provider_reference)
    assert one.client_secret not in repr(one)
    assert await cards.client_secret(one.provider_reference) == one.client_secret


async def test_a_new_intent_waits_for_a_card(cards: CardPayments, intent: str) -> None:
    assert (await cards.look_up(intent)).result is ChargeResult.OPEN


async def test_a_good_card_pays_and_the_provider_reports_its_fee(cards: CardPayments, intent: str) -> None:
    charge = await pay(cards, intent)
    assert (charge.result, charge.processing_fee_cents) == (ChargeResult.PAID, FEE)
    assert await cards.look_up(intent) == charge


async def test_the_same_attempt_and_any_later_one_charge_no_more(cards: CardPayments, intent: str) -> None:
    first = await pay(cards, intent)
    assert await pay(cards, intent) == first
    assert await pay(cards, intent, attempt=2) == first
    assert await pay(cards, intent, DECLINED, attempt=3) == first


async def test_a_decline_has_its_sentence_and_another_card_may_pay(cards: CardPayments, intent: str) -> None:
    declined = await pay(cards, intent, DECLINED)
    sentence = "Your card was declined. Please try a different payment method."
    for answered in (declined, await cards.look_up(intent)):
        assert attrs.evolve(answered, card_brand=None, card_last4=None) == Charge(
            ChargeResult.DECLINED, reason=sentence
        )
        card = (answered.card_brand, answered.card_last4)
        assert card in {(None, None), ("visa", "0002")}, "who was given the number knows it already"
    assert (await pay(cards, intent, attempt=2)).result is ChargeResult.PAID


async def test_a_card_that_asks_pays_once_its_holder_approves(cards: CardPayments, intent: str) -> None:
    assert (await pay(cards, intent, ASKS)).result is ChargeResult.NEEDS_AUTHENTICATION
    assert (await cards.look_up(intent)).result is ChargeResult.NEEDS_AUTHENTICATION
    paid = await cards.authenticate(intent, approved=True, amount_cents=PRICE, attempt=2)
    assert (paid.result, paid.processing_fee_cents) == (ChargeResult.PAID, FEE)
    again = await cards.authenticate(intent, approved=True, amount_cents=PRICE, attempt=2)
    assert again == paid


async def test_a_holder_who_refuses_pays_nothing(cards: CardPayments, intent: str) -> None:
    await pay(cards, intent, ASKS)
    refused = await cards.authenticate(intent, approved=False, amount_cents=PRICE, attempt=2)
    assert refused.result is ChargeResult.DECLINED
    assert refused.reason
    assert (await cards.look_up(intent)).result is ChargeResult.DECLINED


async def test_a_closed_intent_stays_closed(cards: CardPayments, intent: str) -> None:
    for _ in range(2):
        assert (await cards.cancel(intent)).result is ChargeResult.CANCELED
    assert (await pay(cards, intent)).result is ChargeResult.CANCELED
    assert (await cards.look_up(intent)).result is ChargeResult.CANCELED


async def test_closing_a_paid_intent_tells_that_it_is_paid(cards: CardPayments, intent: str) -> None:
    paid = await pay(cards, intent)
    assert await cards.cancel(intent) == paid


async def test_a_refund_is_made_once_for_its_reference(cards: CardPayments, intent: str) -> None:
    await pay(cards, intent)
    first = await cards.refund(intent, amount_cents=10_00, reference=f"{intent}-10")
    again = await cards.refund(intent, amount_cents=10_00, reference=f"{intent}-10")
    other = await cards.refund(intent, amount_cents=PRICE - 10_00, reference=f"{intent}-all")
    assert first == again != other


async def test_no_more_is_refunded_than_was_paid(cards: CardPayments, intent: str) -> None:
    await pay(cards, intent)
    await cards.refund(intent, amount_cents=PRICE - 1, reference=f"{intent}-1")
    with pytest.raises(ProviderRefused):
        await cards.refund(intent, amount_cents=2, reference=f"{intent}-2")
    await cards.refund(intent, amount_cents=1, reference=f"{intent}-3")


async def test_a_driver_has_one_account_and_gets_one_transfer_for_a_reference(
    cards: CardPayments, intent: str
) -> None:
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id=f"drv_{intent}", email="dee@example.com")
    assert await cards.open_driver_account(driver_id=f"drv_{intent}", email="dee@example.com") == account

    async def send(reference: str) -> str:
        return await cards.transfer(
            amount_cents=19_22,
            account=account,
            provider_reference=intent,
            order_id=f"ord_{intent}",
            reference=f"{intent}-{reference}",
        )

    sent = await asyncio.gather(*(send("split") for _ in range(5)))
    assert len(set(sent)) == 1
    assert await send("tip") not in sent


async def test_what_was_taken_back_of_transfers_goes_out_again_from_the_balance_alone(
    cards: CardPayments, intent: str
) -> None:
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id=f"drv3_{intent}", email="dee@example.com")

    async def send(reference: str, source: str | None) -> str:
        name = f"{intent}-{reference}"
        return await cards.transfer(
            amount_cents=PRICE, account=account, order_id=intent, reference=name, provider_reference=source
        )

    sent = await send("share", intent)
    await cards.reverse_transfer(sent, amount_cents=PRICE, reference=f"{intent}-back")
    with pytest.raises(ProviderRefused):
        await send("out of the charge", intent)
    returned = await send("returned", None)
    assert await send("returned", None) == returned != sent
    assert await cards.reversals_of(returned) == []


async def test_no_more_of_a_transfer_is_taken_back_than_was_sent(cards: CardPayments, intent: str) -> None:
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id=f"drv2_{intent}", email="dee@example.com")
    sent = await cards.transfer(
        amount_cents=10_00, account=account, provider_reference=intent, order_id=intent, reference=intent
    )
    first = await cards.reverse_transfer(sent, amount_cents=6_00, reference=f"{intent}-1")
    assert await cards.reverse_transfer(sent, amount_cents=6_00, reference=f"{intent}-1") == first
    with pytest.raises(ProviderRefused):
        await cards.reverse_transfer(sent, amount_cents=4_01, reference=f"{intent}-2")
    assert await cards.reverse_transfer(sent, amount_cents=4_00, reference=f"{intent}-3") != first


async def test_lists_of_refunds_and_reversals_are_told_to_their_end_in_the_order_they_were_made(
    cards: CardPayments, intent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than fit on a page; and an early one is found again by its reference."""
    monkeypatch.setattr(lists, "PAGE", 3)
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id=f"drv4_{intent}", email="dee@example.com")
    sent = await cards.transfer(
        amount_cents=10_00, account=account, provider_reference=intent, order_id=intent, reference=intent
    )
    names = [f"{intent}-{number}" for number in range(7)]
    refunds = [await cards.refund(intent, amount_cents=1, reference=name) for name in names]
    reversals = [await cards.reverse_transfer(sent, amount_cents=1, reference=name) for name in names]
    given_back, taken_back = await cards.refunds_of(intent), await cards.reversals_of(sent)
    assert [(each.id, each.reference) for each in given_back] == list(zip(refunds, names, strict=True))
    assert [(each.id, each.reference) for each in taken_back] == list(zip(reversals, names, strict=True))
    assert await cards.refund(intent, amount_cents=1, reference=names[0]) == refunds[0]
    assert await cards.reverse_transfer(sent, amount_cents=1, reference=names[0]) == reversals[0]


async def entries(cards: CardPayments, limit: int = 100) -> list[ProviderEntry]:
    """Every entry there is, page by page."""
    now = datetime.now(UTC)
    span = {"since": now - timedelta(hours=1), "until": now + timedelta(hours=1)}
    page = await cards.entries(**span, limit=limit)
    found = [*page.items]
    while page.next is not None:
        page = await cards.entries(**span, limit=limit, cursor=page.next)
        found += page.items
    return found


async def test_entries_tell_what_was_charged_and_given_back_newest_first(
    cards: CardPayments, intent: str
) -> None:
    await pay(cards, intent)
    refund = await cards.refund(intent, amount_cents=10_00, reference=f"{intent}-back")
    given_back, charged = [each for each in await entries(cards) if each.provider_reference == intent]
    assert (charged.kind, charged.amount_cents, charged.fee_cents) == (EntryKind.CHARGE, PRICE, FEE)
    assert charged.net_cents == PRICE - FEE
    assert (given_back.kind, given_back.amount_cents) == (EntryKind.REFUND, -10_00)
    assert (given_back.source, given_back.reference) == (refund, f"{intent}-back")


async def test_entries_tell_what_was_sent_to_a_driver_and_of_which_transfer_a_part_was_taken_back(
    cards: CardPayments, intent: str
) -> None:
    await pay(cards, intent)
    account = await cards.open_driver_account(driver_id=f"drv5_{intent}", email="dee@example.com")
    sent = await cards.transfer(
        amount_cents=10_00, account=account, provider_reference=intent, order_id=intent, reference=intent
    )
    back = await cards.reverse_transfer(sent, amount_cents=6_00, reference=f"{intent}-1")
    taken_back, moved = [each for each in await entries(cards) if each.source in {sent, back}]
    assert (moved.kind, moved.amount_cents, moved.reference) == (EntryKind.TRANSFER, -10_00, intent)
    assert (taken_back.kind, taken_back.amount_cents) == (EntryKind.TRANSFER_REVERSAL, 6_00)
    assert (taken_back.provider_reference, taken_back.reference) == (sent, f"{intent}-1")


async def test_entries_come_in_pages_without_a_gap_or_a_double(cards: CardPayments, intent: str) -> None:
    for number in range(5):
        made = await opened(cards, f"{intent}-{number}")
        await pay(cards, made)
    whole, paged = await entries(cards), await entries(cards, limit=2)
    assert [each.id for each in paged] == [each.id for each in whole]
    assert len({each.id for each in whole}) == len(whole) >= 5


async def test_entries_of_another_time_are_not_told(cards: CardPayments, intent: str) -> None:
    await pay(cards, intent)
    now = datetime.now(UTC)
    for since, until in (
        (now - timedelta(days=2), now - timedelta(days=1)),
        (now + timedelta(days=1), now + timedelta(days=2)),
    ):
        assert not (await cards.entries(since=since, until=until)).items


async def test_the_balance_is_what_all_entries_come_to(cards: CardPayments, intent: str) -> None:
    """What was charged less its fee, given back, sent to a driver and taken back again."""
    before = await cards.balance_cents()
    known = {each.id for each in await entries(cards)}
    await pay(cards, intent)
    await cards.refund(intent, amount_cents=10_00, reference=f"{intent}-back")
    account = await cards.open_driver_account(driver_id=f"drv6_{intent}", email="dee@example.com")
    sent = await cards.transfer(
        amount_cents=9_00, account=account, provider_reference=intent, order_id=intent, reference=intent
    )
    await cards.reverse_transfer(sent, amount_cents=4_00, reference=f"{intent}-1")
    made = [each for each in await entries(cards) if each.id not in known]
    after = await cards.balance_cents()
    assert after - before == sum(each.net_cents for each in made) == PRICE - FEE - 10_00 - 5_00


async def test_a_payment_that_nobody_disputes_has_no_dispute(cards: CardPayments, intent: str) -> None:
    await pay(cards, intent)
    assert await cards.disputes_of(intent) == []
