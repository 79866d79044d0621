"""A claim: a customer says that an order did not arrive, and an administrator decides (OP-49)."""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.lifecycle import Lifecycle

CLAIMABLE_WITHIN = timedelta(hours=24)
"""OP-49, ours."""

MAX_ACCOUNT_LENGTH = 2_000
MAX_REASON_LENGTH = 500


class ClaimState(StrEnum):
    OPEN = "open"
    RELEASED = "released"
    """It was delivered, and the driver's share is let go."""
    REFUNDED = "refunded"
    """It was not, and the customer has their money back."""


class ClaimDecision(StrEnum):
    RELEASE = "release"
    REFUND = "refund"


CLAIM_LIFECYCLE: Lifecycle[ClaimState, ClaimDecision] = Lifecycle(
    subject="claim",
    moves={
        ClaimState.OPEN: {
            ClaimDecision.RELEASE: ClaimState.RELEASED,
            ClaimDecision.REFUND: ClaimState.REFUNDED,
        },
        ClaimState.RELEASED: {},
        ClaimState.REFUNDED: {},
    },
)


class TooLateToClaim(RuleBroken):
    """The time in which a customer may report a problem is over: the driver is paid then."""

    code = "too_late_to_report"
    message = "This can be reported within 24 hours of the delivery only. Please contact us."


class NothingToClaim(RuleBroken):
    """The order has not ended, or cost nothing, so no problem can be reported."""

    code = "nothing_to_report"
    message = "This order does not count as delivered."


class AlreadyClaimed(RuleBroken):
    """There is a claim about the order already."""

    code = "already_claimed"
    message = "You have reported this order before."


@attrs.frozen
class Claim:
    """What the customer has to say, and what was decided. An order is claimed once at most."""

    id: str
    order_id: str
    customer_id: str
    driver_id: str
    account: str
    created_at: datetime
    state: ClaimState = ClaimState.OPEN
    decided_at: datetime | None = None
    decided_by: str | None = None
    decision_reason: str | None = None
    version: int = 1


def open_claim(
    id: str,
    order_id: str,
    customer_id: str,
    driver_id: str | None,
    account: str,
    now: datetime,
    *,
    since: datetime | None,
) -> Claim:
    """Raises ``InvalidInput`` without a word, ``NothingToClaim`` and ``TooLateToClaim``."""
    if since is None or driver_id is None:
        raise NothingToClaim
    if now - since > CLAIMABLE_WITHIN:
        raise TooLateToClaim
    said = _said("account", account, MAX_ACCOUNT_LENGTH)
    return Claim(id, order_id, customer_id, driver_id, said, now)


def decide_claim(claim: Claim, decision: ClaimDecision, *, by: str, reason: str, now: datetime) -> Claim:
    """A decision is final: ``IllegalMove`` when there is one."""
    return attrs.evolve(
        claim,
        state=CLAIM_LIFECYCLE.after(claim.state, decision),
        decided_at=now,
        decided_by=by,
        decision_reason=_said("reason", reason, MAX_REASON_LENGTH),
    )


def _said(field: str, text: str, longest: int) -> str:
    if not text.strip() or len(text) > longest:
        raise InvalidInput(field, f"is required, at most {longest} characters")
    return text.strip()
