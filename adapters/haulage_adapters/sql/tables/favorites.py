"""Drivers whom customers would like to come again."""

from sqlalchemy import Index, PrimaryKeyConstraint, Table, or_

from haulage_adapters.sql.tables.columns import instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section

favorite_drivers = Table(
    "favorite_drivers",
    metadata,
    reference("user_id", "users.id"),
    reference("driver_id", "drivers.id"),
    instant("created_at"),
    PrimaryKeyConstraint("user_id", "driver_id"),
    Index(None, "driver_id"),
)

PERSONAL_DATA = (
    Section(
        "favorite_drivers",
        favorite_drivers,
        lambda who: or_(
            favorite_drivers.c.user_id == who.user_id, favorite_drivers.c.driver_id == who.drives_as
        ),
        withheld=frozenset({"user_id"}),
        removed=True,
    ),
)
"""A driver is not told whose favorite they are."""
