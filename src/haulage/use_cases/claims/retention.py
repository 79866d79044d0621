"""How long pictures of claims are stored; claims themselves go with the account, as orders do."""

from haulage.services.retention.lines import DISPUTES, deleted, with_account
from haulage.services.retention.rule import RetentionRule
from haulage.use_cases.claims.photos import (
    UNUSED_PHOTOS_RETENTION,
    USED_PHOTOS_RETENTION,
    forget_unused_claim_photos,
    forget_used_claim_photos,
)

RETENTION: tuple[RetentionRule, ...] = (
    with_account(
        "claims",
        ("claims", "claim_statements"),
        "Problems that you reported, or that were reported about your deliveries, and what you wrote about "
        "them. Afterwards kinds, amounts, times and decisions stay",
        "You see them with the order, and questions about them come late.",
    ),
    deleted(
        "claim_photos",
        ("claim_photos", "/files/claims/*"),
        USED_PHOTOS_RETENTION,
        "after they were sent",
        forget_used_claim_photos,
        DISPUTES,
        "Photos of problems with an order",
    ),
    deleted(
        "unused_claim_photos",
        ("claim_photos", "/files/claims/*"),
        UNUSED_PHOTOS_RETENTION,
        "after they were sent",
        forget_unused_claim_photos,
        "A day longer than the problem may still be reported that a photo was taken for.",
        "Photos that no problem was reported with",
    ),
)
