"""Rows that may be there already: left as they are, or replaced.

The two dialects spell ``ON CONFLICT`` alike and name it apart. Such statements cost more to put together than
to carry out, so each is put together once.
"""

from functools import cache
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def inserting(dialect: str, table: Table) -> Any:
    """An insertion that may be told what to do on conflict."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


@cache
def insert_ignore(dialect: str, table: Table, *key: str) -> Any:
    """What has the *key* already, or any unique key where none is named, stays as it is."""
    return inserting(dialect, table).on_conflict_do_nothing(index_elements=key or None)


@cache
def replaced(dialect: str, table: Table, key: str, *changed: str) -> Any:
    """What has the *key* already takes over these columns."""
    statement = inserting(dialect, table)
    new = {name: statement.excluded[name] for name in changed}
    return statement.on_conflict_do_update(index_elements=[key], set_=new)
