"""Onboarding: every use case of the capability."""

import attrs

from haulage.use_cases.onboarding.apply_to_drive import ApplyToDrive
from haulage.use_cases.onboarding.check_vin import CheckVin
from haulage.use_cases.onboarding.review_applications import ReviewApplications


@attrs.frozen
class OnboardingUseCases:
    """Applicants' own applications, and the administrators' queue of them."""

    apply: ApplyToDrive
    review: ReviewApplications
    check_vin: CheckVin
