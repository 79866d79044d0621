"""Writing results: JSON for programs, tables for people, progress for those who wait.

Results go to the standard output and everything else to the standard error. What people typed is
shown without control characters, so that nobody's address can steer an operator's terminal.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Protocol

import click

from haulage.kernel.local_time import platform_time


def write_json(value: Any) -> None:
    """One JSON value on a line of its own: a struct of ``haulage_adapters.wire``, which the HTTP API answers
    with too, or a dict or list with such structs, attrs values and instants in it."""
    click.echo(json.dumps(value, ensure_ascii=True, allow_nan=False, default=_builtins))


def _builtins(value: Any) -> Any:
    """What is no JSON by itself, in the form that the HTTP API gives it."""
    from msgspec import to_builtins

    return to_builtins(value)


def write_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Columns with a heading; drawn by rich on a terminal, plain text in a pipe."""
    cells = [[clean(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        _rich_table(columns, cells)
        return
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    for line in ([column.upper() for column in columns], *cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(padded).rstrip())


def write_note(sentence: str) -> None:
    """Something about the result that is no part of it."""
    click.echo(sentence, err=True)


def write_facts(facts: Sequence[tuple[str, Any]]) -> None:
    """Names and values, one pair a line."""
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        click.echo(f"{click.style(name.ljust(width), dim=True)}  {clean(value)}".rstrip())


def clean(value: Any) -> str:
    """A value as people read it: a dash for nothing, platform time for instants, no control characters."""
    if value is None or value == "":
        return "-"
    if isinstance(value, datetime):
        return platform_time(value).strftime("%Y-%m-%d %H:%M:%S %Z")
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(value))


class Progress(Protocol):
    def __call__(self, what: str, done: int, total: int) -> None: ...


def _unseen(what: str, done: int, total: int) -> None:
    """For those who do not wait at a terminal."""


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar on the standard error where that is a terminal; otherwise nothing is shown."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


def _rich_table(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*columns, box=SIMPLE_HEAD)
    for row in cells:
        table.add_row(*map(Text, row))
    Console().print(table)
