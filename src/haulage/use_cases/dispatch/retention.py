"""How long job offers are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import YEAR, deleted, expired
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "job_offers",
        "job_offers",
        YEAR,
        "after the answer",
        expired(Expiring.JOB_OFFERS),
        "For questions about who was asked to drive.",
        "Which drivers were asked to take an order, and what they answered",
    ),
)
