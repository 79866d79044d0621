"""Where drivers have been."""

from sqlalchemy import CheckConstraint, Column, Double, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.drivers import QualityFlag
from haulage_adapters.sql.tables.columns import (
    MAX_ADDRESS,
    enum_checks,
    enum_column,
    instant,
    located,
    on_the_globe,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole


def device_report_columns() -> list[Column[object]]:
    """What a device tells of a position beside where it is, and what we think of it."""
    return [
        Column("heading", Double, nullable=True),
        Column("speed_mph", Double, nullable=True),
        Column("accuracy_meters", Double, nullable=True),
        Column("address", Text(MAX_ADDRESS), nullable=True),
        enum_column("quality_flag", QualityFlag, nullable=True),
    ]


driver_position_history = Table(
    "driver_position_history",
    metadata,
    reference("driver_id", "drivers.id"),
    instant("at"),
    Column("number", Whole(), nullable=False),
    instant("received_at"),
    *located(""),
    *device_report_columns(),
    PrimaryKeyConstraint("driver_id", "at"),
    UniqueConstraint("driver_id", "number"),
    *on_the_globe(""),
    *enum_checks(quality_flag=QualityFlag),
    CheckConstraint("number >= 1", name="number"),
    Index(None, "at"),
)
"""One row an instant (DRV-12). ``number`` counts a driver's rows in the order in which they came."""

PERSONAL_DATA = (
    Section(
        "positions",
        driver_position_history,
        lambda who: driver_position_history.c.driver_id == who.drives_as,
        removed=True,
    ),
)
