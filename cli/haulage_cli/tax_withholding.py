"""``haulage tax withholding`` and ``haulage tax remit``: what was withheld, and paid to the tax office."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from haulage.kernel.money import MAX_CENTS, dollars
from haulage.kernel.policy import Action
from haulage.tax import period_of
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings

COLUMNS = ("month", "withheld", "paid", "still due", "due on")
PAYMENTS = ("paid on", "month", "amount", "reference")


@click.command(
    epilog=examples("haulage tax withholding --year 2026", "haulage tax withholding --year 2026 --json")
)
@click.option("--year", type=int, required=True, help="The tax year.")
@with_settings
@with_json
@does(Action.SEE_TAX_REPORT)
def withholding(year: int, settings: "Settings", as_json: bool) -> None:
    """What was withheld of drivers in each month, what was paid to the IRS of it, and what is due by when.

    The days are those of whoever deposits by the month. None is shown where more was withheld than such
    depositors have.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.tax.remit.year(operating(), year))
    if as_json:
        from haulage_adapters.wire.withholding import WithholdingYearOut

        write_json(WithholdingYearOut.of(found))
        return
    write_facts([("Payable to the IRS, of all years", dollars(found.payable_cents))])
    months = [each for each in found.months if each.withheld_cents or each.remitted_cents]
    write_table(
        COLUMNS,
        [
            (
                f"{each.period:%Y-%m}",
                dollars(each.withheld_cents),
                dollars(each.remitted_cents),
                dollars(each.due_cents),
                each.due_on if each.due_cents else None,
            )
            for each in months
        ],
    )
    if found.remittances:
        write_table(
            PAYMENTS,
            [
                (each.paid_on, f"{each.period:%Y-%m}", dollars(each.amount_cents), each.reference)
                for each in found.remittances
            ],
        )


@click.command(
    epilog=examples(
        "haulage tax remit --period 2026-11 --amount-cents 24000 --reference EFTPS-1234 --paid-on 2026-12-10",
    )
)
@click.option("--period", type=WORDS, required=True, metavar="YYYY-MM", help="The month it was withheld in.")
@click.option("--amount-cents", type=click.IntRange(1, MAX_CENTS), required=True, help="What was paid.")
@click.option("--reference", type=WORDS, required=True, help="Where the payment is found, such as at EFTPS.")
@click.option(
    "--paid-on",
    type=click.DateTime(["%Y-%m-%d"]),
    required=True,
    metavar="YYYY-MM-DD",
    help="The day it was paid on.",
)
@with_settings
@with_json
@does(Action.REMIT_WITHHOLDING)
def remit(
    period: str, amount_cents: int, reference: str, paid_on: datetime, settings: "Settings", as_json: bool
) -> None:
    """Record that you have paid the IRS, from your bank, what was withheld of drivers in a month. No money is
    sent by this.

    At most what is still due of the month. The same reference again, with all else the same, records nothing
    anew.
    """
    from haulage_cli.runtime import on_marketplace

    made = on_marketplace(
        settings,
        lambda market: market.tax.remit(
            operating(),
            period=period_of(period),
            amount_cents=amount_cents,
            reference=reference,
            paid_on=paid_on.date(),
        ),
    )
    if as_json:
        from haulage_adapters.wire.withholding import RemittanceOut

        write_json(RemittanceOut.of(made))
        return
    write_facts(
        [
            ("Month", f"{made.period:%Y-%m}"),
            ("Paid to the IRS", dollars(made.amount_cents)),
            ("Paid on", made.paid_on),
            ("Reference", made.reference),
        ]
    )
