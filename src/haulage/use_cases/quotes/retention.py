"""How long quotes and their offers are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, deleted, expired
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "unbooked_quotes",
        ("quotes", "quote_offers"),
        7 * DAY,
        "after they end",
        expired(Expiring.UNBOOKED_QUOTES),
        "A price is good for 15 minutes; a week is for questions about it.",
        "Quotes that were not booked",
    ),
    deleted(
        "declined_offers",
        "quote_offers",
        90 * DAY,
        "after the quote ends",
        expired(Expiring.DECLINED_OFFERS),
        "For questions about how the drivers were chosen.",
        "Drivers who were offered for an order and not taken",
    ),
)
