"""How long a driver's work on orders is stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import BOOKS, DISPUTES, YEAR, deleted, expired, retained
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "delivery_logs",
        "delivery_logs",
        YEAR,
        "after the last entry",
        expired(Expiring.DELIVERY_LOGS),
        DISPUTES,
        "Breaks and arrivals of a delivery",
    ),
    deleted(
        "delivery_actions",
        "delivery_actions",
        YEAR,
        "after they came in",
        expired(Expiring.DELIVERY_ACTIONS),
        DISPUTES,
        "What a driver's device did without a connection",
    ),
    retained(
        "mileage",
        ("delivery_mileage",),
        "Drivers need it for their taxes; it is written down before the positions go.",
        "How far a driver drove with each order",
        BOOKS,
        "after the delivery",
    ),
)
