"""Reconciliation of what moved between us and drivers' accounts at the card provider."""

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.orders import Order
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.payments.provider_entry import EntryKind, ProviderEntry
from haulage.ports.payments import ProviderReversal
from haulage.ports.storage.paging import PageRequest
from use_cases.bookkeeping import HALF, driven, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

TRANSFER, REVERSAL = DifferenceSubject.TRANSFER, DifferenceSubject.TRANSFER_REVERSAL


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered and paid, and the driver's part sent, two hours ago."""
    made = await driven(scenario, ada, dee)
    await scenario.later(hours=2)
    return made


async def found(scenario: Scenario) -> list[Difference]:
    """What a daily run leaves open, but for the whole balance."""
    scenario.clock.turn(hours=2)
    await scenario.market.payments.reconcile.daily("2026-11-23")
    page = await scenario.market.payments.reconcile.differences(OPERATOR, PageRequest(100))
    return [each for each in page.items if each.subject is not DifferenceSubject.BALANCE]


def moved(scenario: Scenario, kind: EntryKind) -> ProviderEntry:
    (entry,) = [each for each in scenario.cards.moved if each.kind is kind]
    return entry


async def test_shares_that_were_sent_and_taken_back_are_the_same_on_both_sides(
    scenario: Scenario, order: Order
) -> None:
    await refund(scenario, order, 5_00)
    await scenario.later(hours=2)
    assert moved(scenario, EntryKind.TRANSFER).amount_cents == -HALF
    assert moved(scenario, EntryKind.TRANSFER_REVERSAL).amount_cents > 0
    assert await found(scenario) == []


async def test_a_transfer_that_we_did_not_make_is_found(scenario: Scenario, order: Order) -> None:
    scenario.cards.enter(EntryKind.TRANSFER, -5_00, "tr_dashboard", None)
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject) == (DifferenceKind.MISSING_HERE, TRANSFER)
    assert (difference.their_id, difference.their_cents) == ("tr_dashboard", -5_00)


async def test_a_transfer_under_our_reference_that_is_not_the_one_we_know_is_found(
    scenario: Scenario, order: Order
) -> None:
    """A share that went out twice, or whose transfer somebody has changed in our books."""
    payment, split = await scenario.payment(order), await the_split(scenario, order)
    scenario.cards.enter(
        EntryKind.TRANSFER, -HALF, "tr_again", payment.provider_reference, reference=f"{split.id}-7"
    )
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject) == (DifferenceKind.MISSING_HERE, TRANSFER)
    assert (difference.their_id, difference.their_cents) == ("tr_again", -HALF)
    assert (difference.payment_id, difference.order_id) == (payment.id, order.id)
    assert difference.our_cents is None


async def test_a_transfer_of_another_amount_is_found_with_its_payment(
    scenario: Scenario, order: Order
) -> None:
    made = moved(scenario, EntryKind.TRANSFER)
    other = attrs.evolve(made, amount_cents=-HALF - 1, net_cents=-HALF - 1)
    scenario.cards.moved[scenario.cards.moved.index(made)] = other
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject) == (DifferenceKind.OTHER_AMOUNT, TRANSFER)
    assert (difference.our_cents, difference.their_cents) == (-HALF, -HALF - 1)
    assert (difference.payment_id, difference.order_id) == ((await scenario.payment(order)).id, order.id)


async def test_a_transfer_whose_answer_was_lost_is_found_until_it_is_asked_for_again(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await driven(scenario, ada, dee)
    scenario.cards.losing_answers = True
    await scenario.later(minutes=1)
    scenario.cards.losing_answers = False
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject) == (DifferenceKind.OTHER_STATUS, TRANSFER)
    assert (difference.order_id, difference.our_status) == (order.id, "open")
    await scenario.later(hours=2)
    assert await found(scenario) == []


@pytest.mark.parametrize("kind", [EntryKind.TRANSFER, EntryKind.TRANSFER_REVERSAL])
async def test_what_the_provider_knows_nothing_of_is_found_with_its_payment(
    scenario: Scenario, order: Order, kind: EntryKind
) -> None:
    await refund(scenario, order, 5_00)
    await scenario.later(hours=2)
    scenario.cards.moved.remove(moved(scenario, kind))
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject.value) == (DifferenceKind.MISSING_THERE, kind.value)
    assert (difference.payment_id, difference.order_id) == ((await scenario.payment(order)).id, order.id)


async def test_a_share_sent_again_that_the_provider_knows_nothing_of_is_found(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    await scenario.later(minutes=1)
    (again,) = [each for each in scenario.cards.moved if each.reference == f"{made.id}-returned"]
    scenario.cards.moved.remove(again)
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject) == (DifferenceKind.MISSING_THERE, TRANSFER)
    assert (difference.their_id, difference.our_cents) == (again.source, -HALF)
    assert difference.payment_id == (await scenario.payment(order)).id


async def test_a_share_taken_back_in_the_dashboard_whose_event_was_lost_is_found_and_mended(
    scenario: Scenario, order: Order
) -> None:
    transfer = moved(scenario, EntryKind.TRANSFER).source or ""
    scenario.cards.provider_reversals[transfer] = [ProviderReversal("trr_dashboard", 3_00, None)]
    scenario.cards.enter(EntryKind.TRANSFER_REVERSAL, 3_00, "trr_dashboard", transfer)
    (difference,) = await found(scenario)
    assert (difference.kind, difference.subject) == (DifferenceKind.MISSING_HERE, REVERSAL)
    assert (difference.order_id, difference.our_cents) == (order.id, None)
    scenario.clock.turn(minutes=1)
    report = await scenario.market.payments.reconcile(OPERATOR)
    assert (report.repaired, report.closed) == (1, 2)
    assert (await the_split(scenario, order)).driver_left_cents == HALF - 3_00
    assert await found(scenario) == []
