"""Drivers, and where each was last seen."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    false,
    text,
)

from haulage.drivers import QualityFlag
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    cents,
    enum_checks,
    identifier,
    instant,
    located,
    on_the_globe,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.tables.positions import device_report_columns
from haulage_adapters.sql.types import MAX_EMAIL, MAX_ID, MAX_NAME, MAX_PHONE, Json, Text, Whole

UNAPPROVED = text("approved_at IS NULL")
"""Drivers whom nobody has let work yet; there are few."""

CHANGED = text("changed_since IS NOT NULL")
"""Drivers whose vehicle or plate nobody has looked at since they changed it; there are few."""

ONLINE = text("is_online")
"""Drivers who take requests now."""

drivers = Table(
    "drivers",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    Column("name", Text(MAX_NAME), nullable=False),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("phone", Text(MAX_PHONE), nullable=False),
    Column("vehicle", Json, nullable=False),
    Column("plate", Json, nullable=True),
    Column("photo_id", Text(MAX_ID), nullable=True),
    Column("working_hours", Json, nullable=False),
    cents("per_mile_cents"),
    cents("minimum_fare_cents"),
    Column("specialties", Json, nullable=False),
    Column("works_with_helper", Boolean, nullable=False),
    Column("credentials", Json, nullable=False),
    Column("is_online", Boolean, nullable=False),
    Column("is_available", Boolean, nullable=False),
    instant("approved_at", nullable=True),
    Column("approved_by", Text(MAX_ID), nullable=True),
    Column("approval_reason", Text(MAX_REASON), nullable=True),
    instant("documents_lapsed_at", nullable=True),
    Column("online_before_lapse", Boolean, nullable=False, server_default=false()),
    instant("suspended_at", nullable=True),
    Column("suspended_by", Text(MAX_ID), nullable=True),
    Column("suspension_reason", Text(MAX_REASON), nullable=True),
    instant("changed_since", nullable=True),
    Column("rating", Double, nullable=True),
    Column("total_jobs", Whole(), nullable=False),
    Column("earlier_ratings", Whole(), nullable=False, server_default="0"),
    Column("earlier_stars", Whole(), nullable=False, server_default="0"),
    instant("created_at"),
    instant("updated_at"),
    instant("changed_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id"),
    *range_checks("per_mile_cents", "minimum_fare_cents"),
    CheckConstraint("rating BETWEEN 1 AND 5", name="rating"),
    CheckConstraint("total_jobs >= 0", name="total_jobs"),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("(approved_at IS NULL) = (approved_by IS NULL)", name="approved_by"),
    CheckConstraint("(approved_at IS NULL) = (approval_reason IS NULL)", name="approval_reason"),
    CheckConstraint("NOT is_online OR documents_lapsed_at IS NULL", name="documents_to_be_online"),
    CheckConstraint("(suspended_at IS NULL) = (suspended_by IS NULL)", name="suspended_by"),
    CheckConstraint("(suspended_at IS NULL) = (suspension_reason IS NULL)", name="suspension_reason"),
    CheckConstraint("suspended_at IS NULL OR approved_at IS NOT NULL", name="approved_to_be_suspended"),
    CheckConstraint(
        "NOT is_online OR (approved_at IS NOT NULL AND suspended_at IS NULL)", name="approved_to_be_online"
    ),
    Index(None, "created_at", "id"),
    Index(None, "changed_at", "id"),
    Index("ix_drivers_unapproved", "created_at", "id", postgresql_where=UNAPPROVED, sqlite_where=UNAPPROVED),
    Index("ix_drivers_changed_since", "changed_since", "id", postgresql_where=CHANGED, sqlite_where=CHANGED),
    Index("ix_drivers_online", "id", postgresql_where=ONLINE, sqlite_where=ONLINE),
)
"""``changed_at`` is the last change of profile, position or work, as the fleet index asks for it."""

CELLS_PER_DEGREE = 32
"""Cells of about 2.2 by 1.6 miles in New York: a search circle touches a few dozen of them."""

driver_last_positions = Table(
    "driver_last_positions",
    metadata,
    reference("driver_id", "drivers.id"),
    *located(""),
    Column("cell", Whole(), nullable=False),
    instant("at"),
    *device_report_columns(),
    PrimaryKeyConstraint("driver_id"),
    *on_the_globe(""),
    *enum_checks(quality_flag=QualityFlag),
    Index(None, "cell"),
)

PERSONAL_DATA = (
    Section("driver_profile", drivers, lambda who: drivers.c.user_id == who.user_id),
    Section(
        "last_position",
        driver_last_positions,
        lambda who: driver_last_positions.c.driver_id == who.drives_as,
        removed=True,
    ),
)
