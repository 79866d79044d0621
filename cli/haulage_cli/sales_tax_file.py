"""Files of tax rows: read line by line, each refusal with its line and field."""

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import BinaryIO

from haulage.kernel.errors import InvalidInput
from haulage.pricing.confirmed_tax import PROPOSALS, TaxConfirmation, rate_of_percent, taxed_of
from haulage.pricing.sales_tax import TaxPlace, TaxRow
from haulage_cli.csv_lines import Columns, read_table

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
    on = "" if confirmed_on is None else confirmed_on.isoformat()
    said = {"confirmed_by": confirmed_by or "", "confirmed_on": on}
    columns = Columns(COLUMNS, MAY_BE_LEFT_OUT, MAX_ROWS)
    return read_table(file, source, columns, lambda cell: _confirmation(said | cell))


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
