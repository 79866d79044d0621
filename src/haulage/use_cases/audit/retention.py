"""How long the audit trail is stored."""

from haulage.services.retention.lines import SAFETY, retained
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    retained(
        "audit",
        ("audit_entries",),
        f"{SAFETY} The trail is a chain from which nothing can be taken; it holds ids, words and amounts.",
        "The audit trail: who did what when, by ids without names",
    ),
)
