"""How long orders, their events and their links are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, DISPUTES, YEAR, deleted, expired, with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "orders",
        ("orders", "order_texts", "order_text_rewrites", "quotes", "messages", "calls"),
        "Your orders: addresses, gate codes, whom to meet, what was carried; who wrote or called when. "
        "Afterwards amounts, times and the part of town stay",
        "You see them in your list, and questions about them come late.",
    ),
    deleted(
        "order_events",
        "order_events",
        YEAR,
        "after each",
        expired(Expiring.ORDER_EVENTS),
        DISPUTES,
        "The steps of an order that has ended",
    ),
    deleted(
        "tracking_links",
        "tracking_links",
        30 * DAY,
        "after they end",
        expired(Expiring.TRACKING_LINKS),
        "An old link still says that it has ended.",
        "Links by which an order was shared",
    ),
)
