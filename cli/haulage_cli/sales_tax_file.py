"""Files of tax rows: read line by line, each refusal with its line and field."""

from decimal import Decimal, InvalidOperation

from haulage.kernel.errors import InvalidInput
from haulage.pricing.confirmed_tax import PROPOSALS, TaxConfirmation, rate_of_percent, taxed_of
from haulage.pricing.sales_tax import TaxPlace, TaxRow
from haulage_cli.confirmed_file import ConfirmedFile, day_of
from haulage_cli.csv_lines import Columns

COLUMNS = Columns(
    needed=("state", "county", "zip_code", "taxed", "rate_percent", "since", "source"),
    optional=("confirmed_by", "confirmed_on"),
    most_rows=5_000,  # more than the counties of the country
)


def proposed_lines() -> list[list[str]]:
    """The rows that OP-16 proposes, with their heading and nobody's name under them."""
    rows = [
        [state, "", "", taxed, percent, "", source, "", ""] for state, taxed, percent, source in PROPOSALS
    ]
    return [[*COLUMNS.needed, *COLUMNS.optional], *rows]


def _confirmation(cell: dict[str, str]) -> TaxConfirmation:
    for name in ("state", "taxed", "since", "source", *COLUMNS.optional):
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


SALES_TAX_FILE = ConfirmedFile(COLUMNS, _confirmation)
