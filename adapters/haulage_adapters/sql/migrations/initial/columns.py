"""How the initial revision makes tables: column types, index conditions, and the order of indexes."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from alembic.operations.ops import CreateTableOp
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.util import OrderedSet

TIME = sa.DateTime(timezone=True)
JSON = sa.JSON().with_variant(JSONB(), "postgresql")
DECIMAL = sa.String(60).with_variant(sa.Numeric(), "postgresql")
"""A decimal number to its last digit."""


def where(condition: str) -> dict[str, Any]:
    """Make an index of the rows that fulfill this condition alone."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def create_table(name: str, *items: sa.schema.SchemaItem, **dialect_options: Any) -> None:
    """Make the table, and its indexes in the order given.

    Of two indexes that seem to serve a query equally well SQLite takes the newer one, and Alembic by itself
    makes them in an order that changes from process to process.
    """
    context = op.get_context()
    table = CreateTableOp(name, items, **dialect_options).to_table(context)
    table.indexes = OrderedSet(item for item in items if isinstance(item, sa.Index))
    context.impl.create_table(table)
