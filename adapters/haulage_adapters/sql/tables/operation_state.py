"""One row about the marketplace as a whole."""

from sqlalchemy import CheckConstraint, Column, Integer, PrimaryKeyConstraint, Table

from haulage.jobs.pause import PauseReason
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import Whole

THE_ROW = 1

operation_state = Table(
    "operation_state",
    metadata,
    Column("id", Integer, nullable=False, autoincrement=False),
    instant("jobs_paused_at", nullable=True),
    enum_column("jobs_paused_for", PauseReason, nullable=True),
    # Counted up by whoever wants to know whether the database can be written.
    Column("probes", Whole(octets=8), nullable=False),
    PrimaryKeyConstraint("id"),
    CheckConstraint(f"id = {THE_ROW}", name="one_row"),
    *enum_checks(jobs_paused_for=PauseReason),
    CheckConstraint("(jobs_paused_at IS NULL) = (jobs_paused_for IS NULL)", name="paused_for_a_reason"),
)

NOBODYS = {
    operation_state.name: "whether jobs are paused, for everybody",
}
