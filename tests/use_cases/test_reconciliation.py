"""Reconciliation: every difference from the card provider is found by row, and repaired by asking."""

from datetime import timedelta

import attrs
import pytest

from haulage.email import EmailKind
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unavailable
from haulage.orders import Order
from haulage.payments import DisputeState, PaymentState, RefundStatus
from haulage.payments.difference import (
    Difference,
    DifferenceCannotStay,
    DifferenceKind,
    DifferenceSubject,
)
from haulage.payments.provider_entry import EntryKind, UnreadableEntry
from haulage.ports.payments import Charge, ChargeResult
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage_adapters.sql.schema import metadata
from use_cases.bookkeeping import FEE, PRICE, balances, dispute, driven, refund
from use_cases.databases import ON_EACH_DATABASE
from use_cases.reconciling import Alarms, calling, paid_two_hours_ago
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


@pytest.fixture
def alarms() -> Alarms:
    return []


@pytest.fixture
def reconcile(scenario: Scenario, alarms: Alarms) -> ReconcilePayments:
    return calling(scenario, alarms)


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    return await paid_two_hours_ago(scenario, ada, dee)


async def open_ones(reconcile: ReconcilePayments) -> list[Difference]:
    """But for that of the whole balance, which has tests of its own."""
    listed = (await reconcile.differences(OPERATOR, PageRequest(100))).items
    return [each for each in listed if each.subject is not DifferenceSubject.BALANCE]


async def found(reconcile: ReconcilePayments) -> list[tuple[DifferenceKind, DifferenceSubject]]:
    """What a daily run finds."""
    await reconcile.daily("2026-11-23")
    return [(each.kind, each.subject) for each in await open_ones(reconcile)]


async def test_where_nothing_differs_nothing_is_found(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    await refund(scenario, order, 5_00)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 4_00)
    await dispute(scenario, payment, 4_00, "won")
    await scenario.later(hours=2)
    assert await found(reconcile) == []
    assert alarms == []


async def test_a_payment_whose_event_was_lost_is_found_named_and_mended(
    scenario: Scenario, ada: Actor, dee: Actor, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    paid = Charge(ChargeResult.PAID, processing_fee_cents=FEE)
    scenario.cards.shown_in_the_browser(payment.provider_reference, paid, order.price_cents)
    scenario.clock.turn(minutes=10)
    assert await found(reconcile) == [(DifferenceKind.OTHER_STATUS, DifferenceSubject.PAYMENT)]
    assert alarms == [("payments.differences", {"other_status": 1, "balance_off": 1})]
    (difference,) = await open_ones(reconcile)
    assert (difference.payment_id, difference.order_id) == (payment.id, order.id)
    assert (difference.our_status, difference.their_status) == ("requires_payment_method", "succeeded")
    scenario.clock.turn(minutes=1)
    report = await reconcile(OPERATOR)
    assert (report.repaired, report.closed, dict(report.open_by_kind)) == (1, 2, {})
    assert (await scenario.payment(order)).state is PaymentState.SUCCEEDED
    assert await open_ones(reconcile) == []
    closed = (await reconcile.differences(OPERATOR, PageRequest(), closed=True)).items
    assert difference.id in {each.id for each in closed}


async def test_refunds_and_disputes_that_nobody_told_us_of_are_found_and_mended(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    payment = await scenario.payment(order)
    made = await refund(scenario, order, 5_00)
    scenario.cards.return_refund(made.reference)
    scenario.cards.bank_disputes("dp_1", payment.provider_reference, 4_00, "needs_response")
    scenario.clock.turn(hours=2)
    assert sorted(await found(reconcile)) == [
        (DifferenceKind.MISSING_HERE, DifferenceSubject.DISPUTE),
        (DifferenceKind.OTHER_STATUS, DifferenceSubject.REFUND),
    ]
    await reconcile(OPERATOR)
    (known,) = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    assert known.status is RefundStatus.FAILED
    assert (await scenario.payment(order)).dispute is DisputeState.OPEN
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents
    scenario.cards.bank_disputes("dp_1", payment.provider_reference, 4_00, "won")
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.OTHER_STATUS, DifferenceSubject.DISPUTE)]
    await reconcile(OPERATOR)
    assert (await scenario.payment(order)).dispute is DisputeState.WON


async def test_a_verdict_that_moved_no_money_and_was_not_told_us_is_found_and_mended(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    """Months after the dispute was opened, which the bank has kept all the time."""
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 4_00)
    scenario.cards.bank_disputes("dp_1", payment.provider_reference, 4_00, "lost")
    scenario.clock.turn(days=60)
    for _ in range(2):
        assert await found(reconcile) == [(DifferenceKind.OTHER_STATUS, DifferenceSubject.DISPUTE)]
    (difference,) = await open_ones(reconcile)
    assert (difference.our_status, difference.their_status) == ("open", "lost")
    scenario.clock.turn(minutes=1)
    report = await reconcile(OPERATOR)
    assert (report.repaired, report.closed, dict(report.open_by_kind)) == (1, 1, {})
    assert (await scenario.payment(order)).dispute is DisputeState.LOST


async def test_a_fee_of_a_dispute_that_was_not_told_us_is_found_and_mended(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 4_00)
    scenario.cards.disputes["dp_1"].fee = 15_00
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.OTHER_AMOUNT, DifferenceSubject.DISPUTE)]
    (difference,) = await open_ones(reconcile)
    assert (difference.our_cents, difference.their_cents) == (-4_00, -19_00)
    before = (await balances(scenario))["card_clearing"]
    scenario.clock.turn(minutes=1)
    assert (await reconcile(OPERATOR)).repaired == 1
    assert (await balances(scenario))["card_clearing"] == before - 15_00
    assert await open_ones(reconcile) == []


@pytest.mark.parametrize("reported", [14_00, 16_00], ids=["too little", "too much"])
async def test_a_fee_that_an_event_told_otherwise_than_the_provider_does_is_found_and_mended(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, reported: int
) -> None:
    """Of one entry of the provider's balance both: no later event would tell."""
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 4_00, fee=reported)
    await dispute(scenario, payment, 4_00, "won", fee=reported)
    scenario.cards.disputes["dp_1"].fee = 15_00
    before = (await balances(scenario))["card_clearing"]
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.OTHER_AMOUNT, DifferenceSubject.DISPUTE)]
    scenario.clock.turn(minutes=1)
    assert (await reconcile(OPERATOR)).repaired == 1
    assert (await balances(scenario))["card_clearing"] == before + reported - 15_00
    assert await found(reconcile) == []


async def test_what_another_amount_was_charged_for_or_nobody_knows_is_left_to_people(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    scenario.cards.enter(EntryKind.CHARGE, 50_00, "ch_foreign", "pi_foreign", fee=1_75)
    (real,) = [each for each in scenario.cards.moved if each.kind is EntryKind.CHARGE][:1]
    scenario.cards.moved[scenario.cards.moved.index(real)] = attrs.evolve(
        real, amount_cents=PRICE - 1, net_cents=PRICE - 1 - FEE
    )
    scenario.clock.turn(hours=2)
    expected = [
        (DifferenceKind.OTHER_AMOUNT, DifferenceSubject.PAYMENT),
        (DifferenceKind.UNKNOWN_CHARGE, DifferenceSubject.PAYMENT),
    ]
    assert sorted(await found(reconcile)) == expected
    report = await reconcile(OPERATOR)
    assert report.repaired == 0
    both = {each.kind: each for each in await open_ones(reconcile)}
    other = both[DifferenceKind.OTHER_AMOUNT]
    assert (other.our_cents, other.their_cents) == (PRICE, PRICE - 1)
    assert both[DifferenceKind.UNKNOWN_CHARGE].their_id == "ch_foreign"


async def test_what_the_provider_does_not_have_is_found(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    payment = await scenario.payment(order)
    scenario.clock.turn(hours=30)
    await refund(scenario, order, 5_00)
    await dispute(scenario, payment, 4_00)
    scenario.cards.moved.clear()
    scenario.clock.turn(hours=2)
    assert sorted(await found(reconcile)) == [
        (DifferenceKind.MISSING_THERE, DifferenceSubject.DISPUTE),
        (DifferenceKind.MISSING_THERE, DifferenceSubject.PAYMENT),
        (DifferenceKind.MISSING_THERE, DifferenceSubject.REFUND),
        (DifferenceKind.MISSING_THERE, DifferenceSubject.TRANSFER),
    ]


async def test_what_the_provider_does_not_have_stays_on_the_list_for_as_long_as_that_is_so(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    await refund(scenario, order, 5_00)
    await dispute(scenario, await scenario.payment(order), 4_00)
    await scenario.later(minutes=1)
    scenario.clock.turn(hours=30)
    lost, scenario.cards.moved = scenario.cards.moved, []
    scenario.cards.enter(EntryKind.PAYOUT, -2_00, "po_1", None)
    missing = sorted(await found(reconcile))
    assert {kind for kind, _ in missing} == {DifferenceKind.MISSING_THERE}
    for _ in range(6):
        scenario.clock.turn(hours=24)
        scenario.cards.enter(EntryKind.PAYOUT, -2_00, f"po_{len(scenario.cards.moved)}", None)
        assert sorted(await found(reconcile)) == missing
    await reconcile(OPERATOR, scenario.clock.now() - timedelta(hours=1))
    assert len(await open_ones(reconcile)) == len(missing)
    scenario.cards.moved = [attrs.evolve(each, id=f"late_{each.id}") for each in lost]
    scenario.clock.turn(hours=1)
    assert await found(reconcile) == []


async def test_what_cannot_be_read_is_listed_by_row_and_stops_nothing(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    """A charge of ours in euros, a payout in pounds, and a row of which nothing is known; a refund beside
    them that came back is repaired all the same."""
    payment = await scenario.payment(order)
    made = await refund(scenario, order, 5_00)
    scenario.cards.return_refund(made.reference)
    (charged,) = [each for each in scenario.cards.moved if each.kind is EntryKind.CHARGE]
    scenario.cards.moved.remove(charged)
    scenario.cards.unread = [
        UnreadableEntry(
            charged.id,
            charged.kind,
            "in euros",
            "eur",
            charged.created_at,
            charged.source,
            charged.provider_reference,
        ),
        UnreadableEntry("txn_payout", EntryKind.PAYOUT, "in pounds", "gbp", scenario.clock.now()),
        UnreadableEntry("unreadable-1", EntryKind.OTHER, "no object"),
    ]
    scenario.clock.turn(hours=2)
    report = await reconcile(OPERATOR)
    assert (report.repaired, report.new) == (1, 3)
    rows = {each.their_id: each for each in await open_ones(reconcile)}
    ours = rows.pop(charged.source)
    assert (ours.kind, ours.subject) == (DifferenceKind.OTHER_CURRENCY, DifferenceSubject.PAYMENT)
    assert (ours.payment_id, ours.order_id, ours.their_status) == (payment.id, order.id, "eur")
    assert {(id, each.kind, each.subject) for id, each in rows.items()} == {
        ("txn_payout", DifferenceKind.OTHER_CURRENCY, DifferenceSubject.ENTRY),
        ("unreadable-1", DifferenceKind.UNREADABLE, DifferenceSubject.ENTRY),
    }
    scenario.cards.unread.clear()
    scenario.cards.moved.append(charged)
    scenario.clock.turn(hours=1)
    assert await found(reconcile) == []


async def test_what_is_accepted_calls_nobody_until_either_side_says_something_else(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    payout = UnreadableEntry("txn_payout", EntryKind.PAYOUT, "in pounds", "gbp", scenario.clock.now())
    scenario.cards.unread = [payout]
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.OTHER_CURRENCY, DifferenceSubject.ENTRY)]
    (difference,) = await open_ones(reconcile)
    with pytest.raises(InvalidInput):
        await reconcile.accept(OPERATOR, difference.id, " ")
    accepted = await reconcile.accept(OPERATOR, difference.id, "Entered by hand.")
    assert accepted.accepted_because == "Entered by hand."
    with pytest.raises(DifferenceCannotStay):
        await reconcile.accept(OPERATOR, difference.id, "Twice.")
    with pytest.raises(NotFound):
        await reconcile.accept(OPERATOR, "dif_none", "Entered by hand.")
    alarms.clear()
    scenario.clock.turn(days=1)
    assert (await found(reconcile), alarms) == ([], [])
    scenario.cards.unread = [attrs.evolve(payout, currency="eur")]
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.OTHER_CURRENCY, DifferenceSubject.ENTRY)]
    (again,) = await open_ones(reconcile)
    assert (again.id, again.their_status, again.accepted_because) == (difference.id, "eur", None)


async def test_a_refund_that_was_not_sent_cannot_be_accepted_and_customers_accept_nothing(
    scenario: Scenario, order: Order, ada: Actor, reconcile: ReconcilePayments
) -> None:
    scenario.cards.down = True
    await refund(scenario, order, 5_00)
    scenario.cards.down = False
    scenario.clock.turn(days=2)
    assert await found(reconcile) == [(DifferenceKind.NOT_SENT, DifferenceSubject.REFUND)]
    (difference,) = await open_ones(reconcile)
    with pytest.raises(DifferenceCannotStay):
        await reconcile.accept(OPERATOR, difference.id, "It is late.")
    with pytest.raises(Forbidden):
        await reconcile.accept(ada, difference.id, "Mine.")


async def test_a_dispute_of_which_nothing_can_be_read_is_listed_and_stops_nothing(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor, reconcile: ReconcilePayments
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 4_00)
    other = await scenario.payment(await driven(scenario, ada, dee))
    await dispute(scenario, other, 3_00, name="dp_2")
    scenario.cards.bank_disputes("dp_2", other.provider_reference, 3_00, "lost")
    scenario.cards.garbled = {payment.provider_reference}
    scenario.clock.turn(hours=2)
    report = await reconcile(OPERATOR)
    assert report.repaired == 1
    (difference,) = await open_ones(reconcile)
    assert (difference.kind, difference.subject) == (DifferenceKind.UNREADABLE, DifferenceSubject.DISPUTE)
    assert (difference.payment_id, difference.their_id) == (payment.id, "dp_1")


@pytest.mark.parametrize("cents", [PRICE, PRICE - 1])
async def test_a_smaller_refund_made_in_the_dashboard_than_is_owed_is_another_amount_until_it_is_settled(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, cents: int
) -> None:
    """The refund can never go out as it is: it is withdrawn, the smaller one adopted, the rest given back.
    Until then no part of the smaller one is."""
    scenario.cards.refuses.add("refund")
    owed = await refund(scenario, order, cents)
    payment = await scenario.payment(order)
    scenario.cards.refuses.clear()
    scenario.cards.refund_in_the_dashboard("re_dashboard", payment.provider_reference, 20_00)
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.OTHER_AMOUNT, DifferenceSubject.REFUND)]
    (difference,) = await open_ones(reconcile)
    assert (difference.refund_id, difference.payment_id) == (owed.id, payment.id)
    assert (difference.our_cents, difference.their_cents) == (-cents, -20_00)
    scenario.clock.turn(minutes=1)
    await reconcile(OPERATOR)
    await scenario.market.payments.unsent_refunds.withdraw(
        OPERATOR, owed.id, "20.00 went out in the provider's dashboard"
    )
    scenario.clock.turn(minutes=1)
    await reconcile(OPERATOR)
    assert await open_ones(reconcile) == []
    await refund(scenario, order, PRICE - 20_00)
    assert (await scenario.payment(order)).refunded_cents == PRICE
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents


async def test_a_refund_that_comes_back_three_times_is_on_the_list_until_it_is_sent(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, alarms: Alarms
) -> None:
    made = await refund(scenario, order, 5_00)
    for _ in range(3):
        known = await scenario.storage.read(lambda unit: unit.refunds.get(made.id))
        assert known is not None
        scenario.cards.return_refund(known.reference)
        scenario.clock.turn(minutes=1)
        await reconcile(OPERATOR)
        await scenario.later(minutes=1)
    assert [each.refund_id for each in await open_ones(reconcile)] == [made.id], "its tries are used up"
    assert await found(reconcile) == [(DifferenceKind.NOT_SENT, DifferenceSubject.REFUND)]
    assert alarms == [("payments.differences", {"not_sent": 1})]
    await scenario.market.payments.unsent_refunds.resend(OPERATOR, made.id)
    await scenario.later(minutes=2)
    assert await open_ones(reconcile) == []


async def test_a_refund_that_was_not_tried_for_a_day_is_on_the_list(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    scenario.cards.down = True
    made = await refund(scenario, order, 5_00)
    scenario.cards.down = False
    scenario.clock.turn(hours=23)
    assert await found(reconcile) == []
    scenario.clock.turn(hours=2)
    assert await found(reconcile) == [(DifferenceKind.NOT_SENT, DifferenceSubject.REFUND)]
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "A mistake")
    assert await open_ones(reconcile) == []


async def test_every_administrator_gets_a_mail_a_day_while_something_differs(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    await scenario._user("boss", UserType.ADMIN)
    await reconcile.daily("2026-11-23")
    assert await mails_to_administrators(scenario) == []
    scenario.cards.enter(EntryKind.CHARGE, 50_00, "ch_foreign", "pi_foreign")
    for day in (1, 2):
        scenario.clock.turn(hours=24)
        await reconcile.daily("2026-11-24")
        assert len(await mails_to_administrators(scenario)) == day


async def mails_to_administrators(scenario: Scenario) -> list[str]:
    async with scenario.storage.engine.reading.connect() as connection:
        mails = metadata.tables["emails"]
        found = await connection.execute(mails.select().where(mails.c.kind == EmailKind.PAYMENT_DIFFERENCES))
        return [row["id"] for row in found.mappings()]


async def test_a_difference_has_one_row_however_often_it_is_found(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments
) -> None:
    scenario.cards.enter(EntryKind.CHARGE, 50_00, "ch_foreign", "pi_foreign")
    scenario.clock.turn(hours=1)
    await reconcile.daily("2026-11-23")
    (first,) = await open_ones(reconcile)
    for _ in range(10):
        scenario.clock.turn(hours=24)
        await reconcile.daily("2026-11-24")
    (last,) = await open_ones(reconcile)
    assert (last.id, last.created_at) == (first.id, first.created_at)
    assert last.seen_at - first.seen_at == timedelta(days=10)


async def test_a_provider_that_remembers_nothing_is_not_held_against_our_books(
    scenario: Scenario, order: Order, reconcile: ReconcilePayments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(scenario.cards), "keeps_entries", False)
    scenario.cards.moved.clear()
    scenario.clock.turn(hours=48)
    assert await found(reconcile) == []


async def test_only_operators_and_administrators_reconcile(
    scenario: Scenario, ada: Actor, reconcile: ReconcilePayments
) -> None:
    with pytest.raises(Forbidden):
        await reconcile(ada)
    with pytest.raises(Forbidden):
        await reconcile.differences(ada, PageRequest())
    with pytest.raises(InvalidInput, match="since"):
        await reconcile(OPERATOR, scenario.clock.now() + timedelta(seconds=1))
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await reconcile(OPERATOR)
