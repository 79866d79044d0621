"""How long photos of drivers are stored."""

from haulage.services.retention.lines import with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "driver_photos",
        ("drivers", "/files/drivers/*"),
        "If you drive: your photo, unless you remove it before",
        "Customers must know whom to open the door to.",
    ),
)
