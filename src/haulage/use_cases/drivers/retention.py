"""How long driver profiles are stored."""

from haulage.services.retention.lines import with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "drivers",
        ("drivers", "connected_accounts", "behaviour_days", "behaviour_events", "behaviour_contests"),
        "If you drive: vehicle, license plate, working hours, rates, scores, driving events without their "
        "routes, your account at the card company, and why you were approved or suspended",
        "Matching and pay depend on them.",
    ),
    with_account(
        "favorite_drivers",
        ("favorite_drivers",),
        "Your favorite drivers",
        "They are shown to you first.",
    ),
)
