"""Onboarding: apply to drive, and decide about applications."""

from haulage.use_cases.onboarding.application_standing import ApplicationStanding
from haulage.use_cases.onboarding.facade import OnboardingUseCases

__all__ = ["ApplicationStanding", "OnboardingUseCases"]
