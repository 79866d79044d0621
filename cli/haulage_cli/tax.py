"""``haulage tax``: a driver's tax year, without a database."""

from datetime import datetime
from typing import Any, BinaryIO

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.tax import YearEstimate, mileage_rate
from haulage_cli.json_fields import reading
from haulage_cli.options import examples, with_json
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does
from haulage_cli.tax_year_file import read_tax_year


@click.group()
def tax() -> None:
    """Estimate a driver's taxes: figures to plan with, and no advice."""


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
        write_json({"dollars_per_mile": str(found.dollars_per_mile), "provisional": found.provisional})
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
        write_json(_as_json(found))
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


def _as_json(found: YearEstimate) -> dict[str, Any]:
    return {
        "expenses_cents": found.expenses_cents,
        "mileage_deduction_cents": found.mileage_deduction_cents,
        "net_income_cents": found.net_income_cents,
        "estimated_tax_cents": found.estimated_tax_cents,
        "reporting_threshold_cents": found.threshold.cents,
        "reporting_threshold_provisional": found.threshold.provisional,
        "quarters": [
            {
                "quarter": each.quarter,
                "due_on": each.due_on.isoformat(),
                "expenses_cents": each.expenses_cents,
                "mileage_deduction_cents": each.mileage_deduction_cents,
                "estimated_tax_cents": each.estimated_tax_cents,
            }
            for each in found.quarters
        ],
    }
