"""``haulage tax report`` and ``haulage tax export-forms``: a year over all drivers, and its forms."""

import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings

OURS_ALONE = 0o600
COLUMNS = ("driver", "name", "paid", "withheld", "payments", "form due", "W-9")


@click.command(
    epilog=examples("haulage tax report --year 2025", "haulage tax report --year 2025 --limit 100 --json")
)
@click.option("--year", type=int, required=True, help="The tax year.")
@with_page
@with_settings
@with_json
@does(Action.SEE_TAX_REPORT)
def report(year: int, limit: int, cursor: str | None, settings: "Settings", as_json: bool) -> None:
    """What a year brought every driver, what was withheld, and of whom a form is due."""
    from haulage_cli.runtime import on_marketplace

    page = PageRequest(limit, cursor)
    found = on_marketplace(settings, lambda market: market.tax.report(operating(), year, page))
    if as_json:
        from haulage_adapters.wire.tax_report import TaxReportOut

        write_json(TaxReportOut.of(found))
        return
    if found.totals is not None:
        totals = found.totals
        write_facts(
            [
                ("Form", f"1099-{found.form.value.upper()}"),
                ("Drivers", totals.drivers),
                ("Earnings", dollars(totals.earnings_cents)),
                ("Tips", dollars(totals.tips_cents)),
                ("Withheld", dollars(totals.withheld_cents)),
                ("Forms due", totals.to_report),
                ("Of these without Form W-9", totals.without_w9 or None),
            ]
        )
    write_table(
        COLUMNS,
        [
            (
                line.driver.driver_id,
                line.w9.name if line.w9 else line.driver.name,
                dollars(line.year.income.total_cents),
                dollars(line.year.withheld_cents),
                line.year.payments,
                "yes" if line.is_reported else "no",
                "yes" if line.w9 else "no",
            )
            for line in found.lines
        ],
    )
    if found.next:
        write_note(f"There are more: --cursor {found.next}")


@click.command(
    epilog=examples(
        "haulage tax export-forms --year 2025 forms",
        "haulage tax export-forms --year 2025 forms --leave-out-missing --json",
    )
)
@click.option("--year", type=int, required=True, help="The tax year, which has to be over.")
@click.option(
    "--leave-out-missing",
    "leave_out",
    is_flag=True,
    help="Leave out drivers without Form W-9 instead of refusing all.",
)
@click.option(
    "--start-over",
    is_flag=True,
    help="Nothing that was exported before was filed: every form is an original again.",
)
@click.argument("folder", type=WORDS)
@with_settings
@with_json
@does(Action.FILE_TAX_FORMS)
def export_forms(
    year: int, leave_out: bool, start_over: bool, folder: str, settings: "Settings", as_json: bool
) -> None:
    """Write Forms 1099-NEC into FOLDER as CSV files for the IRS's portal (IRIS), 100 forms a file.

    Where payments are reported on Form 1099-K (HAULAGE_TAX_FORM=k), they are tables of that form's boxes: not
    the portal's own layout, but what to fill it from, or for a filing service.

    They hold taxpayer numbers in full: the files are readable for you alone, and the audit trail has who
    opened how many. Forms that say something else than when they were exported are in files of their own,
    named as corrections.
    """
    from haulage_cli.runtime import on_marketplace

    target = _folder(folder)
    export = on_marketplace(
        settings,
        lambda market: market.tax.export_forms(operating(), year, leave_out=leave_out, start_over=start_over),
    )
    paths = [_write(target / file.name, file.content) for file in export.files]
    if as_json:
        write_json(
            {
                "year": year,
                "originals": export.originals,
                "corrections": export.corrections,
                "left_out": [
                    {"driver_id": each.driver_id, "reason": each.reason} for each in export.left_out
                ],
                "files": [str(path) for path in paths],
            }
        )
        return
    write_facts(
        [
            ("Original forms", export.originals),
            ("Corrections", export.corrections),
            *(("File", path) for path in paths),
            *(("Left out", each) for each in export.left_out),
        ]
    )


def _folder(name: str) -> Path:
    """Made, and written in, before any number is opened: what is exported once is no original again, and its
    files would be lost."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InvalidInput("folder", f"{folder} cannot be written: {error.strerror}") from None
    return folder


def _write(path: Path, content: str) -> Path:
    """Never over a file that is there: it may be what was filed."""
    while path.exists():
        path = path.with_stem(f"{path.stem}-again")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS_ALONE), "w", newline="") as file:
        file.write(content)
    return path
