"""Refunds that do not go out: crossed by a dispute, returned by a bank, sent again, withdrawn."""

import attrs
import pytest

from haulage.jobs import Job, JobKind
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unavailable
from haulage.kernel.own_case import OwnCase
from haulage.orders import Order
from haulage.payments import DisputeState, Refund, RefundStatus
from haulage.payments.refund import PaymentDisputed, RefundNotOpen
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payments.issue_refund import RefundRequest
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    balances,
    dispute,
    drive,
    driven,
    listen_for_refunds,
    refund,
    the_split,
)
from use_cases.claiming import NOBODY_CAME, declined
from use_cases.scenario import ADMIN, Scenario, a_card

pytestmark = pytest.mark.anyio

WHY = "The card was closed; the customer got a check."


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee has her share."""
    made = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    return made


async def stored(scenario: Scenario, refund_id: str) -> Refund:
    found = await scenario.storage.read(lambda unit: unit.refunds.get(refund_id))
    assert found is not None
    return found


async def unsent(scenario: Scenario, order: Order, cents: int | None = None) -> Refund:
    """A refund that the provider does not take."""
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order, cents)
    return await stored(scenario, made.id)


async def returned(scenario: Scenario, order: Order, refund_id: str) -> Refund:
    """The card's bank sends back what was sent last."""
    scenario.cards.return_refund((await stored(scenario, refund_id)).reference)
    await listen_for_refunds(scenario, (await scenario.payment(order)).id)
    return await stored(scenario, refund_id)


async def test_what_is_owed_and_has_not_gone_out_has_an_account_of_its_own(
    scenario: Scenario, order: Order
) -> None:
    made = await unsent(scenario, order, 10_00)
    held = await balances(scenario)
    assert held["refunds_payable"] == -10_00
    assert held["card_clearing"] == PRICE - FEE == scenario.cards.clearing_cents
    scenario.cards.refuses = set()
    await scenario.later(hours=1)
    assert (await stored(scenario, made.id)).status is RefundStatus.SENT
    held = await balances(scenario)
    assert "refunds_payable" not in held
    assert held["card_clearing"] == PRICE - FEE - 10_00 == scenario.cards.clearing_cents


async def test_a_refund_that_crosses_a_dispute_is_booked_once(scenario: Scenario, order: Order) -> None:
    """The bank has the money when the refund is asked for, and we hear of it later."""
    payment = await scenario.payment(order)
    scenario.cards.bank_disputes("dp_1", payment.provider_reference, PRICE, "needs_response")
    made = await refund(scenario, order)
    await scenario.later(hours=1)
    assert (await stored(scenario, made.id)).status is RefundStatus.FAILED
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "lost")
    await scenario.later(hours=60)
    settled, paid = await stored(scenario, made.id), await scenario.payment(order)
    assert (settled.status, settled.disputed_cents) == (RefundStatus.SETTLED, PRICE)
    assert (paid.refund_requested_cents, paid.refunded_cents, paid.lost_cents) == (0, 0, PRICE)
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}
    assert scenario.cards.clearing_cents == -FEE
    assert list(scenario.cards.reversals.values()) == [HALF], "Dee gave her part back once"


async def test_a_dispute_over_less_settles_so_much_and_the_rest_goes_out(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    made = await unsent(scenario, order, 10_00)
    await dispute(scenario, payment, 4_00)
    await dispute(scenario, payment, 4_00, "lost")
    scenario.cards.refuses = set()
    await scenario.later(minutes=1)
    sent, paid = await stored(scenario, made.id), await scenario.payment(order)
    assert (sent.status, sent.to_send_cents) == (RefundStatus.SENT, 6_00)
    assert (paid.refund_requested_cents, paid.refunded_cents, paid.lost_cents) == (6_00, 6_00, 4_00)
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents == PRICE - FEE - 10_00


async def test_while_a_dispute_is_open_nobody_asks_and_a_won_one_has_the_refund_sent(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    made = await unsent(scenario, order, 10_00)
    await dispute(scenario, payment, PRICE)
    attempts = (await stored(scenario, made.id)).attempts
    await scenario.later(hours=60)
    assert (await stored(scenario, made.id)).attempts == attempts
    scenario.cards.refuses = set()
    await dispute(scenario, payment, PRICE, "won")
    await scenario.later(minutes=1)
    assert (await stored(scenario, made.id)).status is RefundStatus.SENT
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents


async def test_what_a_bank_returns_three_times_is_owed_until_it_is_sent_again_by_hand(
    scenario: Scenario, order: Order
) -> None:
    made = await refund(scenario, order, 10_00)
    for _ in range(3):
        await returned(scenario, order, made.id)
        await scenario.later(minutes=1)
    assert (await stored(scenario, made.id)).status is RefundStatus.FAILED
    held = await balances(scenario)
    assert (held["refunds_payable"], held["card_clearing"]) == (-10_00, PRICE - FEE)
    await scenario.market.payments.unsent_refunds.resend(OPERATOR, made.id)
    await scenario.later(minutes=1)
    assert (await stored(scenario, made.id)).status is RefundStatus.SENT
    assert (await scenario.payment(order)).refunded_cents == 10_00
    with pytest.raises(RefundNotOpen):
        await scenario.market.payments.unsent_refunds.resend(OPERATOR, made.id)


async def test_a_bank_that_returns_it_within_seconds_gets_it_three_times_and_no_more(
    scenario: Scenario, order: Order
) -> None:
    made = await refund(scenario, order, 10_00)
    for _ in range(3):
        await returned(scenario, order, made.id)
        await scenario.later(seconds=1)
    await scenario.later(hours=1)
    after = await stored(scenario, made.id)
    assert (after.status, after.attempts) == (RefundStatus.FAILED, 3)


async def test_what_is_owed_to_or_by_oneself_is_sent_again_or_withdrawn_by_another(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor
) -> None:
    made, unsent_refunds = await unsent(scenario, order, 10_00), scenario.market.payments.unsent_refunds
    for person in (ada, dee):
        administrator = attrs.evolve(person, user_type=UserType.ADMIN)
        with pytest.raises(OwnCase):
            await unsent_refunds.resend(administrator, made.id)
        with pytest.raises(OwnCase):
            await unsent_refunds.withdraw(administrator, made.id, WHY)


async def test_the_job_that_sends_a_refund_is_retried_by_another_too(
    scenario: Scenario, order: Order, ada: Actor, dee: Actor
) -> None:
    made, jobs = await unsent(scenario, order, 10_00), scenario.market.jobs.manage
    job = Job(JobKind.SEND_REFUND, made.id)
    for person in (ada, dee):
        with pytest.raises(OwnCase):
            await jobs.retry(attrs.evolve(person, user_type=UserType.ADMIN), job.id)
    assert (await jobs.retry(ADMIN, job.id)).attempts == 0


async def test_a_withdrawn_refund_is_as_if_it_had_never_been(scenario: Scenario, order: Order) -> None:
    before = await balances(scenario)
    made = await unsent(scenario, order)
    await scenario.later(minutes=1)
    assert list(scenario.cards.reversals.values()) == [HALF]
    withdrawn = await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    assert (withdrawn.status, withdrawn.withdrawal_reason) == (RefundStatus.WITHDRAWN, WHY)
    assert await balances(scenario) == before
    assert (await scenario.payment(order)).refund_requested_cents == 0
    scenario.cards.refuses = set()
    await scenario.later(hours=60)
    assert scenario.cards.refunds == {}
    assert scenario.cards.held["acct_drv_dee"] == HALF, "Dee has her part again"


async def test_a_tip_whose_refund_is_withdrawn_reaches_the_driver_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    """All of a tip is sent out of its charge, which has no room for a second transfer."""
    tip = (await scenario.market.payments.open_tip(ada, order.id, 10_00)).payment
    await scenario.market.payments.confirm(ada, tip.id, a_card())
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"refund"}
    made = await scenario.market.payments.manage.refund(OPERATOR, tip.id, RefundRequest(None))
    await scenario.later(minutes=1)
    assert scenario.cards.held["acct_drv_dee"] == HALF
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    await scenario.later(minutes=1)
    assert scenario.cards.held["acct_drv_dee"] == HALF + 10_00


async def test_a_returned_share_waits_while_a_report_stops_it(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    made = await unsent(scenario, order)
    await scenario.later(minutes=1)
    report = await scenario.market.claims.open(ada, order.id, NOBODY_CAME)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    await scenario.later(days=3)
    assert scenario.cards.held["acct_drv_dee"] == 0
    await declined(scenario, report)
    await scenario.later(hours=2)
    assert scenario.cards.held["acct_drv_dee"] == HALF


async def test_a_returned_share_waits_while_a_dispute_stops_it(scenario: Scenario, order: Order) -> None:
    payment, made = await scenario.payment(order), await unsent(scenario, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    await dispute(scenario, payment, PRICE)
    await scenario.later(days=40)
    assert scenario.cards.held["acct_drv_dee"] == 0
    await dispute(scenario, payment, PRICE, "won")
    await scenario.later(hours=2)
    assert scenario.cards.held["acct_drv_dee"] == HALF


async def test_what_a_withdrawn_refund_gave_back_is_taken_by_the_next(
    scenario: Scenario, order: Order
) -> None:
    """The first transfer is empty since the refund that was withdrawn."""
    made = await unsent(scenario, order)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    await scenario.later(minutes=1)
    assert scenario.cards.held["acct_drv_dee"] == HALF
    scenario.cards.refuses = set()
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert scenario.cards.held["acct_drv_dee"] == 0
    split = await the_split(scenario, order)
    assert await scenario.storage.read(lambda unit: unit.reversals.open_of(split.id)) == []


async def test_what_is_taken_back_is_spread_over_transfers_once_whatever_answers_are_lost(
    scenario: Scenario, order: Order
) -> None:
    made = await unsent(scenario, order, 10_00)
    await scenario.later(minutes=1)
    (first,) = scenario.cards.reversals.values()
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    await scenario.later(minutes=1)
    scenario.cards.refuses = set()
    scenario.cards.losing_answers = True
    await refund(scenario, order)
    for _ in range(4):
        await scenario.later(minutes=10)
    scenario.cards.losing_answers = False
    await scenario.later(hours=60)
    assert list(scenario.cards.reversals.values()) == [first, HALF - first, first]
    assert scenario.cards.held["acct_drv_dee"] == 0
    split = await the_split(scenario, order)
    assert await scenario.storage.read(lambda unit: unit.reversals.open_of(split.id)) == []


async def test_a_share_that_was_never_sent_is_taken_back_from_what_was_returned(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await drive(scenario, dee, order)
    made = await unsent(scenario, order)
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    await scenario.later(minutes=2)
    assert scenario.cards.held["acct_drv_dee"] == HALF
    scenario.cards.refuses = set()
    await refund(scenario, order)
    await scenario.later(hours=1)
    assert scenario.cards.held["acct_drv_dee"] == 0


async def test_a_withdrawn_refund_before_the_work_makes_the_fare_whole_again(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    before = await balances(scenario)
    made = await unsent(scenario, order, 10_00)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    assert await balances(scenario) == before
    again = await refund(scenario, order, 10_00)
    assert again.id != made.id, "another refund over the same amount is another"


async def test_a_refund_withdrawn_after_a_cancellation_is_the_platforms(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    scenario.cards.refuses = {"refund"}
    await scenario.market.orders.cancel(ada, order.id, "")
    payment = await scenario.payment(order)
    (made,) = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment.id))
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    expected = {"card_clearing": PRICE - FEE, "processing_fees": FEE, "refunds": -PRICE}
    assert await balances(scenario) == expected


async def test_a_refund_withdrawn_after_the_work_leaves_the_driver_what_the_work_was_paid(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    made = await unsent(scenario, order, 10_00)
    await drive(scenario, dee, order)
    driver = (await balances(scenario))["driver:drv_dee"]
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    held = await balances(scenario)
    assert (held["driver:drv_dee"], held["tax_payable"]) == (driver, -TAXES)
    assert "unearned_fares" not in held
    assert held["card_clearing"] == PRICE - FEE


async def test_what_went_out_unheard_is_found_and_not_withdrawn(scenario: Scenario, order: Order) -> None:
    scenario.cards.losing_answers = True
    made = await refund(scenario, order, 10_00)
    assert (await stored(scenario, made.id)).status is RefundStatus.PENDING
    scenario.cards.losing_answers = False
    with pytest.raises(RefundNotOpen):
        await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    assert (await stored(scenario, made.id)).status is RefundStatus.SENT


async def test_what_goes_out_after_it_was_withdrawn_is_entered_anew(scenario: Scenario, order: Order) -> None:
    """A request was under way to the provider and nobody knew."""
    made = await unsent(scenario, order, 10_00)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    scenario.cards.refuses = set()
    payment = await scenario.payment(order)
    reference = (await stored(scenario, made.id)).reference
    await scenario.cards.refund(payment.provider_reference, amount_cents=10_00, reference=reference)
    for _ in range(2):
        await listen_for_refunds(scenario, payment.id)
    assert (await scenario.payment(order)).refunded_cents == 10_00
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents


async def test_nothing_is_withdrawn_without_a_reason_an_answer_or_a_right(
    scenario: Scenario, order: Order, dee: Actor
) -> None:
    unsent_refunds, made = scenario.market.payments.unsent_refunds, await unsent(scenario, order, 10_00)
    with pytest.raises(InvalidInput, match="reason"):
        await unsent_refunds.withdraw(OPERATOR, made.id, "  ")
    with pytest.raises(NotFound):
        await unsent_refunds.withdraw(OPERATOR, "rfd_unknown", WHY)
    with pytest.raises(Forbidden):
        await unsent_refunds.withdraw(dee, made.id, WHY)
    with pytest.raises(Forbidden):
        await unsent_refunds.resend(dee, made.id)
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    scenario.cards.down = False
    await dispute(scenario, await scenario.payment(order), PRICE)
    assert (await scenario.payment(order)).dispute is DisputeState.OPEN
    with pytest.raises(PaymentDisputed):
        await unsent_refunds.withdraw(OPERATOR, made.id, WHY)
    with pytest.raises(PaymentDisputed):
        await unsent_refunds.resend(OPERATOR, made.id)


@pytest.mark.parametrize(
    ("owed", "given", "together"),
    [(PRICE, PRICE, PRICE), (10_00, PRICE, PRICE), (10_00, 20_00, 20_00), (10_00, 5_00, 15_00)],
)
async def test_what_is_given_back_in_the_providers_dashboard_pays_what_is_owed_before_it_is_another(
    scenario: Scenario, order: Order, owed: int, given: int, together: int
) -> None:
    """Together never more than was paid, whatever the provider was asked for in between."""
    payment = await scenario.payment(order)
    made = await unsent(scenario, order, owed)
    scenario.cards.refund_in_the_dashboard("dashboard", payment.provider_reference, given)
    for _ in range(2):
        await listen_for_refunds(scenario, payment.id)
    scenario.cards.refuses = set()
    await scenario.later(hours=60)
    sent, paid = await stored(scenario, made.id), await scenario.payment(order)
    assert sent.status is RefundStatus.SENT
    held = await balances(scenario)
    assert held["card_clearing"] == scenario.cards.clearing_cents == PRICE - FEE - paid.refunded_cents
    assert paid.refund_requested_cents == paid.refunded_cents == together
    await scenario.market.payments.reconcile(OPERATOR)
    assert (await scenario.market.payments.reconcile.differences(OPERATOR, PageRequest())).items == []


async def test_when_a_refund_of_the_providers_dashboard_comes_back_all_that_it_paid_is_owed_again(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await unsent(scenario, order, 10_00)
    scenario.cards.refund_in_the_dashboard("dashboard", payment.provider_reference, PRICE)
    await listen_for_refunds(scenario, payment.id)
    scenario.cards.return_refund("dashboard")
    for _ in range(2):
        await listen_for_refunds(scenario, payment.id)
    held = await balances(scenario)
    assert (held["refunds_payable"], held["card_clearing"]) == (-PRICE, PRICE - FEE)
    assert held["card_clearing"] == scenario.cards.clearing_cents


async def test_what_an_earlier_asking_brought_about_is_not_sent_again(
    scenario: Scenario, order: Order
) -> None:
    """Two processes asked under one reference: one was refused, and the other obeyed a moment later."""
    payment = await scenario.payment(order)
    made = await unsent(scenario, order, 10_00)
    scenario.cards.refuses = set()
    first = made.id
    await scenario.cards.refund(payment.provider_reference, amount_cents=10_00, reference=first)
    await listen_for_refunds(scenario, payment.id)
    assert (await stored(scenario, made.id)).status is RefundStatus.SENT
    await scenario.later(hours=60)
    assert scenario.cards.refunds == {first: 10_00}
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents


async def test_what_was_given_back_twice_is_in_the_books_twice(scenario: Scenario, order: Order) -> None:
    """Nobody told of the first before the second was asked for."""
    payment = await scenario.payment(order)
    made = await unsent(scenario, order, 10_00)
    scenario.cards.refuses = set()
    await scenario.cards.refund(payment.provider_reference, amount_cents=10_00, reference=made.id)
    await scenario.later(hours=1)
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents + 10_00
    for _ in range(2):
        await listen_for_refunds(scenario, payment.id)
    assert (await scenario.payment(order)).refunded_cents == 20_00
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents
