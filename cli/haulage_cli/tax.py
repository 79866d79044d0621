"""``haulage tax``: a driver's tax year, and what they wrote down for it."""

from datetime import datetime
from typing import TYPE_CHECKING, BinaryIO

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.tax import mileage_rate
from haulage_cli.file_output import with_output
from haulage_cli.json_fields import reading
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does, operating
from haulage_cli.tax_documents import write_tax_document
from haulage_cli.tax_expenses import expenses
from haulage_cli.tax_filing import export_forms, report
from haulage_cli.tax_mileage import mileage
from haulage_cli.tax_w9 import reseal_numbers, w9
from haulage_cli.tax_withholding import remit, withholding
from haulage_cli.tax_year_file import read_tax_year

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.group()
def tax() -> None:
    """Estimate a driver's taxes: figures to plan with, and no advice."""


tax.add_command(expenses)
tax.add_command(mileage)
tax.add_command(w9)
tax.add_command(report)
tax.add_command(export_forms)
tax.add_command(reseal_numbers)
tax.add_command(remit)
tax.add_command(withholding)


@tax.command(
    "mileage-rate",
    epilog=examples("haulage tax mileage-rate 2026-07-01", "haulage tax mileage-rate 2023-05-01 --json"),
)
@click.argument("day", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD")
@with_json
@does(Action.CALCULATE_FARE)
def rate(day: datetime, as_json: bool) -> None:
    """What the IRS allows for a mile that is driven for work on a day."""
    found = mileage_rate(day.date())
    if as_json:
        from haulage_adapters.wire.tax_year import MileageRateOut

        write_json(MileageRateOut.of(found))
        return
    write_facts([("Dollars a mile", found.dollars_per_mile)])
    if found.provisional:
        write_note("Provisional: no rate of that day is known here yet, so the one before it goes on.")


@tax.command(epilog=examples("haulage tax estimate year.json", "haulage tax estimate - --json < year.json"))
@click.argument("file", type=click.File("rb"))
@with_json
@does(Action.CALCULATE_FARE)
def estimate(file: BinaryIO, as_json: bool) -> None:
    """What a year comes to, from one JSON object: year, earnings_cents, tips_cents, expenses (category,
    amount_cents, business, date) and miles (date, business_miles)."""
    with reading(file.name):
        found = read_tax_year(file.read())
    if as_json:
        from haulage_adapters.wire.tax_year import TaxYearEstimateOut

        write_json(TaxYearEstimateOut.of(found))
        return
    write_facts(
        [
            ("Earnings", dollars(found.earnings_cents)),
            ("Tips", dollars(found.tips_cents)),
            ("Expenses", dollars(found.expenses_cents)),
            ("Mileage", dollars(found.mileage_deduction_cents)),
            ("Net income", dollars(found.net_income_cents)),
            ("Estimated tax", dollars(found.estimated_tax_cents)),
            ("Reported from", dollars(found.threshold.cents)),
        ]
    )
    write_table(
        ("quarter", "due", "estimated tax"),
        [(each.quarter, each.due_on, dollars(each.estimated_tax_cents)) for each in found.quarters],
    )


@tax.command(epilog=examples("haulage tax summary drv_3f2a 2026", "haulage tax summary drv_3f2a 2026 --json"))
@click.argument("driver", type=WORDS)
@click.argument("year", type=int)
@with_settings
@with_json
@does(Action.SEE_TAX_YEAR)
def summary(driver: str, year: int, settings: "Settings", as_json: bool) -> None:
    """What a driver earned, spent and drove in a year, from the books, the recorded expenses and the recorded
    miles, with an estimate of the tax."""
    from haulage_adapters.wire.tax_year import DriverTaxYearOut
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.tax.year(operating(), driver, year))
    if as_json:
        write_json(DriverTaxYearOut.of(found))
        return
    estimate = found.estimate
    write_facts(
        [
            ("Earnings", dollars(estimate.earnings_cents)),
            ("Tips", dollars(estimate.tips_cents)),
            ("Expenses", dollars(estimate.expenses_cents)),
            ("Miles for work", found.driven.miles),
            ("Mileage deduction", dollars(estimate.mileage_deduction_cents)),
            ("Net income", dollars(estimate.net_income_cents)),
            ("Estimated tax", dollars(estimate.estimated_tax_cents)),
            ("Withheld of payouts", dollars(found.withheld_cents) if found.withheld_cents else None),
            ("Orders not worked out yet", found.driven.waiting or None),
            ("Orders without positions", found.driven.unknown or None),
        ]
    )
    write_table(
        ("quarter", "due", "estimated tax"),
        [(each.quarter, each.due_on, dollars(each.estimated_tax_cents)) for each in estimate.quarters],
    )


@tax.command(
    "1099",
    epilog=examples(
        "haulage tax 1099 drv_3f2a 2025", "haulage tax 1099 drv_3f2a 2025 --output copy.pdf --json"
    ),
)
@click.argument("driver", type=WORDS)
@click.argument("year", type=int)
@with_output()
@with_settings
@with_json
@does(Action.SEE_TAX_YEAR)
def form_1099(driver: str, year: int, output: str | None, settings: "Settings", as_json: bool) -> None:
    """Write the recipient's copy of Form 1099 as a PDF: 1099-K by HAULAGE_TAX_FORM=k, else 1099-NEC.

    It is not for filing.

    It says so where the year's amount is below the reporting threshold. A form that says something else than
    the one before it is marked as corrected.
    """
    from haulage.tax import FORMS

    write_tax_document(settings, driver, FORMS[settings.tax_form], year, output, as_json=as_json)


@tax.command(
    epilog=examples(
        "haulage tax export drv_3f2a 2025", "haulage tax export drv_3f2a 2025 --output - > year.pdf"
    ),
)
@click.argument("driver", type=WORDS)
@click.argument("year", type=int)
@with_output()
@with_settings
@with_json
@does(Action.SEE_TAX_YEAR)
def export(driver: str, year: int, output: str | None, settings: "Settings", as_json: bool) -> None:
    """Write the summary of a driver's tax year as a PDF."""
    from haulage.tax import TaxDocumentType

    write_tax_document(settings, driver, TaxDocumentType.YEAR_SUMMARY, year, output, as_json=as_json)
