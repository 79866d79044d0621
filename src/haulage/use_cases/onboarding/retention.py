"""How long applications to drive are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, YEAR, deleted, expired, with_account
from haulage.services.retention.rule import RetentionRule

DRAFTS_RETENTION = 180 * DAY
"""Ours: whoever comes back after half a year has other papers."""

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "application_drafts",
        "driver_applications",
        DRAFTS_RETENTION,
        "after you last changed it",
        expired(Expiring.APPLICATION_DRAFTS),
        "Long enough to finish it later.",
        "An application to drive that you have not submitted",
    ),
    deleted(
        "rejected_applications",
        "driver_applications",
        YEAR,
        "after the decision",
        expired(Expiring.REJECTED_APPLICATIONS),
        "Questions about a decision come late.",
        "An application to drive that was rejected",
        source="OP-97",
    ),
    with_account(
        "applications",
        ("driver_applications", "approval_overrides"),
        "Your application to drive: who you are, license, vehicle, references, and what administrators "
        "decided and wrote about it",
        "It is what you were approved by.",
    ),
)
