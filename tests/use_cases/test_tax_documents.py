"""Documents of a tax year are frozen when they are made; what changes after the year corrects them."""

import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.ports.storage.paging import PageRequest
from haulage.tax import Expense, ExpenseCategory, ExpenseDraft, TaxDocumentType
from use_cases.bookkeeping import HALF, drive, refund
from use_cases.scenario import ADMIN, Scenario, a_card

pytestmark = pytest.mark.anyio

FORM, SUMMARY = TaxDocumentType.FORM_1099_NEC, TaxDocumentType.YEAR_SUMMARY
PAGE = PageRequest()


@pytest.fixture
def driver_id(dee: Actor) -> str:
    return dee.driver_id or ""


@pytest.fixture
def year(scenario: Scenario) -> int:
    return scenario.clock.now().year


async def test_a_document_is_the_same_one_until_its_figures_change(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, year: int
) -> None:
    documents = scenario.market.tax.documents
    await drive(scenario, dee, await scenario.assigned(ada, dee))
    first = await documents.generate(dee, driver_id, SUMMARY, year)
    assert (first.figures.earnings_cents, first.recipient, first.is_year_over) == (HALF, "dee", False)
    assert await documents.generate(dee, driver_id, SUMMARY, year) == first
    day = scenario.clock.now().date()
    phone = ExpenseDraft(Expense(ExpenseCategory.PHONE, 1_00, day), "Plan")
    await scenario.market.tax.expenses.add(dee, driver_id, phone)
    scenario.clock.turn(minutes=1)
    second = await documents.generate(dee, driver_id, SUMMARY, year)
    assert (second.figures.expenses_cents, second.corrects) == (1_00, None)
    assert (await documents.list(dee, driver_id, year, PAGE)).items == [second, first]
    assert (await documents.list(dee, driver_id, year - 1, PAGE)).items == []


async def test_a_form_of_a_year_that_is_over_is_corrected_by_a_later_one(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, year: int
) -> None:
    documents = scenario.market.tax.documents
    order = await scenario.assigned(ada, dee)
    await drive(scenario, dee, order)
    to_date = await documents.generate(dee, driver_id, FORM, year)
    scenario.clock.turn(days=366)
    final = await documents.generate(OPERATOR, driver_id, FORM, year)
    assert (final.is_year_over, final.corrects, final.id != to_date.id) == (True, None, True)
    assert (final.figures.paid_cents, final.figures.is_below_threshold) == (HALF, True)
    await refund(scenario, order)
    await scenario.later(minutes=1)
    corrected = await documents.generate(ADMIN, driver_id, FORM, year)
    assert (corrected.corrects, corrected.figures.paid_cents) == (final.id, 0)
    assert await documents.generate(ADMIN, driver_id, FORM, year) == corrected
    later = await documents.generate(dee, driver_id, FORM, year + 1)
    assert later.figures.paid_cents == 0, "it comes off one year"


async def test_a_changed_summary_of_a_year_that_is_over_names_what_it_corrects(
    scenario: Scenario, dee: Actor, driver_id: str, year: int
) -> None:
    taxes = scenario.market.tax
    first = await taxes.documents.generate(dee, driver_id, SUMMARY, year - 1)
    day = scenario.clock.now().date().replace(year=year - 1)
    phone = ExpenseDraft(Expense(ExpenseCategory.PHONE, 1_00, day), "Plan")
    await taxes.expenses.add(dee, driver_id, phone)
    scenario.clock.turn(minutes=1)
    assert (await taxes.documents.generate(dee, driver_id, SUMMARY, year - 1)).corrects == first.id
    form = await taxes.documents.generate(dee, driver_id, FORM, year - 1)
    await taxes.expenses.add(dee, driver_id, phone)
    again = await taxes.documents.generate(dee, driver_id, FORM, year - 1)
    assert again == form, "expenses are no part of the form"


async def test_documents_are_the_drivers_and_the_operators_alone(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, year: int
) -> None:
    documents = scenario.market.tax.documents
    made = await documents.generate(dee, driver_id, FORM, year)
    eve = await scenario.driver("eve")
    for stranger in (ada, eve):
        for asked in (
            documents.generate(stranger, driver_id, FORM, year),
            documents.list(stranger, driver_id, year, PAGE),
            documents.printed(stranger, driver_id, made.id),
        ):
            with pytest.raises(NotFound):
                await asked
    with pytest.raises(NotFound):
        await documents.printed(eve, eve.driver_id or "", made.id)
    with pytest.raises(InvalidInput) as refused:
        await documents.generate(dee, driver_id, FORM, year + 1)
    assert refused.value.field == "year"
    assert (await documents.printed(ADMIN, driver_id, made.id)).content.startswith(b"%PDF")


async def test_income_opens_to_the_entries_that_add_up_to_it(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, year: int
) -> None:
    order = await scenario.assigned(ada, dee)
    await drive(scenario, dee, order)
    tip = await scenario.market.payments.open_tip(ada, order.id, 5_00)
    await scenario.market.payments.confirm(ada, tip.payment.id, a_card())
    await scenario.later(minutes=1)
    await refund(scenario, order)
    await scenario.later(minutes=1)
    taxes = scenario.market.tax
    estimate = (await taxes.year(dee, driver_id, year)).estimate
    entries, cursor = [], None
    while True:
        page = await taxes.year.income(dee, driver_id, year, PageRequest(1, cursor))
        entries += page.items
        cursor = page.next
        if cursor is None:
            break
    assert sum(each.cents for each in entries if each.is_tip) == estimate.tips_cents == 5_00
    assert sum(each.cents for each in entries if not each.is_tip) == estimate.earnings_cents
    assert {each.order_id for each in entries} == {order.id}
    assert [each.at for each in entries] == sorted((each.at for each in entries), reverse=True)


async def test_years_go_back_to_the_first_posting_and_are_three_at_least(
    scenario: Scenario, ada: Actor, dee: Actor, driver_id: str, year: int
) -> None:
    years = scenario.market.tax.year.years
    assert (await years(dee, driver_id)).years == (year, year - 1, year - 2)
    await drive(scenario, dee, await scenario.assigned(ada, dee))
    scenario.clock.turn(days=3 * 366)
    assert (await years(ADMIN, driver_id)).years == (year + 3, year + 2, year + 1, year)
    with pytest.raises(NotFound):
        await years(ada, driver_id)
