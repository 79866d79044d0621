"""Onboarding: every use case of the capability."""

import attrs

from haulage.use_cases.onboarding.apply_to_drive import ApplyToDrive
from haulage.use_cases.onboarding.approve_applications import ApproveApplications
from haulage.use_cases.onboarding.approve_drivers import ApproveDrivers
from haulage.use_cases.onboarding.check_vin import CheckVin
from haulage.use_cases.onboarding.driver_standing import SetDriverStanding
from haulage.use_cases.onboarding.instant_approval import InstantApproval
from haulage.use_cases.onboarding.review_applications import ReviewApplications


@attrs.frozen
class OnboardingUseCases:
    """Applicants' own applications, the administrators' queue of them, and who may drive."""

    apply: ApplyToDrive
    instant_approval: InstantApproval
    review: ReviewApplications
    check_vin: CheckVin
    approvals: ApproveApplications
    drivers: ApproveDrivers
    standing: SetDriverStanding
