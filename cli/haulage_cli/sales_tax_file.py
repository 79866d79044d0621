"""Files of tax rows: read line by line, each refusal with its line and field."""

import csv
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, BinaryIO

from haulage.kernel.errors import InvalidInput
from haulage.pricing.confirmed_tax import PROPOSALS, TaxConfirmation, rate_of_percent, taxed_of
from haulage.pricing.sales_tax import TaxPlace, TaxRow
from haulage_cli.csv_lines import next_cells, short_lines
from haulage_cli.json_fields import reading

COLUMNS = ("state", "county", "zip_code", "taxed", "rate_percent", "since", "source")
MAY_BE_LEFT_OUT = ("confirmed_by", "confirmed_on")
MAX_ROWS = 5_000
"""More than the counties of the country."""


def proposed_lines() -> list[list[str]]:
    """The rows that OP-16 proposes, with their heading and nobody's name under them."""
    rows = [
        [state, "", "", taxed, percent, "", source, "", ""] for state, taxed, percent, source in PROPOSALS
    ]
    return [[*COLUMNS, *MAY_BE_LEFT_OUT], *rows]


def read_rows(
    file: BinaryIO, source: str, *, confirmed_by: str | None, confirmed_on: date | None
) -> list[TaxConfirmation]:
    """Every row of the file; who confirmed it and when may be said for all rows at once."""
    rows = csv.reader(short_lines(file, source), strict=True)
    with reading(f"{source} line 1"):
        heading = _heading(next_cells(rows))
    on = "" if confirmed_on is None else confirmed_on.isoformat()
    said = {"confirmed_by": confirmed_by or "", "confirmed_on": on}
    found = []
    for line, cells in _rows(rows, len(heading), source):
        with reading(f"{source} line {line}"):
            cell = {name: text.strip() for name, text in zip(heading, cells, strict=True)}
            found.append(_confirmation(said | {name: text for name, text in cell.items() if text}))
        if len(found) > MAX_ROWS:
            raise InvalidInput("file", f"must hold at most {MAX_ROWS:,} rows")
    if not found:
        raise InvalidInput("file", "holds no row")
    return found


def _heading(cells: list[str] | None) -> list[str]:
    heading = [cell.strip() for cell in cells or ()]
    missing = [name for name in COLUMNS if name not in heading]
    unknown = [name for name in heading if name not in COLUMNS + MAY_BE_LEFT_OUT]
    if missing or unknown or len(set(heading)) != len(heading):
        raise InvalidInput("", f"must be the heading {','.join(COLUMNS + MAY_BE_LEFT_OUT)}")
    return heading


def _rows(rows: Any, width: int, source: str) -> Iterator[tuple[int, list[str]]]:
    line = 1
    while True:
        line += 1
        with reading(f"{source} line {line}"):
            cells = next_cells(rows, width)
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, cells


def _confirmation(cell: dict[str, str]) -> TaxConfirmation:
    for name in ("state", "taxed", "since", "source", *MAY_BE_LEFT_OUT):
        if not cell.get(name):
            raise InvalidInput(name, "is required")
    place = TaxPlace(cell["state"].upper(), cell.get("county"), cell.get("zip_code"))
    return TaxConfirmation(
        row=TaxRow(
            rate=rate_of_percent(_percent(cell.get("rate_percent", ""))),
            since=day_of(cell["since"], "since"),
            place=place,
            taxed=None if cell["taxed"] == "all" else taxed_of(cell["taxed"]),
        ),
        source=cell["source"],
        confirmed_by=cell["confirmed_by"],
        confirmed_on=day_of(cell["confirmed_on"], "confirmed_on"),
    )


def _percent(text: str) -> Decimal:
    """An empty rate is one that nobody has confirmed yet, not 0."""
    if not text:
        raise InvalidInput("rate_percent", "is required; 0 says that nothing is taxed")
    try:
        return Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        raise InvalidInput("rate_percent", "must be a number such as 8.875") from None


def day_of(text: str, field: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput(field, "must be a day such as 2026-01-31") from None
