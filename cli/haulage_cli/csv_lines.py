"""CSV files of other programs, read line by line, each refusal with its file and line."""

import csv
import itertools
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar

import attrs

from haulage.kernel.errors import InvalidInput
from haulage_cli.json_fields import reading

MAX_LINE = 10_000

Row = TypeVar("Row")


def short_lines(file: BinaryIO, source: str) -> Iterator[str]:
    """The file's lines, none of them endless."""
    encoding = "utf-8-sig"
    for number in itertools.count(1):
        with reading(f"{source} line {number}"):
            line = file.readline(MAX_LINE + 1)
            if len(line) > MAX_LINE:
                raise InvalidInput("", f"is longer than {MAX_LINE:,} bytes")
            try:
                text = line.decode(encoding)
            except UnicodeDecodeError:
                raise InvalidInput("", "is not UTF-8 text") from None
        if not line:
            return
        encoding = "utf-8"
        yield text


def next_cells(rows: Any, width: int | None = None) -> list[str] | None:
    """The next row, of so many fields if it is said; empty for a blank line, None at the end."""
    try:
        cells: list[str] | None = next(rows, None)
    except csv.Error as problem:
        raise InvalidInput("", f"is not CSV: {problem}") from None
    if cells and width is not None and len(cells) != width:
        raise InvalidInput("", f"has {len(cells)} fields where the heading has {width}")
    return cells


def plain_number(text: str) -> float:
    """A number as programs write it: Python itself also reads 1_0 as ten, and the digits of every script.

    Raises ``ValueError``.
    """
    if "_" in text or not text.isascii():
        raise ValueError(text)
    return float(text)


@attrs.frozen
class Columns:
    """The heading of a file of ours: columns that it must have, and those it may do without."""

    needed: tuple[str, ...]
    optional: tuple[str, ...] = ()
    most_rows: int = 5_000


def read_table(
    file: BinaryIO, source: str, columns: Columns, row_of: Callable[[dict[str, str]], Row]
) -> list[Row]:
    """What *row_of* makes of each row's cells by column, empty ones left out; blank lines are passed over."""
    rows = csv.reader(short_lines(file, source), strict=True)
    with reading(f"{source} line 1"):
        heading = _heading(next_cells(rows), columns)
    found: list[Row] = []
    for line in itertools.count(2):
        with reading(f"{source} line {line}"):
            cells = next_cells(rows, len(heading))
            if cells is None:
                break
            named = {name: text.strip() for name, text in zip(heading, cells, strict=False) if text.strip()}
            if named:
                found.append(row_of(named))
        if len(found) > columns.most_rows:
            raise InvalidInput("file", f"must hold at most {columns.most_rows:,} rows")
    if not found:
        raise InvalidInput("file", "holds no row")
    return found


def _heading(cells: list[str] | None, columns: Columns) -> list[str]:
    heading = [cell.strip() for cell in cells or ()]
    missing = [name for name in columns.needed if name not in heading]
    unknown = [name for name in heading if name not in columns.needed + columns.optional]
    if missing or unknown or len(set(heading)) != len(heading):
        raise InvalidInput("", f"must be the heading {','.join(columns.needed + columns.optional)}")
    return heading
