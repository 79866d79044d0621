"""What a claim holds of the driver's share, and what a decision gives back or lets go (OP-49)."""

import pytest

from haulage.claims import (
    ClaimDraft,
    ClaimState,
)
from haulage.kernel.actor import Actor
from haulage.kernel.errors import IllegalMove
from haulage.ledger import SplitStatus, driver_account, earnings_of
from haulage.orders import Order
from haulage.payments.refund import NothingToRefund, PaymentDisputed, RefundTooLarge
from use_cases.bookkeeping import HALF, PRICE, balances, dispute, driven, refund, the_split
from use_cases.claiming import DAMAGED, LATE, NOBODY_CAME, claimed, declined, refunded
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def reserved(scenario: Scenario) -> int:
    account = driver_account("drv_dee")
    found = await scenario.storage.read(lambda unit: unit.ledger.balance(account))
    return found.reserved_cents


async def kinds(scenario: Scenario) -> list[str]:
    """Of the mails about claims."""
    latest = await scenario.market.email.manage.latest(50)
    return [str(mail.kind) for mail in latest if mail.kind.startswith("claim")]


async def to_driver(scenario: Scenario) -> list[str]:
    """The texts of the mails about claims that Dee got, oldest first, each on one line."""
    latest = await scenario.market.email.manage.latest(50)
    hers = [mail for mail in latest if mail.kind.startswith("claim") and mail.to != "acc_ada@example.com"]
    return [" ".join(mail.text.split()) for mail in reversed(hers)]


async def test_a_share_is_held_until_it_is_released(scenario: Scenario, ada: Actor, order: Order) -> None:
    claim = await claimed(scenario, ada, order)
    await scenario.later(minutes=1)
    split = await the_split(scenario, order)
    assert (split.status, earnings_of(split).is_frozen) == (SplitStatus.PENDING, True)
    assert (scenario.cards.transfers, await reserved(scenario)) == ({}, HALF)
    assert (await declined(scenario, claim)).state is ClaimState.DECLINED
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert scenario.cards.refunds == {}
    assert sorted(await kinds(scenario)) == [
        "claim_decided",
        "claim_decided",
        "claim_opened",
        "claim_side_requested",
    ]


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_refund_takes_every_part_back_wherever_it_is(
    scenario: Scenario, ada: Actor, order: Order, is_sent: bool
) -> None:
    if is_sent:
        await scenario.later(minutes=1)
    claim = await claimed(scenario, ada, order)
    assert (await refunded(scenario, claim)).state is ClaimState.REFUNDED
    await scenario.later(minutes=1)
    assert list(scenario.cards.refunds.values()) == [PRICE]
    assert list(scenario.cards.transfers.values()) == ([HALF] if is_sent else [])
    assert list(scenario.cards.reversals.values()) == ([HALF] if is_sent else [])
    assert "driver:drv_dee" not in await balances(scenario)
    assert await reserved(scenario) == 0


async def test_who_asks_nothing_back_holds_no_share(scenario: Scenario, ada: Actor, order: Order) -> None:
    claim = await claimed(scenario, ada, order, LATE)
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert (await declined(scenario, claim)).state is ClaimState.DECLINED


async def test_a_share_is_held_until_the_last_claim_is_closed(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    first, second = await claimed(scenario, ada, order), await claimed(scenario, ada, order, DAMAGED)
    await declined(scenario, first)
    await scenario.later(minutes=1)
    assert (scenario.cards.transfers, await reserved(scenario)) == ({}, HALF)
    await declined(scenario, second)
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)


@pytest.mark.parametrize(
    ("is_sent", "draft", "sentence"),
    [
        (False, NOBODY_CAME, f"${HALF / 100:.2f} of your share is held"),
        (True, NOBODY_CAME, "Your share was paid before, so nothing is held"),
        (False, LATE, "Nothing of what you earned is held"),
    ],
)
async def test_the_driver_is_told_what_is_held_of_their_share(
    scenario: Scenario, ada: Actor, order: Order, is_sent: bool, draft: ClaimDraft, sentence: str
) -> None:
    if is_sent:
        await scenario.later(minutes=1)
    await claimed(scenario, ada, order, draft)
    (mail,) = await to_driver(scenario)
    assert sentence in mail


@pytest.mark.parametrize("ending", ["declined", "withdrawn"])
@pytest.mark.parametrize("other", ["claim", "dispute"])
async def test_the_driver_is_told_that_the_share_is_theirs_once_nothing_else_holds_it(
    scenario: Scenario, ada: Actor, order: Order, ending: str, other: str
) -> None:
    first = await claimed(scenario, ada, order)
    if other == "claim":
        second = await claimed(scenario, ada, order, DAMAGED)
    else:
        await dispute(scenario, await scenario.payment(order), PRICE)
        second = await claimed(scenario, ada, order, LATE)
    scenario.clock.turn(minutes=1)
    if ending == "declined":
        await declined(scenario, first)
    else:
        await scenario.market.claims.answer.withdraw(ada, first.id)
    last = (await to_driver(scenario))[-1]
    assert ("still held" in last, "share is yours" in last) == (True, False)
    if other == "dispute":
        await dispute(scenario, await scenario.payment(order), PRICE, "won")
    scenario.clock.turn(minutes=1)
    await declined(scenario, second)
    last = (await to_driver(scenario))[-1]
    assert ("still held" in last, "share is yours" in last) == (False, True)


async def test_a_part_is_refunded_from_every_part_or_as_goodwill(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order, DAMAGED)
    with pytest.raises(RefundTooLarge):
        await refunded(scenario, claim, PRICE + 1)
    assert (await refunded(scenario, claim, 10_00)).refunded_cents == 10_00
    await scenario.later(minutes=1)
    (sent,) = scenario.cards.transfers.values()
    assert (list(scenario.cards.refunds.values()), sent < HALF) == ([10_00], True)
    second = await claimed(scenario, ada, order)
    made = await refunded(scenario, second, 5_00, goodwill=True)
    assert made.refund_id is not None
    await scenario.later(minutes=1)
    assert sorted(scenario.cards.refunds.values()) == [5_00, 10_00]
    assert scenario.cards.reversals == {}, "goodwill takes nothing from the driver"


async def test_what_is_withdrawn_lets_the_share_go_and_can_be_reported_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    withdrawn = await scenario.market.claims.answer.withdraw(ada, claim.id)
    assert withdrawn.state is ClaimState.WITHDRAWN
    with pytest.raises(IllegalMove):
        await declined(scenario, claim)
    await scenario.later(minutes=1)
    assert (list(scenario.cards.transfers.values()), await reserved(scenario)) == ([HALF], 0)
    assert (await kinds(scenario)).count("claim_withdrawn") == 2
    assert (await claimed(scenario, ada, order)).id != claim.id


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
        await refunded(scenario, claim)
    if won_first:
        await dispute(scenario, payment, PRICE, "won")
    else:
        await declined(scenario, claim)
    await scenario.later(minutes=1)
    assert (await reserved(scenario), scenario.cards.transfers) == (HALF, {})
    if won_first:
        await declined(scenario, claim)
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
        await refunded(scenario, claim)
    await declined(scenario, claim)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    assert "driver:drv_dee" not in await balances(scenario)


async def test_what_was_refunded_before_is_not_refunded_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    await refund(scenario, order, 10_00)
    await refunded(scenario, claim)
    assert sorted(scenario.cards.refunds.values()) == [10_00, PRICE - 10_00]
    assert "driver:drv_dee" not in await balances(scenario)


async def test_what_a_refund_takes_from_the_driver_is_told_before_it_is_decided(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    claim = await claimed(scenario, ada, order)
    reply = await scenario.market.claims.decide.parts(ADMIN, claim.id, 10_00)
    assert (await the_split(scenario, order)).driver_back_cents == 0
    await refunded(scenario, claim, 10_00)
    assert (await the_split(scenario, order)).driver_back_cents == reply.driver_cents
    assert reply.tax_cents > 0
    assert reply.tax_cents + reply.driver_cents + reply.platform_cents == 10_00
    details = await scenario.market.claims.show.details(ADMIN, claim.id)
    assert [each.parts for each in details.refunds] == [reply]
    with pytest.raises(RefundTooLarge):
        await scenario.market.claims.decide.parts(ADMIN, claim.id, PRICE)
