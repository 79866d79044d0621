"""Files of authority rows: read line by line, each refusal with its line and field."""

from enum import StrEnum
from typing import Any, TypeVar

from haulage.authority import Authority, AuthorityConfirmation, Lane
from haulage.kernel.carrier import COVER_FLOOR_CENTS
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage_cli.confirmed_file import ConfirmedFile, day_of
from haulage_cli.csv_lines import Columns

COLUMNS = Columns(
    needed=("origin", "destination", "service", "needs", "since", "source"),
    optional=("least_cover", "confirmed_by", "confirmed_on"),
)

Choice = TypeVar("Choice", bound=StrEnum)


def _confirmation(cell: dict[str, str]) -> AuthorityConfirmation:
    for name in (*COLUMNS.needed, "confirmed_by", "confirmed_on"):
        if not cell.get(name):
            raise InvalidInput(name, "is required")
    service = _one_of(ServiceType, cell["service"], "service")
    return confirmed(
        lane=Lane(cell["origin"].upper(), cell["destination"].upper(), service),
        authority=_one_of(Authority, cell["needs"], "needs"),
        since=day_of(cell["since"], "since"),
        source=cell["source"],
        confirmed_by=cell["confirmed_by"],
        confirmed_on=day_of(cell["confirmed_on"], "confirmed_on"),
        least_cover_cents=_cover(cell.get("least_cover", "")),
    )


def confirmed(**said: Any) -> AuthorityConfirmation:
    """The confirmation, or a refusal that names the cover as the column and the option do."""
    try:
        return AuthorityConfirmation(**said)
    except InvalidInput as refused:
        raise InvalidInput(refused.name.removesuffix("_cents"), refused.reason) from None


def _one_of(kind: type[Choice], text: str, field: str) -> Choice:
    try:
        return kind(text)
    except ValueError:
        raise InvalidInput(field, f"must be one of {', '.join(kind)}") from None


def _cover(text: str) -> Cents:
    """Whole dollars; without a figure the floor."""
    digits = text.removeprefix("$").replace(",", "")
    if not digits:
        return COVER_FLOOR_CENTS
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise InvalidInput("least_cover", "must be whole dollars, such as 750000")
    return int(digits) * 100


AUTHORITY_FILE = ConfirmedFile(COLUMNS, _confirmation)
