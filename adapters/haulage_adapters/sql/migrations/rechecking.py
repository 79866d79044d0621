"""Giving CHECK constraints other conditions, for migrations.

SQLite cannot change a CHECK constraint: there the table is made anew with the new ones and filled again.
Only for tables that no other refers to and that triggers do not mention.
"""

import re

from alembic import op
from sqlalchemy import text

CONDITION = r"CHECK \((?:[^()]|\([^()]*\))*\)"
"""A condition with brackets in it that hold none themselves."""


def recheck(table: str, **conditions: str) -> None:
    """Put these conditions in the place of the constraints ``ck_<table>_<name>``."""
    if op.get_bind().dialect.name == "sqlite":
        _make_anew(table, conditions)
        return
    for name, condition in conditions.items():
        op.drop_constraint(op.f(f"ck_{table}_{name}"), table, type_="check")
        op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, condition)


def _make_anew(table: str, conditions: dict[str, str]) -> None:
    kept = "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL"
    parts = op.get_bind().execute(text(kept), {"table": table}).all()
    written = next(sql for kind, sql in parts if kind == "table")
    for name, condition in conditions.items():
        constraint = f"CONSTRAINT ck_{table}_{name} "
        written, found = re.subn(constraint + CONDITION, f"{constraint}CHECK ({condition})", written)
        if found != 1:
            raise ValueError(f"{table} has no constraint ck_{table}_{name} of the expected form")
    op.execute(re.sub(rf'(CREATE TABLE )"?{table}"?(?= )', rf"\g<1>{table}_anew", written, count=1))
    op.execute(f"INSERT INTO {table}_anew SELECT * FROM {table}")  # noqa: S608  (our own names)
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE {table}_anew RENAME TO {table}")
    for kind, sql in parts:
        if kind != "table":
            op.execute(sql)
