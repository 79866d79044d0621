"""'Not delivered' (OP-49): who may say so and until when, what is held, and what a decision does."""

import pytest

from haulage.claims import (
    AlreadyClaimed,
    Claim,
    ClaimDecision,
    ClaimState,
    NothingToClaim,
    TooLateToClaim,
)
from haulage.kernel.errors import Forbidden, IllegalMove, InvalidInput, NotFound
from haulage.kernel.policy import Actor
from haulage.ledger import SplitStatus, driver_account, earnings_of
from haulage.orders import FailureReason, Order
from haulage.payments.refund import NothingToRefund, PaymentDisputed
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.idempotency import Replayed
from statements import statements
from use_cases.bookkeeping import HALF, PRICE, balances, dispute, driven, late_fee, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario, once
from use_cases.test_fail_delivery import arrived, fails

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

RELEASE, REFUND = ClaimDecision.RELEASE, ClaimDecision.REFUND


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def claimed(scenario: Scenario, ada: Actor, order: Order) -> Claim:
    return await scenario.market.claims.open(ada, order.id, "Nobody came.")


async def decided(scenario: Scenario, claim: Claim, decision: ClaimDecision) -> Claim:
    return await scenario.market.claims.decide(ADMIN, claim.id, decision, "Looked into it.")


async def reserved(scenario: Scenario) -> int:
    account = driver_account("drv_dee")
    found = await scenario.storage.read(lambda unit: unit.ledger.balance(account))
    return found.reserved_cents


async def kinds(scenario: Scenario) -> list[str]:
    return [
        str(mail.kind) for mail in await scenario.market.email.manage.latest(50) if mail.kind != "receipt"
    ]


async def test_a_share_is_held_until_it_is_released(scenario: Scenario, ada: Actor, order: Order) -> None:
    claim = await claimed(scenario, ada, order)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert (split.status, earnings_of(split).is_frozen) == (SplitStatus.PENDING, True)
    assert (scenario.cards.transfers, await reserved(scenario)) == ({}, HALF)
    assert (await decided(scenario, claim, RELEASE)).state is ClaimState.RELEASED
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert scenario.cards.refunds == {}
    assert sorted(await kinds(scenario)) == [
        "claim_decided",
        "claim_decided",
        "claim_opened",
        "share_held",
    ]


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_refund_takes_every_part_back_wherever_it_is(
    scenario: Scenario, ada: Actor, order: Order, is_sent: bool
) -> None:
    if is_sent:
        await scenario.later(minutes=1)
    claim = await claimed(scenario, ada, order)
    assert (await decided(scenario, claim, REFUND)).state is ClaimState.REFUNDED
    await scenario.later(minutes=1)
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert list(scenario.cards.transfers.values()) == ([HALF] if is_sent else [])
    assert list(scenario.cards.reversals.values()) == ([HALF] if is_sent else [])
    assert "driver:drv_dee" not in await balances(scenario)
    assert await reserved(scenario) == 0


async def test_it_can_be_said_for_a_day_once_and_with_a_word(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    desk = scenario.market.claims
    scenario.clock.turn(hours=24)
    assert (await desk.standing(ada, order.id)).until == scenario.clock.now()
    with pytest.raises(InvalidInput, match="account"):
        await desk.open(ada, order.id, "  ")
    await claimed(scenario, ada, order)
    assert (await desk.standing(ada, order.id)).until is None
    with pytest.raises(AlreadyClaimed):
        await claimed(scenario, ada, order)


async def test_a_second_later_it_is_too_late(scenario: Scenario, ada: Actor, order: Order) -> None:
    scenario.clock.turn(hours=24, seconds=1)
    assert (await scenario.market.claims.standing(ada, order.id)).until is None
    with pytest.raises(TooLateToClaim):
        await claimed(scenario, ada, order)


async def test_the_same_key_reports_once(scenario: Scenario, ada: Actor, order: Order) -> None:
    desk = scenario.market.claims
    first = await desk.open(ada, order.id, "Nobody came.", once())
    with pytest.raises(Replayed):
        await desk.open(ada, order.id, "Nobody came.", once())
    assert (await desk.standing(ada, order.id)).claim == first


async def test_what_is_under_way_or_was_cancelled_is_nothing_to_report(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    under_way = await scenario.assigned(ada, dee)
    with pytest.raises(NothingToClaim):
        await claimed(scenario, ada, under_way)
    await scenario.market.orders.cancel(ada, under_way.id, "")
    with pytest.raises(NothingToClaim):
        await claimed(scenario, ada, await late_fee(scenario, ada, dee))


async def test_what_failed_and_was_charged_for_can_be_contested(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await arrived(scenario, ada, dee)
    await fails(scenario, dee, order, FailureReason.NOBODY_THERE)
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    claim = await claimed(scenario, ada, order)
    await decided(scenario, claim, REFUND)
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert "driver:drv_dee" not in await balances(scenario)


async def test_only_the_customer_reports_and_only_admins_decide(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    desk, bob = scenario.market.claims, await scenario.customer("bob")
    for stranger in (bob, dee, ADMIN):
        with pytest.raises(NotFound):
            await desk.open(stranger, order.id, "Mine.")
        with pytest.raises(NotFound):
            await desk.standing(stranger, order.id)
    claim = await claimed(scenario, ada, order)
    for stranger in (ada, dee):
        with pytest.raises(Forbidden):
            await desk.decide(stranger, claim.id, REFUND, "Mine.")
        with pytest.raises(Forbidden):
            await desk.list(stranger, PageRequest(10))
    with pytest.raises(InvalidInput, match="reason"):
        await desk.decide(ADMIN, claim.id, REFUND, " ")
    await decided(scenario, claim, RELEASE)
    with pytest.raises(IllegalMove):
        await decided(scenario, claim, REFUND)
    page = await scenario.market.audit.list(ADMIN, PageRequest(50))
    assert {"claim_opened", "claim_decided"} <= {entry.action for entry in page.items}


@pytest.mark.parametrize("won_first", [True, False])
async def test_a_dispute_and_a_report_each_let_go_their_own(
    scenario: Scenario, ada: Actor, order: Order, won_first: bool
) -> None:
    """Together they hold no more than the share, and it is sent when both are done."""
    payment = await scenario.payment(order)
    claim = await claimed(scenario, ada, order)
    await dispute(scenario, payment, PRICE)
    assert await reserved(scenario) == HALF
    with pytest.raises(PaymentDisputed):
        await decided(scenario, claim, REFUND)
    if won_first:
        await dispute(scenario, payment, PRICE, "won")
    else:
        await decided(scenario, claim, RELEASE)
    await scenario.later(minutes=1)
    assert (await reserved(scenario), scenario.cards.transfers) == (HALF, {})
    if won_first:
        await decided(scenario, claim, RELEASE)
    else:
        await dispute(scenario, payment, PRICE, "won")
    await scenario.later(minutes=1)
    assert (await reserved(scenario), list(scenario.cards.transfers.values())) == (0, [HALF])
    await balances(scenario)


async def test_a_dispute_that_is_lost_leaves_nothing_to_hold(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    payment = await scenario.payment(order)
    claim = await claimed(scenario, ada, order)
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "lost")
    assert await reserved(scenario) == 0
    with pytest.raises(NothingToRefund):
        await decided(scenario, claim, REFUND)
    await decided(scenario, claim, RELEASE)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    assert "driver:drv_dee" not in await balances(scenario)


async def test_what_was_refunded_before_is_not_refunded_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    await refund(scenario, order, 10_00)
    await decided(scenario, claim, REFUND)
    assert sorted(scenario.cards.refunds.values()) == [10_00, PRICE - 10_00]
    assert "driver:drv_dee" not in await balances(scenario)


async def test_the_list_asks_once_however_many_there_are(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    sent = []
    for _ in range(2):
        await claimed(scenario, ada, await driven(scenario, ada, dee))
        with statements(scenario.storage.engine) as asked:
            page = await scenario.market.claims.list(ADMIN, PageRequest(10), ClaimState.OPEN)
        sent.append(len(asked))
    assert sent[0] == sent[1]
    assert {each.refundable_cents for each in page.items} == {PRICE}
    assert len(page.items) == 2
