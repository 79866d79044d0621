"""How long orders, their events and their links are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DAY, DISPUTES, YEAR, deleted, expired, with_account
from haulage.services.retention.rule import RetentionRule
from haulage.use_cases.orders.item_photos import (
    ITEM_PHOTOS_RETENTION,
    UNUSED_PHOTOS_RETENTION,
    forget_old_item_photos,
    forget_unused_item_photos,
)

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "orders",
        ("orders", "order_texts", "order_text_rewrites", "quotes", "messages", "calls"),
        "Your orders: addresses, gate codes, whom to meet, what was carried; who wrote or called when, and "
        "how long a call was. Afterwards amounts, times and the part of town stay",
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
        "item_photos",
        ("item_photos", "/files/items/*"),
        ITEM_PHOTOS_RETENTION,
        "after they were sent",
        forget_old_item_photos,
        DISPUTES,
        "Photos of what was moved",
    ),
    deleted(
        "unused_item_photos",
        ("item_photos", "/files/items/*"),
        UNUSED_PHOTOS_RETENTION,
        "after they were sent",
        forget_unused_item_photos,
        "A day longer than anybody takes over a booking.",
        "Photos that nothing was booked with",
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
