"""How long training is stored."""

from haulage.services.retention.lines import with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "training",
        ("training_progress", "training_attempts", "training_watches"),
        "Your training: which modules you began and completed, your answers, scores and certificates",
        "It is what you were approved by, and your certificates can be verified as long as it is there.",
    ),
)
