"""How people drive: streams, latest points, days, events and contests."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Double,
    Index,
    PrimaryKeyConstraint,
    Table,
    text,
)

from haulage.behaviour import ContestStatus, EventType, Severity
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    enum_checks,
    enum_column,
    identifier,
    instant,
    located,
    on_the_globe,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, Json, Text, Whole

behaviour_streams = Table(
    "behaviour_streams",
    metadata,
    reference("driver_id", "drivers.id"),
    Column("state", Json, nullable=False),
    instant("updated_at"),
    instant("placed_until", nullable=True),
    PrimaryKeyConstraint("driver_id"),
    Index(None, "placed_until"),
)
"""What the detector remembers between two batches. Its row is what writers of one driver queue for.

``placed_until`` is the newest instant that it remembers a place of, and null where it remembers none.
"""

behaviour_points = Table(
    "behaviour_points",
    metadata,
    reference("driver_id", "drivers.id"),
    Column("at", Whole(octets=8), nullable=False, autoincrement=False),
    *located(""),
    Column("speed_mph", Double, nullable=False),
    Column("heading_deg", Double, nullable=True),
    Column("accuracy_meters", Double, nullable=True),
    Column("engine_off", Boolean, nullable=True),
    PrimaryKeyConstraint("driver_id", "at"),
    *on_the_globe(""),
    CheckConstraint("speed_mph >= 0", name="speed_mph"),
    Index(None, "at"),
)
"""``at`` is microseconds since 1970, as the detector counts. A thousand a driver are shown
(BEH-17); more are kept only while the trace of an event needs them."""

TOTALS = (
    "points",
    "micrometers",
    "driving_microseconds",
    "idle_microseconds",
    "routed_points",
    "near_points",
)

behaviour_days = Table(
    "behaviour_days",
    metadata,
    reference("driver_id", "drivers.id"),
    Column("day", Date, nullable=False),
    *(Column(name, Whole(octets=8), nullable=False) for name in TOTALS),
    Column("max_speed_mph", Double, nullable=False),
    PrimaryKeyConstraint("driver_id", "day"),
    *(CheckConstraint(f"{name} >= 0", name=name) for name in TOTALS),
    CheckConstraint("near_points <= routed_points", name="near_are_routed"),
)
"""A day of the driver's own calendar, in whole numbers that add up to its weeks and months."""

TRACED = text("NOT forgotten")
"""Rows whose trace was not forgotten yet."""

behaviour_events = Table(
    "behaviour_events",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    enum_column("type", EventType),
    enum_column("severity", Severity),
    instant("started_at"),
    instant("ended_at"),
    Column("worst", Double, nullable=False),
    *located(""),
    Column("speed_mph", Double, nullable=False),
    Column("limit_mph", Double, nullable=True),
    Column("trace", Json, nullable=False),
    Column("forgotten", Boolean, nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(type=EventType, severity=Severity),
    *on_the_globe(""),
    CheckConstraint("started_at <= ended_at", name="in_order"),
    Index(None, "driver_id", "started_at"),
    Index("ix_behaviour_events_traced", "started_at", postgresql_where=TRACED, sqlite_where=TRACED),
)
"""One that is ``forgotten`` has no trace any more, and its place is rounded."""

behaviour_contests = Table(
    "behaviour_contests",
    metadata,
    reference("id", "behaviour_events.id"),
    reference("driver_id", "drivers.id"),
    Column("reason", Text(MAX_REASON), nullable=False),
    instant("created_at"),
    enum_column("status", ContestStatus),
    Column("decided_by", Text(MAX_ID), nullable=True),
    instant("decided_at", nullable=True),
    Column("decision_reason", Text(MAX_REASON), nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(status=ContestStatus),
    CheckConstraint("(status = 'open') = (decided_at IS NULL)", name="decided_at"),
    CheckConstraint("(status = 'open') = (decided_by IS NULL)", name="decided_by"),
    CheckConstraint("(status = 'open') = (decision_reason IS NULL)", name="decision_reason"),
    Index(None, "status", "created_at", "id"),
    Index(None, "driver_id"),
)
"""The id is the event's: an event is contested once."""

PERSONAL_DATA = (
    Section(
        "driving_stream",
        behaviour_streams,
        lambda who: behaviour_streams.c.driver_id == who.drives_as,
        removed=True,
    ),
    Section(
        "driving_points",
        behaviour_points,
        lambda who: behaviour_points.c.driver_id == who.drives_as,
        removed=True,
    ),
    Section(
        "driving_days", behaviour_days, lambda who: behaviour_days.c.driver_id == who.drives_as, removed=True
    ),
    Section(
        "driving_events",
        behaviour_events,
        lambda who: behaviour_events.c.driver_id == who.drives_as,
        removed=True,
    ),
    Section(
        "driving_contests",
        behaviour_contests,
        lambda who: behaviour_contests.c.driver_id == who.drives_as,
        frozenset({"decided_by"}),
        removed=True,
    ),
)
