"""How long the routes of drives are stored."""

from haulage.services.retention.lines import POSITIONS_RETENTION, deleted
from haulage.services.retention.rule import Removal, RetentionRule
from haulage.use_cases.behaviour.delete_streams import forget_points, forget_streams, forget_traces

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "driving_streams",
        "behaviour_streams",
        POSITIONS_RETENTION,
        "after each",
        forget_streams,
        "As for all positions.",
        "If you drive: where the computation of your driving stands",
        removal=Removal.EMPTIED,
        source="OP-97",
    ),
    deleted(
        "driving_points",
        "behaviour_points",
        POSITIONS_RETENTION,
        "after each",
        forget_points,
        "As for all positions.",
        "The latest points of a drive",
        source="OP-97",
    ),
    deleted(
        "driving_traces",
        "behaviour_events",
        POSITIONS_RETENTION,
        "after each",
        forget_traces,
        "As for all positions; the event keeps its place to about a kilometer.",
        "The routes around driving events",
        removal=Removal.EMPTIED,
        source="OP-97",
    ),
)
