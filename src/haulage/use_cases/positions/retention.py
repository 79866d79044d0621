"""How long positions of drivers are stored."""

from haulage.services.retention.lines import POSITIONS_RETENTION, deleted
from haulage.services.retention.rule import RetentionRule
from haulage.use_cases.positions.delete_positions import forget_last_positions

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "positions",
        "driver_position_history",
        POSITIONS_RETENTION,
        "after each",
        lambda unit, before, limit: unit.positions.forget_before(before, limit),
        "Long enough for a dispute about a delivery, and no longer.",
        "Positions of drivers",
        source="OP-97",
    ),
    deleted(
        "last_positions",
        "driver_last_positions",
        POSITIONS_RETENTION,
        "after it",
        forget_last_positions,
        "As for all positions.",
        "Where a driver was last seen",
        source="OP-97",
    ),
)
