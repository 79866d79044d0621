"""A driver's tax year is what the books say they came to have, and the miles that were recorded."""

import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.payments import Payment
from haulage.ports.payments import ProviderReversal
from haulage.use_cases.deliveries.mileage import SETTLED_AFTER
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from haulage.use_cases.tax.year_summary import TaxYear
from use_cases.bookkeeping import HALF, dispute, drive, driven, refund, the_split
from use_cases.scenario import Scenario, a_card
from use_cases.test_mileage import MILES, a_trip

pytestmark = pytest.mark.anyio


async def of_this_year(scenario: Scenario, dee: Actor) -> TaxYear:
    return await scenario.market.tax.year(dee, dee.driver_id or "", scenario.clock.now().year)


async def test_earnings_and_tips_are_apart_and_wait_for_no_transfer(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    assert (await of_this_year(scenario, dee)).estimate.earnings_cents == 0
    await drive(scenario, dee, order)
    tip = await scenario.market.payments.open_tip(ada, order.id, 5_00)
    await scenario.market.payments.confirm(ada, tip.payment.id, a_card())
    before = (await of_this_year(scenario, dee)).estimate
    assert (before.earnings_cents, before.tips_cents) == (HALF, 5_00)
    await scenario.later(minutes=1)  # both are sent to the driver's account
    assert (await of_this_year(scenario, dee)).estimate == before


async def test_nothing_is_due_for_a_period_that_ended_before_the_first_income(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """The first payment period that ends after the drive is the first with something to pay."""
    scenario.clock.turn(days=100)
    await driven(scenario, ada, dee)
    year, today = (await of_this_year(scenario, dee)).estimate, scenario.clock.now().date()
    before = [each for each in year.quarters if each.income_through < today]
    first, *_ = (each for each in year.quarters if each.income_through >= today)
    assert before
    assert [each.estimated_tax_cents for each in before] == [0] * len(before)
    assert first.estimated_tax_cents == year.estimated_tax_cents > 0


async def test_what_is_given_back_of_a_share_is_no_income(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    await drive(scenario, dee, order)
    await scenario.later(minutes=1)
    await refund(scenario, order)
    await scenario.later(minutes=1)
    assert (await of_this_year(scenario, dee)).estimate.earnings_cents == 0


@pytest.fixture
async def tip(scenario: Scenario, ada: Actor, dee: Actor) -> Payment:
    """Of 5.00, sent to Dee beside her half."""
    order = await driven(scenario, ada, dee)
    opened = await scenario.market.payments.open_tip(ada, order.id, 5_00)
    paid = await scenario.market.payments.confirm(ada, opened.payment.id, a_card())
    await scenario.later(minutes=1)
    return paid.payment


async def parts(scenario: Scenario, dee: Actor) -> tuple[int, int]:
    found = (await of_this_year(scenario, dee)).estimate
    return found.earnings_cents, found.tips_cents


async def test_what_is_given_back_of_a_tip_comes_off_the_tips(
    scenario: Scenario, dee: Actor, tip: Payment
) -> None:
    made = await scenario.market.payments.manage.refund(OPERATOR, tip.id, RefundRequest(2_00))
    assert await parts(scenario, dee) == (HALF, 3_00)
    scenario.cards.refuses.add("refund")
    rest = await scenario.market.payments.manage.refund(OPERATOR, tip.id, RefundRequest(3_00))
    assert (made.amount_cents, await parts(scenario, dee)) == (2_00, (HALF, 0))
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, rest.id, "Never left.")
    assert await parts(scenario, dee) == (HALF, 3_00)


async def test_a_lost_dispute_over_a_tip_comes_off_the_tips_until_it_is_won_after_all(
    scenario: Scenario, dee: Actor, tip: Payment
) -> None:
    await dispute(scenario, tip, 5_00)
    await dispute(scenario, tip, 5_00, "lost")
    assert await parts(scenario, dee) == (HALF, 0)
    scenario.cards.bank_disputes("dp_1", tip.provider_reference, 5_00, "won")
    await scenario.later(hours=2)
    await scenario.market.payments.reconcile(OPERATOR)
    assert await parts(scenario, dee) == (HALF, 5_00)


async def test_what_is_taken_back_of_a_tip_in_the_providers_dashboard_comes_off_the_tips(
    scenario: Scenario, dee: Actor, tip: Payment
) -> None:
    split = await scenario.storage.read(lambda unit: unit.splits.of_payment(tip.id))
    assert split is not None
    reversals, now = [ProviderReversal("trr_dashboard", 1_00, None)], scenario.clock.now()
    await scenario.storage.write(lambda unit: note_reversals(unit, split.id, reversals, now))
    assert await parts(scenario, dee) == (HALF, 4_00)


async def test_what_is_taken_back_is_no_payment_and_comes_off_no_gross_amount(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """Form 1099-K says what customers' payments brought, before anything was given back."""
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    split, now = await the_split(scenario, order), scenario.clock.now()
    reversals = [ProviderReversal("trr_dashboard", 1_00, None)]
    await scenario.storage.write(lambda unit: note_reversals(unit, split.id, reversals, now))
    found = await of_this_year(scenario, dee)
    assert (found.gross_cents, found.payments) == (HALF, 1)
    assert found.estimate.earnings_cents == HALF - 1_00


async def test_miles_of_a_trip_come_off_once_they_are_recorded(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await a_trip(scenario, ada, dee)
    year = scenario.clock.now().year
    waiting = await scenario.market.tax.year(dee, dee.driver_id or "", year)
    assert (waiting.driven.waiting, waiting.driven.miles) == (1, 0)
    assert waiting.estimate.mileage_deduction_cents == 0
    scenario.clock.turn(seconds=SETTLED_AFTER.total_seconds())
    await scenario.market.deliveries.record_mileage()
    found = await scenario.market.tax.year(dee, dee.driver_id or "", year)
    assert (found.driven.waiting, found.driven.unknown) == (0, 0)
    assert float(found.driven.miles) == pytest.approx(MILES, rel=0.02)
    assert found.estimate.mileage_deduction_cents > 0
    assert found.estimate.net_income_cents == HALF - found.estimate.mileage_deduction_cents


async def test_another_year_has_none_of_it(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await a_trip(scenario, ada, dee)
    found = await scenario.market.tax.year(OPERATOR, dee.driver_id or "", scenario.clock.now().year - 1)
    assert (found.estimate.earnings_cents, found.driven.business, found.driven.waiting) == (0, (), 0)


async def test_others_are_told_nothing_of_a_year(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    with pytest.raises(NotFound):
        await scenario.market.tax.year(ada, dee.driver_id or "", 2026)
    with pytest.raises(NotFound):
        await scenario.market.tax.year(OPERATOR, "drv_nobody", 2026)
    with pytest.raises(InvalidInput):
        await scenario.market.tax.year(dee, dee.driver_id or "", 0)
