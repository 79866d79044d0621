"""Payouts by a threshold, and by the order, once a share has come to the driver (OP-37)."""

import attrs
import pytest

from haulage.jobs import JobKind
from haulage.kernel.actor import OPERATOR, Actor
from haulage.orders import Order
from haulage.payouts import PayoutSpeed, PayoutTrigger, PayPalDetails
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payouts.payout_settings import SettingsChange
from use_cases.bookkeeping import HALF, dispute, driven, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, a_method, ask, faulty, fund, held, payouts_of, settle
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

PLENTY = 1_000_000_00
THRESHOLD = 50_00


async def choose(scenario: Scenario, dee: Actor, trigger: PayoutTrigger) -> None:
    await scenario.market.payouts.settings.change(dee, DRIVER, SettingsChange(trigger=trigger))


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has her half of an order, which nothing paid out, and a card."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    settle(scenario, PLENTY)
    return dee


async def another(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """An order, whose share has come to the driver."""
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await scenario.market.jobs.run.all_due()  # what the share has left to be done
    return order


async def amounts(scenario: Scenario) -> list[int]:
    return [each.amount_cents for each in await payouts_of(scenario)]


async def jobs_left(scenario: Scenario) -> list[str]:
    page = await scenario.market.jobs.manage.list(OPERATOR, PageRequest(100), kind=JobKind.PAY_AFTER_SHARE)
    return [str(each.state) for each in page.items]


@pytest.mark.parametrize(("missing", "goes_out"), [(1, []), (0, [THRESHOLD]), (-1, [THRESHOLD + 1])])
async def test_the_whole_balance_goes_out_once_it_has_reached_the_threshold(
    scenario: Scenario, ada: Actor, paid: Actor, missing: int, goes_out: list[int]
) -> None:
    await choose(scenario, paid, PayoutTrigger.THRESHOLD)
    await fund(scenario, THRESHOLD - 2 * HALF - missing)
    assert await payouts_of(scenario) == []
    await another(scenario, ada, paid)
    assert await amounts(scenario) == goes_out
    for payout in await payouts_of(scenario):
        assert (payout.trigger, payout.speed) == (PayoutTrigger.THRESHOLD, PayoutSpeed.STANDARD)
        assert (payout.order_id, payout.net_cents) == (None, payout.amount_cents)


async def test_the_threshold_is_the_drivers_own(scenario: Scenario, ada: Actor, paid: Actor) -> None:
    await choose(scenario, paid, PayoutTrigger.THRESHOLD)
    own = SettingsChange(auto_payout_threshold_cents=2 * HALF)
    await scenario.market.payouts.settings.change(ADMIN, DRIVER, own)
    await another(scenario, ada, paid)
    assert await amounts(scenario) == [2 * HALF]


async def test_by_the_order_its_share_goes_out_with_the_order_as_reference(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    orders = [await another(scenario, ada, paid) for _ in range(2)]
    found = await payouts_of(scenario)
    assert [(each.order_id, each.amount_cents) for each in found] == [(order.id, HALF) for order in orders]
    assert {each.trigger for each in found} == {PayoutTrigger.ORDER}
    assert [each.service_type for each in found] == [order.service_type for order in orders]
    assert await held(scenario) == (HALF, 2 * HALF)


async def test_who_chose_nothing_is_paid_on_mondays_alone(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await fund(scenario, THRESHOLD)
    order = await another(scenario, ada, paid)
    await scenario.market.payouts.after_share((await the_split(scenario, order)).id)
    assert (await payouts_of(scenario), await jobs_left(scenario)) == ([], [])


@pytest.mark.parametrize("trigger", [PayoutTrigger.THRESHOLD, PayoutTrigger.ORDER])
async def test_a_share_is_paid_out_once_though_its_job_is_done_again(
    scenario: Scenario, ada: Actor, paid: Actor, trigger: PayoutTrigger
) -> None:
    await choose(scenario, paid, trigger)
    await fund(scenario, THRESHOLD)
    order = await another(scenario, ada, paid)
    await fund(scenario, THRESHOLD + 1)
    await scenario.market.payouts.after_share((await the_split(scenario, order)).id)
    assert len(await payouts_of(scenario)) == 1


async def test_a_share_waits_until_it_has_settled(scenario: Scenario, ada: Actor, paid: Actor) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    settle(scenario, HALF - 1)
    await another(scenario, ada, paid)
    await scenario.later(hours=1)
    assert (await payouts_of(scenario), await jobs_left(scenario)) == ([], ["waiting"])
    settle(scenario, HALF)
    await scenario.later(hours=1)
    assert (await amounts(scenario), await jobs_left(scenario)) == ([HALF], ["done"])


async def test_a_share_waits_while_the_default_method_is_new(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    new = await scenario.market.payouts.methods.add_for(
        attrs.evolve(paid, operated_by="operator:root"), DRIVER, PayPalDetails("dee@example.com")
    )
    await scenario.market.payouts.methods.make_default(paid, DRIVER, new.id)
    await another(scenario, ada, paid)
    assert (await payouts_of(scenario), await jobs_left(scenario)) == ([], ["waiting"])
    await scenario.later(hours=72)
    assert [each.method_id for each in await payouts_of(scenario)] == [new.id]


async def test_by_a_threshold_what_has_settled_goes_out_once_it_alone_has_reached_it(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.THRESHOLD)
    await fund(scenario, THRESHOLD)
    settle(scenario, THRESHOLD - 1)
    await another(scenario, ada, paid)
    assert (await payouts_of(scenario), await jobs_left(scenario)) == ([], ["waiting"])
    settle(scenario, THRESHOLD + 1)
    await scenario.later(hours=1)
    assert await amounts(scenario) == [THRESHOLD + 1]
    assert await held(scenario) == (2 * HALF - 1, THRESHOLD + 1)


async def test_what_never_settles_is_left_to_the_weekly_payout(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    settle(scenario, 0)
    await another(scenario, ada, paid)
    await scenario.later(days=13)
    assert await jobs_left(scenario) == ["waiting"]
    await scenario.later(days=1, hours=1)
    assert (await payouts_of(scenario), await jobs_left(scenario)) == ([], ["done"])


@pytest.mark.both_databases
async def test_a_share_that_was_paid_out_meanwhile_is_not_paid_again(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    settle(scenario, 0)
    await another(scenario, ada, paid)
    await ask(scenario, paid, 2 * HALF)
    settle(scenario, PLENTY)
    await scenario.later(hours=1)
    assert (await amounts(scenario), await jobs_left(scenario)) == ([2 * HALF], ["done"])


async def test_what_a_dispute_holds_is_not_paid_by_the_order(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    await ask(scenario, paid, HALF)
    settle(scenario, 0)
    order = await another(scenario, ada, paid)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, payment.amount_cents)
    settle(scenario, PLENTY)
    await scenario.later(hours=1)
    assert (await amounts(scenario), await jobs_left(scenario)) == ([HALF], ["done"])


async def test_without_a_method_nothing_is_paid_and_nothing_fails(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    settle(scenario, PLENTY)
    await choose(scenario, dee, PayoutTrigger.ORDER)
    await another(scenario, ada, dee)
    assert (await payouts_of(scenario), await jobs_left(scenario)) == ([], ["done"])


async def test_a_share_that_is_sent_again_is_paid_out_as_the_first_was(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    order = await another(scenario, ada, paid)
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order)
    await scenario.later(minutes=1)
    await choose(scenario, paid, PayoutTrigger.ORDER)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    scenario.cards.refuses = set()
    await scenario.later(minutes=1)
    await scenario.market.jobs.run.all_due()
    assert [(each.order_id, each.amount_cents) for each in await payouts_of(scenario)] == [(order.id, HALF)]


@pytest.mark.parametrize("trigger", [PayoutTrigger.ORDER, PayoutTrigger.THRESHOLD])
async def test_what_a_dispute_had_held_goes_out_once_it_is_won(
    scenario: Scenario, ada: Actor, paid: Actor, trigger: PayoutTrigger
) -> None:
    """By the threshold too, though the share itself was looked at before, while it was held."""
    await ask(scenario, paid, HALF)
    await fund(scenario, THRESHOLD - HALF)
    order = await another(scenario, ada, paid)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, payment.amount_cents)
    await choose(scenario, paid, trigger)
    await scenario.market.jobs.run.all_due()
    assert await amounts(scenario) == [HALF]
    await dispute(scenario, payment, payment.amount_cents, "won")
    await scenario.market.jobs.run.all_due()
    (made,) = [each for each in await payouts_of(scenario) if each.trigger is trigger]
    by_order = trigger is PayoutTrigger.ORDER
    assert (made.amount_cents, made.order_id) == ((HALF, order.id) if by_order else (THRESHOLD, None))
    await scenario.market.payouts.after_share.released((await the_split(scenario, order)).id)
    assert len(await payouts_of(scenario)) == 2


async def test_by_the_order_no_more_of_a_share_goes_out_than_was_held_of_it(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.ORDER)
    order = await another(scenario, ada, paid)
    await scenario.market.payouts.after_share.released((await the_split(scenario, order)).id)
    assert await amounts(scenario) == [HALF]


async def test_what_a_failed_payout_gave_back_waits_for_its_driver_or_monday(
    scenario: Scenario, ada: Actor, paid: Actor
) -> None:
    await choose(scenario, paid, PayoutTrigger.THRESHOLD)
    await fund(scenario, THRESHOLD)
    provider = faulty(scenario)
    provider.refuses.add("send")
    payout = await ask(scenario, paid, THRESHOLD)
    await scenario.market.payouts.send(payout.id)
    await scenario.market.jobs.run.all_due()
    assert await amounts(scenario) == [THRESHOLD]
