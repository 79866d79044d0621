"""Reports of orders that were not delivered, and what was decided about them."""

from typing import Annotated

from msgspec import Meta

from haulage.claims import (
    MAX_ACCOUNT_LENGTH,
    MAX_REASON_LENGTH,
    Claim,
    ClaimDecision,
    ClaimState,
)
from haulage.ports.storage.claims import ListedClaim
from haulage.use_cases.claims import ClaimStanding
from haulage_adapters.wire.common import Cents, In, Instant, Out


class ReportIn(In):
    """What the customer has to say; the driver does not read it."""

    account: Annotated[str, Meta(min_length=1, max_length=MAX_ACCOUNT_LENGTH, pattern=r"\S")]


class ClaimDecisionIn(In):
    """`release` lets the driver's share go, `refund` gives the customer everything back. The customer reads
    the reason."""

    decision: ClaimDecision
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S")]


class ClaimOut(Out):
    """A customer's claim, and what was decided about it; final once it is."""

    id: str
    order_id: str
    account: str
    created_at: Instant
    state: ClaimState
    decided_at: Instant | None
    decision_reason: str | None

    @classmethod
    def of(cls, claim: Claim) -> "ClaimOut":
        return cls.from_attributes(claim)


class ClaimStandingOut(Out):
    """Until when the order can be claimed, null where it cannot be, and the claim that there is."""

    until: Instant | None
    claim: ClaimOut | None

    @classmethod
    def of(cls, standing: ClaimStanding) -> "ClaimStandingOut":
        claim = standing.claim
        return cls(standing.until, ClaimOut.of(claim) if claim else None)


class ListedClaimOut(Out):
    """A claim as administrators weigh it. `refundable_cents` is what is left of the payment."""

    claim: ClaimOut
    order_number: int
    driver_id: str
    driver_name: str
    refundable_cents: Cents

    @classmethod
    def of(cls, listed: ListedClaim) -> "ListedClaimOut":
        return cls(
            ClaimOut.of(listed.claim),
            listed.order_number,
            listed.claim.driver_id,
            listed.driver_name,
            listed.refundable_cents,
        )
