"""Whether the provider has a payout as we do (OUT-07)."""

from enum import StrEnum

import attrs

from haulage.kernel.money import Cents
from haulage.payouts.fees import PayoutSpeed
from haulage.payouts.payout import Payout
from haulage.payouts.status import PayoutStatus


class VerificationStatus(StrEnum):
    VERIFIED = "verified"
    FAILED = "failed"
    PENDING = "pending"


class Compared(StrEnum):
    """What is compared; the amount is what arrives, in cents, and the method is how fast it goes."""

    AMOUNT = "amount"
    STATUS = "status"
    METHOD = "method"


@attrs.frozen
class Discrepancy:
    field: Compared
    ours: str
    theirs: str


def compare_payout(
    payout: Payout, *, net_cents: Cents, status: PayoutStatus, speed: PayoutSpeed
) -> tuple[Discrepancy, ...]:
    """What the provider has otherwise than we do. That an instant payout went as a standard one is none once
    its fees were returned (OP-41)."""
    ours = PayoutSpeed.STANDARD if payout.fees_returned else payout.speed
    pairs = (
        (Compared.AMOUNT, str(payout.net_cents), str(net_cents)),
        (Compared.STATUS, payout.status.value, status.value),
        (Compared.METHOD, ours.value, speed.value),
    )
    return tuple(Discrepancy(*each) for each in pairs if each[1] != each[2])


def verification_status(status: PayoutStatus, discrepancies: tuple[Discrepancy, ...]) -> VerificationStatus:
    """By the provider's status; another amount than ours is a failure whatever its status (ours)."""
    differs = any(each.field is Compared.AMOUNT for each in discrepancies)
    if differs or status in {PayoutStatus.FAILED, PayoutStatus.CANCELED}:
        return VerificationStatus.FAILED
    return VerificationStatus.VERIFIED if status is PayoutStatus.PAID else VerificationStatus.PENDING
