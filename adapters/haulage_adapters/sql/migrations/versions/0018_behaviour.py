"""How people drive: streams, latest points, days, events and contests."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

JSON = sa.JSON().with_variant(JSONB(), "postgresql")

revision = "0018_behaviour"
down_revision = "0017_money"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
TOTALS = (
    "points",
    "micrometers",
    "driving_microseconds",
    "idle_microseconds",
    "routed_points",
    "near_points",
)
TYPES = "'speeding', 'harsh_braking', 'harsh_acceleration', 'route_deviation', 'idle'"
SEVERITIES = "'low', 'medium', 'high', 'critical'"


def upgrade() -> None:
    _streams()
    _points()
    _days()
    _events()
    _contests()


def _drivers_own(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f(f"fk_{table}_driver_id"))


def _on_the_globe(table: str) -> list[sa.CheckConstraint]:
    return [
        sa.CheckConstraint("lat BETWEEN -90 AND 90", name=op.f(f"ck_{table}_lat")),
        sa.CheckConstraint("lng BETWEEN -180 AND 180", name=op.f(f"ck_{table}_lng")),
    ]


def _streams() -> None:
    op.create_table(
        "behaviour_streams",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("state", JSON, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        _drivers_own("behaviour_streams"),
        sa.PrimaryKeyConstraint("driver_id", name=op.f("pk_behaviour_streams")),
    )


def _points() -> None:
    op.create_table(
        "behaviour_points",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("lat", sa.Double(), nullable=False),
        sa.Column("lng", sa.Double(), nullable=False),
        sa.Column("speed_mph", sa.Double(), nullable=False),
        sa.Column("heading_deg", sa.Double(), nullable=True),
        sa.Column("accuracy_meters", sa.Double(), nullable=True),
        sa.Column("engine_off", sa.Boolean(), nullable=True),
        *_on_the_globe("behaviour_points"),
        sa.CheckConstraint("speed_mph >= 0", name=op.f("ck_behaviour_points_speed_mph")),
        _drivers_own("behaviour_points"),
        sa.PrimaryKeyConstraint("driver_id", "at", name=op.f("pk_behaviour_points")),
    )


def _days() -> None:
    op.create_table(
        "behaviour_days",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in TOTALS),
        sa.Column("max_speed_mph", sa.Double(), nullable=False),
        *(sa.CheckConstraint(f"{name} >= 0", name=op.f(f"ck_behaviour_days_{name}")) for name in TOTALS),
        sa.CheckConstraint("near_points <= routed_points", name=op.f("ck_behaviour_days_near_are_routed")),
        _drivers_own("behaviour_days"),
        sa.PrimaryKeyConstraint("driver_id", "day", name=op.f("pk_behaviour_days")),
    )


def _events() -> None:
    op.create_table(
        "behaviour_events",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("severity", sa.String(32), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=False),
        sa.Column("worst", sa.Double(), nullable=False),
        sa.Column("lat", sa.Double(), nullable=False),
        sa.Column("lng", sa.Double(), nullable=False),
        sa.Column("speed_mph", sa.Double(), nullable=False),
        sa.Column("limit_mph", sa.Double(), nullable=True),
        sa.Column("trace", JSON, nullable=False),
        sa.CheckConstraint(f"type IN ({TYPES})", name=op.f("ck_behaviour_events_type")),
        sa.CheckConstraint(f"severity IN ({SEVERITIES})", name=op.f("ck_behaviour_events_severity")),
        *_on_the_globe("behaviour_events"),
        sa.CheckConstraint("started_at <= ended_at", name=op.f("ck_behaviour_events_in_order")),
        _drivers_own("behaviour_events"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_behaviour_events")),
    )
    op.create_index(
        op.f("ix_behaviour_events_driver_id_started_at"), "behaviour_events", ["driver_id", "started_at"]
    )


def _contests() -> None:
    decided = ("decided_at", "decided_by", "decision_reason")
    op.create_table(
        "behaviour_contests",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("decided_by", sa.String(64), nullable=True),
        sa.Column("decided_at", TIME, nullable=True),
        sa.Column("decision_reason", sa.String(500), nullable=True),
        sa.CheckConstraint(
            "status IN ('open', 'upheld', 'rejected')", name=op.f("ck_behaviour_contests_status")
        ),
        *(
            sa.CheckConstraint(
                f"(status = 'open') = ({name} IS NULL)", name=op.f(f"ck_behaviour_contests_{name}")
            )
            for name in decided
        ),
        sa.ForeignKeyConstraint(["id"], ["behaviour_events.id"], name=op.f("fk_behaviour_contests_id")),
        _drivers_own("behaviour_contests"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_behaviour_contests")),
    )
    op.create_index(
        op.f("ix_behaviour_contests_status_created_at_id"),
        "behaviour_contests",
        ["status", "created_at", "id"],
    )
    op.create_index(op.f("ix_behaviour_contests_driver_id"), "behaviour_contests", ["driver_id"])
