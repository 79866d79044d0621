"""Lists as rows of a spreadsheet, with the columns that somebody chose; amounts are dollars, times UTC."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

import attrs

from haulage.kernel.money import Cents
from haulage_adapters.wire.csv_rows import csv_lines

C = TypeVar("C", bound=StrEnum)
T = TypeVar("T")


@attrs.frozen
class CsvTable(Generic[C, T]):
    """What stands in each column of a row."""

    values: Mapping[C, Callable[[T], object]]

    def chosen(self, columns: Sequence[C] | None) -> list[C]:
        """Each once, in the order asked for; all of them where none is."""
        return list(dict.fromkeys(columns or self.values))

    def header(self, columns: Sequence[C]) -> str:
        """The first line."""
        return csv_lines([columns])

    def rows(self, columns: Sequence[C], items: Sequence[T]) -> str:
        """A line for each item."""
        return csv_lines([self.values[column](item) for column in columns] for item in items)


def dollars_of(cents: Cents) -> str:
    """``12.05`` for 1205, as spreadsheets read it."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def time_of(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")
