"""Every payment has one receipt, numbered without a gap, and every customer their own history."""

import asyncio
from datetime import UTC, datetime

import attrs
import pytest
from sqlalchemy import delete

from haulage.kernel.errors import InvalidInput, NotFound, Unauthenticated
from haulage.kernel.policy import ANONYMOUS, Actor, UserType
from haulage.orders import Order
from haulage.payments import DisputeState
from haulage.ports.storage import PageRequest
from haulage.receipts import DisputeShown, HistoryPeriod, PaymentRecord, Receipt, RecordStatus
from haulage.use_cases.receipts import Wanted
from haulage_adapters.sql.tables import receipts
from use_cases.town import ADMIN, DECLINED, Town, a_card

pytestmark = pytest.mark.anyio


@pytest.fixture
async def paid(town: Town, ada: Actor, dee: Actor) -> Order:
    return (await town.pay(ada, await town.book(ada, dee))).order


async def the_receipt(town: Town, order: Order) -> Receipt:
    payment = await town.payment(order)
    found = await town.storage.read(lambda unit: unit.receipts.of_payment(payment.id))
    assert found is not None
    return found


async def history(town: Town, actor: Actor, **wanted: object) -> list[PaymentRecord]:
    page = await town.market.receipts.history(actor, Wanted(**wanted), PageRequest())  # type: ignore[arg-type]
    return list(page.items)


async def test_paying_issues_a_receipt_of_todays_next_number(town: Town, paid: Order) -> None:
    receipt = await the_receipt(town, paid)
    assert receipt.number == f"MN{town.clock.now():%Y%m%d}0001"
    assert receipt.total_cents == paid.price_cents
    lines = receipt.breakdown
    assert (lines.base_fee_cents, lines.distance_fee_cents) != (paid.price_cents, 0)
    assert lines.taxes_cents > 0
    assert lines.time_fee_cents == 0  # a driver's estimate has no line for time (OP-35)
    assert (receipt.card_brand, receipt.card_last4, receipt.simulated) == ("visa", "4242", True)
    assert receipt.customer_email == "acc_ada@example.com"


async def test_payments_at_once_have_numbers_in_a_row(town: Town, ada: Actor) -> None:
    drivers = [await town.driver(f"d{n}") for n in range(5)]
    orders = [await town.book(ada, driver) for driver in drivers]
    await asyncio.gather(*(town.pay(ada, order) for order in orders))
    numbers = sorted([(await the_receipt(town, order)).number for order in orders])
    assert [int(number[-4:]) for number in numbers] == [1, 2, 3, 4, 5]


async def test_a_new_day_begins_at_midnight_in_new_york(town: Town, ada: Actor) -> None:
    morning = await town.book(ada, await town.driver("d1"))
    evening = await town.book(ada, await town.driver("d2"))
    town.clock.at = datetime(2027, 3, 2, 4, 59, tzinfo=UTC)
    first = await town.pay(ada, morning)
    town.clock.turn(minutes=1)
    second = await town.pay(ada, evening)
    assert (await the_receipt(town, first.order)).number == "MN202703010001"
    assert (await the_receipt(town, second.order)).number == "MN202703020001"


async def test_paying_again_gives_no_second_receipt(town: Town, ada: Actor, paid: Order) -> None:
    receipt = await the_receipt(town, paid)
    await town.pay(ada, paid)
    assert await the_receipt(town, paid) == receipt


async def test_a_receipt_is_the_customers_and_the_admins(
    town: Town, ada: Actor, dee: Actor, paid: Order
) -> None:
    receipt = await the_receipt(town, paid)
    see = town.market.receipts.see
    for actor in (ada, ADMIN):
        assert (await see(actor, receipt.id)).receipt == receipt
    for actor in (dee, await town.customer("eve")):
        with pytest.raises(NotFound, match="Receipt not found"):
            await see(actor, receipt.id)
    with pytest.raises(NotFound, match="Receipt not found"):
        await see(ada, "rcp_unknown")
    with pytest.raises(Unauthenticated):
        await see(ANONYMOUS, receipt.id)


async def test_a_confirmation_tells_who_comes_and_when(town: Town, ada: Actor, paid: Order) -> None:
    receipt = await the_receipt(town, paid)
    confirmation = await town.market.receipts.see_confirmation(ada, receipt.confirmation_id)
    assert confirmation.driver is not None
    assert confirmation.driver.id == paid.driver_id
    assert confirmation.pickup_at == paid.pickup_due_at
    assert confirmation.delivery_at is not None
    with pytest.raises(NotFound, match="Confirmation not found"):
        await town.market.receipts.see_confirmation(await town.customer("eve"), receipt.confirmation_id)


async def test_payments_from_before_receipts_get_theirs_once(town: Town, ada: Actor, paid: Order) -> None:
    async with town.storage.engine.writing.begin() as connection:
        await connection.execute(delete(receipts))
    issue = town.market.receipts.issue_missing
    assert sum(await asyncio.gather(issue(), issue())) == 1
    assert (await the_receipt(town, paid)).total_cents == paid.price_cents
    assert await issue() == 0


async def test_history_has_what_was_paid_and_what_was_declined(town: Town, ada: Actor, paid: Order) -> None:
    town.clock.turn(minutes=1)
    declined = await town.pay(ada, await town.book(ada, await town.driver("d2")), DECLINED)
    await town.market.open_payment(ada, (await town.book(ada, await town.driver("d3"))).id)
    failed, completed = await history(town, ada)
    assert (failed.id, failed.status, failed.receipt_id) == (declined.payment.id, RecordStatus.FAILED, None)
    assert (completed.status, completed.receipt_number) == (
        RecordStatus.COMPLETED,
        (await the_receipt(town, paid)).number,
    )
    assert completed.driver_name == "dee"
    assert await history(town, await town.customer("eve")) == []


async def test_a_refund_is_seen_and_not_counted_as_spent(town: Town, ada: Actor, paid: Order) -> None:
    before = (await town.market.receipts.history.year(ada)).sums
    assert (before.spent_cents, before.orders) == (paid.price_cents, 1)
    await town.market.cancel_order(ada, paid.id, "")
    (record,) = await history(town, ada)
    assert (record.status, record.refund_cents) == (RecordStatus.REFUNDED, paid.price_cents)
    after = (await town.market.receipts.history.year(ada)).sums
    assert (after.spent_cents, after.taxes_cents, after.orders, after.average_cents) == (0, 0, 1, 0)


async def test_every_filter_narrows(town: Town, ada: Actor, paid: Order) -> None:
    receipt = await the_receipt(town, paid)
    for search in ("CHAIR", "dee", receipt.number[-6:], f"#{paid.number}", "BROADWAY", "4242", " chair "):
        assert len(await history(town, ada, search=search)) == 1, search
    for search in ("piano", "%", "_", "\\"):
        assert await history(town, ada, search=search) == [], search
    assert len(await history(town, ada, status=RecordStatus.COMPLETED)) == 1
    assert await history(town, ada, status=RecordStatus.FAILED) == []
    assert len(await history(town, ada, service_type=paid.service_type)) == 1
    town.clock.turn(days=8)
    assert await history(town, ada, period=HistoryPeriod.WEEK) == []
    assert len(await history(town, ada, period=HistoryPeriod.MONTH)) == 1
    this_year = paid.created_at.year
    assert len(await history(town, ada, period=HistoryPeriod.YEAR, tax_year=this_year)) == 1
    assert await history(town, ada, period=HistoryPeriod.YEAR, tax_year=this_year - 1) == []
    with pytest.raises(InvalidInput, match="search"):
        await history(town, ada, search="x" * 101)


async def test_history_comes_in_pages_without_a_gap(town: Town, ada: Actor) -> None:
    for n in range(3):
        await town.pay(ada, await town.book(ada, await town.driver(f"d{n}")))
    seen, cursor = [], None
    for _ in range(3):
        page = await town.market.receipts.history(ada, Wanted(), PageRequest(1, cursor))
        seen += [record.id for record in page.items]
        cursor = page.next
    assert cursor is None
    assert len(set(seen)) == 3


async def test_years_go_back_to_the_first_payment(town: Town, ada: Actor, paid: Order) -> None:
    year = paid.created_at.year
    town.clock.turn(days=800)
    shown = await town.market.receipts.history.year(ada)
    assert list(shown.years) == [year + 2, year + 1, year]
    assert shown.sums.spent_cents == 0
    assert (await town.market.receipts.history.year(ada, year)).sums.spent_cents == paid.price_cents
    nobody = await town.market.receipts.history.year(Actor("usr_new", UserType.CUSTOMER))
    assert list(nobody.years) == [year + 2]


async def test_a_disputed_payment_says_so_until_the_dispute_is_won(
    town: Town, ada: Actor, paid: Order
) -> None:
    payment = await town.payment(paid)
    for state, shown, told in (
        (DisputeState.OPEN, RecordStatus.DISPUTED, DisputeShown.OPEN),
        (DisputeState.LOST, RecordStatus.DISPUTED, DisputeShown.LOST),
        (DisputeState.WON, RecordStatus.COMPLETED, None),
    ):
        payment = await town.storage.write(
            lambda unit, before=payment, state=state: unit.payments.save(
                before, attrs.evolve(before, dispute=state)
            )
        )
        (record,) = await history(town, ada)
        assert (record.status, record.dispute) == (shown, told)
        assert record.spent_cents == paid.price_cents
        assert len(await history(town, ada, status=shown)) == 1


async def test_a_tip_is_a_payment_of_its_own_day_with_its_own_receipt(
    town: Town, ada: Actor, dee: Actor, paid: Order
) -> None:
    for step in (town.market.driving.start, town.market.driving.confirm_pickup, town.market.driving.complete):
        await step(dee, paid.id)
    town.clock.turn(days=1)
    opened = await town.market.open_tip(ada, paid.id, 5_00)
    await town.market.confirm_payment(ada, opened.payment.id, a_card())
    tip, fare = await history(town, ada)
    assert (tip.description, tip.amount_cents) == ("Tip for your driver", 5_00)
    assert (tip.at, fare.at) == (town.clock.now(), paid.paid_at)
    receipt = await town.storage.read(lambda unit: unit.receipts.get(tip.receipt_id or ""))
    assert receipt is not None
    assert (receipt.breakdown.tip_cents, receipt.breakdown.taxes_cents) == (5_00, 0)
    assert receipt.number == f"MN{town.clock.now():%Y%m%d}0001"
    year = (await town.market.receipts.history.year(ada)).sums
    assert (year.orders, year.spent_cents) == (1, paid.price_cents + 5_00)
