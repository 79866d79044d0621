"""Onboarding: apply to drive, and decide about applications."""

from haulage.use_cases.onboarding.application_standing import ApplicationStanding
from haulage.use_cases.onboarding.driver_standing import DriverStanding
from haulage.use_cases.onboarding.facade import OnboardingUseCases
from haulage.use_cases.onboarding.reviewed_application import ReviewedApplication

__all__ = ["ApplicationStanding", "DriverStanding", "OnboardingUseCases", "ReviewedApplication"]
