"""Claims: report a problem, answer, decide, and show what was reported."""

from haulage.use_cases.claims.decide_claim import ClaimDecision
from haulage.use_cases.claims.facade import ClaimUseCases
from haulage.use_cases.claims.open_claim import ClaimStanding
from haulage.use_cases.claims.show_claims import ClaimDetails, DriversClaim, ShownClaim

__all__ = ["ClaimDecision", "ClaimDetails", "ClaimStanding", "ClaimUseCases", "DriversClaim", "ShownClaim"]
