"""CSV files of other programs, read line by line, each refusal with its file and line."""

import csv
import itertools
from collections.abc import Iterator
from typing import Any, BinaryIO

from haulage.kernel.errors import InvalidInput
from haulage_cli.json_fields import reading

MAX_LINE = 10_000


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
