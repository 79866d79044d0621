"""Onboarding: the way from an application to an approved driver."""

from haulage.onboarding.application import (
    Application,
    ApplicationStatus,
    License,
    OwnVehicle,
    PersonalInfo,
    Reference,
)
from haulage.onboarding.progress import (
    REQUIRED_MODULES,
    Blocker,
    CheckStatus,
    DocumentStatus,
    DocumentType,
    HandedIn,
    OnboardingProgress,
    Step,
    onboarding_progress,
)
from haulage.onboarding.validation import (
    PAGE_MESSAGE,
    missing_in_step,
    page_message,
    step_message,
    submit_errors,
    submit_message,
)

__all__ = [
    "PAGE_MESSAGE",
    "REQUIRED_MODULES",
    "Application",
    "ApplicationStatus",
    "Blocker",
    "CheckStatus",
    "DocumentStatus",
    "DocumentType",
    "HandedIn",
    "License",
    "OnboardingProgress",
    "OwnVehicle",
    "PersonalInfo",
    "Reference",
    "Step",
    "missing_in_step",
    "onboarding_progress",
    "page_message",
    "step_message",
    "submit_errors",
    "submit_message",
]
