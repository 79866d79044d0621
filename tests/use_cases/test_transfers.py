"""Drivers' shares: one transfer a split whatever fails in between, and what is taken back of it (OP-34)."""

import asyncio

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.cargo import Item
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.ledger import (
    POLICY_VERSION,
    EarningsLine,
    SplitKind,
    SplitNotFailed,
    SplitPolicy,
    SplitStatus,
    earnings_of,
)
from haulage.orders import Order
from haulage.payments import PaymentState, RefundKind, RefundStatus
from haulage.payments.refund import NothingToRefund, RefundTooLarge
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payments.splits import SplitNotFound
from haulage.use_cases.payments.tips import NotYetDelivered, TipAlreadyGiven
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    balances,
    driven,
    late_fee,
    refund,
    split_of,
    the_split,
)
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, DECLINED, Scenario, a_card

pytestmark = pytest.mark.anyio


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def test_the_provider_reads_the_service_that_a_share_is_for(scenario: Scenario, order: Order) -> None:
    await scenario.later(minutes=1)
    assert set(scenario.cards.services.values()) == {order.service_type}


async def test_a_share_is_sent_once_the_order_is_completed(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    waiting = await scenario.assigned(ada, dee)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    await scenario.market.orders.cancel(ada, waiting.id, "")
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert scenario.cards.transfers == {f"{split.id}-1": HALF}
    assert (split.status, split.driver_transfer_id) == (SplitStatus.COMPLETED, f"tr_{split.id}-1")
    assert split.completed_at == scenario.clock.now()


async def test_answers_that_are_lost_lead_to_one_transfer(scenario: Scenario, order: Order) -> None:
    scenario.cards.losing_answers = True
    for _ in range(3):
        await scenario.later(hours=1)
    assert (await the_split(scenario, order)).status is SplitStatus.PENDING
    scenario.cards.losing_answers = False
    await scenario.later(hours=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    assert (await the_split(scenario, order)).status is SplitStatus.COMPLETED


async def test_sending_one_share_many_times_at_once_transfers_once(scenario: Scenario, order: Order) -> None:
    split = await the_split(scenario, order)
    await asyncio.gather(
        *(scenario.market.payments.transfers.of_split(split.id) for _ in range(10)), return_exceptions=True
    )
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]


async def test_a_refused_share_fails_until_it_is_retried(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    failed = await the_split(scenario, order)
    assert (failed.status, failed.failure_reason) == (SplitStatus.FAILED, "No transfer for this account.")
    payment = await scenario.payment(order)
    scenario.cards.refuses = set()
    assert (await scenario.market.payments.splits.retry(dee, payment.id)).status is SplitStatus.PENDING
    with pytest.raises(SplitNotFailed):
        await scenario.market.payments.splits.retry(dee, payment.id)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {f"{failed.id}-2": HALF}


async def test_many_retries_at_once_are_one(scenario: Scenario, order: Order) -> None:
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    scenario.cards.refuses = set()
    payment = await scenario.payment(order)
    answers = await asyncio.gather(
        *(scenario.market.payments.splits.retry(ADMIN, payment.provider_reference) for _ in range(8)),
        return_exceptions=True,
    )
    assert len([answer for answer in answers if not isinstance(answer, BaseException)]) == 1
    await scenario.later(minutes=1)
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]


async def test_a_retry_is_for_the_driver_and_admins(scenario: Scenario, order: Order, ada: Actor) -> None:
    payment = await scenario.payment(order)
    stranger = await scenario.driver("eve")
    for actor in (ada, stranger):
        with pytest.raises(SplitNotFound, match="not found or not in failed state"):
            await scenario.market.payments.splits.retry(actor, payment.id)
    with pytest.raises(SplitNotFailed):
        await scenario.market.payments.splits.retry(OPERATOR, payment.id)


async def test_a_share_that_comes_to_nothing_is_completed_without_a_transfer(
    scenario: Scenario, order: Order
) -> None:
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    assert (await the_split(scenario, order)).status is SplitStatus.COMPLETED


async def test_a_refund_before_the_transfer_makes_it_smaller(scenario: Scenario, order: Order) -> None:
    await refund(scenario, order, PRICE // 2)
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF - HALF // 2]
    assert scenario.cards.reversals == {}


async def test_a_refund_after_the_transfer_takes_the_drivers_part_back(
    scenario: Scenario, order: Order
) -> None:
    await scenario.later(minutes=1)
    await refund(scenario, order, PRICE // 2)
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert list(scenario.cards.reversals.values()) == [HALF // 2, HALF - HALF // 2]
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}


async def test_a_refund_while_the_transfer_is_unknown_takes_back_only_what_was_transferred(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.losing_answers = True
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    scenario.cards.losing_answers = False
    await refund(scenario, order)
    await scenario.later(hours=1)
    await scenario.later(hours=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    assert list(scenario.cards.reversals.values()) == [HALF]


async def test_what_cannot_be_taken_back_when_the_transfer_becomes_known_is_taken_back_later(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.losing_answers = True
    await scenario.later(minutes=1)
    scenario.cards.losing_answers = False
    await refund(scenario, order)
    await scenario.later(seconds=1)
    scenario.cards.refuses = {"reversal"}
    await scenario.later(hours=1)
    assert (await the_split(scenario, order)).status is SplitStatus.COMPLETED
    assert scenario.cards.reversals == {}
    scenario.cards.refuses = set()
    await scenario.later(hours=2)
    assert list(scenario.cards.reversals.values()) == [HALF]


async def test_a_refund_while_a_transfer_is_refused_leaves_nothing_to_take_back(
    scenario: Scenario, order: Order
) -> None:
    await scenario.market.payments.transfers.accounts.of_driver("drv_dee")
    scenario.cards.down = True
    await scenario.later(minutes=1)
    assert (await the_split(scenario, order)).submitted_cents == HALF
    scenario.cards.down = False
    await refund(scenario, order, PRICE // 2)
    scenario.cards.refuses = {"transfer"}
    await scenario.later(hours=1)
    assert (await the_split(scenario, order)).status is SplitStatus.FAILED
    scenario.cards.refuses = set()
    await scenario.market.payments.splits.retry(ADMIN, (await scenario.payment(order)).id)
    await scenario.later(hours=1)
    assert list(scenario.cards.transfers.values()) == [HALF - HALF // 2]
    assert scenario.cards.reversals == {}


async def test_goodwill_takes_nothing_back_from_the_driver(scenario: Scenario, order: Order) -> None:
    await scenario.later(minutes=1)
    made = await refund(scenario, order, 10_00, goodwill=True)
    await scenario.later(minutes=1)
    assert made.kind is RefundKind.GOODWILL
    assert scenario.cards.reversals == {}
    assert (await balances(scenario))["driver:drv_dee"] == -HALF


async def test_a_refund_after_a_payout_leaves_the_driver_owing(scenario: Scenario, order: Order) -> None:
    """The books have it whatever the provider could still take back."""
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"reversal"}
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}
    assert scenario.cards.reversals == {}
    scenario.cards.refuses = set()
    await scenario.later(hours=1)
    assert list(scenario.cards.reversals.values()) == [HALF]


async def test_two_partial_refunds_and_a_third_that_is_refused(scenario: Scenario, order: Order) -> None:
    first, second = await refund(scenario, order, 10_00), await refund(scenario, order, PRICE - 10_00)
    assert (first.amount_cents, second.amount_cents) == (10_00, PRICE - 10_00)
    assert first.tax_cents + second.tax_cents == TAXES
    with pytest.raises(NothingToRefund):
        await refund(scenario, order, 1)
    assert sum(scenario.cards.refunds.values()) == PRICE


async def test_more_than_is_left_is_not_refunded(scenario: Scenario, order: Order) -> None:
    await refund(scenario, order, PRICE - 1)
    with pytest.raises(RefundTooLarge, match=r"Only \$0\.01"):
        await refund(scenario, order, 2)
    for wrong in (0, -1):
        with pytest.raises(InvalidInput):
            RefundRequest(wrong)


async def test_of_many_refunds_at_once_no_more_goes_back_than_was_paid(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    payments = scenario.market.payments.manage
    answers = await asyncio.gather(
        *(payments.refund(ADMIN, payment.id, RefundRequest(10_00)) for _ in range(8)), return_exceptions=True
    )
    done = [answer for answer in answers if not isinstance(answer, BaseException)]
    await scenario.later(minutes=1)
    assert sum(scenario.cards.refunds.values()) == 10_00 * len(done) <= PRICE
    assert len(done) <= 2
    assert await balances(scenario)


async def test_an_answer_that_is_lost_and_another_refund_after_it_refund_each_once(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.losing_answers = True
    await refund(scenario, order, 10_00)
    scenario.cards.losing_answers = False
    await refund(scenario, order, 5_00)
    await scenario.later(minutes=1)
    assert sorted(scenario.cards.refunds.values()) == [5_00, 10_00]
    assert (await scenario.payment(order)).refunded_cents == 15_00


async def test_a_refund_that_the_provider_refuses_is_told_and_sent_again_as_another(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order, 10_00)
    stored = await scenario.storage.read(lambda unit: unit.refunds.get(made.id))
    assert stored is not None
    assert (stored.status, stored.failure_reason) == (RefundStatus.FAILED, "No refund for this account.")
    scenario.cards.refuses = set()
    await scenario.later(minutes=1)
    assert list(scenario.cards.refunds.values()) == [10_00]
    assert (await scenario.payment(order)).refunded_cents == 10_00


async def test_refunds_are_the_admins(scenario: Scenario, order: Order, ada: Actor, dee: Actor) -> None:
    payment = await scenario.payment(order)
    for actor in (ada, dee):
        with pytest.raises(Forbidden):
            await scenario.market.payments.manage.refund(actor, payment.id, RefundRequest())


async def test_an_unpaid_payment_has_nothing_to_refund(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.book(ada, dee)
    await scenario.pay(ada, order, DECLINED)
    with pytest.raises(NothingToRefund):
        await refund(scenario, order)


async def test_a_kept_fee_is_sent_to_the_driver_and_can_be_given_back(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await late_fee(scenario, ada, dee)
    await scenario.later(minutes=1)
    share = (10_00 - FEE) // 2
    assert list(scenario.cards.transfers.values()) == [share]
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}
    assert list(scenario.cards.reversals.values()) == [share]


async def tip(scenario: Scenario, customer: Actor, order: Order, cents: int = 5_00) -> str:
    """The id of a tip that was paid."""
    opened = await scenario.market.payments.open_tip(customer, order.id, cents)
    paid = await scenario.market.payments.confirm(customer, opened.payment.id, a_card())
    assert paid.payment.state is PaymentState.SUCCEEDED
    return opened.payment.id


async def test_a_tip_is_wholly_the_drivers_and_sent_to_them(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    tip_id = await tip(scenario, ada, order)
    await scenario.later(minutes=1)
    assert sorted(scenario.cards.transfers.values()) == [5_00, HALF]
    split = await scenario.storage.read(lambda unit: unit.splits.of_payment(tip_id))
    assert split is not None
    assert (split.kind, split.driver_cents, split.taxes_cents) == (SplitKind.TIP, 5_00, 0)
    held = await balances(scenario)
    assert held["driver:drv_dee"] == -HALF - 5_00
    assert (await scenario.order(order.id)).version == order.version
    with pytest.raises(TipAlreadyGiven):
        await scenario.market.payments.open_tip(ada, order.id, 5_00)


async def test_a_tip_is_given_back_like_any_payment(scenario: Scenario, ada: Actor, order: Order) -> None:
    before = await balances(scenario)
    tip_id = await tip(scenario, ada, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.manage.refund(ADMIN, tip_id, RefundRequest())
    await scenario.later(minutes=1)
    lost = (await balances(scenario))["refunds"]
    assert await balances(scenario) == before | {
        "card_clearing": before["card_clearing"] - lost,
        "refunds": lost,
    }
    assert list(scenario.cards.reversals.values()) == [5_00]


async def test_a_tip_waits_for_the_delivery(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    with pytest.raises(NotYetDelivered):
        await scenario.market.payments.open_tip(ada, order.id, 5_00)


async def test_another_amount_closes_the_first_tip(scenario: Scenario, ada: Actor, order: Order) -> None:
    first = await scenario.market.payments.open_tip(ada, order.id, 5_00)
    second = await scenario.market.payments.open_tip(ada, order.id, 8_00)
    assert first.payment.provider_reference in scenario.cards.closed
    assert second.payment.provider_reference != first.payment.provider_reference
    assert (await scenario.market.payments.open_tip(ada, order.id, 8_00)).payment.id == second.payment.id


async def test_figures_are_of_thirty_days_and_leave_tips_out(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    await scenario.later(minutes=1)
    scenario.clock.turn(days=31)
    newer = await driven(scenario, ada, await scenario.driver("eve"))
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    assert await split_of(scenario, newer) is not None
    found = await scenario.market.payments.splits.analytics(ADMIN, everything=True)
    assert (found.figures.completed, found.figures.failed, found.success_rate) == (0, 1, 0.0)
    assert found.average_driver_payout_cents == 0
    own = (await scenario.market.payments.splits.analytics(ada)).figures
    assert (own.completed, own.failed, own.pending) == (0, 1, 0)


async def test_a_drivers_own_figures_are_of_thirty_days(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.later(minutes=1)
    scenario.clock.turn(days=31)
    assert (await scenario.market.payments.splits.analytics(dee)).figures.completed == 0
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    assert (await scenario.market.payments.splits.analytics(dee)).figures.completed == 1


@pytest.mark.parametrize(
    ("policy", "share"), [(SplitPolicy.ORDER_PRICE_80, 20_00), (SplitPolicy.PER_DELIVERY, 23_92)]
)
async def test_the_policy_in_force_when_the_payment_was_opened_is_the_splits(
    scenario: Scenario, ada: Actor, dee: Actor, policy: SplitPolicy, share: int
) -> None:
    order = await scenario.book(ada, dee)
    scenario.market = _under(scenario, policy)
    await scenario.pay(ada, order)
    split = await the_split(scenario, order)
    assert (split.policy, split.policy_version, split.driver_cents) == (policy, POLICY_VERSION, share)


def _under(scenario: Scenario, policy: SplitPolicy) -> Marketplace:
    payments = scenario.market.payments
    payments = attrs.evolve(payments, open=attrs.evolve(payments.open, split_policy=policy))
    return attrs.evolve(scenario.market, payments=payments)


async def test_lists_are_paged_and_everybody_sees_their_own(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    splits = scenario.market.payments.splits
    for actor in (ada, dee):
        page = await splits.list(actor, PageRequest(10))
        assert [listed.split.order_id for listed in page.items] == [order.id]
    assert (await splits.list(ADMIN, PageRequest(10))).items == []
    assert len((await splits.list(ADMIN, PageRequest(10), everything=True)).items) == 1
    with pytest.raises(Forbidden):
        await splits.list(ada, PageRequest(10), everything=True)


@ON_EACH_DATABASE
@pytest.mark.parametrize(("seconds_late", "bonus"), [(-1, 1_50), (0, 0)])
async def test_who_finishes_in_under_nine_tenths_of_the_estimate_earns_a_tenth_of_the_base(
    scenario: Scenario, ada: Actor, seconds_late: int, bonus: int
) -> None:
    order, eve = await _paid_by_delivery(scenario, ada)
    estimated = (await the_split(scenario, order)).driver_cents
    await _driven_in(scenario, eve, order, order.estimated_minutes * 54 + seconds_late)
    split = await the_split(scenario, order)
    assert (split.earned_bonus, split.driver_cents) == (bool(bonus), estimated + bonus)
    assert dict(earnings_of(split).lines).get(EarningsLine.BONUS, 0) == bonus
    assert (await balances(scenario))["driver:drv_eve"] == -split.driver_cents


@ON_EACH_DATABASE
async def test_a_break_is_not_taken_off_the_time_that_the_bonus_counts(
    scenario: Scenario, ada: Actor
) -> None:
    order, eve = await _paid_by_delivery(scenario, ada)
    sessions = scenario.market.deliveries.sessions
    await scenario.market.dispatch.accept_offer(eve, order.id)
    await sessions.start(eve, order.id)
    await sessions.confirm_pickup(eve, order.id)
    await sessions.pause(eve, order.id)
    scenario.clock.turn(minutes=order.estimated_minutes)
    await sessions.stop(eve, order.id)
    assert not (await the_split(scenario, order)).earned_bonus


@ON_EACH_DATABASE
async def test_what_was_paid_for_before_there_was_a_bonus_earns_none(scenario: Scenario, ada: Actor) -> None:
    order, eve = await _paid_by_delivery(scenario, ada)
    split = await the_split(scenario, order)
    await scenario.storage.write(lambda unit: unit.splits.save(split, attrs.evolve(split, policy_version=1)))
    await _driven_in(scenario, eve, order, 1)
    assert not (await the_split(scenario, order)).earned_bonus


async def test_the_other_policies_know_no_bonus(scenario: Scenario, ada: Actor, order: Order) -> None:
    split = await the_split(scenario, order)
    assert (split.earned_bonus, split.driver_cents) == (False, HALF)


async def _paid_by_delivery(scenario: Scenario, customer: Actor) -> tuple[Order, Actor]:
    """With a driver who is dear enough that the figure stays below the net."""
    eve = await scenario.driver("eve", rates=DriverRates(250, 45_00))
    order = await scenario.book(customer, eve, items=(Item("An anvil", 130),))
    scenario.market = _under(scenario, SplitPolicy.PER_DELIVERY)
    return (await scenario.pay(customer, order)).order, eve


async def _driven_in(scenario: Scenario, driver: Actor, order: Order, seconds: int) -> None:
    steps = scenario.market.deliveries.steps
    for step in (scenario.market.dispatch.accept_offer, steps.start, steps.confirm_pickup):
        await step(driver, order.id)
    scenario.clock.turn(seconds=seconds)
    await steps.complete(driver, order.id)
