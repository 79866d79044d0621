"""How long saved addresses are stored."""

from haulage.services.retention.lines import with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "saved_addresses",
        ("saved_addresses",),
        "Addresses that you saved, with gate codes and contacts; you remove each whenever you like",
        "You book with them.",
    ),
)
