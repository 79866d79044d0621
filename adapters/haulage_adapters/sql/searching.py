"""Finding rows by what somebody typed."""

from sqlalchemy import Column, ColumnElement, false, func, or_

from haulage_adapters.sql.types import MAX_ID

MOST_DIGITS = 9
"""Every number of an order has fewer."""


def holds(column: Column[str], text: str) -> ColumnElement[bool]:
    """Whether the text is part of the column's, in any case; SQLite knows the cases of ASCII alone."""
    return or_(
        func.lower(column).contains(text.lower(), autoescape=True), column.contains(text, autoescape=True)
    )


def number_of(text: str) -> int | None:
    """The order's number that somebody may mean."""
    digits = text.removeprefix("#")
    return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


def is_id(column: Column[str], text: str) -> ColumnElement[bool]:
    """Whether the text is the id in this column."""
    return column == text if len(text) <= MAX_ID else false()
