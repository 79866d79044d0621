"""The business's tax report and the filing export over all drivers (TAX-11, OP-69)."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import attrs
import pytest

from builders import a_w9
from haulage.audit import AuditAction
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Conflict, Forbidden, Unavailable
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.ports.storage.paging import PageRequest
from haulage.tax import (
    FilingIncomplete,
    OtherFormReported,
    TaxAddress,
    TaxDocumentType,
    TaxForm,
    TaxpayerNumber,
    TaxpayerNumberType,
    YearNotOver,
)
from haulage.use_cases.tax.export_forms import ExportForms
from use_cases.bookkeeping import HALF, accounts, drive, driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, a_method, ask
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

FILER = {
    "name": "Haulage Inc",
    "ein": "123456789",
    "street": "1 Main St",
    "city": "New York",
    "state": "NY",
    "zip_code": "10001",
    "phone": "2125550100",
}
WITHHELD = round(HALF * 0.24)


def with_filer(scenario: Scenario, form: TaxForm = TaxForm.NEC) -> None:
    tax = scenario.market.tax
    export = attrs.evolve(tax.export_forms, filer=attrs.evolve(tax.export_forms.filer, **FILER), form=form)
    documents, report = attrs.evolve(tax.documents, form=form), attrs.evolve(tax.report, form=form)
    tax = attrs.evolve(tax, export_forms=export, documents=documents, report=report)
    scenario.market = attrs.evolve(scenario.market, tax=tax)


@pytest.fixture
async def year(scenario: Scenario, ada: Actor, dee: Actor) -> int:
    """One in which Dee was paid her half of an order, less what was withheld; it is over."""
    year = scenario.clock.now().year
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee, certified=False)
    payout = await ask(scenario, dee, HALF)
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    assert scenario.clock.now().year == year
    return year


async def test_a_year_with_withholding_is_reported_in_full_and_then_corrected(
    scenario: Scenario, ada: Actor, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    export = scenario.market.tax.export_forms
    with pytest.raises(YearNotOver):
        await export(OPERATOR, year)
    entries = await scenario.market.tax.year.withheld(dee, DRIVER, year, PageRequest())
    assert [each.cents for each in entries.items] == [WITHHELD]
    assert (await scenario.market.tax.year(dee, DRIVER, year)).withheld_cents == WITHHELD
    assert (await accounts(scenario))["withholding_payable"] == -WITHHELD
    scenario.clock.turn(days=366)
    with pytest.raises(FilingIncomplete) as refused:
        await export(OPERATOR, year)
    assert refused.value.message == f"Nothing was exported. {DRIVER}: has given no Form W-9."
    left = await export(OPERATOR, year, leave_out=True)
    assert (left.originals, left.files, [each.driver_id for each in left.left_out]) == (0, [], [DRIVER])
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    made = await export(OPERATOR, year)
    assert (made.originals, made.corrections, len(made.files)) == (1, 0, 1)
    (row,) = csv.DictReader(io.StringIO(made.files[0].content))
    assert row["Recipient Taxpayer ID Number"] == "219099999"
    assert row["Box 1 - Nonemployee Compensation"] == f"{HALF / 100:.2f}"
    assert row["Box 4 - Federal income tax withheld"] == f"{WITHHELD / 100:.2f}"
    assert (await export(OPERATOR, year)).files == []
    scenario.clock.turn(minutes=1)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9(name="Dee Miller", signature="Dee Miller"))
    corrected = await export(OPERATOR, year)
    assert (corrected.originals, corrected.corrections) == (1, 1), "another name takes two returns"
    assert (await export(OPERATOR, year)).files == []
    again = await export(OPERATOR, year, start_over=True)
    assert (again.originals, again.corrections) == (1, 0)
    page = await scenario.market.audit.list(OPERATOR, PageRequest())
    opened = [each for each in page.items if each.action == AuditAction.TAXPAYER_NUMBERS_OPENED]
    assert [each.facts["numbers"] for each in opened] == [1, 0, 2, 0, 1, 0]
    assert {each.facts["reason"] for each in opened} == {"filing_export"}
    form = await scenario.market.tax.documents.generate(dee, DRIVER, TaxDocumentType.FORM_1099_NEC, year)
    assert (form.figures.withheld_cents, form.figures.last4, form.recipient) == (
        WITHHELD,
        "9999",
        "Dee Miller",
    )


@pytest.mark.both_databases
async def test_of_what_an_operator_settles_as_much_is_withheld_as_of_a_payout(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await driven(scenario, ada, dee)
    year = scenario.clock.now().year
    due = await scenario.market.payments.settle_driver.due("acc_dee@example.com")
    assert (due.amount_cents, due.withheld_cents, due.paid_cents) == (HALF, WITHHELD, HALF - WITHHELD)
    settled = await scenario.market.payments.settle_driver("acc_dee@example.com", "transfer-4711")
    assert (settled.paid_cents, settled.shares) == (due.paid_cents, 1)
    books = await accounts(scenario)
    assert (books["bank"], books["withholding_payable"]) == (WITHHELD - HALF, -WITHHELD)
    entries = await scenario.market.tax.year.withheld(dee, DRIVER, year, PageRequest())
    assert [(each.payout_id, each.cents) for each in entries.items] == [(None, WITHHELD)]
    found = await scenario.market.tax.year(dee, DRIVER, year)
    assert (found.withheld_cents, found.estimate.earnings_cents) == (WITHHELD, HALF)
    (line,) = (await scenario.market.tax.report(OPERATOR, year, PageRequest())).lines
    assert (line.year.withheld_cents, line.is_reported) == (WITHHELD, True)


@attrs.define
class WatchedVault(TaxpayerVault):
    """Counts what is opened, and may refuse to."""

    inner: TaxpayerVault
    refuses: bool = False
    opened: int = 0

    async def seal(self, driver_id: str, number: TaxpayerNumber) -> str:
        return await self.inner.seal(driver_id, number)

    async def open(self, driver_id: str, type: TaxpayerNumberType, sealed: str) -> TaxpayerNumber:
        self._note()
        return await self.inner.open(driver_id, type, sealed)

    async def anew(self, driver_id: str, sealed: str) -> str:
        self._note()
        return await self.inner.anew(driver_id, sealed)

    async def current_start(self) -> str:
        return "another key."

    def _note(self) -> None:
        self.opened += 1
        if self.refuses:
            raise Unavailable("taxpayer numbers")


def watched(scenario: Scenario) -> WatchedVault:
    tax = scenario.market.tax
    vault = WatchedVault(tax.export_forms.vault)
    tax = attrs.evolve(
        tax,
        export_forms=attrs.evolve(tax.export_forms, vault=vault),
        reseal_numbers=attrs.evolve(tax.reseal_numbers, vault=vault),
    )
    scenario.market = attrs.evolve(scenario.market, tax=tax)
    return vault


async def openings(scenario: Scenario) -> list[object]:
    """Why numbers were opened, the latest first."""
    trail = await scenario.storage.read(lambda unit: unit.audit.newest(20))
    return [each.facts["reason"] for each in trail if each.action == AuditAction.TAXPAYER_NUMBERS_OPENED]


@pytest.mark.both_databases
async def test_who_opens_numbers_is_on_record_before_the_first_is_opened(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    vault = watched(scenario)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    vault.refuses = True
    with pytest.raises(Unavailable):
        await scenario.market.tax.export_forms(OPERATOR, year)
    assert await openings(scenario) == ["filing_export"]
    with pytest.raises(Unavailable):
        await scenario.market.tax.reseal_numbers(OPERATOR)
    assert await openings(scenario) == ["key_change", "filing_export"]
    assert vault.opened == 2
    vault.refuses = False
    assert (await scenario.market.tax.export_forms(OPERATOR, year)).originals == 1


async def test_no_number_is_opened_that_is_not_on_record(
    scenario: Scenario, dee: Actor, year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_filer(scenario)
    vault = watched(scenario)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    record = ExportForms._record_opening

    async def before_another_is_signed(self: ExportForms, *asked: Any) -> Any:
        return [] if await record(self, *asked) else None

    monkeypatch.setattr(ExportForms, "_record_opening", before_another_is_signed)
    with pytest.raises(Conflict):
        await scenario.market.tax.export_forms(OPERATOR, year)
    monkeypatch.undo()
    assert vault.opened == 0

    async def broken(*_: object) -> None:
        raise Unavailable("audit")

    monkeypatch.setattr(ExportForms, "_audit", broken)
    with pytest.raises(Unavailable):
        await scenario.market.tax.export_forms(OPERATOR, year)
    assert vault.opened == 0


async def test_nothing_is_exported_without_a_filer_nor_by_a_driver(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    scenario.clock.turn(days=366)
    with pytest.raises(FilingIncomplete, match="HAULAGE_FILER_EIN is not set"):
        await scenario.market.tax.export_forms(OPERATOR, year, leave_out=True)
    for refused in (
        scenario.market.tax.export_forms(dee, year),
        scenario.market.tax.report(dee, year, PageRequest()),
    ):
        with pytest.raises(Forbidden):
            await refused


def rows_of(content: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content)))


async def test_the_same_form_w9_signed_again_corrects_nothing_and_another_address_does(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    tax = scenario.market.tax
    await tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    assert (await tax.export_forms(OPERATOR, year)).originals == 1
    await tax.w9.certify(dee, DRIVER, a_w9())
    assert (await tax.export_forms(OPERATOR, year)).files == []
    scenario.clock.turn(minutes=1)
    moved = TaxAddress("9 Oak Street", "Brooklyn", "NY", "11201", "Apt 2")
    await tax.w9.certify(dee, DRIVER, a_w9(address=moved))
    (file,) = (await tax.export_forms(OPERATOR, year)).files
    (row,) = rows_of(file.content)
    assert (file.is_correction, row["Recipient Address Line 1"]) == (True, "9 Oak Street")
    assert row["Box 1 - Nonemployee Compensation"] == f"{HALF / 100:.2f}"
    copy = await tax.documents.generate(dee, DRIVER, TaxDocumentType.FORM_1099_NEC, year)
    assert (copy.corrects, copy.is_correction) == (None, True)
    assert copy.recipient_address == "9 Oak Street, Apt 2\nBrooklyn, NY 11201"


async def test_a_copy_of_the_first_form_that_is_filed_corrects_nothing(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    tax = scenario.market.tax
    await tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    await tax.export_forms(OPERATOR, year)
    copy = await tax.documents.generate(dee, DRIVER, TaxDocumentType.FORM_1099_NEC, year)
    assert not copy.is_correction


async def test_another_number_of_the_same_last_digits_takes_the_first_form_back(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    tax = scenario.market.tax
    await tax.w9.certify(dee, DRIVER, a_w9(number="219-08-9999"))
    scenario.clock.turn(days=366)
    await tax.export_forms(OPERATOR, year)
    await tax.w9.certify(dee, DRIVER, a_w9())
    original, taken_back = (await tax.export_forms(OPERATOR, year)).files
    ((new,), (old,)) = rows_of(original.content), rows_of(taken_back.content)
    number, box_1 = "Recipient Taxpayer ID Number", "Box 1 - Nonemployee Compensation"
    assert (new[number], new[box_1]) == ("219099999", f"{HALF / 100:.2f}")
    assert (old[number], old[box_1], taken_back.is_correction) == ("219089999", "0.00", True)
    assert (await tax.export_forms(OPERATOR, year)).files == []


async def test_a_form_of_the_wrong_type_is_taken_back_and_the_right_one_is_an_original(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    scenario.clock.turn(days=366)
    assert (await scenario.market.tax.export_forms(OPERATOR, year)).originals == 1
    with_filer(scenario, TaxForm.K)
    scenario.clock.turn(minutes=1)
    made = await scenario.market.tax.export_forms(OPERATOR, year)
    assert [each.name for each in made.files] == [
        f"form-1099-k-{year}-originals.csv",
        f"iris-1099-nec-{year}-corrections.csv",
    ]
    (row,) = rows_of(made.files[1].content)
    assert (row["Box 1 - Nonemployee Compensation"], row["Box 4 - Federal income tax withheld"]) == (
        "0.00",
        "",
    )
    assert row["Recipient Taxpayer ID Number"] == "219099999"
    (row,) = rows_of(made.files[0].content)
    assert row["Box 4 - Federal income tax withheld"] == f"{WITHHELD / 100:.2f}"
    assert (await scenario.market.tax.export_forms(OPERATOR, year)).files == []
    with_filer(scenario, TaxForm.NEC)
    scenario.clock.turn(minutes=1)
    back = await scenario.market.tax.export_forms(OPERATOR, year)
    assert [(each.name, each.forms) for each in back.files] == [
        (f"iris-1099-nec-{year}-corrections.csv", 1),
        (f"form-1099-k-{year}-corrections.csv", 1),
    ]
    assert (await scenario.market.tax.export_forms(OPERATOR, year)).files == []


async def test_forms_are_exported_once_the_year_is_over_in_every_time_zone(
    scenario: Scenario, year: int
) -> None:
    with_filer(scenario)
    midnight_in_honolulu = datetime(year + 1, 1, 1, 10, tzinfo=UTC)
    scenario.clock.turn(seconds=(midnight_in_honolulu - scenario.clock.now()).total_seconds() - 1)
    with pytest.raises(YearNotOver):
        await scenario.market.tax.export_forms(OPERATOR, year, leave_out=True)
    scenario.clock.turn(hours=3)
    assert (await scenario.market.tax.export_forms(OPERATOR, year, leave_out=True)).year == year


@pytest.mark.both_databases
async def test_the_report_adds_up_every_driver_by_pages(
    scenario: Scenario, ada: Actor, dee: Actor, year: int
) -> None:
    other = await scenario.driver("max")
    await drive(scenario, other, await scenario.assigned(ada, other))
    await scenario.driver("zoe")
    first = await scenario.market.tax.report(ADMIN, year, PageRequest(1))
    assert [line.driver.driver_id for line in first.lines] == [DRIVER]
    assert first.totals is not None
    assert (first.totals.drivers, first.totals.earnings_cents, first.totals.payments) == (2, 2 * HALF, 2)
    assert (first.totals.withheld_cents, first.totals.to_report, first.totals.without_w9) == (WITHHELD, 1, 1)
    second = await scenario.market.tax.report(ADMIN, year, PageRequest(5, first.next))
    assert ([line.driver.driver_id for line in second.lines], second.next) == (["drv_max"], None)
    assert second.totals is None
    lines = [line async for page in scenario.market.tax.report.in_file(ADMIN, year) for line in page]
    assert lines == [*first.lines, *second.lines]


async def test_a_platform_that_settles_payments_reports_form_1099_k(
    scenario: Scenario, dee: Actor, year: int
) -> None:
    with_filer(scenario, TaxForm.K)
    documents = scenario.market.tax.documents
    with pytest.raises(OtherFormReported):
        await documents.generate(dee, DRIVER, TaxDocumentType.FORM_1099_NEC, year)
    form = await documents.generate(dee, DRIVER, TaxDocumentType.FORM_1099_K, year)
    figures = form.figures
    assert (figures.gross_cents, figures.payments, sum(figures.months), form.is_below_threshold) == (
        HALF,
        1,
        HALF,
        False,
    )
    assert (await documents.printed(dee, DRIVER, form.id)).content.startswith(b"%PDF")
    scenario.clock.turn(days=366)
    await scenario.market.tax.w9.certify(dee, DRIVER, a_w9())
    made = await scenario.market.tax.export_forms(OPERATOR, year)
    assert [each.name for each in made.files] == [f"form-1099-k-{year}-originals.csv"]
    (row,) = csv.DictReader(io.StringIO(made.files[0].content))
    months = [float(value) for name, value in row.items() if name.startswith("Box 5")]
    assert len(months) == 12
    assert sum(months) == HALF / 100
    whole = row["Box 1a - Gross amount of payment card/third party network transactions"]
    assert (whole, row["Box 3 - Number of payment transactions"]) == (f"{HALF / 100:.2f}", "1")
    assert row["Payee Taxpayer ID Number"] == "219099999"
