"""Claims: what customers report about an order that has ended, and what is decided."""

from haulage.claims.claim import (
    CLAIM_LIFECYCLE,
    CLAIMABLE_WITHIN,
    MAX_ACCOUNT_LENGTH,
    MAX_REASON_LENGTH,
    AlreadyClaimed,
    Claim,
    ClaimDecision,
    ClaimState,
    NothingToClaim,
    TooLateToClaim,
    decide_claim,
    open_claim,
)

__all__ = [
    "CLAIMABLE_WITHIN",
    "CLAIM_LIFECYCLE",
    "MAX_ACCOUNT_LENGTH",
    "MAX_REASON_LENGTH",
    "AlreadyClaimed",
    "Claim",
    "ClaimDecision",
    "ClaimState",
    "NothingToClaim",
    "TooLateToClaim",
    "decide_claim",
    "open_claim",
]
