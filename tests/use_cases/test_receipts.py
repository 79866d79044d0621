"""Every payment has one receipt, numbered without a gap, and every customer their own history."""

import asyncio
from datetime import UTC, datetime

import attrs
import pytest

from haulage.kernel.actor import ANONYMOUS, Actor, UserType
from haulage.kernel.errors import InvalidInput, NotFound, Unauthenticated
from haulage.orders import Order
from haulage.payments import DisputeState
from haulage.ports.storage.paging import PageRequest
from haulage.receipts import DisputeShown, HistoryPeriod, PaymentRecord, Receipt, RecordStatus
from haulage.use_cases.messaging.contact_preferences import PreferenceChange
from haulage.use_cases.receipts import HistoryQuery
from use_cases.bookkeeping import balances, dispute, driven, late_fee, refund
from use_cases.scenario import ADMIN, DECLINED, Scenario, a_card

pytestmark = pytest.mark.anyio


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    return (await scenario.pay(ada, await scenario.book(ada, dee))).order


async def the_receipt(scenario: Scenario, order: Order) -> Receipt:
    payment = await scenario.payment(order)
    found = await scenario.storage.read(lambda unit: unit.receipts.of_payment(payment.id))
    assert found is not None
    return found


async def history(scenario: Scenario, actor: Actor, **wanted: object) -> list[PaymentRecord]:
    page = await scenario.market.receipts.history(actor, HistoryQuery(**wanted), PageRequest())  # type: ignore[arg-type]
    return list(page.items)


async def test_paying_issues_a_receipt_of_todays_next_number(scenario: Scenario, paid: Order) -> None:
    receipt = await the_receipt(scenario, paid)
    assert receipt.number == f"MN{scenario.clock.now():%Y%m%d}0001"
    assert receipt.total_cents == paid.price_cents
    lines = receipt.breakdown
    assert (lines.base_fee_cents, lines.distance_fee_cents) != (paid.price_cents, 0)
    assert lines.taxes_cents > 0
    assert lines.time_fee_cents == 0  # a driver's estimate has no line for time (OP-35)
    assert (receipt.card_brand, receipt.card_last4, receipt.simulated) == ("visa", "4242", True)
    assert receipt.customer_email == "acc_ada@example.com"


async def test_an_extra_helper_is_a_line_of_the_receipt(scenario: Scenario, ada: Actor) -> None:
    """The same amount as in the quote; with the other lines it is what was paid."""
    gil = await scenario.driver("gil", works_with_helper=True)
    booked = await scenario.book(ada, gil, helpers=1)
    receipt = await the_receipt(scenario, (await scenario.pay(ada, booked)).order)
    quote = await scenario.market.quotes.see(ada, booked.quote_id)
    assert receipt.breakdown.helper_fee_cents == quote.fare.helper_fee_cents > 0
    assert receipt.breakdown.require_total(booked.price_cents)


async def test_payments_at_once_have_numbers_in_a_row(scenario: Scenario, ada: Actor) -> None:
    drivers = [await scenario.driver(f"d{n}") for n in range(5)]
    orders = [await scenario.book(ada, driver) for driver in drivers]
    await asyncio.gather(*(scenario.pay(ada, order) for order in orders))
    numbers = sorted([(await the_receipt(scenario, order)).number for order in orders])
    assert [int(number[-4:]) for number in numbers] == [1, 2, 3, 4, 5]


async def test_a_new_day_begins_at_midnight_in_new_york(scenario: Scenario, ada: Actor) -> None:
    morning = await scenario.book(ada, await scenario.driver("d1"))
    evening = await scenario.book(ada, await scenario.driver("d2"))
    scenario.clock.at = datetime(2027, 3, 2, 4, 59, tzinfo=UTC)
    first = await scenario.pay(ada, morning)
    scenario.clock.turn(minutes=1)
    second = await scenario.pay(ada, evening)
    assert (await the_receipt(scenario, first.order)).number == "MN202703010001"
    assert (await the_receipt(scenario, second.order)).number == "MN202703020001"


async def test_paying_again_gives_no_second_receipt(scenario: Scenario, ada: Actor, paid: Order) -> None:
    receipt = await the_receipt(scenario, paid)
    await scenario.pay(ada, paid)
    assert await the_receipt(scenario, paid) == receipt


async def test_a_receipt_is_the_customers_and_the_admins(
    scenario: Scenario, ada: Actor, dee: Actor, paid: Order
) -> None:
    receipt = await the_receipt(scenario, paid)
    see = scenario.market.receipts.see
    for actor in (ada, ADMIN):
        assert (await see(actor, receipt.id)).receipt == receipt
    for actor in (dee, await scenario.customer("eve")):
        with pytest.raises(NotFound, match="Receipt not found"):
            await see(actor, receipt.id)
    with pytest.raises(NotFound, match="Receipt not found"):
        await see(ada, "rcp_unknown")
    with pytest.raises(Unauthenticated):
        await see(ANONYMOUS, receipt.id)


async def test_a_confirmation_tells_who_comes_and_when(scenario: Scenario, ada: Actor, paid: Order) -> None:
    receipt = await the_receipt(scenario, paid)
    confirmation = await scenario.market.receipts.see_confirmation(ada, receipt.confirmation_id)
    assert confirmation.driver is not None
    assert confirmation.driver.id == paid.driver_id
    assert confirmation.pickup_at == paid.pickup_due_at
    assert confirmation.delivery_at is not None
    with pytest.raises(NotFound, match="Confirmation not found"):
        await scenario.market.receipts.see_confirmation(
            await scenario.customer("eve"), receipt.confirmation_id
        )


async def test_history_has_what_was_paid_and_what_was_declined(
    scenario: Scenario, ada: Actor, paid: Order
) -> None:
    scenario.clock.turn(minutes=1)
    declined = await scenario.pay(ada, await scenario.book(ada, await scenario.driver("d2")), DECLINED)
    await scenario.market.payments.open(ada, (await scenario.book(ada, await scenario.driver("d3"))).id)
    failed, completed = await history(scenario, ada)
    assert (failed.id, failed.status, failed.receipt_id) == (declined.payment.id, RecordStatus.FAILED, None)
    assert (completed.status, completed.receipt_number) == (
        RecordStatus.COMPLETED,
        (await the_receipt(scenario, paid)).number,
    )
    assert completed.driver_name == "dee"
    assert await history(scenario, await scenario.customer("eve")) == []


async def test_a_refund_is_seen_and_not_counted_as_spent(scenario: Scenario, ada: Actor, paid: Order) -> None:
    before = (await scenario.market.receipts.history.year(ada)).sums
    assert (before.spent_cents, before.orders) == (paid.price_cents, 1)
    await scenario.market.orders.cancel(ada, paid.id, "")
    (record,) = await history(scenario, ada)
    assert (record.status, record.refund_cents) == (RecordStatus.REFUNDED, paid.price_cents)
    after = (await scenario.market.receipts.history.year(ada)).sums
    assert (after.spent_cents, after.taxes_cents, after.orders, after.average_cents) == (0, 0, 1, 0)


async def test_the_tax_of_a_year_is_what_the_books_owe_the_state(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    async def owed() -> tuple[int, int]:
        year = (await scenario.market.receipts.history.year(ada)).sums
        return year.taxes_cents, -(await balances(scenario)).get("tax_payable", 0)

    order = await driven(scenario, ada, dee)
    for cents in (1, 33, 9_99, 3):
        await refund(scenario, order, cents)
        assert len(set(await owed())) == 1, cents
    assert (await late_fee(scenario, ada, dee)).price_cents > 10_00
    taxes, in_books = await owed()
    assert taxes == in_books > 0, "the fee of a cancellation carries no tax"
    made = await refund(scenario, order, 5_00, goodwill=True)
    assert len(set(await owed())) == 1
    await dispute(scenario, await scenario.payment(order), 1_00)
    await dispute(scenario, await scenario.payment(order), 1_00, "won")
    assert made.tax_cents > 0
    assert len(set(await owed())) == 1
    await dispute(scenario, await scenario.payment(order), 2_00, name="dp_2")
    await dispute(scenario, await scenario.payment(order), 2_00, "lost", name="dp_2")
    assert len(set(await owed())) == 1


async def test_what_a_lost_dispute_has_brought_back_was_not_spent(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await driven(scenario, ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 7_06)
    await dispute(scenario, payment, 7_06, "lost")
    (record,) = await history(scenario, ada)
    year = (await scenario.market.receipts.history.year(ada)).sums
    booked = await scenario.market.orders.booked.figures(ada)
    assert record.spent_cents == year.spent_cents == booked.spent_cents == order.price_cents - 7_06
    assert year.taxes_cents == -(await balances(scenario))["tax_payable"]


async def test_every_filter_narrows(scenario: Scenario, ada: Actor, dee: Actor, paid: Order) -> None:
    assert await history(scenario, ada, search="dee") == [], "not before the driver has accepted"
    await scenario.market.dispatch.accept_offer(dee, paid.id)
    receipt = await the_receipt(scenario, paid)
    for search in ("CHAIR", "dee", receipt.number[-6:], f"#{paid.number}", "BROADWAY", "4242", " chair "):
        assert len(await history(scenario, ada, search=search)) == 1, search
    for search in ("piano", "%", "_", "\\"):
        assert await history(scenario, ada, search=search) == [], search
    assert len(await history(scenario, ada, status=RecordStatus.COMPLETED)) == 1
    assert await history(scenario, ada, status=RecordStatus.FAILED) == []
    assert len(await history(scenario, ada, service_type=paid.service_type)) == 1
    scenario.clock.turn(days=8)
    assert await history(scenario, ada, period=HistoryPeriod.WEEK) == []
    assert len(await history(scenario, ada, period=HistoryPeriod.MONTH)) == 1
    this_year = paid.created_at.year
    assert len(await history(scenario, ada, period=HistoryPeriod.YEAR, tax_year=this_year)) == 1
    assert await history(scenario, ada, period=HistoryPeriod.YEAR, tax_year=this_year - 1) == []
    with pytest.raises(InvalidInput, match="search"):
        await history(scenario, ada, search="x" * 101)


async def test_history_comes_in_pages_without_a_gap(scenario: Scenario, ada: Actor) -> None:
    for n in range(3):
        await scenario.pay(ada, await scenario.book(ada, await scenario.driver(f"d{n}")))
    seen, cursor = [], None
    for _ in range(3):
        page = await scenario.market.receipts.history(ada, HistoryQuery(), PageRequest(1, cursor))
        seen += [record.id for record in page.items]
        cursor = page.next
    assert cursor is None
    assert len(set(seen)) == 3


async def test_a_card_that_is_tried_again_moves_no_payment_past_the_reader(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    tried = []
    for _ in range(2):
        tried.append(await scenario.book(ada, dee))
        await scenario.pay(ada, tried[-1], DECLINED)
        scenario.clock.turn(minutes=1)
    first = await scenario.market.receipts.history(ada, HistoryQuery(), PageRequest(1))
    await scenario.pay(ada, tried[0], DECLINED)
    rest = await scenario.market.receipts.history(ada, HistoryQuery(), PageRequest(1, first.next))
    assert [record.order_id for record in (*first.items, *rest.items)] == [tried[1].id, tried[0].id]


async def test_years_go_back_to_the_first_payment(scenario: Scenario, ada: Actor, paid: Order) -> None:
    year = paid.created_at.year
    scenario.clock.turn(days=800)
    shown = await scenario.market.receipts.history.year(ada)
    assert list(shown.years) == [year + 2, year + 1, year]
    assert shown.sums.spent_cents == 0
    assert (await scenario.market.receipts.history.year(ada, year)).sums.spent_cents == paid.price_cents
    nobody = await scenario.market.receipts.history.year(Actor("usr_new", UserType.CUSTOMER))
    assert list(nobody.years) == [year + 2]


async def test_a_disputed_payment_says_so_until_the_dispute_is_won(
    scenario: Scenario, ada: Actor, paid: Order
) -> None:
    payment = await scenario.payment(paid)
    for state, shown, words in (
        (DisputeState.OPEN, RecordStatus.DISPUTED, DisputeShown.OPEN),
        (DisputeState.LOST, RecordStatus.DISPUTED, DisputeShown.LOST),
        (DisputeState.WON, RecordStatus.COMPLETED, None),
    ):
        payment = await scenario.storage.write(
            lambda unit, before=payment, state=state: unit.payments.save(
                before, attrs.evolve(before, dispute=state)
            )
        )
        (record,) = await history(scenario, ada)
        assert (record.status, record.dispute) == (shown, words)
        assert record.spent_cents == paid.price_cents
        assert len(await history(scenario, ada, status=shown)) == 1


async def test_a_tip_is_a_payment_of_its_own_day_with_its_own_receipt(
    scenario: Scenario, ada: Actor, dee: Actor, paid: Order
) -> None:
    for step in (
        scenario.market.deliveries.steps.start,
        scenario.market.deliveries.steps.confirm_pickup,
        scenario.market.deliveries.steps.complete,
    ):
        await step(dee, paid.id)
    scenario.clock.turn(days=1)
    opened = await scenario.market.payments.open_tip(ada, paid.id, 5_00)
    await scenario.market.payments.confirm(ada, opened.payment.id, a_card())
    tip, fare = await history(scenario, ada)
    assert (tip.description, tip.amount_cents) == ("Tip for your driver", 5_00)
    assert (tip.at, fare.at) == (scenario.clock.now(), paid.paid_at)
    receipt = await scenario.storage.read(lambda unit: unit.receipts.get(tip.receipt_id or ""))
    assert receipt is not None
    assert (receipt.breakdown.tip_cents, receipt.breakdown.taxes_cents) == (5_00, 0)
    assert receipt.number == f"MN{scenario.clock.now():%Y%m%d}0001"
    year = (await scenario.market.receipts.history.year(ada)).sums
    assert (year.orders, year.spent_cents) == (1, paid.price_cents + 5_00)


async def test_a_year_is_read_on_the_customers_own_clock(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    scenario.clock.at = datetime(
        2028, 1, 1, 0, 20, tzinfo=UTC
    )  # New Year's Eve in New York, and not in London
    await scenario.pay(ada, await scenario.book(ada, dee))
    years = {}
    for zone in ("America/New_York", "Europe/London"):
        await scenario.market.messaging.preferences.change(ada, PreferenceChange(timezone=zone))
        (record,) = await history(scenario, ada)
        sums = (await scenario.market.receipts.history.year(ada, 2028)).sums
        years[zone] = (record.tax_year, sums.orders)
    assert years == {"America/New_York": (2027, 0), "Europe/London": (2028, 1)}
