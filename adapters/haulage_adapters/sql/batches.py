"""Deleting at most so many rows at a time."""

from sqlalchemy import ColumnElement, Delete, Table, delete, select, tuple_


def some_of(table: Table, those: ColumnElement[bool], limit: int) -> Delete:
    """Deletes at most so many of *those*, whichever are found first."""
    key = list(table.primary_key)
    found = select(*key).where(those).limit(limit)
    return delete(table).where(tuple_(*key).in_(found))
