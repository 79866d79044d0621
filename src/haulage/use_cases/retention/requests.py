"""How long responses to repeated requests are stored."""

from datetime import timedelta

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, deleted, expired
from haulage.services.retention.rule import Removal, RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "response_bodies",
        "idempotency_keys",
        timedelta(hours=24),
        "after each",
        expired(Expiring.RESPONSE_BODIES),
        "A request that is sent again gets the same answer for a day.",
        "Answers to requests that could be sent twice",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "idempotency_keys",
        "idempotency_keys",
        30 * DAY,
        "after each",
        lambda unit, before, limit: unit.idempotency.purge(before, limit),
        "For so long nothing is done twice that is sent again.",
        "That a request came, without its answer",
    ),
)
