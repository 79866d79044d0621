"""One driver's whole year, worked out by hand from prices and the law's rates alone."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ports.storage.paging import PageRequest
from haulage.tax import Expense, ExpenseCategory, ExpenseDraft, MileageDraft, MileagePurpose, TaxDocumentType
from use_cases.bookkeeping import HALF, driven, refund
from use_cases.paying_out import DRIVER, a_method, ask
from use_cases.scenario import Scenario, a_card

pytestmark = pytest.mark.anyio

SHARE = 11_96
"""Of $27.06: less $2.06 tax and $1.08 that the provider keeps, the half of $23.92."""


async def test_a_whole_year_adds_up_by_hand(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    assert HALF == SHARE
    year, taxes, clock = scenario.clock.now().year + 1, scenario.market.tax, scenario.clock

    def until(month: int) -> None:
        clock.turn(seconds=(datetime(year, month, 10, 15, tzinfo=UTC) - clock.now()).total_seconds())

    until(2)
    first = await driven(scenario, ada, dee)
    tip = await scenario.market.payments.open_tip(ada, first.id, 5_00)
    await scenario.market.payments.confirm(ada, tip.payment.id, a_card())
    await scenario.later(minutes=1)
    until(7)
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    until(9)
    given_back = await driven(scenario, ada, dee)
    await refund(scenario, given_back)
    await scenario.later(minutes=1)
    await a_method(scenario, dee, certified=False)
    payout = await ask(scenario, dee, 20_00)
    await scenario.market.jobs.run.all_due()
    clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    for category, cents, business in (
        (ExpenseCategory.PHONE, 3_00, True),
        (ExpenseCategory.FUEL, 40_00, True),
        (ExpenseCategory.SUPPLIES, 9_00, False),
    ):
        spent = ExpenseDraft(Expense(category, cents, date(year, 3, 1), business), "Receipt")
        await taxes.expenses.add(dee, DRIVER, spent)
    for miles, purpose in (("10.00", MileagePurpose.BUSINESS), ("99.00", MileagePurpose.PERSONAL)):
        drive = MileageDraft(date(year, 8, 1), Decimal(miles), purpose, "Yard", "Bank", "", "")
        await taxes.mileage_entries.add(dee, DRIVER, drive)

    found = await taxes.year(dee, DRIVER, year)
    estimate = found.estimate
    # Two shares of $11.96 stay, the third went back; $3.00 of the expenses is deductible beside the miles.
    assert (estimate.earnings_cents, estimate.tips_cents) == (23_92, 5_00)
    assert estimate.expenses_cents == 3_00
    assert estimate.mileage_deduction_cents == 7_60, "ten miles at the last rate that is known, $0.76"
    # $23.92 + $5.00 - $3.00 - $7.60 = $18.32; 36.13% of it is $6.619.
    assert (estimate.net_income_cents, estimate.estimated_tax_cents) == (18_32, 6_62)
    assert sum(each.estimated_tax_cents for each in estimate.quarters) == 6_62
    assert found.withheld_cents == 4_80, "24% of $20.00"

    page = PageRequest(100)
    entries = (await taxes.year.income(dee, DRIVER, year, page)).items
    assert sum(each.cents for each in entries) == 28_92
    withheld = (await taxes.year.withheld(dee, DRIVER, year, page)).items
    assert [each.cents for each in withheld] == [4_80]
    (line,) = (await taxes.report(OPERATOR, year, page)).lines
    assert (line.year.income.total_cents, line.year.withheld_cents) == (28_92, 4_80)
    for kind in (TaxDocumentType.YEAR_SUMMARY, TaxDocumentType.FORM_1099_NEC):
        figures = (await taxes.documents.generate(dee, DRIVER, kind, year)).figures
        assert (figures.paid_cents, figures.withheld_cents) == (28_92, 4_80)
        assert (figures.net_income_cents, figures.estimated_tax_cents) == (18_32, 6_62)
