"""Triggers as texts, which the migrations run, and tables bring along where they are made without migrations.

A released text does not change: a change is a new text, with a revision that puts it in place.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import DDL, Table, event

Triggers = Mapping[str, Sequence[str]]
"""The statements that make them, by the name of the dialect."""


def make_with(table: Table, triggers: Triggers) -> None:
    """Have the triggers made right after this table, the last of those that they are about."""
    for dialect, statements in triggers.items():
        for statement in statements:
            made = DDL(statement)  # type: ignore[no-untyped-call]  # SQLAlchemy's own gap
            event.listen(table, "after_create", made.execute_if(dialect=dialect))
