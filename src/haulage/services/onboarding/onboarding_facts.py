"""What counts for an application besides its form, read from the capabilities that keep it."""

from datetime import date

import attrs

from haulage.onboarding import Application, CheckStatus, HandedIn
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.onboarding.documents_handed_in import handed_in
from haulage.services.screening.check_standing import check_of


@attrs.frozen
class OnboardingFacts:
    """*check* is the status of the background check, None before there is one. A check that is completed is
    approved, rejected, or neither while somebody still reviews it. *trained* are the ids of the modules that
    the applicant has completed."""

    documents: tuple[HandedIn, ...] = ()
    check: CheckStatus | None = None
    check_approved: bool = False
    check_rejected: bool = False
    trained: frozenset[str] = frozenset()


async def onboarding_facts(unit: UnitOfWork, application: Application, today: date) -> OnboardingFacts:
    """One line for each capability that has something of an applicant."""
    check = await check_of(unit, application.id)
    training = await unit.training.progress_of(application.user_id)
    return OnboardingFacts(
        documents=await handed_in(unit, application.user_id, today),
        check=check.status,
        check_approved=check.is_approved,
        check_rejected=check.is_rejected,
        trained=frozenset(each.module_id for each in training if each.is_completed),
    )
