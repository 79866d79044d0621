"""How long what an erasure looks for is stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, deleted, expired
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "erasure_traces",
        "erasure_traces",
        90 * DAY,
        "at most, and usually minutes",
        expired(Expiring.ERASURE_TRACES),
        "Without them nobody would find you in what others wrote. They go when the erasure is done.",
        "Sealed names, numbers and addresses of whoever deleted their account, until they are taken out of "
        "what others wrote",
    ),
)
