"""The business's tax report of a year over all drivers, and the export of its forms."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from haulage.tax import TaxForm
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR
from haulage.use_cases.tax.driver_years import DriverYear
from haulage.use_cases.tax.export_forms import FilingExport, FilingFile
from haulage.use_cases.tax.tax_report import TaxReport, TaxReportTotals
from haulage_adapters.wire.common import In, Out
from haulage_adapters.wire.csv_rows import csv_lines
from haulage_adapters.wire.table_export import dollars_of


class TaxReportLineOut(Out):
    """One driver's year on their own clock. `is_reported` says that a form of it is due, and `has_w9` whether
    one can be made."""

    driver_id: str
    name: str
    earnings_cents: int
    tips_cents: int
    gross_cents: int
    payments: int
    withheld_cents: int
    is_reported: bool
    has_w9: bool
    last4: str

    @classmethod
    def of(cls, line: DriverYear) -> "TaxReportLineOut":
        year = line.year
        return cls(
            driver_id=line.driver.driver_id,
            name=line.w9.name if line.w9 else line.driver.name,
            earnings_cents=year.income.earnings_cents,
            tips_cents=year.income.tips_cents,
            gross_cents=year.gross_cents,
            payments=year.payments,
            withheld_cents=year.withheld_cents,
            is_reported=line.is_reported,
            has_w9=line.w9 is not None,
            last4=line.w9.last4 if line.w9 else "",
        )


class TaxReportTotalsOut(Out):
    """Over every driver who had anything in the year. `without_w9` of those to report gave no Form W-9."""

    drivers: int
    earnings_cents: int
    tips_cents: int
    gross_cents: int
    payments: int
    withheld_cents: int
    to_report: int
    without_w9: int

    @classmethod
    def of(cls, totals: TaxReportTotals) -> "TaxReportTotalsOut":
        return cls.from_attributes(totals)


class TaxReportOut(Out):
    """Drivers by their ids; the totals of all of them stand on the first page alone."""

    year: int
    form: TaxForm
    totals: TaxReportTotalsOut | None
    items: list[TaxReportLineOut]
    next: str | None

    @classmethod
    def of(cls, report: TaxReport) -> "TaxReportOut":
        return cls(
            year=report.year,
            form=report.form,
            totals=TaxReportTotalsOut.of(report.totals) if report.totals else None,
            items=[TaxReportLineOut.of(line) for line in report.lines],
            next=report.next,
        )


REPORT_COLUMNS = (
    "driver",
    "name",
    "earnings",
    "tips",
    "paid",
    "gross",
    "payments",
    "withheld",
    "form_due",
    "w9",
)


def report_rows(lines: Iterable[DriverYear]) -> str:
    """Amounts are dollars."""
    return csv_lines(
        [
            line.driver.driver_id,
            line.w9.name if line.w9 else line.driver.name,
            dollars_of(line.year.income.earnings_cents),
            dollars_of(line.year.income.tips_cents),
            dollars_of(line.year.income.total_cents),
            dollars_of(line.year.gross_cents),
            line.year.payments,
            dollars_of(line.year.withheld_cents),
            "yes" if line.is_reported else "no",
            "yes" if line.w9 else "no",
        ]
        for line in lines
    )


class FilingExportIn(In):
    """Drivers of whom something is missing are left out instead of refusing all with `leave_out`. With
    `start_over` all forms are originals: nothing that was exported before was filed."""

    tax_year: Annotated[int, Meta(ge=FIRST_TAX_YEAR, le=LAST_TAX_YEAR)]
    leave_out: bool = False
    start_over: bool = False


class FilingFileOut(Out):
    """A CSV file to file forms by, with taxpayer numbers in full."""

    name: str
    forms: int
    is_correction: bool
    content: str

    @classmethod
    def of(cls, file: FilingFile) -> "FilingFileOut":
        return cls.from_attributes(file)


class LeftOutOut(Out):
    driver_id: str
    reason: str


class FilingExportOut(Out):
    """What was exported of a year. `left_out` names drivers whose form is due and could not be made."""

    tax_year: int
    form: TaxForm
    originals: int
    corrections: int
    left_out: list[LeftOutOut]
    files: list[FilingFileOut]

    @classmethod
    def of(cls, export: FilingExport) -> "FilingExportOut":
        return cls(
            tax_year=export.year,
            form=export.form,
            originals=export.originals,
            corrections=export.corrections,
            left_out=[LeftOutOut(each.driver_id or "", each.reason) for each in export.left_out],
            files=[FilingFileOut.of(each) for each in export.files],
        )
