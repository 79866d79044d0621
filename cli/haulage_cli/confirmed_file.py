"""CSV files of rows that somebody answers for, such as rates of sales tax: imported all or none."""

import functools
from collections.abc import Callable
from datetime import date
from typing import Any, BinaryIO, Generic, TypeVar

import attrs
import click

from haulage.kernel.errors import InvalidInput
from haulage_cli.csv_lines import Columns, read_table
from haulage_cli.options import WORDS

Row = TypeVar("Row")


@attrs.frozen
class ConfirmedFile(Generic[Row]):
    """One kind of such a file: its columns, and what a row says by the cells of its line."""

    columns: Columns
    row_of: Callable[[dict[str, str]], Row]

    def read(self, file: BinaryIO, confirmed_by: str | None, confirmed_on: str | None) -> list[Row]:
        """Every row of the file; who confirmed it and when may be said for all rows at once."""
        day = "" if confirmed_on is None else day_of(confirmed_on, "confirmed_on").isoformat()
        said = {"confirmed_by": confirmed_by or "", "confirmed_on": day}
        source = click.format_filename(file.name, shorten=True)
        return read_table(file, source, self.columns, lambda cell: self.row_of(said | cell))


def with_confirmed_rows(kind: ConfirmedFile[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The file and who answers for it, given to the command as ``rows``."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def command(file: BinaryIO, confirmed_by: str | None, confirmed_on: str | None, **rest: Any) -> Any:
            return function(rows=kind.read(file, confirmed_by, confirmed_on), **rest)

        file = click.argument("file", type=click.File("rb"))
        by = click.option(
            "--confirmed-by", type=WORDS, metavar="NAME", help="Who confirmed the rows that do not say it."
        )
        on = click.option(
            "--confirmed-on", type=WORDS, metavar="DAY", help="The day on which they did; needed likewise."
        )
        return file(by(on(command)))

    return decorate


def add_columns_to_help(command: click.Command, columns: Columns, meaning: str) -> None:
    """End the help of an import with what its file has to look like."""
    command.help = (
        f"{command.help}\n\n    Columns: {' '.join(columns.needed)}; they may be followed by "
        f"{' '.join(columns.optional)}. {meaning}\n"
    )


def day_of(text: str, field: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput(field, "must be a day such as 2026-01-31") from None
