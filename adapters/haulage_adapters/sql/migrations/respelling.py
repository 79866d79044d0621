"""Giving a column's vocabulary further words, for migrations.

SQLite cannot change a CHECK constraint: there the table is made anew with the new one and filled again.
Only for tables that no other refers to, because dropping one deletes what refers to it.
"""

import re
from collections.abc import Sequence

from alembic import op
from sqlalchemy import text


def respell(table: str, column: str, words: Sequence[str]) -> None:
    """Let *column* hold these words and nothing else."""
    name, condition = f"ck_{table}_{column}", f"{column} IN ({', '.join(map(repr, words))})"
    if op.get_bind().dialect.name == "sqlite":
        _make_anew(table, name, condition)
        return
    op.drop_constraint(op.f(name), table, type_="check")
    op.create_check_constraint(op.f(name), table, condition)


def _make_anew(table: str, name: str, condition: str) -> None:
    kept = "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL"
    parts = op.get_bind().execute(text(kept), {"table": table}).all()
    written = next(sql for kind, sql in parts if kind == "table")
    constraint = re.compile(rf"CONSTRAINT {name} CHECK \([^()]*\([^()]*\)\)")
    respelled, found = constraint.subn(f"CONSTRAINT {name} CHECK ({condition})", written)
    if found != 1:
        raise ValueError(f"{table} has no constraint {name} of the expected form")
    op.execute(re.sub(rf'(CREATE TABLE )"?{table}"?(?= )', rf"\g<1>{table}_anew", respelled, count=1))
    op.execute(f"INSERT INTO {table}_anew SELECT * FROM {table}")  # noqa: S608  (our own names)
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE {table}_anew RENAME TO {table}")
    for kind, sql in parts:
        if kind != "table":
            op.execute(sql)
