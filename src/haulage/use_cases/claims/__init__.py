"""Claims: open, list and decide them."""

from haulage.use_cases.claims.facade import ClaimStanding, ClaimUseCases

__all__ = ["ClaimStanding", "ClaimUseCases"]
