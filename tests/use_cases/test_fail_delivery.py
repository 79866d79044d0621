"""Deliveries that fail: what the driver says, where the goods go, who pays and who is told."""

from datetime import timedelta

import pytest

from builders import BROOKLYN, TIMES_SQUARE
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.cargo import Item
from haulage.kernel.errors import Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.ledger import SplitStatus
from haulage.orders import GROUNDS, FailureReason, NotFailed, Order, OrderStatus, Side, timeline
from haulage.orders.failure import CORRECTED_WITHIN, words_of
from haulage.orders.order import OnTheWayBack
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.deliveries import DeliveryStatus, FailureReport
from haulage.use_cases.positions import Fix
from use_cases.bookkeeping import FEE, HALF, PRICE, TAXES, balances, dispute, reserved, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

RETAINED = 10_00
CUSTOMERS = {reason for reason in FailureReason if GROUNDS[reason].side is Side.CUSTOMER}
AT_PICKUP = [reason for reason in FailureReason if words_of(reason, loaded=False)]
AT_DROPOFF = [reason for reason in FailureReason if words_of(reason, loaded=True)]


async def stands_at(scenario: Scenario, driver: Actor, point: Point) -> None:
    """Two trusted positions, eleven seconds apart."""
    fixes = [
        Fix(scenario.clock.now() + timedelta(seconds=after), point, accuracy_meters=8) for after in (0, 11)
    ]
    scenario.clock.turn(seconds=11)
    await scenario.market.positions.report(driver, fixes)


async def waiting(scenario: Scenario, ada: Actor, dee: Actor, *, seen: bool = True) -> Order:
    """Accepted and begun, by coming to the pickup or by hand."""
    order = await scenario.assigned(ada, dee)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    if seen:
        await stands_at(scenario, dee, TIMES_SQUARE.point)
    else:
        await scenario.market.deliveries.sessions.start(dee, order.id)
    return await scenario.order(order.id)


async def loaded(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """On the way to the dropoff, and not seen there."""
    order = await waiting(scenario, ada, dee, seen=False)
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)
    scenario.clock.turn(minutes=40)
    return await scenario.order(order.id)


async def arrived(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Completed by itself, because the driver came to the dropoff."""
    order = await loaded(scenario, ada, dee)
    await stands_at(scenario, dee, BROOKLYN.point)
    order = await scenario.order(order.id)
    assert order.status is OrderStatus.COMPLETED
    return order


async def fails(scenario: Scenario, dee: Actor, order: Order, reason: FailureReason, note: str = "") -> Order:
    session = await scenario.market.deliveries.fail.fail(dee, order.id, FailureReport(reason, note))
    return session.order


async def mailed(scenario: Scenario) -> list[str]:
    latest = await scenario.market.email.manage.latest(50)
    return [f"{mail.kind}: {mail.mail.text}" for mail in reversed(latest) if mail.kind != "receipt"]


@pytest.mark.parametrize("reason", AT_PICKUP)
async def test_what_cannot_be_picked_up_ends_at_once_and_costs_who_caused_it(
    scenario: Scenario, ada: Actor, dee: Actor, reason: FailureReason
) -> None:
    order = await fails(scenario, dee, await waiting(scenario, ada, dee), reason)
    retained = RETAINED if reason in CUSTOMERS else 0
    assert order.cancellation is not None
    assert (order.status, order.cancellation.fee_cents) == (OrderStatus.CANCELLED, retained)
    assert (await scenario.payment(order)).refunded_cents == PRICE - retained
    held = await balances(scenario)
    assert held.get("driver:drv_dee", 0) == (-(RETAINED - FEE) // 2 if retained else 0)
    assert "unearned_fares" not in held
    assert "tax_payable" not in held
    assert [step.label for step in timeline(order)][-1] == "Pickup Failed"


@pytest.mark.parametrize("reason", AT_DROPOFF)
async def test_what_nobody_receives_is_brought_back_before_the_order_ends(
    scenario: Scenario, ada: Actor, dee: Actor, reason: FailureReason
) -> None:
    order = await fails(scenario, dee, await arrived(scenario, ada, dee), reason, "Rang twice")
    assert (order.status, order.completed_at) == (OrderStatus.IN_PROGRESS, None)
    ended = (await scenario.market.deliveries.fail.confirm_return(dee, order.id)).order
    assert ended.status is OrderStatus.CANCELLED
    assert [step.label for step in timeline(ended)][-2:] == ["Delivery Failed", "Items Returned"]
    assert all(step.at for step in timeline(ended))
    await scenario.later(minutes=1)
    held = await balances(scenario)
    if reason in CUSTOMERS:
        assert (held["driver:drv_dee"], held["tax_payable"]) == (-HALF, -TAXES)
        assert scenario.cards.refunds == {}
    else:
        assert "driver:drv_dee" not in held
        assert list(scenario.cards.refunds.values()) == [PRICE]


@ON_EACH_DATABASE
async def test_a_fare_is_not_earned_by_the_drivers_word_alone(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await loaded(scenario, ada, dee)
    possible = await scenario.market.deliveries.fail.possible(dee, order.id)
    assert (possible.seen_there, possible.needs_return) == (False, True)
    assert {each.customer_pays_cents for each in possible.items} == {0}
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    assert (await scenario.payment(order)).refunded_cents == PRICE
    assert "driver:drv_dee" not in await balances(scenario)


@ON_EACH_DATABASE
async def test_where_the_driver_was_seen_the_fare_stays_and_the_share_is_sent(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    sofa = (Item("A sofa", 120),)
    order = await scenario.assigned(ada, dee, service_type=ServiceType.MOVING, items=sofa)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.deliveries.sessions.start(dee, order.id)
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)
    scenario.clock.turn(minutes=40)
    await stands_at(scenario, dee, BROOKLYN.point)
    possible = await scenario.market.deliveries.fail.possible(dee, order.id)
    pays = {each.reason: each.customer_pays_cents for each in possible.items}
    assert pays == {reason: order.price_cents if reason in CUSTOMERS else 0 for reason in AT_DROPOFF}
    await fails(scenario, dee, order, FailureReason.REFUSED)
    assert (await the_split(scenario, order)).earned_at is None
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert (split.status, split.earned_bonus) == (SplitStatus.COMPLETED, False)
    assert list(scenario.cards.transfers.values()) == [split.driver_cents]
    await balances(scenario)


@ON_EACH_DATABASE
async def test_saying_it_again_changes_nothing(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await loaded(scenario, ada, dee)
    first = await fails(scenario, dee, order, FailureReason.REFUSED)
    scenario.clock.turn(minutes=1)
    assert await fails(scenario, dee, order, FailureReason.UNSAFE) == first
    once = (await scenario.market.deliveries.fail.confirm_return(dee, order.id)).order
    scenario.clock.turn(minutes=1)
    assert (await scenario.market.deliveries.fail.confirm_return(dee, order.id)).order == once
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert (await scenario.event_types(order))[-2:] == ["delivery_failed", "returned"]


@ON_EACH_DATABASE
async def test_what_is_on_its_way_back_is_delivered_only_after_all(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await loaded(scenario, ada, dee)
    failures = scenario.market.deliveries.fail
    with pytest.raises(NotFailed):
        await failures.deliver_after_all(dee, order.id)
    with pytest.raises(NotFailed):
        await failures.confirm_return(dee, order.id)
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    with pytest.raises(OnTheWayBack):
        await scenario.market.deliveries.sessions.stop(dee, order.id)
    await stands_at(scenario, dee, BROOKLYN.point)
    assert (await scenario.order(order.id)).status is OrderStatus.IN_PROGRESS
    await failures.deliver_after_all(dee, order.id)
    done = await scenario.market.deliveries.sessions.stop(dee, order.id)
    assert (done.status, done.order.failure) == (DeliveryStatus.COMPLETED, None)
    assert (await balances(scenario))["driver:drv_dee"] == -HALF


@ON_EACH_DATABASE
async def test_an_arrival_that_was_corrected_can_be_delivered_after_all_and_is_paid_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await arrived(scenario, ada, dee)
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    await scenario.market.deliveries.fail.deliver_after_all(dee, order.id)
    await scenario.market.deliveries.sessions.stop(dee, order.id)
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    driver = await scenario.storage.read(lambda unit: unit.drivers.get("drv_dee"))
    assert driver is not None
    assert driver.total_jobs == 1
    assert (await balances(scenario))["driver:drv_dee"] == -HALF


@ON_EACH_DATABASE
async def test_an_arrival_is_corrected_for_half_an_hour_and_a_stop_by_hand_never(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await arrived(scenario, ada, dee)
    listed = (await scenario.market.drivers.jobs(dee)).arrived
    assert [job.order.id for job in listed] == [order.id]
    scenario.clock.turn(seconds=(CORRECTED_WITHIN + timedelta(seconds=1)).total_seconds())
    with pytest.raises(IllegalMove):
        await fails(scenario, dee, order, FailureReason.REFUSED)
    assert (await scenario.market.deliveries.fail.possible(dee, order.id)).items == []
    other = await loaded(scenario, ada, dee)
    await scenario.market.deliveries.sessions.stop(dee, other.id)
    assert (await scenario.market.drivers.jobs(dee)).arrived == []
    with pytest.raises(IllegalMove):
        await fails(scenario, dee, other, FailureReason.REFUSED)


async def test_only_its_driver_says_so_and_only_with_a_reason_that_can_arise(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, eve = await waiting(scenario, ada, dee), await scenario.driver("eve")
    for stranger in (eve, ADMIN, ada):
        with pytest.raises((NotFound, Forbidden)):
            await fails(scenario, stranger, order, FailureReason.NOBODY_THERE)
    with pytest.raises(InvalidInput, match="reason"):
        await fails(scenario, dee, order, FailureReason.ITEMS_DAMAGED)
    with pytest.raises(InvalidInput, match="note"):
        await fails(scenario, dee, order, FailureReason.NOBODY_THERE, "x" * 501)
    with pytest.raises(NotFound):
        await scenario.market.deliveries.fail.confirm_return(dee, "ord_unknown")


@ON_EACH_DATABASE
async def test_a_dispute_keeps_the_money_and_not_the_driver(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await waiting(scenario, ada, dee)
    await dispute(scenario, await scenario.payment(order), PRICE)
    ended = await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    assert ended.status is OrderStatus.CANCELLED
    assert scenario.cards.refunds == {}
    assert "decided with your bank" in (await mailed(scenario))[-1]
    await balances(scenario)


FAILED_AT_PICKUP = [(FailureReason.NOBODY_THERE, RETAINED), (FailureReason.VEHICLE_TROUBLE, 0)]


@pytest.mark.parametrize(("reason", "retained"), FAILED_AT_PICKUP)
async def test_what_the_bank_gives_back_is_refunded_but_for_the_fee(
    scenario: Scenario, ada: Actor, dee: Actor, reason: FailureReason, retained: int
) -> None:
    order = await waiting(scenario, ada, dee)
    await dispute(scenario, await scenario.payment(order), PRICE)
    await fails(scenario, dee, order, reason)
    await dispute(scenario, await scenario.payment(order), PRICE, "won")
    await scenario.later(minutes=1)
    held = await balances(scenario)
    assert sum(scenario.cards.refunds.values()) == PRICE - retained
    assert held.get("driver:drv_dee", 0) == -(RETAINED - FEE) // 2 * bool(retained)
    assert "unearned_fares" not in held
    assert await reserved(scenario) == {}


async def test_what_the_bank_leaves_of_a_failed_order_is_refunded_once_whatever_it_decides(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await waiting(scenario, ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE - 4_00)
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    await dispute(scenario, payment, PRICE - 4_00, "lost")
    await scenario.later(minutes=1)
    ended = await scenario.order(order.id)
    assert ended.cancellation is not None
    assert ended.cancellation.fee_cents == 4_00
    assert scenario.cards.refunds == {}
    held = await balances(scenario)
    assert "unearned_fares" not in held
    assert held["driver:drv_dee"] == -(4_00 - FEE) // 2


async def test_a_lost_dispute_of_a_failed_order_that_is_won_after_all_brings_the_refund(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await waiting(scenario, ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await fails(scenario, dee, order, FailureReason.VEHICLE_TROUBLE)
    await dispute(scenario, payment, PRICE, "lost")
    await scenario.later(minutes=1)
    assert scenario.cards.refunds == {}
    scenario.cards.bank_disputes("dp_1", payment.provider_reference, PRICE, "won")
    scenario.clock.turn(hours=2)
    assert (await scenario.market.payments.reconcile(OPERATOR)).repaired == 1
    await scenario.later(minutes=1)
    assert sum(scenario.cards.refunds.values()) == PRICE
    held = await balances(scenario)
    assert held["card_clearing"] == -FEE
    assert {"unearned_fares", "disputes", "tax_payable"}.isdisjoint(held)


@pytest.mark.parametrize("sent", [False, True])
async def test_a_fare_that_arriving_had_shared_goes_back_when_an_administrator_ends_the_order(
    scenario: Scenario, ada: Actor, dee: Actor, sent: bool
) -> None:
    order = await arrived(scenario, ada, dee)
    if sent:
        await scenario.later(minutes=1)
    await fails(scenario, dee, order, FailureReason.VEHICLE_TROUBLE)
    await scenario.market.orders.cancel(ADMIN, order.id, "The van does not move.")
    await scenario.later(hours=1)
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}
    assert scenario.cards.held["acct_drv_dee"] == 0


async def test_a_fare_that_arriving_had_shared_goes_back_once_its_dispute_is_won(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await arrived(scenario, ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await fails(scenario, dee, order, FailureReason.VEHICLE_TROUBLE)
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    await dispute(scenario, payment, PRICE, "won")
    await scenario.later(minutes=1)
    assert sum(scenario.cards.refunds.values()) == PRICE
    assert "driver:drv_dee" not in await balances(scenario)


@ON_EACH_DATABASE
async def test_the_customer_is_told_what_happened_and_what_it_costs(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await arrived(scenario, ada, dee)
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE, "<b>gate</b>")
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    mails = (await mailed(scenario))[-2:]
    assert "nobody was there to receive the items" in mails[0]
    assert "bringing your items back" in mails[0]
    assert "The fare of $27.06 stays as it is" in mails[0]
    assert mails[1].startswith("items_returned")
    assert "gate" not in "".join(mails)
    page = await scenario.market.audit.list(ADMIN, PageRequest(50))
    assert {"delivery_failed", "items_returned"} <= {entry.action for entry in page.items}
