"""Giving a column's vocabulary further words, for migrations.

SQLite cannot change a CHECK constraint: there the table is made anew with the new one and filled again.
Rows of other tables that refer to it stay as they are, because upgrades enforce no foreign keys.
"""

import re
from collections.abc import Sequence

from alembic import op
from sqlalchemy import inspect, text


def respell(table: str, column: str, words: Sequence[str]) -> None:
    """Let *column* hold these words and nothing else."""
    name, condition = f"ck_{table}_{column}", f"{column} IN ({', '.join(map(repr, words))})"
    if op.get_bind().dialect.name == "sqlite":
        _make_anew(table, name, condition)
        return
    op.drop_constraint(op.f(name), table, type_="check")
    op.create_check_constraint(op.f(name), table, condition)


def add_words(table: str, column: str, *words: str, after: str) -> None:
    """Let *column* hold these words too. In the constraint they stand behind the word *after*, where
    a new database has them."""
    name = f"ck_{table}_{column}"
    checks = inspect(op.get_bind()).get_check_constraints(table)
    condition = next(check["sqltext"] for check in checks if check["name"] == name)
    before = re.findall(r"'([^']*)'", condition)
    place = before.index(after) + 1
    respell(table, column, [*before[:place], *words, *before[place:]])


def _make_anew(table: str, name: str, condition: str) -> None:
    kept = "SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL"
    parts = op.get_bind().execute(text(kept), {"table": table}).all()
    written = next(sql for kind, sql in parts if kind == "table")
    constraint = re.compile(rf"CONSTRAINT {name} CHECK \([^()]*\([^()]*\)\)")
    respelled, found = constraint.subn(f"CONSTRAINT {name} CHECK ({condition})", written)
    if found != 1:
        raise ValueError(f"{table} has no constraint {name} of the expected form")
    abroad = _triggers_elsewhere(table)
    for trigger, _ in abroad:
        op.execute(f"DROP TRIGGER {trigger}")
    op.execute(re.sub(rf'(CREATE TABLE )"?{table}"?(?= )', rf"\g<1>{table}_anew", respelled, count=1))
    op.execute(f"INSERT INTO {table}_anew SELECT * FROM {table}")  # noqa: S608  (our own names)
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE {table}_anew RENAME TO {table}")
    for kind, sql in parts:
        if kind != "table":
            op.execute(sql)
    for _, sql in abroad:
        op.execute(sql)


def _triggers_elsewhere(table: str) -> Sequence[tuple[str, str]]:
    """Names and texts of triggers on other tables that ask this one: SQLite renames no table while a
    trigger asks one that is not there."""
    found = op.get_bind().execute(
        text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name <> :table"),
        {"table": table},
    )
    asks = re.compile(rf"\b{table}\b")
    return [(name, sql) for name, sql in found if asks.search(sql)]
