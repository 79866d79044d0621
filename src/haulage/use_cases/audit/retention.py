"""How long the audit trail is stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import SAFETY, YEAR, deleted, expired, retained
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    retained(
        "audit",
        ("audit_entries",),
        f"{SAFETY} The trail is a chain from which nothing can be taken; it holds ids, words and amounts.",
        "The audit trail: who did what when, by ids without names",
    ),
    deleted(
        "audit_questions",
        "audit_questions",
        YEAR,
        "after each",
        expired(Expiring.AUDIT_QUESTIONS),
        "An administrator who looks people up without need must be found out. Whoever deletes their account "
        "is taken out of it.",
        "What administrators searched for, such as your name",
    ),
)
