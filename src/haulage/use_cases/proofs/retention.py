"""How long proofs of delivery, their photos and PINs are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import DISPUTES, YEAR, deleted, expired
from haulage.services.retention.rule import Removal, RetentionRule
from haulage.use_cases.proofs.delete_proofs import (
    PHOTOS_RETENTION,
    PROOFS_RETENTION,
    forget_proofs,
    forget_unused_photos,
)

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "proofs",
        ("proofs", "proof_photos", "/files/proofs/*"),
        PROOFS_RETENTION,
        "after the delivery",
        forget_proofs,
        f"{DISPUTES} A seal without content stays, so that the chain of all proofs can be examined.",
        "Proofs of delivery: recipient, signature, photo and place",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "unused_photos",
        ("proof_photos", "/files/proofs/*"),
        PHOTOS_RETENTION,
        "after they were taken",
        forget_unused_photos,
        "A day longer than a device may still send the proof that a photo was taken for.",
        "Photos that no proof was made with",
    ),
    deleted(
        "delivery_pins",
        "delivery_pins",
        YEAR,
        "after they were asked for",
        expired(Expiring.DELIVERY_PINS),
        DISPUTES,
        "That a delivery needed a PIN",
    ),
)
