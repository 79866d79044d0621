"""How long background checks are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import YEAR, deleted, expired
from haulage.services.retention.rule import RetentionRule

SCREENING_RETENTION = 6 * YEAR

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "screening_cases",
        "screening_cases",
        SCREENING_RETENTION,
        "after the last step, also without an account",
        expired(Expiring.SCREENING_CASES),
        "Claims under the Fair Credit Reporting Act run to five years.",
        "Your background check: your consent, the report that was used, and our letters about it",
        source="OP-97",
    ),
)
