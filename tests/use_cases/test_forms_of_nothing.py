"""A form that is corrected to nothing: the recipient's copy says so, and is among the driver's documents."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from builders import a_w9
from haulage.kernel.actor import OPERATOR, Actor
from haulage.ports.storage.paging import PageRequest
from haulage.tax import ReportingThreshold, TaxDocument, TaxDocumentType, TaxForm, information_return
from use_cases.bookkeeping import HALF, drive, refund
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER
from use_cases.scenario import Scenario
from use_cases.test_tax_filing import rows_of, with_filer, year

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]
__all__ = ["year"]

NEC, K = TaxDocumentType.FORM_1099_NEC, TaxDocumentType.FORM_1099_K


async def listed(scenario: Scenario, dee: Actor, year: int) -> list[TaxDocument]:
    return list((await scenario.market.tax.documents.list(dee, DRIVER, year, PageRequest())).items)


async def printed(scenario: Scenario, dee: Actor, copy: TaxDocument) -> str:
    pdf = (await scenario.market.tax.documents.printed(dee, DRIVER, copy.id)).content
    (page,) = PdfReader(BytesIO(pdf)).pages
    return " ".join(page.extract_text().split())


@pytest.mark.both_databases
async def test_the_copy_of_a_form_of_the_wrong_type_is_taken_back(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    await scenario.market.tax.export_forms(OPERATOR, year)
    first = await scenario.market.tax.documents.generate(dee, DRIVER, NEC, year)
    assert (first.figures.paid_cents, first.is_correction) == (HALF, False)
    with_filer(scenario, TaxForm.K)
    scenario.clock.turn(minutes=1)
    await scenario.market.tax.export_forms(OPERATOR, year)
    copy, before = await listed(scenario, dee, year)
    assert (copy.document_type, copy.corrects, copy.is_correction) == (NEC, first.id, True)
    assert (copy.takes_back, copy.is_below_threshold, copy.figures.paid_cents) == (True, False, 0)
    assert before == first
    said = await printed(scenario, dee, copy)
    for expected in (
        "CORRECTED Yes",
        "Taken back.",
        "1 Nonemployee compensation $0.00",
        "4 Federal income tax withheld $0.00",
        "Dee Driver 12 Pine Street Brooklyn, NY 11201",
    ):
        assert expected in said, expected
    new = await scenario.market.tax.documents.generate(dee, DRIVER, K, year)
    assert (new.is_correction, new.figures.gross_cents) == (False, HALF)
    with_filer(scenario, TaxForm.NEC)
    scenario.clock.turn(minutes=1)
    await scenario.market.tax.export_forms(OPERATOR, year)
    copy = (await listed(scenario, dee, year))[0]
    assert (copy.document_type, copy.corrects, copy.takes_back) == (K, new.id, True)
    said = await printed(scenario, dee, copy)
    assert "1a Gross amount of payments $0.00" in said
    assert "CORRECTED Yes" in said
    again = await scenario.market.tax.documents.generate(dee, DRIVER, NEC, year)
    assert (again.is_correction, again.figures.paid_cents) == (True, HALF)


async def test_the_copy_for_another_name_is_taken_back_and_the_new_one_corrects_nothing(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    await scenario.market.tax.export_forms(OPERATOR, year)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9(name="Dee Miller", signature="Dee Miller"))
    await scenario.market.tax.export_forms(OPERATOR, year)
    (copy,) = await listed(scenario, dee, year)
    assert (copy.recipient, copy.takes_back, copy.figures.paid_cents) == ("Dee Driver", True, 0)
    scenario.clock.turn(minutes=1)
    new = await scenario.market.tax.documents.generate(dee, DRIVER, NEC, year)
    assert (new.recipient, new.is_correction, new.corrects) == ("Dee Miller", False, None)
    assert new.figures.paid_cents == HALF
    assert await scenario.market.tax.documents.generate(dee, DRIVER, NEC, year) == new


async def test_a_form_whose_payments_all_went_back_is_corrected_to_nothing_and_its_copy_listed(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    any_amount = ReportingThreshold(1, provisional=False)
    monkeypatch.setattr(information_return, "reporting_threshold", lambda _: any_amount)
    with_filer(scenario)
    year = scenario.clock.now().year
    order = await scenario.assigned(ada, dee)
    await drive(scenario, dee, order)
    await scenario.later(minutes=1)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    assert (await scenario.market.tax.export_forms(OPERATOR, year)).originals == 1
    await refund(scenario, order)
    await scenario.later(minutes=1)
    (file,) = (await scenario.market.tax.export_forms(OPERATOR, year)).files
    (row,) = rows_of(file.content)
    assert (file.is_correction, row["Box 1 - Nonemployee Compensation"]) == (True, "0.00")
    (copy,) = await listed(scenario, dee, year)
    assert (copy.is_correction, copy.takes_back, copy.figures.paid_cents) == (True, False, 0)
    assert await scenario.market.tax.documents.generate(dee, DRIVER, NEC, year) == copy
