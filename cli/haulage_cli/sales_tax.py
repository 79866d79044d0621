"""``haulage sales-tax``: the rates of sales tax that somebody answers for."""

import csv
import sys
from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage.pricing.confirmed_tax import ConfirmedTaxRow, TaxConfirmation, percent_of_rate, taxed_of
from haulage_cli.confirmed_file import add_columns_to_help, day_of, with_confirmed_rows
from haulage_cli.options import POSITION, WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating
from haulage_cli.sales_tax_file import COLUMNS, SALES_TAX_FILE, proposed_lines

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings

ROW = "tax_3f2a"
TAXED = "delivery, moving, pickup or assembly"


@click.group(
    "sales-tax",
    epilog=examples(
        "haulage sales-tax proposals > rates.csv",
        'haulage sales-tax import rates.csv --confirmed-by "Ann Lee, CPA"',
    ),
)
def sales_tax() -> None:
    """Record, list and withdraw confirmed rates of sales tax.

    Where real money is taken a price is given only in places with such a rate, which may be 0. Of the rows
    that fit, one for the very service wins, then the narrower place, then the later day.
    """


@sales_tax.command(
    epilog=examples("haulage sales-tax proposals > rates.csv", "haulage sales-tax proposals --json")
)
@with_json
@does(Action.MANAGE_TAXES)
def proposals(as_json: bool) -> None:
    """Print the rows that are proposed, as a file to be completed and confirmed; needs no database.

    Nothing is in force because it is proposed: fill in from when, ask for the rates that are left out,
    and import the file with the name of whoever confirms it.
    """
    heading, *rows = proposed_lines()
    if as_json:
        write_json([dict(zip(heading, row, strict=True)) for row in rows])
        return
    csv.writer(sys.stdout, lineterminator="\n").writerows([heading, *rows])


@sales_tax.command(
    "import",
    epilog=examples(
        'haulage sales-tax import rates.csv --confirmed-by "Ann Lee, CPA"',
        'haulage sales-tax import - --confirmed-by "Ann Lee, CPA" --confirmed-on 2026-01-31 < rates.csv',
    ),
)
@with_confirmed_rows(SALES_TAX_FILE)
@with_settings
@with_json
@does(Action.MANAGE_TAXES)
def import_rows(rows: list[TaxConfirmation], settings: "Settings", as_json: bool) -> None:
    """Record the rows of a CSV file, all of them or none; - reads it from stdin.

    A row that is recorded already is left as it is, so that a file may be imported again.
    """
    from haulage_cli.runtime import on_marketplace

    done = on_marketplace(settings, lambda market: market.sales_tax.record(operating(), rows))
    if as_json:
        from haulage_adapters.wire.sales_tax import SalesTaxRowOut, SalesTaxRowsAddedOut

        write_json(SalesTaxRowsAddedOut([SalesTaxRowOut.of(row) for row in done.added], done.known))
        return
    click.echo(f"Recorded {len(done.added)}, known before {done.known}.")


add_columns_to_help(
    import_rows,
    COLUMNS,
    f"What is taxed is {TAXED}, or all. An empty county or zip_code means all of the state.",
)


@sales_tax.command(
    "list", epilog=examples("haulage sales-tax list", "haulage sales-tax list --withdrawn --json")
)
@click.option("--withdrawn", is_flag=True, help="Those that were withdrawn too.")
@with_settings
@with_json
@does(Action.MANAGE_TAXES)
def list_rows(withdrawn: bool, settings: "Settings", as_json: bool) -> None:
    """List the confirmed rows, by place and day."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.sales_tax.rows(operating(), withdrawn=withdrawn))
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.sales_tax import SalesTaxRowOut

        write_json(PageOut.whole(SalesTaxRowOut.of(row) for row in found))
        return
    if not found:
        click.echo("No rate is confirmed.")
        return
    columns = ("row", "place", "taxed", "percent", "since", "confirmed by", "on", "source", "withdrawn")
    write_table(columns, [_cells(row) for row in found])


@sales_tax.command(epilog=examples(f"haulage sales-tax withdraw {ROW}"))
@click.argument("row_id", metavar="ROW", type=WORDS)
@with_settings
@with_json
@does(Action.MANAGE_TAXES)
def withdraw(row_id: str, settings: "Settings", as_json: bool) -> None:
    """Let a row set no further price; what was sold with it keeps its tax."""
    from haulage_cli.runtime import on_marketplace

    gone = on_marketplace(settings, lambda market: market.sales_tax.withdraw(operating(), row_id))
    _write_row(gone, as_json=as_json)


@sales_tax.command(
    epilog=examples(
        "haulage sales-tax rate 40.7033,-73.9881 --taxed moving",
        "haulage sales-tax rate 40.7033,-73.9881 --taxed assembly --on 2026-06-01 --json",
    )
)
@click.argument("at", type=POSITION)
@click.option("--taxed", type=WORDS, metavar="WHAT", required=True, help=f"{TAXED.capitalize()}.")
@click.option("--on", type=WORDS, metavar="DAY", help="On which day; without it today.")
@with_settings
@with_json
@does(Action.MANAGE_TAXES)
def rate(at: Point, taxed: str, on: str | None, settings: "Settings", as_json: bool) -> None:
    """Show what a trip that ends at LAT,LNG is taxed, and which row says so."""
    from haulage_cli.runtime import on_marketplace

    what, day = taxed_of(taxed), None if on is None else day_of(on, "on")
    found = on_marketplace(settings, lambda market: market.sales_tax.rate_at(operating(), what, at, day))
    if as_json:
        from haulage_adapters.wire.sales_tax import RateFoundOut

        write_json(RateFoundOut.of(found))
        return
    write_facts([("There", found.place.shown)])
    _write_row(found.row, as_json=False)


def _write_row(row: ConfirmedTaxRow, *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.sales_tax import SalesTaxRowOut

        write_json(SalesTaxRowOut.of(row))
        return
    said, what = row.confirmation, row.confirmation.row
    write_facts(
        [
            ("Row", row.id),
            ("Place", what.place.shown),
            ("Taxed", what.taxed or "all"),
            ("Percent", percent_of_rate(what.rate)),
            ("Since", what.since),
            ("Source", said.source),
            ("Confirmed by", f"{said.confirmed_by}, {said.confirmed_on}"),
            ("Recorded", row.recorded_at),
            ("Withdrawn", row.withdrawn_at),
        ]
    )


def _cells(row: ConfirmedTaxRow) -> tuple[Any, ...]:
    said, what = row.confirmation, row.confirmation.row
    return (
        row.id,
        what.place.shown,
        what.taxed or "all",
        percent_of_rate(what.rate),
        what.since,
        said.confirmed_by,
        said.confirmed_on,
        said.source,
        row.withdrawn_at,
    )
