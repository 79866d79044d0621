"""Column types and index conditions of the initial revision, as both databases spell them."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

TIME = sa.DateTime(timezone=True)
JSON = sa.JSON().with_variant(JSONB(), "postgresql")
DECIMAL = sa.String(60).with_variant(sa.Numeric(), "postgresql")
"""A decimal number to its last digit."""


def where(condition: str) -> dict[str, Any]:
    """Make an index of the rows that fulfill this condition alone."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}
