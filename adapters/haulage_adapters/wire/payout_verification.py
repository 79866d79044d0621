"""What the provider said of a payout, as it is shown."""

from typing import Self

from haulage.payouts import PayoutSpeed
from haulage.payouts.verification import Compared, VerificationStatus
from haulage.use_cases.payouts.verify_payout import PayoutVerification
from haulage_adapters.wire.common import Instant, Out


class DiscrepancyOut(Out):
    """What we have and what the provider has; amounts are US cents that arrive."""

    field: Compared
    ours: str
    theirs: str


class PayoutVerificationOut(Out):
    """`provider_id` is null of a payout that was not sent to the provider; `method` is how fast it goes."""

    payout_id: str
    verification_status: VerificationStatus
    verified_at: Instant
    provider_id: str | None
    method: PayoutSpeed
    last4: str
    arrival: Instant | None
    discrepancies: list[DiscrepancyOut]

    @classmethod
    def of(cls, found: PayoutVerification) -> Self:
        return cls.from_attributes(
            found,
            verification_status=found.status,
            arrival=found.arrives_at,
            discrepancies=[DiscrepancyOut.from_attributes(each) for each in found.discrepancies],
        )
