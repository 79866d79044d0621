"""Onboarding: applications to drive and their review."""

from haulage.use_cases.drivers.driver_emails import DriverEmails
from haulage.use_cases.onboarding.admit_driver import AdmitDriver
from haulage.use_cases.onboarding.application_emails import ApplicationEmails
from haulage.use_cases.onboarding.application_standing import AgeTerms
from haulage.use_cases.onboarding.apply_to_drive import ApplyToDrive
from haulage.use_cases.onboarding.approve_applications import ApproveApplications
from haulage.use_cases.onboarding.approve_drivers import ApproveDrivers
from haulage.use_cases.onboarding.check_vin import CheckVin
from haulage.use_cases.onboarding.driver_standing import SetDriverStanding
from haulage.use_cases.onboarding.facade import OnboardingUseCases
from haulage.use_cases.onboarding.instant_approval import InstantApproval
from haulage.use_cases.onboarding.review_applications import ReviewApplications
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.assembly.screening import begin_check
from haulage_adapters.assembly.vin_decoders import vin_decoder


def assemble_onboarding(parts: Parts) -> OnboardingUseCases:
    storage, clock, identifiers, settings = parts.storage, parts.clock, parts.identifiers, parts.settings
    mails = ApplicationEmails(identifiers, parts.templates, settings.public_url)
    drivers = DriverEmails(identifiers, parts.templates, settings.public_url)
    terms = AgeTerms(settings.min_age_apply, settings.min_age_approve)
    admit = AdmitDriver(identifiers, drivers)
    return OnboardingUseCases(
        apply=ApplyToDrive(storage, clock, identifiers, mails, terms, begin_check(parts)),
        instant_approval=InstantApproval(storage, clock, identifiers, admit, terms, settings.test_mode),
        review=ReviewApplications(storage, clock, mails, terms),
        approvals=ApproveApplications(storage, clock, admit, terms),
        drivers=ApproveDrivers(storage, clock, drivers),
        standing=SetDriverStanding(storage, clock, drivers),
        check_vin=CheckVin(storage, vin_decoder(settings)),
    )
