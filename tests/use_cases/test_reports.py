"""'Not delivered' (OP-49): who may say so and until when, what is held, and what a decision does."""

import pytest

from haulage.kernel.errors import Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.kernel.policy import Actor
from haulage.ledger import SplitStatus, driver_account, payout_of
from haulage.orders import FailureReason, Order
from haulage.orders.report import (
    AlreadyReported,
    DeliveryReport,
    NothingToReport,
    ReportDecision,
    ReportState,
    TooLateToReport,
)
from haulage.payments.refund import NothingToRefund, PaymentDisputed
from haulage.ports.storage import PageRequest
from haulage.use_cases.once import Replayed
from statements import statements
from use_cases.bookkeeping import (
    HALF,
    ON_EACH_DATABASE,
    PRICE,
    balances,
    dispute,
    driven,
    late_fee,
    refund,
    the_split,
)
from use_cases.test_failing import arrived, fails
from use_cases.town import ADMIN, Town, once

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

RELEASE, REFUND = ReportDecision.RELEASE, ReportDecision.REFUND


@pytest.fixture
async def order(town: Town, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(town, ada, dee)


async def reported(town: Town, ada: Actor, order: Order) -> DeliveryReport:
    return await town.market.report_desk.report(ada, order.id, "Nobody came.")


async def decided(town: Town, report: DeliveryReport, decision: ReportDecision) -> DeliveryReport:
    return await town.market.report_desk.decide(ADMIN, report.id, decision, "Looked into it.")


async def reserved(town: Town) -> int:
    account = driver_account("drv_dee")
    found = await town.storage.read(lambda unit: unit.ledger.balance(account))
    return found.reserved_cents


async def kinds(town: Town) -> list[str]:
    return [str(mail.kind) for mail in await town.market.mail_desk.latest(50) if mail.kind != "receipt"]


async def test_a_share_is_held_until_it_is_released(town: Town, ada: Actor, order: Order) -> None:
    report = await reported(town, ada, order)
    await town.later(minutes=1)
    split = await the_split(town, order)
    assert (split.status, payout_of(split).is_frozen) == (SplitStatus.PENDING, True)
    assert (town.cards.transfers, await reserved(town)) == ({}, HALF)
    assert (await decided(town, report, RELEASE)).state is ReportState.RELEASED
    await town.later(minutes=1)
    assert (list(town.cards.transfers.values()), await reserved(town)) == ([HALF], 0)
    assert town.cards.refunds == {}
    assert sorted(await kinds(town)) == [
        "not_delivered_reported",
        "report_decided",
        "report_decided",
        "share_held",
    ]


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_refund_takes_every_part_back_wherever_it_is(
    town: Town, ada: Actor, order: Order, is_sent: bool
) -> None:
    if is_sent:
        await town.later(minutes=1)
    report = await reported(town, ada, order)
    assert (await decided(town, report, REFUND)).state is ReportState.REFUNDED
    await town.later(minutes=1)
    assert list(town.cards.refunds.values()) == [PRICE]
    assert list(town.cards.transfers.values()) == ([HALF] if is_sent else [])
    assert list(town.cards.reversals.values()) == ([HALF] if is_sent else [])
    assert "driver:drv_dee" not in await balances(town)
    assert await reserved(town) == 0


async def test_it_can_be_said_for_a_day_once_and_with_a_word(town: Town, ada: Actor, order: Order) -> None:
    desk = town.market.report_desk
    town.clock.turn(hours=24)
    assert (await desk.standing(ada, order.id)).until == town.clock.now()
    with pytest.raises(InvalidInput, match="account"):
        await desk.report(ada, order.id, "  ")
    await reported(town, ada, order)
    assert (await desk.standing(ada, order.id)).until is None
    with pytest.raises(AlreadyReported):
        await reported(town, ada, order)


async def test_a_second_later_it_is_too_late(town: Town, ada: Actor, order: Order) -> None:
    town.clock.turn(hours=24, seconds=1)
    assert (await town.market.report_desk.standing(ada, order.id)).until is None
    with pytest.raises(TooLateToReport):
        await reported(town, ada, order)


async def test_the_same_key_reports_once(town: Town, ada: Actor, order: Order) -> None:
    desk = town.market.report_desk
    first = await desk.report(ada, order.id, "Nobody came.", once())
    with pytest.raises(Replayed):
        await desk.report(ada, order.id, "Nobody came.", once())
    assert (await desk.standing(ada, order.id)).report == first


async def test_what_is_under_way_or_was_cancelled_is_nothing_to_report(
    town: Town, ada: Actor, dee: Actor
) -> None:
    under_way = await town.assigned(ada, dee)
    with pytest.raises(NothingToReport):
        await reported(town, ada, under_way)
    await town.market.cancel_order(ada, under_way.id, "")
    with pytest.raises(NothingToReport):
        await reported(town, ada, await late_fee(town, ada, dee))


async def test_what_failed_and_was_charged_for_can_be_contested(town: Town, ada: Actor, dee: Actor) -> None:
    order = await arrived(town, ada, dee)
    await fails(town, dee, order, FailureReason.NOBODY_THERE)
    await town.market.fail_delivery.confirm_return(dee, order.id)
    report = await reported(town, ada, order)
    await decided(town, report, REFUND)
    assert list(town.cards.refunds.values()) == [PRICE]
    assert "driver:drv_dee" not in await balances(town)


async def test_only_the_customer_reports_and_only_admins_decide(
    town: Town, ada: Actor, dee: Actor, order: Order
) -> None:
    desk, bob = town.market.report_desk, await town.customer("bob")
    for stranger in (bob, dee, ADMIN):
        with pytest.raises(NotFound):
            await desk.report(stranger, order.id, "Mine.")
        with pytest.raises(NotFound):
            await desk.standing(stranger, order.id)
    report = await reported(town, ada, order)
    for stranger in (ada, dee):
        with pytest.raises(Forbidden):
            await desk.decide(stranger, report.id, REFUND, "Mine.")
        with pytest.raises(Forbidden):
            await desk.list(stranger, PageRequest(10))
    with pytest.raises(InvalidInput, match="reason"):
        await desk.decide(ADMIN, report.id, REFUND, " ")
    await decided(town, report, RELEASE)
    with pytest.raises(IllegalMove):
        await decided(town, report, REFUND)
    page = await town.market.audit_desk.list(ADMIN, PageRequest(50))
    assert {"not_delivered_reported", "report_decided"} <= {entry.action for entry in page.items}


@pytest.mark.parametrize("won_first", [True, False])
async def test_a_dispute_and_a_report_each_let_go_their_own(
    town: Town, ada: Actor, order: Order, won_first: bool
) -> None:
    """Together they hold no more than the share, and it is sent when both are done."""
    payment = await town.payment(order)
    report = await reported(town, ada, order)
    await dispute(town, payment, PRICE)
    assert await reserved(town) == HALF
    with pytest.raises(PaymentDisputed):
        await decided(town, report, REFUND)
    if won_first:
        await dispute(town, payment, PRICE, "won")
    else:
        await decided(town, report, RELEASE)
    await town.later(minutes=1)
    assert (await reserved(town), town.cards.transfers) == (HALF, {})
    if won_first:
        await decided(town, report, RELEASE)
    else:
        await dispute(town, payment, PRICE, "won")
    await town.later(minutes=1)
    assert (await reserved(town), list(town.cards.transfers.values())) == (0, [HALF])
    await balances(town)


async def test_a_dispute_that_is_lost_leaves_nothing_to_hold(town: Town, ada: Actor, order: Order) -> None:
    payment = await town.payment(order)
    report = await reported(town, ada, order)
    await dispute(town, payment, PRICE)
    await dispute(town, payment, PRICE, "lost")
    assert await reserved(town) == 0
    with pytest.raises(NothingToRefund):
        await decided(town, report, REFUND)
    await decided(town, report, RELEASE)
    await town.later(minutes=1)
    assert town.cards.transfers == {}
    assert "driver:drv_dee" not in await balances(town)


async def test_what_was_refunded_before_is_not_refunded_again(town: Town, ada: Actor, order: Order) -> None:
    report = await reported(town, ada, order)
    await refund(town, order, 10_00)
    await decided(town, report, REFUND)
    assert sorted(town.cards.refunds.values()) == [10_00, PRICE - 10_00]
    assert "driver:drv_dee" not in await balances(town)


async def test_the_list_asks_once_however_many_there_are(town: Town, ada: Actor, dee: Actor) -> None:
    sent = []
    for _ in range(2):
        await reported(town, ada, await driven(town, ada, dee))
        with statements(town.storage.engine) as asked:
            page = await town.market.report_desk.list(ADMIN, PageRequest(10), ReportState.OPEN)
        sent.append(len(asked))
    assert sent[0] == sent[1]
    assert {each.refundable_cents for each in page.items} == {PRICE}
    assert len(page.items) == 2
