"""How long carrier credentials are stored."""

from haulage.services.retention.lines import with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "carrier_credentials",
        ("carrier_credentials",),
        "If you drive: your USDOT number, state certificates and insurance, with what was decided about them",
        "They show that the jobs you drove were allowed.",
    ),
)
