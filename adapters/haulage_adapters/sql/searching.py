"""Finding rows by what somebody typed."""

from sqlalchemy import Column, ColumnElement, false, func, or_

from haulage_adapters.sql.types import MAX_ID


def holds(column: Column[str], text: str) -> ColumnElement[bool]:
    """Whether the text is part of the column's, in any case; SQLite knows the cases of ASCII alone."""
    return or_(
        func.lower(column).contains(text.lower(), autoescape=True), column.contains(text, autoescape=True)
    )


def is_id(column: Column[str], text: str) -> ColumnElement[bool]:
    """Whether the text is the id in this column."""
    return column == text if len(text) <= MAX_ID else false()
